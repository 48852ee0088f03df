using System.Reflection;
using System.Runtime.CompilerServices;

namespace NetSerializer.Values;

/// <summary>The serializers under <see cref="UndefinedEnums.Reject"/> of all enums that the user has none for.</summary>
internal sealed class NamedEnums : CustomSerializer
{
    /// <summary>The name of the form in schemas.</summary>
    public const string Format = "enum.named";

    /// <summary>There is nothing to tell one from another.</summary>
    public static NamedEnums All { get; } = new();

    internal override CustomCode? Find(Type type) =>
        type.IsEnum && !type.ContainsGenericParameters
            ? CustomCode.Of(type, Activator.CreateInstance(typeof(NamedEnumSerializer<>).MakeGenericType(type))!) : null;
}

/// <summary>Enums under <see cref="UndefinedEnums.Reject"/>: the underlying type; of [Flags] every combination of named bits, none of them too.</summary>
internal sealed class NamedEnumSerializer<T> : ICustomSerializer<T>
    where T : unmanaged, Enum
{
    private readonly bool _isSigned = Type.GetTypeCode(typeof(T)) is TypeCode.SByte or TypeCode.Int16 or TypeCode.Int32 or TypeCode.Int64;
    private readonly bool _isFlags = typeof(T).IsDefined(typeof(FlagsAttribute), inherit: false);
    private readonly ulong[] _values;
    private readonly ulong _bits;

    public NamedEnumSerializer()
    {
        var values = new SortedSet<ulong>();
        foreach (FieldInfo constant in typeof(T).GetFields(BindingFlags.Public | BindingFlags.Static))
        {
            ulong value = Bits((T)constant.GetValue(null)!);
            values.Add(value);
            _bits |= value;
        }
        _values = [.. values];
    }

    public string Format => NamedEnums.Format;

    public int MinimumSize => 1;

    public void Write(ref WireWriter writer, T value)
    {
        if (!IsNamed(value))
        {
            writer.Refuse($"{value:D} has no name in {typeof(T)}, and the model refuses such values.");
        }
        switch (Unsafe.SizeOf<T>(), _isSigned)
        {
            case (1, _):
                writer.WriteByte(Unsafe.BitCast<T, byte>(value));
                break;
            case (2, true):
                writer.WriteInt16(Unsafe.BitCast<T, short>(value));
                break;
            case (2, false):
                writer.WriteUInt16(Unsafe.BitCast<T, ushort>(value));
                break;
            case (4, true):
                writer.WriteInt32(Unsafe.BitCast<T, int>(value));
                break;
            case (4, false):
                writer.WriteUInt32(Unsafe.BitCast<T, uint>(value));
                break;
            case (_, true):
                writer.WriteInt64(Unsafe.BitCast<T, long>(value));
                break;
            default:
                writer.WriteUInt64(Unsafe.BitCast<T, ulong>(value));
                break;
        }
    }

    public T Read(ref WireReader reader)
    {
        T value = (Unsafe.SizeOf<T>(), _isSigned) switch
        {
            (1, _) => Unsafe.BitCast<byte, T>(reader.ReadByte()),
            (2, true) => Unsafe.BitCast<short, T>(reader.ReadInt16()),
            (2, false) => Unsafe.BitCast<ushort, T>(reader.ReadUInt16()),
            (4, true) => Unsafe.BitCast<int, T>(reader.ReadInt32()),
            (4, false) => Unsafe.BitCast<uint, T>(reader.ReadUInt32()),
            (_, true) => Unsafe.BitCast<long, T>(reader.ReadInt64()),
            _ => Unsafe.BitCast<ulong, T>(reader.ReadUInt64()),
        };
        if (!IsNamed(value))
        {
            reader.Reject($"{value:D} has no name in {typeof(T)}.");
        }
        return value;
    }

    private bool IsNamed(T value)
    {
        ulong bits = Bits(value);
        return Array.BinarySearch(_values, bits) >= 0 || (_isFlags && (bits & ~_bits) == 0);
    }

    private static ulong Bits(T value) => Unsafe.SizeOf<T>() switch
    {
        1 => Unsafe.BitCast<T, byte>(value),
        2 => Unsafe.BitCast<T, ushort>(value),
        4 => Unsafe.BitCast<T, uint>(value),
        _ => Unsafe.BitCast<T, ulong>(value),
    };
}
