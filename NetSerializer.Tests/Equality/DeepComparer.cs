using System.Collections;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace NetSerializer.Tests.Equality;

/// <summary>
/// Compares an object graph with its copy by reflection: runtime types, every bit of every scalar, every field that
/// travels, order and comparers of tables, bounds of arrays. Fields that do not travel must be default in the copy.
/// </summary>
public sealed class DeepComparer
{
    private readonly HashSet<(object, object)> visited = new(ReferencePairs.Instance);

    private DeepComparer()
    {
    }

    /// <returns>The first difference with its path from the root, null when there is none.</returns>
    public static string? FirstDifference(object? expected, object? copy) => new DeepComparer().Compare(expected, copy, "root");

    private string? Compare(object? expected, object? copy, string path)
    {
        if (expected is null || copy is null)
            return expected is null && copy is null ? null : $"{path}: {Show(expected)} became {Show(copy)}";
        Type type = expected.GetType();
        if (OtherCollections.Declared(type) != OtherCollections.Declared(copy.GetType()))
            return $"{path}: a {type} became a {copy.GetType()}";
        if (ScalarBits.AreSame(expected, copy))
            return null;
        if (ScalarBits.Of(expected) is { } bits)
            return bits.Equals(ScalarBits.Of(copy), StringComparison.Ordinal) ? null : $"{path}: {bits} became {ScalarBits.Of(copy)}";
        if (FrameworkValues.Contains(type))
            return FrameworkValues.AreEqual(expected, copy) ? null : $"{path}: {expected} became {copy}";
        if (ArrayViews.Contains(type))
            return Compare(ArrayViews.Elements(expected), ArrayViews.Elements(copy), path);
        if (!type.IsValueType && !visited.Add((expected, copy)))
            return null;
        if (OtherCollections.KindOf(type) is not null)
            return OtherCollections.AreEqual(expected, copy, (left, right) => FirstDifference(left, right) is null)
                ? null : $"{path}: another content or comparer";
        if (PlainContent.BaseOf(type) is { } plain)
            return CompareFields(type, expected, copy, path, plain) ?? Compare(PlainContent.Of(expected), PlainContent.Of(copy), path);
        if (ContentOf(type) is { } content && content != type && CompareFields(type, expected, copy, path, content) is { } difference)
            return difference;
        return expected switch
        {
            Array array => CompareArrays(array, (Array)copy, path),
            IDictionary table => CompareComparers(expected, copy, path) ?? CompareLookups((IDictionary)copy, path)
                ?? CompareElements(table, (IEnumerable)copy, path),
            IList list => CompareElements(list, (IEnumerable)copy, path),
            IEnumerable set when IsSet(type) => CompareComparers(expected, copy, path) ?? CompareElements(set, (IEnumerable)copy, path),
            IEnumerable collection when ContentOf(type) is not null =>
                CompareComparers(expected, copy, path) ?? CompareElements(collection, (IEnumerable)copy, path),
            _ when IsGeneric(ContentOf(type), typeof(PriorityQueue<,>)) =>
                CompareComparers(expected, copy, path) ?? CompareElements(QueueItems(expected), QueueItems(copy), path),
            _ => CompareFields(type, expected, copy, path),
        };
    }

    private static bool IsSet(Type type) => IsGeneric(ContentOf(type), typeof(HashSet<>));

    /// <summary>The collection of the framework that a type is or is derived from.</summary>
    private static Type? ContentOf(Type type)
    {
        for (Type? level = type; level is not null; level = level.BaseType)
        {
            if (!level.IsValueType && (level.Namespace?.StartsWith("System.Collections", StringComparison.Ordinal) == true
                || level.Namespace == "System.ComponentModel"))
                return level;
        }

        return null;
    }

    private static bool IsGeneric(Type? type, Type definition) => type is { IsGenericType: true } && type.GetGenericTypeDefinition() == definition;

    private static IEnumerable QueueItems(object queue) => (IEnumerable)queue.GetType().GetProperty("UnorderedItems")!.GetValue(queue)!;

    private string? CompareArrays(Array expected, Array copy, string path)
    {
        for (int dimension = 0; dimension < expected.Rank; dimension++)
        {
            if (expected.GetLength(dimension) != copy.GetLength(dimension))
                return $"{path}: length {expected.GetLength(dimension)} of dimension {dimension} became {copy.GetLength(dimension)}";
            if (expected.GetLowerBound(dimension) != copy.GetLowerBound(dimension))
                return $"{path}: lower bound {expected.GetLowerBound(dimension)} of dimension {dimension} became {copy.GetLowerBound(dimension)}";
        }

        return CompareElements(expected, copy, path);
    }

    private string? CompareElements(IEnumerable expected, IEnumerable copy, string path)
    {
        object?[] left = [.. expected.Cast<object?>()];
        object?[] right = [.. copy.Cast<object?>()];
        if (left.Length != right.Length)
            return $"{path}: {left.Length} elements became {right.Length}";
        for (int i = 0; i < left.Length; i++)
        {
            if (Compare(left[i], right[i], $"{path}[{i}]") is { } difference)
                return difference;
        }

        return null;
    }

    private static string? CompareComparers(object expected, object copy, string path)
    {
        if (expected.GetType().GetProperty("Comparer") is not { } comparer)
            return null;
        object left = comparer.GetValue(expected)!;
        object right = comparer.GetValue(copy)!;
        // BinaryFormatter brings the default comparer back as the general one.
        return left.Equals(right) || (IsDefault(left) && IsDefault(right)) ? null : $"{path}: comparer {left} became {right}";
    }

    /// <summary>One of those that the framework compares with when nobody says otherwise.</summary>
    public static bool IsDefault(object comparer) =>
        comparer == EqualityComparer<string>.Default
            || comparer.GetType() is
            {
                IsGenericType: true, Namespace: "System.Collections.Generic",
                Name: "GenericEqualityComparer`1" or "ObjectEqualityComparer`1" or "EnumEqualityComparer`1" or "NullableEqualityComparer`1"
                or "GenericComparer`1" or "ObjectComparer`1" or "EnumComparer`1" or "NullableComparer`1"
            };

    /// <summary>A table may list its keys and still not find them, when they were put in by hashes of half-read keys.</summary>
    private static string? CompareLookups(IDictionary copy, string path)
    {
        foreach (object key in copy.Keys)
        {
            if (!Finds(copy, key))
                return $"{path}: the copy lists the key {key} but does not find it";
        }

        return null;
    }

    /// <summary>Whether a table has a key; a sorted one that cannot compare it is not asked.</summary>
    internal static bool Finds(IDictionary table, object key)
    {
        try
        {
            return table.Contains(key);
        }
        catch (Exception failure) when (failure is ArgumentException or InvalidOperationException)
        {
            return true;
        }
    }

    private string? CompareFields(Type type, object expected, object copy, string path, Type? end = null)
    {
        for (Type? level = type; level is not null && level != typeof(object) && level != end; level = level.BaseType)
        {
            foreach (FieldInfo field in DeclaredFields.Of(level))
            {
                // Set anew by every constructor, or a view made when it is asked for: no part of an exception's state.
                if (field.Name is "_xcode" or "_rocView" && typeof(Exception).IsAssignableFrom(level))
                    continue;
                string inner = $"{path}.{field.Name}";
                object? left = field.GetValue(expected);
                if (IsLeftOut(field, type))
                    left = DefaultOf(field.FieldType);
                if (Compare(left, field.GetValue(copy), inner) is { } difference)
                    return difference;
            }
        }

        return null;
    }

    /// <summary>What a class gives in its GetObjectData may come out of such fields, and does in collections that have one.</summary>
    public static bool IsLeftOut(FieldInfo field, Type type) =>
        field.IsNotSerialized
            && !(typeof(System.Runtime.Serialization.ISerializable).IsAssignableFrom(type) && typeof(IEnumerable).IsAssignableFrom(type)
                && Oracle.Schema.CollectionKinds.ContentOf(type) is null);

    private static object? DefaultOf(Type type) =>
        type.IsValueType && Nullable.GetUnderlyingType(type) is null ? RuntimeHelpers.GetUninitializedObject(type) : null;

    private static string Show(object? value) => value is null ? "null" : $"a {value.GetType()}";

    private sealed class ReferencePairs : IEqualityComparer<(object, object)>
    {
        public static ReferencePairs Instance { get; } = new();

        public bool Equals((object, object) x, (object, object) y) =>
            ReferenceEquals(x.Item1, y.Item1) && ReferenceEquals(x.Item2, y.Item2);

        public int GetHashCode((object, object) pair) =>
            HashCode.Combine(RuntimeHelpers.GetHashCode(pair.Item1), RuntimeHelpers.GetHashCode(pair.Item2));
    }
}
