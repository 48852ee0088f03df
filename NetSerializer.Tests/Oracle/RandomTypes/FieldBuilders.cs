using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.Serialization;

namespace NetSerializer.Tests.Oracle.RandomTypes;

/// <summary>Fields with the names, the visibility and the marks that fields have in the world.</summary>
internal sealed class FieldBuilders(Random random, MemberTypes members)
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

    private static readonly Type[] s_callbacks =
        [typeof(OnSerializingAttribute), typeof(OnSerializedAttribute), typeof(OnDeserializingAttribute), typeof(OnDeserializedAttribute),
            typeof(OnDeserializedAttribute)];

    private readonly Dictionary<TypeBuilder, HashSet<string>> _names = [];

    /// <summary>The fields of a class: those that travel, and a few that do not.</summary>
    public void AddTo(TypeBuilder type)
    {
        AddCallback(type);
        for (int i = s_counts.Pick(random); i > 0; i--)
            Add(type, members.Any());
        if (random.Next(5) == 0)
            Add(type, random.Next(3) == 0 ? members.Any() : members.Scalar(), FieldAttributes.NotSerialized);
        if (random.Next(8) == 0)
            Add(type, members.Any(), FieldAttributes.Static);
        if (random.Next(8) == 0)
            Add(type, random.Next(2) == 0 ? typeof(Action) : typeof(EventHandler<EventArgs>));
    }

    /// <summary>A method that is called when a value is written or read, and does nothing.</summary>
    public void AddCallback(TypeBuilder type)
    {
        if (random.Next(8) != 0)
            return;
        MethodBuilder method = type.DefineMethod("Told", MethodAttributes.Private, typeof(void), [typeof(StreamingContext)]);
        method.SetCustomAttribute(new CustomAttributeBuilder(s_callbacks[random.Next(s_callbacks.Length)].GetConstructor([])!, []));
        method.GetILGenerator().Emit(OpCodes.Ret);
    }

    public FieldBuilder Add(TypeBuilder type, Type fieldType, FieldAttributes more = 0) =>
        type.DefineField(NewName(type), fieldType, s_attributes.Pick(random) | more);

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
