using System.Reflection;
using System.Reflection.Emit;

namespace NetSerializer.Tests.Oracle.RandomTypes;

/// <summary>Fields with the names, the visibility and the marks that fields have in the world.</summary>
/// <param name="random">Decides.</param>
/// <param name="members">What fields are declared as.</param>
/// <param name="protocols">The methods beside the fields.</param>
/// <param name="isClassic">BinaryFormatter reads the values as well: it takes fields of one name in a class and its bases for one unless those of the
/// bases are private.</param>
/// <param name="edits">The differences of a version; null for a world without versions.</param>
internal sealed class FieldBuilders(Random random, MemberTypes members, ProtocolBuilders protocols, bool isClassic, WorldEdits? edits = null)
{
    /// <summary>Few, so that the classes of a chain shadow one another's.</summary>
    private static readonly string[] s_names =
    [
        "a", "b", "value", "_name", "Id", "<Age>k__BackingField", "Zebra", "zebra", "été", "名", "a b", "x{y}", "*{any}", "with.dot", "quote\"", "1", "+",
        "comma,", "\U0001F600", "tab\t", "Item1", "_items", "@class", "back\\slash", "[0]", "Key",
    ];

    private static readonly Choices<int> s_counts = new((1, 0), (6, 2), (6, 4), (3, 7), (1, 14));

    private static readonly Choices<FieldAttributes> s_attributes = new(
        (6, FieldAttributes.Private),
        (6, FieldAttributes.Public),
        (2, FieldAttributes.Assembly),
        (2, FieldAttributes.Family),
        (3, FieldAttributes.Private | FieldAttributes.InitOnly),
        (1, FieldAttributes.Public | FieldAttributes.InitOnly));

    private readonly Dictionary<TypeBuilder, HashSet<string>> _names = [];

    /// <summary>The fields of a class: those that travel, and a few that do not.</summary>
    public void AddTo(TypeBuilder type)
    {
        protocols.AddCallbacks(type);
        for (int i = s_counts.Pick(random); i > 0; i--)
        {
            Type fieldType = members.Any();
            (string name, FieldAttributes attributes) = Describe(type, 0);
            if (edits == null)
                type.DefineField(name, fieldType, attributes);
            else
                edits.Define(type, name, fieldType, attributes);
        }

        edits?.AddMore(type);
        if (random.Next(5) == 0)
            Add(type, random.Next(3) == 0 ? members.Any() : members.Scalar(), FieldAttributes.NotSerialized);
        if (random.Next(8) == 0)
            Add(type, members.Any(), FieldAttributes.Static);
        if (random.Next(8) == 0)
            Add(type, random.Next(2) == 0 ? typeof(Action) : typeof(EventHandler<EventArgs>));
    }

    /// <summary>A field of a struct that no other one is laid out around.</summary>
    public void AddNumber(TypeBuilder type, Type fieldType)
    {
        (string name, FieldAttributes attributes) = Describe(type, 0);
        type.DefineField(name, edits?.Wider(fieldType) ?? fieldType, attributes);
    }

    public FieldBuilder Add(TypeBuilder type, Type fieldType, FieldAttributes more = 0)
    {
        (string name, FieldAttributes attributes) = Describe(type, more);
        return type.DefineField(name, fieldType, attributes);
    }

    private (string Name, FieldAttributes Attributes) Describe(TypeBuilder type, FieldAttributes more)
    {
        FieldAttributes attributes = s_attributes.Pick(random) | more;
        bool isPrivate = (attributes & FieldAttributes.FieldAccessMask) == FieldAttributes.Private;
        return (isClassic && !isPrivate ? $"{NewName(type)} of {type.Name}" : NewName(type), attributes);
    }

    private string NewName(TypeBuilder type)
    {
        if (!_names.TryGetValue(type, out HashSet<string>? taken))
            _names[type] = taken = [];
        string name = s_names[random.Next(s_names.Length)];
        if (!taken.Add(name))
            taken.Add(name = $"{name}{taken.Count}");
        return name;
    }
}
