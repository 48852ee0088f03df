using System.Collections;
using System.Data.SqlTypes;
using System.Net;
using System.Text;
using System.Text.RegularExpressions;
using NetSerializer.Tests.Conformance;
using NUnit.Framework;

namespace NetSerializer.Tests.Model;

/// <summary>Values of the framework beside what their conformance fixtures say of all of them.</summary>
public sealed partial class FrameworkValueTests
{
    [Test]
    public void A_lazy_value_is_asked_for_when_it_is_written([Values] ReferenceHandling references)
    {
        TypeModel model = TypeModel.Create([typeof(Lazy<string>), typeof(Lazy<List<object>>)], new SerializerOptions { References = references });
        int asked = 0;
        Lazy<string> copy = model.DeepClone(new Lazy<string>(() => $"asked {++asked}"));
        Assert.That((copy.IsValueCreated, copy.Value, asked), Is.EqualTo((true, "asked 1", 1)));
        Assert.That(() => model.Serialize(new Lazy<string>(() => throw new TimeoutException())), Throws.TypeOf<TimeoutException>());
    }

    [Test]
    public void A_lazy_value_that_leads_back_comes_back_as_a_ring()
    {
        TypeModel model = TypeModel.Create([typeof(Lazy<List<object>>)], new SerializerOptions { References = ReferenceHandling.Preserve });
        List<object> inside = [];
        var value = new Lazy<List<object>>(inside);
        inside.Add(value);
        Lazy<List<object>> copy = model.DeepClone(value);
        Assert.That(copy.Value[0], Is.SameAs(copy));
    }

    [Test]
    public void An_entry_of_a_dictionary_travels_boxed_and_not()
    {
        TypeModel model = TypeModel.Create(typeof(DictionaryEntry[]), typeof(object[]));
        var value = new DictionaryEntry(5, "five");
        Assert.That(model.DeepClone(new[] { value }), Is.EqualTo(new[] { value }));
        Assert.That(model.DeepClone<object>(new object[] { value }), Is.EqualTo(new object[] { value }));
    }

    [Test]
    public void A_generated_pattern_comes_back_as_one_of_its_text()
    {
        TypeModel model = TypeModel.Create(typeof(MemberOf<Regex>));
        Regex copy = model.DeepClone(new MemberOf<Regex> { Value = Word() }).Value!;
        Assert.That((copy.ToString(), copy.Options, copy.IsMatch("a word")), Is.EqualTo((Word().ToString(), Word().Options, true)));
    }

    [Test]
    public void A_builder_keeps_the_limit_of_its_capacity()
    {
        TypeModel model = TypeModel.Create(typeof(StringBuilder));
        StringBuilder copy = model.DeepClone(new StringBuilder(2, 5).Append("abc"));
        Assert.That((copy.ToString(), copy.MaxCapacity), Is.EqualTo(("abc", 5)));
        Assert.That(() => copy.Append("def"), Throws.InstanceOf<ArgumentException>());
    }

    [TestCase(typeof(WeakReference))]
    [TestCase(typeof(CookieCollection))]
    [TestCase(typeof(CookieContainer))]
    [TestCase(typeof(SqlXml))]
    public void What_has_no_form_is_refused_at_Create(Type type) => Assert.That(() => TypeModel.Create(type), Throws.TypeOf<TypeModelException>());

    [GeneratedRegex("w[o]rd", RegexOptions.IgnoreCase)]
    private static partial Regex Word();
}
