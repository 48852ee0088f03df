namespace NetSerializer;

/// <summary>The bounds on a schema that comes from outside. Immutable and safe to share.</summary>
public sealed record SchemaLimits
{
    /// <summary>The limits of a call that names none: for the schemas of peers.</summary>
    public static SchemaLimits Default { get; } = new();

    /// <summary>How many bytes the binary form may take. Default 256 KiB.</summary>
    public int MaxBytes { get; init => field = Positive(value); } = 256 << 10;

    /// <summary>How many UTF-16 code units the text may have, also the one that bytes stand for. Default 2 Mi.</summary>
    public int MaxTextLength { get; init => field = Positive(value); } = 2 << 20;

    /// <summary>How many types there may be. Default 4,096.</summary>
    public int MaxTypes { get; init => field = Positive(value); } = 4096;

    /// <summary>How many slots all types may have together. Default 65,536.</summary>
    public int MaxSlots { get; init => field = Positive(value); } = 65_536;

    /// <summary>How many UTF-16 code units one name may have. Default 1,024.</summary>
    public int MaxNameLength { get; init => field = Positive(value); } = 1024;

    /// <summary>How deep value types may stand in one another, and type arguments in a name. Default 16.</summary>
    public int MaxNesting { get; init => field = Positive(value); } = 16;

    private static int Positive(int value)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(value);
        return value;
    }
}
