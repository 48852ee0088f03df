using System.Collections;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Tests.Equality;

namespace NetSerializer.Tests.Conformance;

/// <summary>Two values are the same when nobody can tell them apart but by reference: same types, same bits, same order, same comparers.</summary>
internal static class StructuralEquality
{
    private const BindingFlags Fields = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    public static bool AreEqual(object? left, object? right)
    {
        if (left is null || right is null)
        {
            return left is null && right is null;
        }
        if (ReferenceEquals(left, right))
        {
            return true;
        }
        Type type = left.GetType();
        return type == right.GetType() && (left, right) switch
        {
            (string a, string b) => string.Equals(a, b, StringComparison.Ordinal),
            (Array a, Array b) => AreEqual(a, b),
            _ when ArrayViews.Contains(type) => AreEqual((object?)ArrayViews.Elements(left), ArrayViews.Elements(right)),
            (IDictionary or IEnumerable, _) when IsTable(type) => AreComparersEqual(left, right) && Elements(left).SequenceEqual(Elements(right), Comparer),
            (IList a, IList b) => a.Count == b.Count && a.Cast<object?>().SequenceEqual(b.Cast<object?>(), Comparer),
            (IEnumerable a, IEnumerable b) when IsFrameworkCollection(type) => a.Cast<object?>().SequenceEqual(b.Cast<object?>(), Comparer),
            _ when type.IsValueType && IsBits(type) => Bits(left).SequenceEqual(Bits(right)),
            _ => FieldsOf(type).All(field => AreEqual(field.GetValue(left), field.GetValue(right))),
        };
    }

    private static IEqualityComparer<object?> Comparer { get; } = EqualityComparer<object?>.Create(AreEqual, _ => 0);

    private static bool AreEqual(Array left, Array right) =>
        Enumerable.Range(0, left.Rank).All(rank => left.GetLength(rank) == right.GetLength(rank) && left.GetLowerBound(rank) == right.GetLowerBound(rank))
        && left.Cast<object?>().SequenceEqual(right.Cast<object?>(), Comparer);

    private static bool IsTable(Type type) =>
        type.IsGenericType && (type.GetGenericTypeDefinition() == typeof(Dictionary<,>) || type.GetGenericTypeDefinition() == typeof(HashSet<>));

    private static bool IsFrameworkCollection(Type type) => type.Namespace?.StartsWith("System.Collections", StringComparison.Ordinal) == true;

    private static IEnumerable<object?> Elements(object table) => ((IEnumerable)table).Cast<object?>();

    private static bool AreComparersEqual(object left, object right)
    {
        PropertyInfo comparer = left.GetType().GetProperty("Comparer")!;
        return Equals(comparer.GetValue(left), comparer.GetValue(right));
    }

    // Scalars, by their bits: NaN with its payload, the kind of a time, the scale of a decimal.
    private static bool IsBits(Type type) => type.IsPrimitive || type.IsEnum || (type.Namespace == "System" && !type.IsGenericType && type != typeof(ValueTuple));

    private static byte[] Bits(object value)
    {
        int size = RuntimeHelpers.SizeOf(value.GetType().TypeHandle);
        ref byte start = ref Unsafe.As<RawBox>(value).First;
        return MemoryMarshal.CreateReadOnlySpan(ref start, size).ToArray();
    }

    private static IEnumerable<FieldInfo> FieldsOf(Type type)
    {
        for (Type? level = type; level != null && level != typeof(object); level = level.BaseType)
        {
            foreach (FieldInfo field in level.GetFields(Fields))
            {
                yield return field;
            }
        }
    }

    private sealed class RawBox
    {
        public byte First;
    }
}
