using System.Collections;
using System.Collections.Specialized;
using System.Reflection;
using System.Runtime.CompilerServices;
using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>The body of each shape; forms that have a null of their own accept null here.</summary>
internal static class Bodies
{
    public static void Write(OracleOutput output, Type type, object? value)
    {
        switch (output.Model.ShapeOf(type))
        {
            case ScalarShape when type == typeof(string):
                Strings.Write(output, (string?)value);
                break;
            case ScalarShape or EnumShape:
                ScalarBytes.Write(output, value!);
                break;
            case NullableShape shape:
                output.Byte(value is null ? 0 : 1);
                if (value is not null)
                    Write(output, shape.Underlying, value);
                break;
            case SequenceShape shape:
                Sequences.Write(output, shape, value);
                break;
            case GridShape shape:
                Grids.Write(output, shape, (Array?)value);
                break;
            case DictionaryShape shape:
                Tables.WriteDictionary(output, shape, (IDictionary?)value);
                break;
            case SetShape shape:
                Tables.WriteSet(output, shape, value);
                break;
            case ExceptionShape shape:
                Exceptions.Write(output, shape, (Exception)value!);
                break;
            case SerializableShape shape:
                ObjectEntries.Write(output, shape, value!);
                break;
            case BitsShape:
                output.Fixed((uint)((BitVector32)value!).Data, 4);
                break;
            case MembersShape shape:
                foreach ((FieldInfo field, Slot slot) in shape.Members)
                    Slots.Write(output, slot, field.GetValue(value));
                break;
        }
    }

    public static object? Read(OracleInput input, Type type)
    {
        switch (input.Model.ShapeOf(type))
        {
            case ScalarShape when type == typeof(string):
                return Strings.Read(input);
            case NullableShape shape:
                return ReadNullable(input, shape);
            case SequenceShape shape:
                return Sequences.Read(input, shape);
            case GridShape shape:
                return Grids.Read(input, shape);
            case DictionaryShape shape:
                return Tables.ReadDictionary(input, shape);
            case SetShape shape:
                return Tables.ReadSet(input, shape);
            case ExceptionShape shape:
                return Exceptions.Read(input, shape);
            case SerializableShape shape:
                return ObjectEntries.Read(input, shape);
            case BitsShape:
                return new BitVector32((int)(uint)input.Fixed(4));
            case MembersShape shape:
                return ReadMembers(input, shape);
            default:
                return ScalarBytes.Read(input, type);
        }
    }

    private static object? ReadNullable(OracleInput input, NullableShape shape)
    {
        int start = input.Position;
        byte presence = input.Byte();
        if (presence > 1)
            throw input.Reject(RejectionCode.PresenceInvalid, start, $"a presence of {presence}");
        return presence == 0 ? null : Read(input, shape.Underlying);
    }

    private static object ReadMembers(OracleInput input, MembersShape shape)
    {
        object instance = RuntimeHelpers.GetUninitializedObject(shape.Type);
        foreach ((FieldInfo field, Slot slot) in shape.Members)
        {
            int start = input.Position;
            object? value = Slots.Read(input, slot);
            // No System.Tuple of .NET lacks its eighth item: the constructor refuses it.
            if (value is null && field.Name == "m_Rest")
                throw input.Reject(RejectionCode.NullNotAllowed, start, "a tuple without its eighth item");
            field.SetValue(instance, value);
        }

        return instance;
    }
}
