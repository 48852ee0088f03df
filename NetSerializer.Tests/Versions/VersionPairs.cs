using NetSerializer.Tests.Model;

namespace NetSerializer.Tests.Versions;

/// <summary>Types of one name in two versions: each in an assembly of its own.</summary>
internal static class VersionPairs
{
    public static TypeModel ModelOf(params (string, Type)[] members) => TypeModel.Create(new DynamicTypes().Make("Message", members));

    public static object Make(TypeModel model, params (string Name, object? Value)[] members)
    {
        Type type = model.TypeIds.First(pair => pair.Value == 32).Key;
        object made = Activator.CreateInstance(type)!;
        foreach ((string name, object? value) in members)
        {
            type.GetField(name)!.SetValue(made, value);
        }
        return made;
    }

    public static object? Get(object from, string name) => from.GetType().GetField(name)!.GetValue(from);

    public static object Read(TypeModel writer, object value, TypeModel reader, ResolveOptions? options = null) =>
        reader.ReaderFor(WireSchema.Parse(writer.Schema.ToBytes()), options).Deserialize(writer.Serialize(value))!;
}
