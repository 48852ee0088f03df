using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using Microsoft.Extensions.Caching.Hybrid;

namespace NetSerializer;

/// <summary>Gives a hybrid cache serializers for the types of a model. It uses others for the rest.</summary>
internal sealed class HybridSerializerFactory(TypeModel model) : IHybridCacheSerializerFactory
{
    public bool TryCreateSerializer<T>([NotNullWhen(true)] out IHybridCacheSerializer<T>? serializer)
    {
        serializer = model.CanSerialize(typeof(T)) ? new HybridSerializer<T>(model) : null;
        return serializer != null;
    }
}

/// <summary>Writes and reads entries of a hybrid cache.</summary>
internal sealed class HybridSerializer<T>(TypeModel model) : IHybridCacheSerializer<T>
{
    public T Deserialize(ReadOnlySequence<byte> source) =>
        CacheEntry.TryRead(model, source, out T? value) ? value! : throw new UnreadableEntryException();

    public void Serialize(T value, IBufferWriter<byte> target) => model.SerializeTagged(target, value);
}

/// <summary>Tells <see cref="MissingHybridCache"/> that an entry is to be made anew. No caller sees it.</summary>
internal sealed class UnreadableEntryException() : Exception("The cache has an entry of another model.");
