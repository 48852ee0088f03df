using System.Collections;
using System.Dynamic;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Tests.Equality;
using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Fuzzing;

/// <summary>
/// Looks at every field and element below a value that was read from bytes of a stranger: run-time types against declared ones and against the model,
/// bits of scalars against what their types allow, collections against their own rules. A wrong type that was put into a field by force shows here
/// and nowhere else.
/// </summary>
internal sealed class TypeSafetyWalk
{
    private const int MostObjects = 200_000;

    private static readonly Dictionary<Type, FieldInfo[]> s_fields = [];

    private readonly TypeModel _model;
    private readonly OracleModel? _oracle;
    private readonly HashSet<object> _seen = new(ReferenceEqualityComparer.Instance);

    /// <param name="model">The model that the value was read with.</param>
    /// <param name="oracle">What knows which nested values some custom serializers write; null where nobody does.</param>
    public TypeSafetyWalk(TypeModel model, OracleModel? oracle = null) => (_model, _oracle) = (model, oracle);

    /// <summary>
    /// True when a collection was met whose order is no part of its value, or may be another on another machine: it has several encodings
    /// (docs/wire-format.md, section 5).
    /// </summary>
    public bool HasSeveralEncodings { get; private set; }

    /// <returns>What is wrong and where, null when nothing is.</returns>
    public static string? FirstFault(TypeModel model, Type declared, object? value) => new TypeSafetyWalk(model).Visit(declared, value);

    /// <inheritdoc cref="FirstFault"/>
    public string? Visit(Type declared, object? value) => Visit(declared, value, "value");

    private string? Visit(Type declared, object? value, string path)
    {
        if (value is null)
        {
            return declared.IsValueType && Nullable.GetUnderlyingType(declared) is null ? $"{path}: null in a {declared}" : null;
        }
        // What untyped tables enumerate; the table has no such elements.
        if (value is DictionaryEntry entry)
        {
            return Visit(typeof(object), entry.Key, path) ?? Visit(typeof(object), entry.Value, path);
        }
        Type type = value.GetType();
        if (!Admits(Nullable.GetUnderlyingType(declared) ?? declared, type))
        {
            return $"{path}: a {type} in a {declared}";
        }
        if (!declared.IsValueType && !IsInModel(type))
        {
            return $"{path}: a {type}, which is not in the model";
        }
        if (ScalarRules.IsScalar(type))
        {
            return ScalarRules.Fault(value, _model.Options.NonFiniteFloats == NonFiniteFloats.Reject) is { } fault ? $"{path}: {fault}" : null;
        }
        if (FrameworkValues.Contains(type))
        {
            return null;
        }
        // A box that a reference leads to may hold a reference to itself; what is boxed here, to be looked at, is new each time.
        if (!declared.IsValueType && (!_seen.Add(value) || _seen.Count > MostObjects))
        {
            return null;
        }
        if (value is Array array)
        {
            return VisitArray(array, path);
        }
        // A default ImmutableArray or ArraySegment is a value, and throws when it is asked for anything.
        if (type.IsValueType && value is IEnumerable && value.Equals(RuntimeHelpers.GetUninitializedObject(type)))
        {
            return null;
        }
        string keyword = _model.Core.Plans.Find(type)?.Shape.Keyword ?? "";
        if (keyword is "struct" or "raw" or "columns" || TypeKinds.IsTuple(type) || keyword.StartsWith("class", StringComparison.Ordinal))
        {
            if (VisitFields(type, value, path) is { } wrong)
            {
                return wrong;
            }
        }
        // What a custom serializer writes is its own affair, but for the values that it is known to leave to the model: these have the forms of their types.
        // A hash table among them has no order here either.
        if (keyword == "custom" && _oracle?.IsCustom(type) == true && VisitNested((CustomShape)_oracle.ShapeOf(type), value, path) is { } nested)
        {
            return nested;
        }
        // What a cover shows stands behind an interface, as which an array may stand for another.
        if (keyword.EndsWith("cover", StringComparison.Ordinal))
        {
            Type cover = Covers.Of(type)!;
            object? shown = Covers.FieldOf(cover).GetValue(value);
            return shown is null || Covers.Of(shown.GetType()) is not null
                ? $"{path}: a cover of {shown?.GetType().ToString() ?? "nothing"}" : Visit(Covers.InsideOf(cover), shown, $"{path}, covered");
        }
        if (value is IEnumerable elements && (IsOfFramework(type) || keyword.Contains('+')))
        {
            // .NET keeps the names of all ExpandoObjects with the same members once, as long as one of them lives: which string a name is, and so
            // what can refer to it, is nobody's choice.
            HasSeveralEncodings |= CollectionRules.HasSeveralEncodings(type) || (type == typeof(ExpandoObject) && _model.Options.NumbersStrings);
            return CollectionRules.Fault(value) is { } fault ? $"{path}: {fault}" : VisitElements(CollectionRules.ElementOf(type), elements, path);
        }
        if (type.GetProperty("UnorderedItems")?.GetValue(value) is IEnumerable queue)
        {
            HasSeveralEncodings = true;
            return VisitElements(CollectionRules.ElementOf(queue.GetType()), queue, path);
        }
        // The fields of the others are their own affair: a Memory may lie on an array that no model knows, a custom serializer may make anything.
        return IsOfFramework(type) && type.GetMethod("ToArray", [])?.Invoke(value, null) is Array content ? VisitArray(content, path) : null;
    }

    private static bool IsOfFramework(Type type) =>
        type.Namespace?.StartsWith("System", StringComparison.Ordinal) == true || type.Namespace == "Microsoft.FSharp.Collections";

    // The framework has hidden classes for what it calls a FrozenSet.
    private bool IsInModel(Type type)
    {
        for (Type? level = type; level is not null && (level == type || IsOfFramework(type)); level = level.BaseType)
        {
            if ((level == type || level != typeof(object)) && _model.TypeIds.TryGetId(level, out _))
            {
                return true;
            }
        }
        return false;
    }

    // The runtime lets an uint[] pass for an int[], and a DayOfWeek[] too; no slot does.
    private static bool Admits(Type declared, Type type) =>
        declared.IsArray && declared.GetElementType()!.IsValueType ? declared == type : declared.IsAssignableFrom(type);

    private string? VisitArray(Array array, string path)
    {
        Type element = array.GetType().GetElementType()!;
        if (array is bool[] bools)
        {
            int wrong = MemoryMarshal.AsBytes(bools.AsSpan()).IndexOfAnyExceptInRange((byte)0, (byte)1);
            return wrong < 0 ? null : $"{path}[{wrong}]: a bool that is neither 0 nor 1";
        }
        return ScalarRules.AcceptsEveryPattern(element) ? null : VisitElements(element, array, path);
    }

    private string? VisitElements(Type element, IEnumerable elements, string path)
    {
        int index = 0;
        foreach (object? item in elements)
        {
            if (Visit(element, item, $"{path}[{index++}]") is { } fault)
            {
                return fault;
            }
        }
        return null;
    }

    private string? VisitNested(CustomShape shape, object value, string path)
    {
        foreach ((Slot slot, object? part) in shape.Parts.Zip(shape.Form.Take(value)))
        {
            if (Visit(slot.Declared, part, $"{path}, nested {slot.Declared.Name}") is { } fault)
            {
                return fault;
            }
        }
        return null;
    }

    private string? VisitFields(Type type, object value, string path)
    {
        foreach (FieldInfo field in FieldsOf(type).Where(field => TypeKinds.IsTuple(type) || !IsOfFramework(field.DeclaringType!)))
        {
            // What does not travel was put there by a constructor, if at all: it need not be in the model.
            if (!Fields.Travels(field) || field.FieldType.IsPointer)
            {
                continue;
            }
            if (Visit(field.FieldType, field.GetValue(value), $"{path}.{field.Name}") is { } fault)
            {
                return fault;
            }
        }
        return null;
    }

    private static FieldInfo[] FieldsOf(Type type)
    {
        lock (s_fields)
        {
            return s_fields.TryGetValue(type, out FieldInfo[]? fields) ? fields : s_fields[type] = [.. Fields.AllOf(type)];
        }
    }
}
