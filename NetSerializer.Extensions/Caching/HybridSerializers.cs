using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using Microsoft.Extensions.Caching.Hybrid;

namespace NetSerializer;

/// <summary>Gives a hybrid cache serializers for the types of a model. It uses others for the rest.</summary>
internal sealed class HybridSerializerFactory(SchemaStore schemas) : IHybridCacheSerializerFactory
{
    public bool TryCreateSerializer<T>([NotNullWhen(true)] out IHybridCacheSerializer<T>? serializer)
    {
        serializer = schemas.Model.CanSerialize(typeof(T)) ? new HybridSerializer<T>(schemas) : null;
        return serializer != null;
    }
}

/// <summary>
/// Writes and reads entries of a hybrid cache. An entry of a schema that the store does not know is none, and neither is a damaged one: a cache is asked
/// for values that can be made anew.
/// </summary>
internal sealed class HybridSerializer<T>(SchemaStore schemas) : IHybridCacheSerializer<T>
{
    public T Deserialize(ReadOnlySequence<byte> source) =>
        schemas.TryDeserialize(source, out T? value) == TaggedResult.Value ? value! : throw new UnreadableEntryException();

    public void Serialize(T value, IBufferWriter<byte> target) => schemas.Model.SerializeTagged(target, value);
}

/// <summary>Tells <see cref="MissingHybridCache"/> that an entry is to be made anew. No caller sees it.</summary>
internal sealed class UnreadableEntryException() : Exception("The cache has an entry of another model.");
