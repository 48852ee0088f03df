using System.Runtime.Serialization;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>An object that is written as one that names it is made when its content is known, whatever its own type is: no cycle may begin in it.</summary>
public sealed class SetTypeCycleTests
{
    private static readonly TypeModel s_model =
        TypeModel.Create([typeof(Sent), typeof(Stand), typeof(Box), typeof(object[])], new SerializerOptions { References = ReferenceHandling.Preserve });

    private static IEnumerable<TestCaseData> Cycles()
    {
        var direct = new Sent();
        direct.Content = direct;
        yield return new TestCaseData(direct).SetArgDisplayNames("direct");
        var distant = new Sent();
        distant.Content = new object[] { 1, new Box { Content = distant } };
        yield return new TestCaseData(distant).SetArgDisplayNames("distant");
    }

    [TestCaseSource(nameof(Cycles))]
    public void A_cycle_that_begins_in_it_is_refused_by_the_writer(Sent value) =>
        Assert.That(() => s_model.Serialize(value),
            Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.IncompleteReference));

    [Test]
    public void A_cycle_that_is_entered_elsewhere_travels_with_whatever_refers_to_it_afterwards()
    {
        var box = new Box();
        var sent = new Sent { Content = box };
        box.Content = sent;
        var copy = (object[])s_model.DeepClone<object>(new object[] { box, sent, sent })!;
        Assert.Multiple(() =>
        {
            Assert.That(copy[1], Is.TypeOf<Sent>().And.SameAs(copy[2]).And.SameAs(((Box)copy[0]).Content));
            Assert.That(((Sent)copy[1]).Content, Is.SameAs(copy[0]));
        });
    }

    [Serializable]
    public sealed class Box
    {
        public object? Content;
    }

    [Serializable]
    public sealed class Sent : ISerializable
    {
        public object? Content;

        public Sent()
        {
        }

        private Sent(SerializationInfo info, StreamingContext context) => throw new SerializationException("Nobody writes one");

        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            info.SetType(typeof(Stand));
            info.AddValue("content", Content);
        }
    }

    [Serializable]
    private sealed class Stand : ISerializable, IObjectReference
    {
        private readonly object? _content;

        private Stand(SerializationInfo info, StreamingContext context) => _content = info.GetValue("content", typeof(object));

        public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("content", _content);

        public object GetRealObject(StreamingContext context) => new Sent { Content = _content };
    }
}
