using NUnit.Framework;

namespace NetSerializer.Tests.Model;

/// <summary>Types in layers, each of which may hold any of the next: 8 to the power of 12 ways lead through them, and no work may follow them all.</summary>
internal sealed class LayeredModelTests
{
    private static readonly Type[] s_kinds =
        [typeof(int), typeof(long), typeof(byte), typeof(short), typeof(uint), typeof(ulong), typeof(string), typeof(char)];

    private interface ILayer<TLayer>;

    private struct Ground;

    private struct Above<TLayer>;

#pragma warning disable CS0649 // Shapes only.
    [Serializable]
    private sealed class Leaf<TKind> : ILayer<Ground>
    {
        public int Value;
    }

    [Serializable]
    private sealed class Node<TKind, TLayer> : ILayer<Above<TLayer>>
    {
        public ILayer<TLayer>? Below, Beside;
    }
    // So small that twelve of them, one in the other, are a leaf.
    [Serializable]
    private sealed class Thin<TKind, TLayer> : ILayer<Above<TLayer>>
    {
        public ILayer<TLayer>? Below;
    }
#pragma warning restore CS0649

    [Test]
    public void Create_looks_at_each_type_once_however_many_ways_lead_to_it([Values] ReferenceHandling references, [Values] bool isThin)
    {
        Type node = isThin ? typeof(Thin<,>) : typeof(Node<,>);
        List<Type> types = [.. s_kinds.Select(kind => typeof(Leaf<>).MakeGenericType(kind))];
        Type layer = typeof(Ground);
        for (int i = 0; i < 12; i++, layer = typeof(Above<>).MakeGenericType(layer))
        {
            Type below = layer;
            types.AddRange(s_kinds.Select(kind => node.MakeGenericType(kind, below)));
        }
        TypeModel model = TypeModel.Create(types, new SerializerOptions { References = references });
        var stream = new MemoryStream();
        var leaf = new Leaf<char> { Value = 5 };
        object value = isThin ? new Thin<int, Ground> { Below = leaf } : new Node<int, Ground> { Below = leaf };
        model.Serialize(stream, value);
        stream.Position = 0;
        object read = model.Deserialize(stream)!;
        Assert.That(((Leaf<char>)(isThin ? ((Thin<int, Ground>)read).Below! : ((Node<int, Ground>)read).Below!)).Value, Is.EqualTo(5));
    }
}
