using NetSerializer.Dispatch;

namespace NetSerializer;

// Calls on arrays, for languages that know no spans.
public sealed partial class TypeModel
{
    /// <inheritdoc cref="TrySerialize{T}(Span{byte}, T, out int)"/>
    /// <exception cref="ArgumentNullException">The array is null.</exception>
    public bool TrySerialize<T>(byte[] destination, T value, out int written)
    {
        ArgumentNullException.ThrowIfNull(destination);
        return _core.Root<T>().TrySerialize(_core, destination, in value, out written);
    }

    /// <inheritdoc cref="Deserialize{T}(ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException">The array is null.</exception>
    public T? Deserialize<T>(byte[] source)
    {
        ArgumentNullException.ThrowIfNull(source);
        return _core.Root<T>().Deserialize(_core, source);
    }

    /// <summary>Reads a value that takes all of the <paramref name="count"/> bytes from <paramref name="offset"/> on.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The array has no such bytes.</exception>
    /// <inheritdoc cref="Deserialize{T}(byte[])"/>
    public T? Deserialize<T>(byte[] source, int offset, int count)
    {
        ArgumentNullException.ThrowIfNull(source);
        return _core.Root<T>().Deserialize(_core, source.AsSpan(offset, count));
    }

    /// <summary>Reads the value at <paramref name="offset"/>; <paramref name="consumed"/> is its length in bytes.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The array has no such place.</exception>
    /// <inheritdoc cref="Deserialize{T}(byte[])"/>
    public T? Deserialize<T>(byte[] source, int offset, out int consumed)
    {
        ArgumentNullException.ThrowIfNull(source);
        return _core.Root<T>().Deserialize(_core, source.AsSpan(offset), Extent.Open, out consumed);
    }

    /// <inheritdoc cref="Deserialize(ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException">The array is null.</exception>
    public object? Deserialize(byte[] source) => Deserialize<object>(source);

    /// <inheritdoc cref="Deserialize(Type, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException">The array is null.</exception>
    public object? Deserialize(Type declared, byte[] source)
    {
        ArgumentNullException.ThrowIfNull(source);
        return _core.Root(declared).Deserialize(_core, source);
    }

    /// <inheritdoc cref="DeserializeDirect{T}(ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException">The array is null.</exception>
    public T? DeserializeDirect<T>(byte[] source)
    {
        ArgumentNullException.ThrowIfNull(source);
        return _core.DirectRoot<T>().Deserialize(_core, source);
    }

    /// <inheritdoc cref="PeekType(ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException">The array is null.</exception>
    public Type? PeekType(byte[] source) => _core.PeekType(Required(source));

    /// <inheritdoc cref="TryDeserializeTagged{T}(ReadOnlySpan{byte}, out T)"/>
    /// <exception cref="ArgumentNullException">The array is null.</exception>
    public bool TryDeserializeTagged<T>(byte[] source, out T? value) => TryDeserializeTagged(Required(source), out value);

    private static ReadOnlySpan<byte> Required(byte[] source) => source ?? throw new ArgumentNullException(nameof(source));
}
