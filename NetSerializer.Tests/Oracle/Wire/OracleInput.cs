using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>The bytes to read, a position in them, and the model they follow.</summary>
internal sealed class OracleInput(OracleModel model, byte[] bytes)
{
    // Elements can be empty structs, which cost no input: without a bound a few bytes would keep the oracle busy for hours.
    private const int MostElements = 1 << 22;

    private readonly List<Action> atEnd = [];
    private int elements;

    public OracleModel Model { get; } = model;

    public int Position { get; private set; }

    public byte Byte()
    {
        if (Position == bytes.Length)
            throw Truncated();
        return bytes[Position++];
    }

    /// <summary>A value of <paramref name="count"/> bytes, lowest first.</summary>
    public UInt128 Fixed(int count)
    {
        if (bytes.Length - Position < count)
            throw Truncated();
        UInt128 value = 0;
        for (int i = 0; i < count; i++)
            value |= (UInt128)bytes[Position++] << (8 * i);
        return value;
    }

    /// <summary>Runs <paramref name="action"/> when the whole value is read.</summary>
    public void AtEnd(Action action) => atEnd.Add(action);

    public void CompleteAll() => atEnd.ForEach(action => action());

    public void CountElement()
    {
        if (++elements > MostElements)
            throw Reject(RejectionCode.TooManyElements, Position, $"more than {MostElements} elements");
    }

    public OracleRejection Reject(string code, int offset, string detail) => new(code, offset, detail);

    private OracleRejection Truncated() => Reject(RejectionCode.Truncated, bytes.Length, "the input ends inside a value");
}
