using NetSerializer.Tests.Models;
using NetSerializer.Tests.Oracle.Values;
using NetSerializer.Trees;
using NUnit.Framework;

namespace NetSerializer.Tests.Trees;

/// <summary>The bytes of a tree are those of the object that it was made of, for values of all themes.</summary>
[TestFixtureSource(nameof(Names))]
public sealed class TreeWriterTests(string name)
{
    private const int Samples = 25;

    private readonly Type[] _roots = [.. Theme.All.Single(theme => theme.Name == name).Roots];

    public static IEnumerable<string> Names => Theme.All.Select(theme => theme.Name);

    [TestCase(IntegerEncoding.Varint)]
    [TestCase(IntegerEncoding.Fixed)]
    public void A_tree_has_the_bytes_of_its_object(IntegerEncoding integers)
    {
        TypeModel model = TypeModel.Create(_roots, new SerializerOptions { Integers = integers });
        Dictionary<ushort, Type> types = model.TypeIds.Where(pair => pair.Key != typeof(object)).ToDictionary(pair => pair.Value, pair => pair.Key);
        int compared = 0;
        Sample.Check(Samples, sample =>
        {
            Type root = _roots[sample.Seed % _roots.Length];
            if (root.IsInterface || root.IsAbstract || new ValueGenerator(types, sample).CreateRoot(root) is not { } value
                || Write(model, value) is not { } bytes)
            {
                return;
            }
            compared++;
            byte[] ofTree = TreeWriter.Write(model.Core, new TreeMaker(model).Of(value));
            if (!ofTree.AsSpan().SequenceEqual(bytes))
            {
                throw new InvalidOperationException($"{root}: {Convert.ToHexString(ofTree)} and not {Convert.ToHexString(bytes)}");
            }
        });
        Assert.That(compared, Is.GreaterThan(0));
    }

    private static byte[]? Write(TypeModel model, object value)
    {
        try
        {
            return model.Serialize(value);
        }
        catch (ValueNotSerializableException)
        {
            return null;
        }
    }
}
