using System.Collections;
using System.Reflection;

namespace NetSerializer.Benchmarks.Data;

/// <summary>Compares two values field by field, whatever their types; independent of every serializer here.</summary>
public static class DeepEquality
{
    /// <summary>The path of the first difference, or null.</summary>
    public static string? FirstDifference(object? expected, object? actual, string path = "")
    {
        if (expected is null || actual is null)
        {
            return expected is null && actual is null ? null : $"{path}: {expected ?? "null"} and {actual ?? "null"}";
        }
        Type type = expected.GetType();
        if (type != actual.GetType())
        {
            return $"{path}: {type} and {actual.GetType()}";
        }
        if (type.IsPrimitive || type.IsEnum || expected is string or decimal or DateTime or TimeSpan or Guid)
        {
            return expected.Equals(actual) ? null : $"{path}: {expected} and {actual}";
        }
        return expected switch
        {
            byte[] or int[] or long[] or ushort[] or char[] => SameArrays((Array)expected, (Array)actual, path),
            Array array => Elements(array, (Array)actual, path),
            IDictionary table => Entries(table, (IDictionary)actual, path),
            IList list => Items(list, (IList)actual, path),
            IEnumerable sequence => Items((object?[])[.. sequence.Cast<object?>()], (object?[])[.. ((IEnumerable)actual).Cast<object?>()], path),
            _ => Fields(expected, actual, path),
        };
    }

    private static string? SameArrays(Array expected, Array actual, string path)
    {
        int length = Buffer.ByteLength(expected);
        if (length != Buffer.ByteLength(actual))
        {
            return $"{path}: {length} and {Buffer.ByteLength(actual)} bytes";
        }
        return StructuralComparisons.StructuralEqualityComparer.Equals(expected, actual) ? null : $"{path}: the elements differ";
    }

    private static string? Elements(Array expected, Array actual, string path)
    {
        for (int dimension = 0; dimension < expected.Rank; dimension++)
        {
            if (expected.GetLength(dimension) != actual.GetLength(dimension))
            {
                return $"{path}: the lengths of dimension {dimension} differ";
            }
        }
        IEnumerator other = actual.GetEnumerator();
        int index = 0;
        foreach (object? item in expected)
        {
            other.MoveNext();
            if (FirstDifference(item, other.Current, $"{path}[{index++}]") is { } difference)
            {
                return difference;
            }
        }
        return null;
    }

    private static string? Entries(IDictionary expected, IDictionary actual, string path)
    {
        if (expected.Count != actual.Count)
        {
            return $"{path}: {expected.Count} and {actual.Count} entries";
        }
        foreach (DictionaryEntry entry in expected)
        {
            if (!actual.Contains(entry.Key))
            {
                return $"{path}[{entry.Key}]: missing";
            }
            if (FirstDifference(entry.Value, actual[entry.Key], $"{path}[{entry.Key}]") is { } difference)
            {
                return difference;
            }
        }
        return null;
    }

    private static string? Items(IList expected, IList actual, string path)
    {
        if (expected.Count != actual.Count)
        {
            return $"{path}: {expected.Count} and {actual.Count} items";
        }
        for (int i = 0; i < expected.Count; i++)
        {
            if (FirstDifference(expected[i], actual[i], $"{path}[{i}]") is { } difference)
            {
                return difference;
            }
        }
        return null;
    }

    private static string? Fields(object expected, object actual, string path)
    {
        for (Type? type = expected.GetType(); type is not null; type = type.BaseType)
        {
            foreach (FieldInfo field in type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
            {
                if (FirstDifference(field.GetValue(expected), field.GetValue(actual), $"{path}.{field.Name}") is { } difference)
                {
                    return difference;
                }
            }
        }
        return null;
    }
}
