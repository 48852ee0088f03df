using System.Collections;
using System.Reflection;

namespace NetSerializer.Benchmarks.Data;

/// <summary>
/// Compares two graphs object by object, identities included: what is one object in the one must be one object in the other. Without recursion,
/// whatever the depth.
/// </summary>
public sealed class GraphEquality
{
    private readonly Dictionary<object, object> _pairs = new(ReferenceEqualityComparer.Instance);
    private readonly HashSet<object> _taken = new(ReferenceEqualityComparer.Instance);
    private readonly Stack<(object Expected, object Actual)> _open = new();

    private GraphEquality()
    {
    }

    /// <summary>What differs first, or null.</summary>
    public static string? FirstDifference(object? expected, object? actual)
    {
        GraphEquality walk = new();
        string? difference = walk.Pair(expected, actual);
        while (difference is null && walk._open.TryPop(out (object Expected, object Actual) pair))
        {
            difference = walk.Contents(pair.Expected, pair.Actual);
        }
        return difference;
    }

    private string? Pair(object? expected, object? actual)
    {
        if (expected is null || actual is null)
        {
            return expected is null && actual is null ? null : $"{expected ?? "null"} and {actual ?? "null"}";
        }
        Type type = expected.GetType();
        if (type != actual.GetType())
        {
            return $"{type} and {actual.GetType()}";
        }
        if (type.IsValueType || expected is "")
        {
            return DeepEquality.FirstDifference(expected, actual);
        }
        if (_pairs.TryGetValue(expected, out object? partner))
        {
            return ReferenceEquals(partner, actual) ? null : $"{expected} was one object and is two";
        }
        if (!_taken.Add(actual))
        {
            return $"{expected} was two objects and is one";
        }
        _pairs.Add(expected, actual);
        _open.Push((expected, actual));
        return null;
    }

    private string? Contents(object expected, object actual) =>
        expected switch
        {
            string text => text == (string)actual ? null : $"'{text}' and '{actual}'",
            IDictionary table => Row(table.Keys, ((IDictionary)actual).Keys) ?? Row(table.Values, ((IDictionary)actual).Values),
            IList list => Row(list, (IList)actual),
            _ => Fields(expected, actual),
        };

    private string? Row(ICollection expected, ICollection actual)
    {
        if (expected.Count != actual.Count)
        {
            return $"{expected}: {expected.Count} and {actual.Count} elements";
        }
        IEnumerator other = actual.GetEnumerator();
        foreach (object? item in expected)
        {
            other.MoveNext();
            if (Pair(item, other.Current) is { } difference)
            {
                return difference;
            }
        }
        return null;
    }

    private string? Fields(object expected, object actual)
    {
        for (Type? type = expected.GetType(); type is not null; type = type.BaseType)
        {
            foreach (FieldInfo field in type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
            {
                if (Pair(field.GetValue(expected), field.GetValue(actual)) is { } difference)
                {
                    return $"{expected}.{field.Name}: {difference}";
                }
            }
        }
        return null;
    }
}
