using System.Runtime.Serialization;
using NUnit.Framework;

namespace NetSerializer.Tests.Protocols;

/// <summary>
/// An IObjectReference that says itself what it consists of may write itself as another one: whoever admits it admits that, at a root as in a member.
/// </summary>
public sealed class SetTypeOfReferenceTests
{
    private static readonly Type[] s_types = [typeof(Relay), typeof(Final), typeof(Holder)];

    [Test]
    public void It_is_read_where_it_was_written([Values] ReferenceHandling references)
    {
        TypeModel model = TypeModel.Create(s_types, new SerializerOptions { References = references });
        Assert.Multiple(() =>
        {
            Assert.That(model.DeepClone(new Relay { Number = 5 }).Number, Is.EqualTo(5), "root");
            Assert.That(((Relay)model.DeepClone<INumbered>(new Relay { Number = 6 })).Number, Is.EqualTo(6), "interface as root");
            Assert.That(model.DeepClone(new Holder { Value = new Relay { Number = 7 } }).Value!.Number, Is.EqualTo(7), "member");
        });
    }

    public interface INumbered;

    [Serializable]
    public sealed class Holder
    {
        public Relay? Value;
    }

    [Serializable]
    public sealed class Relay : ISerializable, IObjectReference, INumbered
    {
        public int Number;

        public Relay()
        {
        }

        private Relay(SerializationInfo info, StreamingContext context) => Number = info.GetInt32("number");

        public object GetRealObject(StreamingContext context) => this;

        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            info.SetType(typeof(Final));
            info.AddValue("number", Number);
        }
    }

    [Serializable]
    private sealed class Final : ISerializable, IObjectReference
    {
        private readonly int _number;

        private Final(SerializationInfo info, StreamingContext context) => _number = info.GetInt32("number");

        public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("number", _number);

        public object GetRealObject(StreamingContext context) => new Relay { Number = _number };
    }
}
