using System.Collections;
using System.Collections.Specialized;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Serialization;
using NetSerializer.Tests.Equality;

namespace NetSerializer.Tests.Oracle.Schema;

/// <summary>The kind of line each type gets in the schema text, decided from the type alone.</summary>
public static class TypeKinds
{
    private static readonly Type[] s_callbacks =
        [typeof(OnSerializingAttribute), typeof(OnSerializedAttribute), typeof(OnDeserializingAttribute), typeof(OnDeserializedAttribute)];

    public static SchemaKind Of(Type type, bool fixedIntegers, bool finiteFloats, Func<Type, bool>? isCustom = null)
    {
        if (type.IsEnum)
            return SchemaKind.Enum;
        if (type.IsArray)
            return type.IsSZArray ? SchemaKind.Sequence : SchemaKind.Grid;
        if (Is(type, typeof(List<>)) || ArrayViews.Contains(type))
            return SchemaKind.Sequence;
        if (type == typeof(BitVector32))
            return SchemaKind.Bits;
        if (FrameworkValues.Contains(type))
            return SchemaKind.Value;
        if (Is(type, typeof(Dictionary<,>)))
            return SchemaKind.Dictionary;
        if (Is(type, typeof(HashSet<>)))
            return SchemaKind.Set;
        if (OtherCollections.KindOf(type) is { } other)
            return other;
        if (CollectionKinds.Of(type) is { } collection)
            return collection;
        if (CollectionKinds.ContentOf(type) is { } content)
            return CollectionKinds.KindOfContent(content);
        if (IsTuple(type))
            return SchemaKind.Tuple;
        if (type.IsAssignableTo(typeof(Exception)))
            return SchemaKind.Exception;
        if (type.IsAssignableTo(typeof(ISerializable)))
            return SchemaKind.Serializable;
        if (!type.IsValueType)
            return SchemaKind.Class;
        return IsRaw(type, fixedIntegers, finiteFloats) ? SchemaKind.Raw
            : AreColumns(type, fixedIntegers, finiteFloats, isCustom ?? (_ => false)) ? SchemaKind.Columns : SchemaKind.Struct;
    }

    public static bool IsCollection(Type type) =>
        Is(type, typeof(List<>)) || Is(type, typeof(Dictionary<,>)) || Is(type, typeof(HashSet<>)) || CollectionKinds.Of(type) is not null
            || OtherCollections.KindOf(type) is not null;

    public static bool IsTuple(Type type) =>
        (type.IsAssignableTo(typeof(ITuple)) && type.Namespace == "System") || Is(type, typeof(KeyValuePair<,>)) || FrameworkTuples.Contains(type)
            || type == typeof(DictionaryEntry) || Is(type, typeof(Lazy<>)) || Is(type, typeof(Microsoft.FSharp.Core.FSharpOption<>));

    /// <summary>Section 6: every byte of the struct belongs to a field whose every bit pattern is a value of its own; in a union, to several.</summary>
    public static bool IsRaw(Type type, bool fixedIntegers, bool finiteFloats)
    {
        if (type.IsAutoLayout || type == typeof(BitVector32) || FrameworkValues.Contains(type) || type.IsAssignableTo(typeof(ISerializable))
            || type.IsAssignableTo(typeof(IObjectReference)) || HasCallback(type))
            return false;
        FieldInfo[] fields = [.. Fields.AllOf(type)];
        if (Layout(type) is not { } layout)
            return false;
        return fields.Length > 0
            && fields.All(field => Fields.Travels(field) && IsRawField(field.FieldType, fixedIntegers || layout.IsUnion || KeepsIntegers(type), finiteFloats))
            && !layout.HasGaps;
    }

    /// <summary>Section 6: a struct of which varints would save less than a fifth.</summary>
    public static bool KeepsIntegers(Type type) => 5 * MostSaved(type) < SizeOf(type);

    private static int MostSaved(Type type)
    {
        Type scalar = type.IsEnum ? type.GetEnumUnderlyingType() : type;
        return Scalars.FindName(scalar) switch
        {
            "char" or "int16" or "uint16" or "int32" or "uint32" or "int64" or "uint64" => SizeOf(scalar) - 1,
            null when type.IsValueType => Fields.AllOf(type).Sum(field => MostSaved(field.FieldType)),
            _ => 0,
        };
    }

    /// <summary>Section 4d: a struct of members that are columns, not of bools alone.</summary>
    private static bool AreColumns(Type type, bool fixedIntegers, bool finiteFloats, Func<Type, bool> isCustom)
    {
        FieldInfo[] fields = [.. Fields.AllOf(type).Where(Fields.Travels)];
        bool isPlain = !type.IsAssignableTo(typeof(ISerializable)) && !type.IsAssignableTo(typeof(IObjectReference)) && !HasCallback(type)
            && type.Namespace?.StartsWith(nameof(System), StringComparison.Ordinal) != true
            && type.GetInterface("ICustomBinarySerializable") is null && Fields.AllOf(type).All(field => field.Name != "_tag");
        return isPlain && fields.Any(field => field.FieldType != typeof(bool))
            && Fields.AllOf(type).All(field => Fields.Travels(field) || !field.FieldType.IsAssignableTo(typeof(Delegate)))
            && fields.All(field => IsColumn(field.FieldType, fixedIntegers, finiteFloats, isCustom));
    }

    private static bool IsColumn(Type type, bool fixedIntegers, bool finiteFloats, Func<Type, bool> isCustom)
    {
        const int largest = 64;
        if (isCustom(type) || !type.IsValueType || Nullable.GetUnderlyingType(type) is not null)
            return false;
        Type scalar = type.IsEnum ? type.GetEnumUnderlyingType() : type;
        if (Scalars.FindName(scalar) is { } name)
            return name is not ("nint" or "nuint");
        if (FrameworkTuples.Contains(type))
            return Fields.OfTuple(type).All(field => IsColumn(field.FieldType, fixedIntegers, finiteFloats, isCustom));
        if (IsTuple(type) || FrameworkValues.Contains(type) || type == typeof(BitVector32))
            return false;
        return IsRaw(type, fixedIntegers, finiteFloats) ? SizeOf(type) <= largest : AreColumns(type, fixedIntegers, finiteFloats, isCustom);
    }

    private static bool HasCallback(Type type) => s_callbacks.Any(callback => Wire.Callbacks.Has(type, callback)) || Wire.Callbacks.IsNotified(type);

    /// <summary>Section 6: a struct whose fields overlap.</summary>
    public static bool IsUnion(Type type) => type is { IsValueType: true, IsExplicitLayout: true } && Layout(type) is { IsUnion: true };

    // Null when there are references in it.
    private static (bool IsUnion, bool HasGaps)? Layout(Type type)
    {
        bool[] taken = new bool[SizeOf(type)];
        bool isUnion = false;
        int next = 0;
        foreach (FieldInfo field in FieldsByOffset(type))
        {
            int offset = field.GetCustomAttribute<FieldOffsetAttribute>()?.Value ?? next;
            if (!field.FieldType.IsValueType || offset + SizeOf(field.FieldType) > taken.Length)
                return null;
            next = offset + SizeOf(field.FieldType);
            isUnion |= taken[offset..next].Contains(true);
            Array.Fill(taken, true, offset, next - offset);
        }
        return (isUnion, taken.Contains(false));
    }

    /// <summary>
    /// The fields of a raw struct by their offsets: of a sequential one the order of declaration, of an explicit one as given, those at one offset by
    /// their names.
    /// </summary>
    public static IEnumerable<FieldInfo> FieldsByOffset(Type type) => Fields.AllOf(type)
        .OrderBy(field => field.GetCustomAttribute<FieldOffsetAttribute>()?.Value ?? 0)
        .ThenBy(field => type.IsExplicitLayout ? field.Name : "", StringComparer.Ordinal)
        .ThenBy(field => field.MetadataToken);

    /// <summary>Bytes of a value in memory.</summary>
    public static int SizeOf(Type type) => (int)typeof(Unsafe).GetMethod(nameof(Unsafe.SizeOf))!
        .MakeGenericMethod(type).Invoke(null, null)!;

    private static bool IsRawField(Type type, bool fixedIntegers, bool finiteFloats)
    {
        Type scalar = type.IsEnum ? type.GetEnumUnderlyingType() : type;
        switch (Scalars.FindName(scalar))
        {
            case "byte" or "sbyte":
                return true;
            case "int128" or "uint128" or "guid" or "timespan":
                return true;
            case "half" or "float" or "double":
                return !finiteFloats;
            case "char" or "int16" or "uint16" or "int32" or "uint32" or "int64" or "uint64":
                return fixedIntegers;
            case null:
                return type.IsValueType && (!IsTuple(type) || FrameworkTuples.Contains(type)) && IsRaw(type, fixedIntegers, finiteFloats);
            default:
                return false;
        }
    }

    private static bool Is(Type type, Type definition) =>
        type.IsGenericType && type.GetGenericTypeDefinition() == definition;
}
