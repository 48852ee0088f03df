using System.Collections;
using System.Collections.Specialized;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using NetSerializer.Tests.Equality;
using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>The body of each shape; forms that have a null of their own accept null here.</summary>
internal static class Bodies
{
    public static void Write(OracleOutput output, Type type, object? value) => Write(output, output.Model.ShapeOf(type), value);

    private static void Write(OracleOutput output, Shape any, object? value)
    {
        switch (any)
        {
            case ScalarShape when any.Type == typeof(string):
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
            case OtherTableShape shape:
                OtherTables.Write(output, shape, value);
                break;
            case SortedSetShape shape:
                SortedTables.WriteSet(output, shape, (IEnumerable?)value);
                break;
            case SortedDictionaryShape shape:
                SortedTables.WriteDictionary(output, shape, (IDictionary?)value);
                break;
            case KeyedShape shape:
                Tables.WriteKeyed(output, shape, (IEnumerable)value!);
                break;
            case ExceptionShape shape:
                Exceptions.Write(output, shape, (Exception)value!);
                break;
            case SerializableShape shape:
                ObjectEntries.Write(output, shape, value!);
                break;
            case CustomShape shape when output.Model.Schema.FramedCustoms:
                output.Framed(() => WriteCustom(output, shape, value!));
                break;
            case CustomShape shape:
                WriteCustom(output, shape, value!);
                break;
            case PriorityQueueShape shape:
                SortedTables.WriteQueue(output, shape, value);
                break;
            case ValueShape:
                FrameworkForms.Write(output, value!);
                break;
            case BitsShape:
                output.Fixed((uint)((BitVector32)value!).Data, 4);
                break;
            case UnionShape:
                Array.ForEach(MemoryOf.Struct(value!), item => output.Byte(item));
                break;
            case MembersShape shape:
                WriteMembers(output, shape, output.Begin(value!));
                break;
            case DerivedShape shape:
                WriteMembers(output, shape.Members, output.Begin(value!));
                Write(output, shape.Content, PlainContent.Of(value!));
                break;
        }
    }

    private static void WriteCustom(OracleOutput output, CustomShape shape, object value)
    {
        foreach ((Slot slot, object? part) in shape.Parts.Zip(shape.Form.Take(value)))
            Slots.Write(output, slot, part);
    }

    private static void WriteMembers(OracleOutput output, MembersShape shape, object? value)
    {
        foreach ((FieldInfo field, Slot slot) in shape.Members)
            Slots.Write(output, slot, field.GetValue(value));
    }

    public static object? Read(OracleInput input, Type type) => Read(input, input.Model.ShapeOf(type));

    private static object? Read(OracleInput input, Shape any)
    {
        switch (any)
        {
            case ScalarShape when any.Type == typeof(string):
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
            case OtherTableShape shape:
                return OtherTables.Read(input, shape);
            case SortedSetShape shape:
                return SortedTables.ReadSet(input, shape);
            case SortedDictionaryShape shape:
                return SortedTables.ReadDictionary(input, shape);
            case PriorityQueueShape shape:
                return SortedTables.ReadQueue(input, shape);
            case DerivedShape shape:
                return ReadDerived(input, shape);
            case ValueShape:
                return FrameworkForms.Read(input, any.Type);
            case ExceptionShape shape:
                return Exceptions.Read(input, shape);
            case SerializableShape shape:
                return ObjectEntries.Read(input, shape);
            case CustomShape shape:
                return input.Model.Schema.FramedCustoms ? input.Framed(() => ReadCustom(input, shape)) : ReadCustom(input, shape);
            case BitsShape:
                return new BitVector32((int)(uint)input.Fixed(4));
            case UnionShape shape:
                return MemoryOf.Struct(shape.Type, [.. Enumerable.Range(0, TypeKinds.SizeOf(shape.Type)).Select(_ => input.Byte())]);
            case MembersShape shape:
                int mark = input.Waiting;
                object whole = ReadMembers(input, shape);
                input.End(whole);
                return whole is ValueType ? RealObjects.ReadStruct(input, whole, mark) : whole;
            default:
                return ScalarBytes.Read(input, any.Type);
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

    private static object ReadCustom(OracleInput input, CustomShape shape)
    {
        // What is made of its content has a number when it is there.
        input.Numbers.ExpectNone();
        int start = input.Position;
        object?[] parts = [.. shape.Parts.Select(slot => Slots.Read(input, slot))];
        try
        {
            return shape.Form.Make(parts) ?? throw input.Reject(RejectionCode.ValueInvalid, input.Position, "a surrogate of nothing");
        }
        catch (Exception failure) when (failure is not OracleRejection)
        {
            throw input.Reject(RejectionCode.UserCodeFailed, start, failure.Message);
        }
    }

    private static object ReadDerived(OracleInput input, DerivedShape shape)
    {
        object instance = ReadMembers(input, shape.Members);
        int start = input.Position;
        if (shape.Content is KeyedShape keyed)
        {
            Tables.ReadKeyed(input, keyed, instance);
            input.End(instance);
            return instance;
        }

        object content = Read(input, shape.Content) ?? throw input.Reject(RejectionCode.NullNotAllowed, start, $"no content of {shape.Type}");
        Action<object, object> give = PlainContent.BaseOf(shape.Type) is null ? CollectionValues.Give : PlainContent.Give;
        give(instance, content);
        // Again behind the entries that come late.
        input.FillAtEnd(() => give(instance, content));
        input.FillAtEnd(() => give(instance, content), isBehindCallbacks: true);
        input.End(instance);
        return instance;
    }

    private static object ReadMembers(OracleInput input, MembersShape shape)
    {
        object instance = RuntimeHelpers.GetUninitializedObject(shape.Type);
        // One that names another in its place does so when it has its members.
        if (RealObjects.AreNamedBy(shape.Type))
            input.Numbers.ExpectNone();
        else
            input.Numbers.Made(instance);
        input.Begin(instance);
        foreach ((FieldInfo field, Slot slot) in shape.Members)
        {
            int start = input.Position;
            object? value = Slots.Read(input, slot);
            // No System.Tuple of .NET lacks its eighth item: the constructor refuses it.
            if (value is null && (field.Name == "m_Rest" || Covers.IsField(field)))
                throw input.Reject(RejectionCode.NullNotAllowed, start, "a tuple without its eighth item, or a cover of nothing");
            if (Covers.IsField(field) && Covers.Of(value!.GetType()) is not null)
                throw input.Reject(RejectionCode.CoverOfCover, start, "a cover of a cover");
            field.SetValue(instance, value);
        }

        return instance;
    }
}
