namespace NetSerializer.Tests.Oracle;

/// <summary>Bytes that docs/wire-format.md does not allow, as the oracle's reader sees them.</summary>
/// <param name="code">A name of <see cref="RejectionCode"/>.</param>
/// <param name="offset">End of the input for a truncation, otherwise the first byte of the item that is wrong.</param>
public sealed class OracleRejection(string code, long offset, string detail)
    : Exception($"{code} at {offset}: {detail}")
{
    public string Code { get; } = code;

    public long Offset { get; } = offset;
}

/// <summary>A value that docs/wire-format.md tells the writer to refuse.</summary>
public sealed class OracleRefusal(string reason) : Exception(reason);
