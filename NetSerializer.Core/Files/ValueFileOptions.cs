using NetSerializer.Files;

namespace NetSerializer;

/// <summary>How the blocks of a file are packed.</summary>
public enum FileCompression
{
    /// <summary>As they are. The default.</summary>
    None,
    /// <summary>With Brotli, where that makes a block shorter.</summary>
    Brotli,
}

/// <summary>The settings of a file of values (<see cref="ValueFiles"/>). Immutable and safe to share.</summary>
/// <example><code>var options = new ValueFileOptions { Compression = FileCompression.Brotli, BlockBytes = 1 &lt;&lt; 20 };</code></example>
public sealed record ValueFileOptions
{
    /// <summary>The settings of a call that names none.</summary>
    public static ValueFileOptions Default { get; } = new();

    /// <summary>How the blocks are packed, writing. A reader sees it in each block.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The enum has no such value.</exception>
    public FileCompression Compression
    {
        get;
        init => field = value is FileCompression.None or FileCompression.Brotli ? value : throw new ArgumentOutOfRangeException(nameof(Compression));
    } = FileCompression.None;

    /// <summary>
    /// How many bytes of values a block holds, writing, before they are packed; a longer value has a block of its own. 1 to 1,048,576, default 65,536.
    /// Reading one value by its number reads one block.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">Less or more than that.</exception>
    public int BlockBytes
    {
        get;
        init => field = value is > 0 and <= FileFormat.MostBlockBytes ? value : throw new ArgumentOutOfRangeException(nameof(BlockBytes));
    } = 64 << 10;

    /// <summary>
    /// The differences that are accepted, reading, in values of another schema than that of the model; null to refuse all such values. Default
    /// <see cref="ResolveOptions.Default"/>.
    /// </summary>
    public ResolveOptions? Resolve { get; init; } = ResolveOptions.Default;

    /// <summary>The bounds on each schema of a file.</summary>
    /// <exception cref="ArgumentNullException">They are null.</exception>
    public SchemaLimits SchemaLimits { get; init => field = value ?? throw new ArgumentNullException(nameof(SchemaLimits)); } = SchemaLimits.Default;

    /// <summary>How many schemas a file may have: each version of the types that appends to it adds one. 1 or more, default 64.</summary>
    /// <exception cref="ArgumentOutOfRangeException">Less than that.</exception>
    public int MaxSchemas { get; init => field = value > 0 ? value : throw new ArgumentOutOfRangeException(nameof(MaxSchemas)); } = 64;
}
