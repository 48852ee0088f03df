using System.Collections;
using System.Collections.Specialized;
using NetSerializer.Tests.Oracle;
using NUnit.Framework;

namespace NetSerializer.Tests.Collections;

/// <summary>The dictionaries of System.Collections.Specialized: comparers, covers, derived classes, and lists that are too long to be searched.</summary>
public sealed class SpecializedDictionaryTests
{
    private static readonly TypeModel s_model = TypeModel.Create(
        typeof(ListDictionary), typeof(HybridDictionary), typeof(OrderedDictionary), typeof(OwnList), typeof(OwnHybrid), typeof(OwnOrdered));

    [Test]
    public void They_come_back_as_with_BinaryFormatter_and_as_its_copies()
    {
        IDictionary[] values =
        [
            new ListDictionary { ["b"] = 1, [2] = null }, new HybridDictionary(caseInsensitive: true) { ["b"] = 1 },
            new HybridDictionary(20) { ["b"] = 1, [2] = null }, new OrderedDictionary(StringComparer.OrdinalIgnoreCase) { ["b"] = 1, ["A"] = 2 },
        ];
        Assert.Multiple(() =>
        {
            foreach (IDictionary value in values)
            {
                IDictionary theirs = BinaryFormatterPeer.Clone(value), copy = s_model.DeepClone(value), again = s_model.DeepClone(theirs);
                Assert.That(copy, Is.TypeOf(value.GetType()).And.EqualTo(theirs).And.EqualTo(again));
                Assert.That((copy.Contains("B"), again.Contains("B")), Is.EqualTo((value.Contains("B"), value.Contains("B"))));
            }
        });
    }

    [Test]
    public void Derived_classes_keep_their_fields()
    {
        OwnList list = s_model.DeepClone(new OwnList { Mark = 1, ["a"] = 2 });
        OwnHybrid hybrid = s_model.DeepClone(new OwnHybrid { Mark = 3, ["a"] = 4 });
        OwnOrdered ordered = s_model.DeepClone(new OwnOrdered { Mark = 5, ["b"] = 6, ["a"] = 7 });
        Assert.That((list.Mark, list["a"], hybrid.Mark, hybrid["a"], ordered.Mark, ordered[1]), Is.EqualTo((1, (object)2, 3, (object)4, 5, (object)7)));
    }

    [Test]
    public void A_read_only_cover_is_refused_with_the_cure() =>
        Assert.That(() => s_model.Serialize(new OrderedDictionary { ["a"] = 1 }.AsReadOnly()),
            Throws.TypeOf<ValueNotSerializableException>().With.Message.Contains("AsReadOnly"));

    [Test]
    public void Comparers_of_the_program_are_refused() => Assert.Multiple(() =>
    {
        Assert.That(() => s_model.Serialize(new ListDictionary(new CaseInsensitiveComparer())),
            Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.UnknownComparer));
        Assert.That(() => s_model.Serialize(new OrderedDictionary(StructuralComparisons.StructuralEqualityComparer)),
            Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.UnknownComparer));
    });

    [Test]
    public void A_long_list_of_pairs_takes_a_raised_limit()
    {
        byte[] few = s_model.Serialize(Pairs(255)), many = s_model.Serialize(Pairs(256));
        Assert.That(s_model.Deserialize<ListDictionary>(few), Has.Count.EqualTo(255));
        Assert.That(() => s_model.Deserialize<ListDictionary>(many),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.KeyCollisions));
        TypeModel raised = TypeModel.Create(
            [typeof(ListDictionary)], new SerializerOptions { Limits = SerializerLimits.Default with { MaxKeyCollisions = 256 } });
        Assert.That(raised.Deserialize<ListDictionary>(raised.Serialize(Pairs(256))), Has.Count.EqualTo(256));
        Assert.That(s_model.DeepClone(Pairs(300)), Has.Count.EqualTo(300));
    }

    private static ListDictionary Pairs(int count)
    {
        var pairs = new ListDictionary();
        for (int i = 0; i < count; i++)
        {
            pairs.Add(i, null);
        }
        return pairs;
    }

    [Serializable]
    private sealed class OwnList : ListDictionary
    {
        public int Mark;
    }

    [Serializable]
    private sealed class OwnHybrid : HybridDictionary
    {
        public int Mark;
    }

    [Serializable]
    private sealed class OwnOrdered : OrderedDictionary
    {
        public int Mark;
    }
}
