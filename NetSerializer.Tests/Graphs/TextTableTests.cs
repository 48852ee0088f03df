using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>Strings = Table: a text travels once whichever string holds it, in trees and in graphs, within bounds.</summary>
public sealed class TextTableTests
{
    private const int LongestText = 256;
    private const int MostTexts = 65_536;

    [Test]
    public void A_text_travels_once_and_comes_back_as_one_string([Values] ReferenceHandling references)
    {
        TypeModel model = Create(references, StringHandling.Table);
        string[] texts = [.. Enumerable.Repeat(0, 100).Select(_ => new string('t', 50))];
        byte[] bytes = model.Serialize(texts);
        Assert.That(bytes, Has.Length.LessThan(50 + (3 * texts.Length)));
        string[] copy = model.Deserialize<string[]>(bytes)!;
        Assert.That(copy, Is.EqualTo(texts));
        Assert.That(copy, Is.All.SameAs(copy[0]));
    }

    [TestCase(LongestText, 1)]
    [TestCase(LongestText + 1, 2)]
    public void Long_texts_are_written_where_they_stand(int length, int times)
    {
        TypeModel model = Create(ReferenceHandling.None, StringHandling.Table);
        byte[] bytes = model.Serialize<string[]>([new string('t', length), new string('t', length)]);
        Assert.That(bytes.Count(item => item == 't'), Is.EqualTo(times * length));
        Assert.That(model.Deserialize<string[]>(bytes), Is.EqualTo((string[])[new('t', length), new('t', length)]));
    }

    [Test]
    public void Only_the_first_texts_are_in_the_table([Values] ReferenceHandling references)
    {
        TypeModel model = Create(references, StringHandling.Table);
        string[] first = [.. Enumerable.Range(0, MostTexts).Select(i => $"{i}")];
        int Added(params string[] more) =>
            model.Serialize<string[]>([.. first, .. more.Select(text => new string(text))]).Length - model.Serialize(first).Length;
        // Behind the last one that has a number a text costs what it costs, each time.
        Assert.Multiple(() =>
        {
            Assert.That(Added("0123456789", "0123456789"), Is.EqualTo(2 * Added("0123456789")));
            Assert.That(Added("0"), Is.LessThan(5));
            Assert.That(Added($"{MostTexts - 1}"), Is.LessThan(5));
        });
        string[] all = [.. first, "new", "new", "17"];
        string[] copy = model.Deserialize<string[]>(model.Serialize(all))!;
        Assert.That(copy, Is.EqualTo(all));
        Assert.That(copy[^1], Is.SameAs(copy[17]));
    }

    [Test]
    public void In_trees_strings_are_otherwise_written_where_they_stand([Values(StringHandling.ByReference, StringHandling.Values)] StringHandling strings)
    {
        string text = new('t', 50);
        Assert.That(Create(ReferenceHandling.None, strings).Serialize<string[]>([text, text]),
            Is.EqualTo(TypeModel.Create(typeof(string[])).Serialize<string[]>([text, text])));
    }

    [Test]
    public void In_graphs_one_string_is_one_and_two_are_two_or_all_are_many([Values] bool byReference)
    {
        TypeModel model = Create(ReferenceHandling.Preserve, byReference ? StringHandling.ByReference : StringHandling.Values);
        string one = new('t', 50), other = new('t', 50);
        string[] copy = model.DeepClone<string[]>([one, one, other]);
        Assert.That((ReferenceEquals(copy[0], copy[1]), ReferenceEquals(copy[1], copy[2])), Is.EqualTo((byReference, false)));
    }

    private static TypeModel Create(ReferenceHandling references, StringHandling strings) =>
        TypeModel.Create([typeof(string[])], new SerializerOptions { References = references, Strings = strings });
}
