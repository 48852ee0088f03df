using System.Collections.Concurrent;
using NetSerializer.Ids;

namespace NetSerializer.Schema;

/// <summary>The types of a schema by name and by id, with the ones that every model has. For any number of threads.</summary>
internal sealed class SchemaIndex
{
    public const string Scalar = "scalar", Nullable = "nullable", NullablePrefix = "nullable<";

    private const string ListPrefix = "System.Collections.Generic.List<";

    // Scalars, their arrays and lists, and the dictionary, with forms and slots as if the text had lines for them.
    private static readonly SchemaType[] s_builtIn = [.. MakeBuiltIn()];

    private readonly Dictionary<string, SchemaType> _byName = [];
    private readonly Dictionary<int, SchemaType> _byId = [];
    private readonly ConcurrentDictionary<string, SchemaType> _nullables = new();

    /// <exception cref="MalformedDataException">A name or an id occurs twice, or an id is not one that the type may have.</exception>
    public SchemaIndex(IReadOnlyList<SchemaType> types)
    {
        foreach (SchemaType builtIn in s_builtIn)
        {
            _byName.Add(builtIn.Name, builtIn);
            _byId.Add(builtIn.Id, builtIn);
        }
        foreach (SchemaType type in types)
        {
            bool isBuiltIn = type.Id is < BuiltInIds.FirstFree or (>= BuiltInIds.ReservedStart and < BuiltInIds.ReservedEnd);
            SchemaType? named = _byName.GetValueOrDefault(type.Name);
            if (isBuiltIn ? named == null || named.Id != type.Id || _byId[type.Id] != named : named != null || _byId.ContainsKey(type.Id))
            {
                throw SchemaFault.Malformed($"The type {type.Id} has the name or the id of another one.", type.Offset);
            }
            _byName[type.Name] = type;
            _byId[type.Id] = type;
        }
    }

    /// <summary>The type with an id, or null.</summary>
    public SchemaType? Find(int id) => _byId.GetValueOrDefault(id);

    /// <summary>The type with a name, a nullable one included, or null.</summary>
    public SchemaType? Find(string name)
    {
        if (_byName.TryGetValue(name, out SchemaType? type) || _nullables.TryGetValue(name, out type))
        {
            return type;
        }
        if (!name.StartsWith(NullablePrefix, StringComparison.Ordinal) || !name.EndsWith('>'))
        {
            return null;
        }
        // A nullable type is never an argument of another one.
        string value = name[NullablePrefix.Length..^1];
        return _byName.ContainsKey(value)
            ? _nullables.GetOrAdd(name, new SchemaType(0, Nullable, name, [new SchemaSlot("value", value, SchemaSlotForm.Value)])) : null;
    }

    private static IEnumerable<SchemaType> MakeBuiltIn()
    {
        foreach (Type scalar in BuiltInIds.Scalars)
        {
            string name = BuiltInIds.ScalarName(scalar)!;
            int id = BuiltInIds.Find(scalar);
            yield return new SchemaType((ushort)id, Scalar, name, []);
            SchemaSlot element = Slot("element", name);
            yield return new SchemaType((ushort)(BuiltInIds.Arrays + id), "sequence", $"{name}[]", [element]);
            yield return new SchemaType((ushort)(BuiltInIds.Lists + id), "sequence", $"{ListPrefix}{name}>", [element]);
            if (scalar != typeof(object))
            {
                yield return new SchemaType((ushort)(BuiltInIds.JaggedArrays + id), "sequence", $"{name}[][]",
                    [new SchemaSlot("element", $"{name}[]", SchemaSlotForm.OwnNull)]);
            }
        }
        yield return new SchemaType(BuiltInIds.StringObjectDictionary, "dictionary", "System.Collections.Generic.Dictionary<string,object>",
            [Slot("key", "string"), Slot("value", "object")]);
    }

    private static SchemaSlot Slot(string role, string scalar) => new(role, scalar, scalar switch
    {
        "string" => SchemaSlotForm.OwnNull,
        "object" => SchemaSlotForm.TypeId,
        _ => SchemaSlotForm.Value,
    });
}
