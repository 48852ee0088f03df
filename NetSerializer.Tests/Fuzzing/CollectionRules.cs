using System.Collections;
using System.Reflection;

namespace NetSerializer.Tests.Fuzzing;

/// <summary>What collections promise about themselves: counts that are right, keys that are found, orders that hold.</summary>
internal static class CollectionRules
{
    private const BindingFlags Hidden = BindingFlags.Instance | BindingFlags.NonPublic;

    private static readonly string[] s_severalEncodings =
        ["Frozen", "Sorted", "ImmutableHashSet", "ImmutableDictionary", "ConcurrentDictionary", "ConcurrentBag", "PriorityQueue", "Hashtable", "DictionaryBase",
            "StringDictionary", "FSharpSet", "FSharpMap"];

    private static readonly Dictionary<Type, Rules> s_rules = [];

    /// <summary>The declared type of what the collection enumerates.</summary>
    public static Type ElementOf(Type type) => For(type).Element;

    /// <returns>What is wrong with the collection itself, null when nothing is.</returns>
    public static string? Fault(object collection) => For(collection.GetType()).Fault(collection);

    /// <summary>True for hash tables without an order of their own, and for orders that user code or the culture decides.</summary>
    public static bool HasSeveralEncodings(Type type)
    {
        for (Type? level = type; level is not null; level = level.BaseType)
        {
            if (s_severalEncodings.Any(word => level.Name.Contains(word, StringComparison.Ordinal)))
            {
                return true;
            }
        }
        return false;
    }

    private static Rules For(Type type)
    {
        lock (s_rules)
        {
            return s_rules.TryGetValue(type, out Rules? rules) ? rules : s_rules[type] = new Rules(type);
        }
    }

    private sealed class Rules
    {
        private readonly PropertyInfo? _count, _capacity, _comparer;
        private readonly MethodInfo? _contains;
        private readonly FieldInfo? _items;
        private readonly bool _isTable, _isSorted;

        public Rules(Type type)
        {
            Element = ElementOf(type);
            _count = type.GetProperty("Count", typeof(int));
            _capacity = type.GetProperty("Capacity", typeof(int));
            // The framework's own: a derived class may have one of that name too.
            _items = type.GetField("_items", Hidden) is { } items && items.DeclaringType!.Namespace!.StartsWith(nameof(System), StringComparison.Ordinal)
                ? items : null;
            _isTable = Interface(type, typeof(IDictionary<,>)) is not null || Interface(type, typeof(IReadOnlyDictionary<,>)) is not null;
            _contains = _isTable ? Method(type, "ContainsKey") : Interface(type, typeof(IReadOnlySet<>)) is not null ? Method(type, "Contains") : null;
            _isSorted = type.Name.Contains("Sorted", StringComparison.Ordinal);
            _comparer = type.GetProperty("Comparer") ?? type.GetProperty("KeyComparer");
        }

        public Type Element { get; }

        public string? Fault(object collection)
        {
            int? count = (int?)_count?.GetValue(collection);
            if (_capacity?.GetValue(collection) is int capacity && capacity < count)
            {
                return $"a capacity of {capacity} for {count} elements";
            }
            object?[] elements = [.. ((IEnumerable)collection).Cast<object?>()];
            if (count is { } stated && stated != elements.Length)
            {
                return $"a count of {stated} over {elements.Length} elements";
            }
            // Code that writes to the list by a span takes the type of its array for granted.
            if (_items?.GetValue(collection) is Array items && items.GetType().GetElementType() != Element)
            {
                return $"a {items.GetType()} below a list of {Element}";
            }
            object?[] keys = _isTable ? [.. elements.Select(KeyOf)] : elements;
            foreach (object? key in keys)
            {
                // One that holds NaN may equal nothing, not even itself, as RectangleF has it.
                if (Contains(collection, key) is false && key?.Equals(key) != false)
                {
                    return $"the key {key} is listed and not found";
                }
            }
            return _isSorted ? OrderFault(keys, _comparer?.GetValue(collection)) : null;
        }

        private bool? Contains(object collection, object? key)
        {
            try
            {
                return (bool?)_contains?.Invoke(collection, [key]);
            }
            // A sorted one whose keys cannot be compared, but lie so that nobody had to.
            catch (TargetInvocationException failure) when (_isSorted && failure.InnerException is ArgumentException or InvalidOperationException)
            {
                return null;
            }
        }

        private static string? OrderFault(object?[] keys, object? comparer)
        {
            if (comparer is null)
            {
                return null;
            }
            MethodInfo compare = comparer.GetType().GetInterfaces().First(type => type.Name == "IComparer`1").GetMethod("Compare")!;
            for (int i = 1; i < keys.Length; i++)
            {
                if ((int)compare.Invoke(comparer, [keys[i - 1], keys[i]])! >= 0)
                {
                    return $"keys {i - 1} and {i} are not in order";
                }
            }
            return null;
        }

        private static object? KeyOf(object? pair) => pair!.GetType().GetProperty("Key")!.GetValue(pair);

        private static MethodInfo? Method(Type type, string name) =>
            type.GetMethods().FirstOrDefault(method => method.Name == name && method.GetParameters().Length == 1)
            ?? type.GetInterfaces().SelectMany(face => face.GetMethods()).FirstOrDefault(method => method.Name == name && method.GetParameters().Length == 1);

        private static Type? Interface(Type type, Type definition) =>
            type.GetInterfaces().FirstOrDefault(face => face.IsGenericType && face.GetGenericTypeDefinition() == definition);

        private static Type ElementOf(Type type) => Interface(type, typeof(IEnumerable<>))?.GetGenericArguments()[0] ?? typeof(object);
    }
}
