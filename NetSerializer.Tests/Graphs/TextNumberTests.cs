using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>
/// Strings = Table: reader and writer agree on which texts have numbers, which shows in those that are given behind the ones that have none.
/// </summary>
internal sealed class TextNumberTests
{
    [Test]
    public void A_text_that_is_too_long_takes_no_number([Values] ReferenceHandling references, [Values(256, 257, 258)] int length)
    {
        string[] texts = ["first", new('t', length), "second", new('u', length), "third"];
        string[] value = [.. texts, .. texts.Select(text => new string(text))], copy = Create(references).DeepClone(value);
        Assert.That(copy, Is.EqualTo(value));
        Assert.That(ReferenceEquals(copy[1], copy[6]), Is.EqualTo(length == 256));
        Assert.That(copy[9], Is.SameAs(copy[4]));
    }

    [Test]
    public void A_text_beyond_the_last_number_takes_none()
    {
        var last = new object();
        object[] value = [.. Enumerable.Range(0, 65_536).Select(i => $"{i}"), "new", last, last, "65535"];
        object[] copy = Create(ReferenceHandling.Preserve).DeepClone(value);
        Assert.That(copy.OfType<string>(), Is.EqualTo(value.OfType<string>()));
        Assert.That(copy[^2], Is.SameAs(copy[^3]).And.TypeOf<object>());
        Assert.That(copy[^1], Is.SameAs(copy[65_535]));
    }

    private static TypeModel Create(ReferenceHandling references) =>
        TypeModel.Create([typeof(string[]), typeof(object[])], new SerializerOptions { References = references, Strings = StringHandling.Table });
}
