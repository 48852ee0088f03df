using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>The bytes written so far, and the model they follow.</summary>
internal sealed class OracleOutput(OracleModel model)
{
    private readonly List<byte> bytes = [];
    private readonly List<object> written = [];

    public OracleModel Model { get; } = model;

    public void Byte(int value) => bytes.Add(checked((byte)value));

    /// <summary>The low <paramref name="count"/> bytes of a value, lowest first.</summary>
    public void Fixed(UInt128 value, int count)
    {
        for (int i = 0; i < count; i++)
            bytes.Add((byte)(value >> (8 * i)));
    }

    /// <summary>What is written meanwhile, with its length in front.</summary>
    public void Framed(Action write)
    {
        int start = bytes.Count;
        write();
        byte[] frame = [.. bytes[start..]];
        bytes.RemoveRange(start, frame.Length);
        Varints.Write(this, (ulong)frame.Length);
        bytes.AddRange(frame);
    }

    /// <summary>The objects and texts that have a number.</summary>
    public GivenNumbers Numbers { get; } = new(model.Schema);

    /// <summary>What to write of a value that is called now, and again when all is written: of a struct a copy.</summary>
    public object Begin(object value)
    {
        if (value is ValueType)
            value = RuntimeHelpers.GetObjectValue(value);
        Callbacks.Call(value, typeof(OnSerializingAttribute));
        if (Callbacks.Has(value.GetType(), typeof(OnSerializedAttribute)))
            written.Add(value);
        return value;
    }

    /// <summary>All is written.</summary>
    public void Complete() => written.ForEach(value => Callbacks.Call(value, typeof(OnSerializedAttribute)));

    public byte[] ToArray() => [.. bytes];
}
