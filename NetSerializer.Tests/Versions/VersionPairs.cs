using NetSerializer.Schema.Reading;
using NetSerializer.Tests.Model;
using NUnit.Framework;

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

    /// <summary>Reads a value in the way of the product, and by the decoder, which must agree.</summary>
    public static object Read(TypeModel writer, object value, TypeModel reader, ResolveOptions? options = null)
    {
        WireSchema schema = WireSchema.Parse(writer.Schema.ToBytes());
        byte[] bytes = writer.Serialize(value);
        object read = reader.ReaderFor(schema, options).Deserialize(bytes)!;
        var resolved = new ResolvedModel(reader.Core, schema, options ?? ResolveOptions.Default);
        object decoded = new ModelReader(reader, schema, resolved.Decoding).Deserialize(bytes)!;
        Assert.That(reader.Serialize(read), Is.EqualTo(reader.Serialize(decoded)), "the decoder");
        return read;
    }
}
