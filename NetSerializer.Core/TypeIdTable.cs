using System.Collections;
using System.Text;
using NetSerializer.Errors;

namespace NetSerializer;

/// <summary>
/// The types of a model and their ids, both ways. Immutable; enumerates in order of ids. Given as <see cref="SerializerOptions.TypeIds"/>, with the roots
/// of that model in any order, it makes a model with the same ids.
/// </summary>
public sealed class TypeIdTable : IReadOnlyDictionary<Type, ushort>
{
    private readonly KeyValuePair<Type, ushort>[] _ordered;
    private readonly Dictionary<Type, ushort> _ids;
    private readonly Dictionary<ushort, Type> _types;

    internal TypeIdTable(IEnumerable<KeyValuePair<Type, ushort>> ids)
    {
        _ordered = [.. ids.OrderBy(pair => pair.Value)];
        _ids = _ordered.ToDictionary();
        _types = _ordered.ToDictionary(pair => pair.Value, pair => pair.Key);
    }

    /// <summary>The id of a type of the model.</summary>
    /// <exception cref="KeyNotFoundException">The type is not in the model.</exception>
    public ushort this[Type type] =>
        _ids.TryGetValue(type, out ushort id) ? id : throw new KeyNotFoundException($"{TypeNames.Display(type)} is not in the model.");

    /// <summary>The type with an id.</summary>
    /// <exception cref="KeyNotFoundException">No type has the id.</exception>
    public Type this[ushort id] => _types.TryGetValue(id, out Type? type) ? type : throw new KeyNotFoundException($"No type of the model has the id {id}.");

    /// <summary>How many types there are.</summary>
    public int Count => _ordered.Length;

    /// <summary>The types, in order of ids.</summary>
    public IEnumerable<Type> Keys => _ordered.Select(pair => pair.Key);

    /// <summary>The ids, ascending.</summary>
    public IEnumerable<ushort> Values => _ordered.Select(pair => pair.Value);

    /// <summary>Whether a type has an id.</summary>
    public bool ContainsKey(Type key) => _ids.ContainsKey(key);

    bool IReadOnlyDictionary<Type, ushort>.TryGetValue(Type key, out ushort value) => TryGetId(key, out value);

    /// <summary>Looks up the id of a type.</summary>
    public bool TryGetId(Type type, out ushort id) => _ids.TryGetValue(type, out id);

    /// <summary>Looks up the type with an id.</summary>
    public bool TryGetType(ushort id, [System.Diagnostics.CodeAnalysis.NotNullWhen(true)] out Type? type) => _types.TryGetValue(id, out type);

    /// <inheritdoc/>
    public IEnumerator<KeyValuePair<Type, ushort>> GetEnumerator() => ((IEnumerable<KeyValuePair<Type, ushort>>)_ordered).GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    /// <summary>One line for each type: its id and name.</summary>
    public override string ToString()
    {
        var text = new StringBuilder();
        foreach ((Type type, ushort id) in _ordered)
        {
            text.Append(id).Append(' ').Append(TypeNames.Display(type)).Append('\n');
        }
        return text.ToString();
    }
}
