using System.Globalization;
using System.Net;
using System.Text;
using System.Xml.Linq;
using NetSerializer.Tests.Conformance;
using NUnit.Framework;

namespace NetSerializer.Tests.Model;

/// <summary>Members declared as a base of the framework's values: these come along by themselves, and nothing else does.</summary>
public class ValueBaseTests
{
    [Test]
    public void An_end_point_comes_along() =>
        Assert.That(Clone<EndPoint>(new IPEndPoint(IPAddress.IPv6Loopback, 443)), Is.EqualTo(new IPEndPoint(IPAddress.IPv6Loopback, 443)));

    [TestCase(typeof(XNode))]
    [TestCase(typeof(XContainer))]
    [TestCase(typeof(XObject))]
    public void Trees_come_along(Type declared) => Assert.Multiple(() =>
    {
        TypeModel model = TypeModel.Create(typeof(List<>).MakeGenericType(declared));
        Assert.That(model.TypeIds.Select(entry => entry.Key), Is.SupersetOf(new[] { typeof(XElement), typeof(XDocument) }).And.None.EqualTo(declared));
        Assert.That(Clone<XObject>(XElement.Parse("<a><b/>c</a>"))?.ToString(), Is.EqualTo(XElement.Parse("<a><b/>c</a>").ToString()));
        Assert.That(Clone<XNode>(XDocument.Parse("<a/>")), Is.TypeOf<XDocument>());
    });

    [Test]
    public void A_culture_comes_along() =>
        Assert.That(Clone<IFormatProvider>(CultureInfo.GetCultureInfo("fr-CA")), Is.EqualTo(CultureInfo.GetCultureInfo("fr-CA")));

    [Test]
    public void Nothing_but_what_the_declaration_implies_is_in_the_model() =>
        Assert.That(TypeModel.Create(typeof(MemberOf<EndPoint>)).TypeIds.Select(entry => entry.Key).Where(type => type.Assembly != typeof(object).Assembly),
            Is.EquivalentTo(new[] { typeof(MemberOf<EndPoint>), typeof(IPEndPoint) }));

    [Test]
    public void Other_values_behind_the_base_are_refused_by_the_writer()
    {
        TypeModel model = TypeModel.Create(typeof(MemberOf<EndPoint>), typeof(MemberOf<XNode>));
        Assert.Multiple(() =>
        {
            Assert.That(() => model.Serialize(new MemberOf<EndPoint> { Value = new DnsEndPoint("host", 1) }),
                Throws.TypeOf<ValueNotSerializableException>().With.Message.Contains("DnsEndPoint").And.Property("Path").Contains("Value"));
            Assert.That(() => model.Serialize(new MemberOf<XNode> { Value = new XText("t") }),
                Throws.TypeOf<ValueNotSerializableException>().With.Message.Contains("XText"));
        });
    }

    [Test]
    public void A_custom_serializer_adds_to_what_the_base_admits()
    {
        var options = new SerializerOptions { Serializers = [CustomSerializer.For(new DnsSerializer())] };
        TypeModel model = TypeModel.Create([typeof(MemberOf<EndPoint>), typeof(DnsEndPoint)], options);
        Assert.Multiple(() =>
        {
            Assert.That(model.DeepClone(new MemberOf<EndPoint> { Value = new DnsEndPoint("host", 1) }).Value, Is.EqualTo(new DnsEndPoint("host", 1)));
            Assert.That(model.DeepClone(new MemberOf<EndPoint> { Value = new IPEndPoint(IPAddress.Any, 1) }).Value,
                Is.EqualTo(new IPEndPoint(IPAddress.Any, 1)));
        });
    }

    [TestCase(typeof(UTF8Encoding))]
    [TestCase(typeof(UnicodeEncoding))]
    [TestCase(typeof(UTF32Encoding))]
    [TestCase(typeof(ASCIIEncoding))]
    public void A_class_of_encodings_is_refused_with_the_cure(Type type)
    {
        TypeModelProblem problem = Assert.Throws<TypeModelException>(() => TypeModel.Create(typeof(MemberOf<>).MakeGenericType(type))).Problems.Single();
        Assert.Multiple(() =>
        {
            Assert.That(problem.Message, Does.Contain("declare the member as Encoding"));
            Assert.That(problem.Path, Does.Contain("Value"));
            // The cure holds.
            var encoding = (Encoding)Activator.CreateInstance(type)!;
            Assert.That(TypeModel.Create(typeof(MemberOf<object>), typeof(Encoding)).DeepClone(new MemberOf<object> { Value = encoding }).Value,
                Is.EqualTo(encoding));
            Assert.That(Clone<Encoding>(encoding), Is.EqualTo(encoding));
        });
    }

    private static T? Clone<T>(T value) => TypeModel.Create(typeof(MemberOf<T>)).DeepClone(new MemberOf<T> { Value = value }).Value;

    private sealed class DnsSerializer : ICustomSerializer<DnsEndPoint>
    {
        public void Write(ref WireWriter writer, DnsEndPoint value)
        {
            writer.WriteString(value.Host);
            writer.WriteUInt16((ushort)value.Port);
        }

        public DnsEndPoint Read(ref WireReader reader) => new(reader.ReadNonNullString(), reader.ReadUInt16());
    }
}
