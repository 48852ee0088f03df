using System.Net.Mail;
using System.Runtime.Serialization;
using System.Xml;
using System.Xml.Schema;
using System.Xml.XPath;
using System.Xml.Xsl;
using NUnit.Framework;

namespace NetSerializer.Tests.Protocols;

/// <summary>
/// Entries of the framework's exceptions from hostile bytes, written by classes that give forged ones and set the framework's type: what the public
/// constructors refuse, and what takes memory out of proportion, is rejected.
/// </summary>
public sealed class ExceptionEntryTests
{
    private const string Wide = "{0,999999}{0,999999}";

    private static readonly TypeModel s_model = TypeModel.Create(
        typeof(ForgedAggregate), typeof(ForgedRecipients), typeof(ForgedXml), typeof(ForgedSchema), typeof(ForgedPath), typeof(ForgedXslt),
        typeof(TimeoutException), typeof(string[]));

    private static IEnumerable<TestCaseData> Hostile()
    {
        static TestCaseData Case(string name, Exception value) => new TestCaseData(value).SetArgDisplayNames(name);

        var inner = new TimeoutException("inner");
        yield return Case("null inner", new ForgedAggregate(Entry("InnerExceptions", new Exception?[] { null })));
        yield return Case("null behind the first", new ForgedAggregate(Entry("InnerExceptions", new Exception?[] { inner, null })));
        yield return Case("another inner", new ForgedAggregate(Entry("InnerException", new TimeoutException("other"))));
        yield return Case("null recipients", new ForgedRecipients(Entry("innerExceptions", null)));
        yield return Case("null recipient", new ForgedRecipients(Entry("innerExceptions", new SmtpFailedRecipientException?[] { null })));
        yield return Case("XML", new ForgedXml(Entry("version", null), Entry("res", Wide), Entry("args", new[] { "x" })));
        yield return Case("schema", new ForgedSchema(Entry("version", null), Entry("res", Wide), Entry("args", new[] { "x" })));
        yield return Case("XPath", new ForgedPath(Entry("version", null), Entry("res", Wide), Entry("args", new[] { "x" })));
        yield return Case("XSLT", new ForgedXslt(Entry("version", null), Entry("res", Wide), Entry("args", new[] { "x" })));
    }

    [TestCaseSource(nameof(Hostile))]
    public void It_is_rejected(Exception forged)
    {
        byte[] bytes = s_model.Serialize(forged);
        long before = GC.GetAllocatedBytesForCurrentThread();
        Assert.That(() => s_model.Deserialize<Exception>(bytes),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.UserCodeFailed).And.Message.Contains("is like that"));
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.LessThan(1_000_000));
    }

    [Test]
    public void Honest_ones_are_taken()
    {
        var inner = new TimeoutException("inner");
        Exception copy = s_model.DeepClone<Exception>(new ForgedAggregate(Entry("InnerExceptions", new Exception[] { inner }), Entry("InnerException", inner)));
        Assert.Multiple(() =>
        {
            Assert.That(copy, Is.TypeOf<AggregateException>().With.Property("InnerException").SameAs(((AggregateException)copy).InnerExceptions[0]));
            Assert.That(s_model.DeepClone<Exception>(new ForgedRecipients()), Is.TypeOf<SmtpFailedRecipientsException>());
            Assert.That(s_model.DeepClone<Exception>(new ForgedXml()), Is.TypeOf<XmlException>());
            Assert.That(s_model.DeepClone<Exception>(new ForgedXslt()), Is.TypeOf<XsltException>());
        });
    }

    private static KeyValuePair<string, object?> Entry(string name, object? value) => new(name, value);

    private static void Forge(SerializationInfo info, Type type, Action<SerializationInfo> give, KeyValuePair<string, object?>[] forged)
    {
        var honest = new SerializationInfo(type, new FormatterConverter());
        give(honest);
        foreach (SerializationEntry entry in honest)
        {
            KeyValuePair<string, object?> other = forged.FirstOrDefault(pair => pair.Key == entry.Name);
            info.AddValue(entry.Name, other.Key == null ? entry.Value : other.Value, typeof(object));
        }
        info.SetType(type);
    }

    [Serializable]
    private sealed class ForgedAggregate(params KeyValuePair<string, object?>[] forged) : AggregateException("text")
    {
        [NonSerialized] private readonly KeyValuePair<string, object?>[] _forged = forged;

        public override void GetObjectData(SerializationInfo info, StreamingContext context) =>
            Forge(info, typeof(AggregateException), honest => base.GetObjectData(honest, context), _forged);
    }

    [Serializable]
    private sealed class ForgedRecipients(params KeyValuePair<string, object?>[] forged) : SmtpFailedRecipientsException("text", [])
    {
        [NonSerialized] private readonly KeyValuePair<string, object?>[] _forged = forged;

        public override void GetObjectData(SerializationInfo info, StreamingContext context) =>
            Forge(info, typeof(SmtpFailedRecipientsException), honest => base.GetObjectData(honest, context), _forged);
    }

    [Serializable]
    private sealed class ForgedXml(params KeyValuePair<string, object?>[] forged) : XmlException("text")
    {
        [NonSerialized] private readonly KeyValuePair<string, object?>[] _forged = forged;

        public override void GetObjectData(SerializationInfo info, StreamingContext context) =>
            Forge(info, typeof(XmlException), honest => base.GetObjectData(honest, context), _forged);
    }

    [Serializable]
    private sealed class ForgedSchema(params KeyValuePair<string, object?>[] forged) : XmlSchemaException("text")
    {
        [NonSerialized] private readonly KeyValuePair<string, object?>[] _forged = forged;

        public override void GetObjectData(SerializationInfo info, StreamingContext context) =>
            Forge(info, typeof(XmlSchemaException), honest => base.GetObjectData(honest, context), _forged);
    }

    [Serializable]
    private sealed class ForgedPath(params KeyValuePair<string, object?>[] forged) : XPathException("text")
    {
        [NonSerialized] private readonly KeyValuePair<string, object?>[] _forged = forged;

        public override void GetObjectData(SerializationInfo info, StreamingContext context) =>
            Forge(info, typeof(XPathException), honest => base.GetObjectData(honest, context), _forged);
    }

    [Serializable]
    private sealed class ForgedXslt(params KeyValuePair<string, object?>[] forged) : XsltException("text")
    {
        [NonSerialized] private readonly KeyValuePair<string, object?>[] _forged = forged;

        public override void GetObjectData(SerializationInfo info, StreamingContext context) =>
            Forge(info, typeof(XsltException), honest => base.GetObjectData(honest, context), _forged);
    }
}
