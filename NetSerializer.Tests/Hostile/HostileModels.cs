using NetSerializer.Tests.Conformance;

namespace NetSerializer.Tests.Hostile;

[Serializable]
internal sealed class Secret
{
    public long Address;
}

[Serializable]
internal sealed class Holder
{
    public string? Text;
    public Cat? Cat;
    public Animal? Animal;
    public IValueOf<int>? Value;
    public int[]? Numbers;
    public List<Animal>? Animals;
    public uint[]? Unsigned;
    public Shade[]? Shades;
}

[Serializable]
internal sealed class Finalized
{
    public string? Text;
    public Finalized? Next = null;
    public int Complete;

    ~Finalized() => Complete = 0;
}

[Serializable]
internal struct Colliding : IEquatable<Colliding>
{
    public int Id;

    public readonly bool Equals(Colliding other) => Id == other.Id;

    public override readonly bool Equals(object? other) => other is Colliding colliding && Equals(colliding);

    public override readonly int GetHashCode() => 5;
}

/// <summary>A large value behind a byte of wire.</summary>
[Serializable]
internal struct Sparse
{
    public string? A { get; set; }

    public string? B { get; set; }

    public string? C { get; set; }

    public string? D { get; set; }

    public string? E { get; set; }

    public string? F { get; set; }

    public string? G { get; set; }

    public string? H { get; set; }
}

/// <summary>A large object behind a byte of wire.</summary>
[Serializable]
internal sealed class Hoarder
{
    [field: NonSerialized]
    public Block Left { get; set; }

    public bool Kept { get; set; }

    [System.Runtime.CompilerServices.InlineArray(100)]
    internal struct Block
    {
        private long _first;
    }
}

/// <inheritdoc cref="Hoarder"/>
[Serializable]
internal struct StructHoarder
{
    [field: NonSerialized]
    public Hoarder.Block Left { get; set; }

    public bool Kept { get; set; }
}

/// <summary>Wire bytes put together by hand.</summary>
internal static class Bytes
{
    public static byte[] VarInt(ulong value) => Streams.Frames.VarInt(value);

    public static byte[] Id(TypeModel model, Type type) => VarInt(model.TypeIds[type]);

    public static byte[] Join(params IEnumerable<byte[]> parts) => [.. parts.SelectMany(part => part)];

    public static byte[] Repeat(byte[] part, int count) => [.. Enumerable.Repeat(part, count).SelectMany(bytes => bytes)];
}
