namespace NetSerializer;

/// <summary>The bounds on the cost of one call. Every limit holds for one value, its nested values included. Immutable and safe to share.</summary>
public sealed record SerializerLimits
{
    /// <summary>
    /// How many levels a key may have. Its hash and its order go through them all on the stack of the call, with up to 512 bytes each, and
    /// <see cref="System.Runtime.CompilerServices.RuntimeHelpers.TryEnsureSufficientExecutionStack"/> promises 64 KiB or more.
    /// </summary>
    internal const int MaxKeyDepth = 128;

    /// <summary>The limits of a model that names none: meant for a server that reads from strangers.</summary>
    public static SerializerLimits Default { get; } = new();

    /// <summary>For files and peers of one's own: everything as large as .NET allows, depth a million.</summary>
    public static SerializerLimits Trusted { get; } = new()
    {
        MaxDepth = 1_000_000,
        MaxStackBytes = long.MaxValue,
        MaxInputBytes = long.MaxValue,
        MaxAllocatedBytes = long.MaxValue,
        MaxCollectionLength = Array.MaxLength,
        MaxStringBytes = int.MaxValue,
        MaxKeyCollisions = int.MaxValue,
    };

    /// <summary>
    /// How many values of recursive types may be nested, reading and writing. Default 20,000; 1 or more. A key of a table and an element
    /// of a set or keyed collection have at most 128 levels of their own in any case, and XML has at most 512.
    /// </summary>
    public int MaxDepth { get; init => field = Positive(value); } = 20_000;

    /// <summary>
    /// How many bytes of stack a call may take besides that of its thread, reading and writing. Default 64 MiB, three kilobytes for each level of the
    /// default depth; 0 or more, below 1 MiB as 0. Values that need them go on in a thread of the library meanwhile. The bytes are address space: memory
    /// follows as levels use it, some 500 bytes each.
    /// </summary>
    public long MaxStackBytes { get; init => field = NotNegative(value); } = 64L << 20;

    /// <summary>How many bytes one value may take on the wire, reading. Default 64 MiB: a thousand times a usual message.</summary>
    public long MaxInputBytes { get; init => field = Positive(value); } = 64L << 20;

    /// <summary>
    /// How many bytes of objects, arrays, strings and tables one value may need, reading. Default 512 MiB, eight times the longest input: a reference
    /// takes eight bytes and may cost one on the wire.
    /// </summary>
    public long MaxAllocatedBytes { get; init => field = Positive(value); } = 512L << 20;

    /// <summary>How many elements one collection may have, reading. Default 16,777,216.</summary>
    public int MaxCollectionLength { get; init => field = Positive(value); } = 1 << 24;

    /// <summary>How many bytes one string may take in memory (two a UTF-16 code unit), reading. Default 32 MiB.</summary>
    public int MaxStringBytes { get; init => field = Positive(value); } = 32 << 20;

    /// <summary>
    /// How many keys of one hash table may fall into the same bucket, reading, where the table has 256 entries or more; tables of strings have no such
    /// limit. Default 100, against hash flooding: random keys reach 13, and the cost of a table grows with its count times this number. Honest data
    /// exceed it where hashes repeat: coordinates packed into a <see cref="long"/>, whose hash is one half ^ the other, structs that hash to X ^ Y.
    /// </summary>
    public int MaxKeyCollisions { get; init => field = Positive(value); } = 100;

    private static int Positive(int value)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(value);
        return value;
    }

    private static long NotNegative(long value)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(value);
        return value;
    }

    private static long Positive(long value)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(value);
        return value;
    }
}
