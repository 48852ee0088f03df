using NetSerializer.Tests.Equality;
using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Oracle.Values;

/// <summary>The objects that a generated graph has so far, for edges that lead to them once more.</summary>
internal sealed class SharedValues
{
    private readonly Dictionary<Type, List<object>> byType = [];
    private readonly HashSet<object> listed = new(ReferenceEqualityComparer.Instance);

    /// <summary>
    /// An object that is still being filled: whoever refers to it makes a cycle. Those that are compared by content are left out, so that no cycle
    /// consists of such objects alone: their hash would never end.
    /// </summary>
    public void Open(object value)
    {
        if (value.GetType().GetMethod(nameof(Equals), [typeof(object)])!.DeclaringType == typeof(object))
            Close(value);
    }

    /// <summary>An object that is whole.</summary>
    public void Close(object value)
    {
        if (value is "" || !listed.Add(value))
            return;
        Type type = OtherCollections.Declared(value.GetType());
        if (!byType.TryGetValue(type, out List<object>? all))
            byType[type] = all = [];
        all.Add(value);
    }

    /// <summary>One of the objects of these types, null when there are none.</summary>
    public object? Pick(Random random, Type[] types)
    {
        Type[] present = [.. types.Where(byType.ContainsKey)];
        if (present.Length == 0)
            return null;
        List<object> all = byType[present[random.Next(present.Length)]];
        return all[random.Next(all.Count)];
    }
}
