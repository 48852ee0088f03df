using NetSerializer.Wire;
using NUnit.Framework;

namespace NetSerializer.Tests.Wire;

/// <summary>Boxes that are made once.</summary>
internal sealed class BoxesTests
{
    private static readonly TypeModel s_tree = TypeModel.Create([typeof(Small), typeof(object[])]);
    private static readonly TypeModel s_graph =
        TypeModel.Create([typeof(Small), typeof(object[])], new SerializerOptions { References = ReferenceHandling.Preserve });

    private static readonly object[] s_all = [false, true, .. Enumerable.Range(0, 256).Select(value => (object)(byte)value)];

    [Serializable]
    private enum Small : byte
    {
        One = 1,
    }

    [Test]
    public void All_values_come_back_in_trees_and_graphs([Values] bool isTree)
    {
        TypeModel model = isTree ? s_tree : s_graph;
        object[] read = model.DeepClone(s_all)!;
        Assert.That(read, Is.EqualTo(s_all));
        Assert.That(read.Select(item => item.GetType()), Is.EqualTo(s_all.Select(item => item.GetType())));
        foreach (object value in s_all)
        {
            Assert.That(model.Deserialize(model.Serialize(value)), Is.EqualTo(value).And.TypeOf(value.GetType()));
        }
    }

    [Test]
    public void Of_others_each_has_its_own()
    {
        object[] read = s_tree.DeepClone<object[]>([1, 1, Small.One, Small.One, (sbyte)1, (sbyte)1, 'a', 'a'])!;
        Assert.That(read, Is.EqualTo((object[])[1, 1, Small.One, Small.One, (sbyte)1, (sbyte)1, 'a', 'a']));
        Assert.That(read[0], Is.Not.SameAs(read[1]));
        Assert.That(read[2], Is.TypeOf<Small>().And.Not.SameAs(read[3]));
    }

    [Test]
    public void A_tree_has_one_for_each_value()
    {
        object[] read = s_tree.DeepClone<object[]>([true, true, (byte)7, (byte)7])!;
        Assert.That(read[0], Is.SameAs(read[1]).And.SameAs(BoxCache.Get(true)));
        Assert.That(read[2], Is.SameAs(read[3]).And.SameAs(BoxCache.Get((byte)7)));
    }

    [Test]
    public void In_a_graph_two_are_two_and_one_is_one()
    {
        object yes = true, seven = (byte)7;
        object[] read = s_graph.DeepClone<object[]>([yes, true, yes, seven, (byte)7, seven])!;
        Assert.That(read[0], Is.SameAs(read[2]).And.Not.SameAs(read[1]));
        Assert.That(read[3], Is.SameAs(read[5]).And.Not.SameAs(read[4]));
    }
}
