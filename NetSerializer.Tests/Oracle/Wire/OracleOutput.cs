using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>The bytes written so far, and the model they follow.</summary>
internal sealed class OracleOutput(OracleModel model)
{
    private readonly List<byte> bytes = [];

    public OracleModel Model { get; } = model;

    public void Byte(int value) => bytes.Add(checked((byte)value));

    /// <summary>The low <paramref name="count"/> bytes of a value, lowest first.</summary>
    public void Fixed(UInt128 value, int count)
    {
        for (int i = 0; i < count; i++)
            bytes.Add((byte)(value >> (8 * i)));
    }

    /// <summary>The objects and texts that have a number.</summary>
    public GivenNumbers Numbers { get; } = new(model.Schema);

    public byte[] ToArray() => [.. bytes];
}
