using System.Collections;
using System.ComponentModel;
using System.Globalization;
using System.Reflection;
using NetSerializer.Tests.Equality;
using NetSerializer.Tests.Oracle.RandomTypes;
using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Versions;

/// <summary>
/// Compares a value of a world with the one that the next version of the world has made of its bytes, by docs/versioning.md alone: fields go by their names
/// and former names, added ones have their default, removed ones are gone, numbers are wider. In graphs one object stays one.
/// </summary>
internal sealed class VersionWalk
{
    private readonly Dictionary<object, object> _copies = new(ReferenceEqualityComparer.Instance);
    private readonly bool _isGraph;

    private VersionWalk(bool isGraph) => _isGraph = isGraph;

    /// <returns>The first difference with its path from the root, null when there is none.</returns>
    public static string? FirstDifference(object? old, object? @new, bool isGraph) => new VersionWalk(isGraph).Compare(old, @new, "root");

    /// <summary>Whether a type takes the place of another one in the next version.</summary>
    public static bool IsSuccessor(Type old, Type @new)
    {
        if (old == @new)
            return true;
        if (old.IsArray || @new.IsArray)
            return old.IsArray && @new.IsArray && old.GetArrayRank() == @new.GetArrayRank() && IsSuccessor(old.GetElementType()!, @new.GetElementType()!);
        if (old.IsGenericType && !old.IsGenericTypeDefinition)
            return @new.IsGenericType && IsSuccessor(old.GetGenericTypeDefinition(), @new.GetGenericTypeDefinition())
                && old.GetGenericArguments().Zip(@new.GetGenericArguments()).All(pair => IsSuccessor(pair.First, pair.Second));
        return old.FullName == @new.FullName || @new.GetCustomAttributes<FormerlyNamedAttribute>(inherit: false).Any(former => former.Name == old.Name);
    }

    private string? Compare(object? old, object? @new, string path)
    {
        if (old is null || @new is null)
            return old is null && @new is null ? null : $"{path}: {old ?? "null"} became {@new ?? "null"}";
        if (old is Type named && @new is Type other)
            return IsSuccessor(named, other) ? null : $"{path}: {named} became {other}";
        Type from = OtherCollections.Declared(old.GetType()), to = OtherCollections.Declared(@new.GetType());
        if (from.IsPrimitive && from != to)
            return Convert.ChangeType(old, to, CultureInfo.InvariantCulture).Equals(@new) ? null : $"{path}: {old} became {@new}";
        if (!IsSuccessor(from, to))
            return $"{path}: a {from} became a {to}";
        if (from.IsEnum)
            return Compare(Number(old), Number(@new), path);
        if (Scalars.Contains(from) || FrameworkValues.Contains(from))
            return DeepComparer.FirstDifference(old, @new) is { } difference ? $"{path}: {difference}" : null;
        if (ArrayViews.Contains(from))
            return Compare(ArrayViews.Elements(old), ArrayViews.Elements(@new), path);
        if (!from.IsValueType)
        {
            if (_copies.TryGetValue(old, out object? known))
                return ReferenceEquals(known, @new) || !_isGraph || !IsOfWorld(from) ? null : $"{path}: one object became two";
            _copies.Add(old, @new);
        }

        return OtherCollections.KindOf(from) is not null
            ? CompareEntries(old, @new, from, path) : CompareFields(old, @new, path) ?? CompareContent(old, @new, path);
    }

    private static object Number(object value) =>
        Convert.ChangeType(value, Enum.GetUnderlyingType(value.GetType()), CultureInfo.InvariantCulture);

    private string? CompareEntries(object old, object @new, Type type, string path)
    {
        object?[][] left = OtherCollections.Entries(old), right = OtherCollections.Entries(@new);
        // The order of the others is that of hashes, which are other ones in each version.
        return !OtherCollections.IsOrdered(type) ? left.Length == right.Length ? null : $"{path}: {left.Length} entries became {right.Length}"
            : CompareElements(left, right, path);
    }

    private string? CompareContent(object old, object @new, string path) => old switch
    {
        Array array when IsOtherShape(array, (Array)@new) => $"{path}: another length or bound",
        string => null,
        // The order is that of hashes, as above.
        Hashtable or DictionaryBase => ((ICollection)old).Count == ((ICollection)@new).Count ? null : $"{path}: another number of entries",
        IEnumerable elements => CompareElements(elements, (IEnumerable)@new, path),
        _ => Property(old, "UnorderedItems") is IEnumerable items ? CompareElements(items, (IEnumerable)Property(@new, "UnorderedItems")!, path) : null,
    };

    private static bool IsOtherShape(Array old, Array @new) => Enumerable.Range(0, old.Rank).Any(dimension =>
        old.GetLength(dimension) != @new.GetLength(dimension) || old.GetLowerBound(dimension) != @new.GetLowerBound(dimension));

    private string? CompareElements(IEnumerable old, IEnumerable @new, string path)
    {
        object?[] left = [.. old.Cast<object?>()], right = [.. @new.Cast<object?>()];
        if (left.Length != right.Length)
            return $"{path}: {left.Length} elements became {right.Length}";
        for (int i = 0; i < left.Length; i++)
        {
            if (Compare(left[i], right[i], $"{path}[{i}]") is { } difference)
                return difference;
        }

        return null;
    }

    private string? CompareFields(object old, object @new, string path)
    {
        if (old is Exception failure && @new is Exception other)
        {
            if (failure.Message != other.Message && failure.GetType().Namespace != "World")
                return $"{path}: '{failure.Message}' became '{other.Message}'";
            if (Compare(failure.InnerException, other.InnerException, $"{path}.InnerException") is { } inner)
                return inner;
        }

        FieldInfo[] fields = FieldsOf(old.GetType());
        foreach (FieldInfo field in FieldsOf(@new.GetType()))
        {
            string at = $"{path}.{field.Name}";
            object? value = field.GetValue(@new);
            FieldInfo? former = fields.FirstOrDefault(each => IsSuccessor(Definition(each), Definition(field)) && NamesOf(field).Contains(each.Name));
            if (former == null)
            {
                object? expected = field.Name.StartsWith(WorldEdits.Added, StringComparison.Ordinal) ? DefaultOf(field) : "a field that was there";
                if (!Equals(value, expected))
                    return $"{at}: {value ?? "null"} and not {expected ?? "null"}";
            }
            else if (Compare(former.GetValue(old), value, at) is { } difference)
            {
                return difference;
            }
        }

        return null;
    }

    // Of collections and exceptions of the framework nothing but what stands above.
    private static FieldInfo[] FieldsOf(Type type) =>
        type.IsArray || (!IsOfWorld(type) && typeof(IEnumerable).IsAssignableFrom(type)) || type.Name.StartsWith("PriorityQueue", StringComparison.Ordinal) ? []
            : [.. Fields.AllOf(type).Where(field => Fields.Travels(field) && (IsOfWorld(field.DeclaringType!) || !IsOfWorld(type)))
                .Where(field => !typeof(Exception).IsAssignableFrom(field.DeclaringType!) || IsOfWorld(field.DeclaringType!))];

    // The models of data of the tests are over types of the world.
    private static bool IsOfWorld(Type type) =>
        type.Namespace is { } space && (space == "World" || space.StartsWith(nameof(NetSerializer), StringComparison.Ordinal));

    private static Type Definition(FieldInfo field) =>
        field.DeclaringType is { IsGenericType: true } generic ? generic.GetGenericTypeDefinition() : field.DeclaringType!;

    private static IEnumerable<string> NamesOf(FieldInfo field) =>
        field.GetCustomAttributes<FormerlyNamedAttribute>().Select(former => former.Name).Append(field.Name);

    private static object? DefaultOf(FieldInfo field) => field.GetCustomAttribute<DefaultValueAttribute>() is { } given ? given.Value
        : field.FieldType.IsValueType ? Activator.CreateInstance(field.FieldType) : null;

    private static object? Property(object value, string name) => value.GetType().GetProperty(name)?.GetValue(value);
}
