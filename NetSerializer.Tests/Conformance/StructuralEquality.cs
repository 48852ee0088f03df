using System.Collections;
using System.Reflection;
using NetSerializer.Tests.Equality;

namespace NetSerializer.Tests.Conformance;

/// <summary>Two values are the same when nobody can tell them apart but by reference: same types, same bits, same order, same comparers.</summary>
internal static class StructuralEquality
{
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
        // The most frequent ones first: what follows asks the reflection for each element.
        if (type == typeof(string) || type.IsPrimitive)
        {
            return ScalarBits.AreSame(left, right);
        }
        if (OtherCollections.KindOf(type) is not null)
        {
            return OtherCollections.AreEqual(left, right, AreEqual);
        }
        if (FrameworkValues.Contains(type))
        {
            return FrameworkValues.AreEqual(left, right);
        }
        if (PlainContent.BaseOf(type) is { } plain)
        {
            return type == right.GetType() && FieldsOf(type, plain).All(field => AreEqual(field.GetValue(left), field.GetValue(right)))
                && AreEqual(PlainContent.Of(left), PlainContent.Of(right));
        }
        Type? content = ContentOf(type);
        return type == right.GetType() && (content == null || FieldsOf(type, content).All(field => AreEqual(field.GetValue(left), field.GetValue(right))))
            && (left, right) switch
            {
                (Array a, Array b) => AreEqual(a, b),
                _ when ArrayViews.Contains(type) => AreEqual((object?)ArrayViews.Elements(left), ArrayViews.Elements(right)),
                (IDictionary or IEnumerable, _) when content?.GetProperty("Comparer") != null =>
                    AreComparersEqual(left, right) && Elements(left).SequenceEqual(Elements(right), Comparer),
                (IList a, IList b) => a.Count == b.Count && a.Cast<object?>().SequenceEqual(b.Cast<object?>(), Comparer),
                _ when content is { Name: "PriorityQueue`2" } => AreComparersEqual(left, right) && QueueItems(left).SequenceEqual(QueueItems(right), Comparer),
                (IEnumerable a, IEnumerable b) when content != null => a.Cast<object?>().SequenceEqual(b.Cast<object?>(), Comparer),
                // It has padding, in which there may be anything.
                (DateTimeOffset a, DateTimeOffset b) => a.EqualsExact(b),
                _ when type.IsValueType && IsBits(type) => MemoryOf.HaveSameBits(left, right),
                _ => FieldsOf(type, null).All(field => AreEqual(field.GetValue(left), field.GetValue(right))),
            };
    }

    private static IEqualityComparer<object?> Comparer { get; } = EqualityComparer<object?>.Create(AreEqual, _ => 0);

    private static bool AreEqual(Array left, Array right) =>
        Enumerable.Range(0, left.Rank).All(rank => left.GetLength(rank) == right.GetLength(rank) && left.GetLowerBound(rank) == right.GetLowerBound(rank))
        && (left.GetType().GetElementType()!.IsPrimitive
            ? MemoryOf.Elements(left).SequenceEqual(MemoryOf.Elements(right)) : left.Cast<object?>().SequenceEqual(right.Cast<object?>(), Comparer));

    /// <summary>The collection of the framework that a type is or is derived from: its content and comparer count, not its fields.</summary>
    private static Type? ContentOf(Type type)
    {
        for (Type? level = type; level != null; level = level.BaseType)
        {
            if (!level.IsValueType && (level.Namespace?.StartsWith("System.Collections", StringComparison.Ordinal) == true
                || level.Namespace == "System.ComponentModel"))
            {
                return level;
            }
        }
        return null;
    }

    private static IEnumerable<object?> QueueItems(object queue) => Elements(queue.GetType().GetProperty("UnorderedItems")!.GetValue(queue)!);

    private static IEnumerable<object?> Elements(object table) => ((IEnumerable)table).Cast<object?>();

    private static bool AreComparersEqual(object left, object right)
    {
        PropertyInfo comparer = left.GetType().GetProperty("Comparer")!;
        return Equals(comparer.GetValue(left), comparer.GetValue(right));
    }

    // Scalars, by their bits: NaN with its payload, the kind of a time, the scale of a decimal.
    private static bool IsBits(Type type) =>
        type.IsPrimitive || type.IsEnum || (type.Namespace == "System" && !type.IsGenericType && type != typeof(ValueTuple));

    private static IEnumerable<FieldInfo> FieldsOf(Type type, Type? end)
    {
        for (Type? level = type; level != null && level != typeof(object) && level != end; level = level.BaseType)
        {
            foreach (FieldInfo field in DeclaredFields.Of(level))
            {
                yield return field;
            }
        }
    }
}
