using System.Runtime.Serialization;
using NetSerializer.Tests.Oracle;
using NUnit.Framework;

namespace NetSerializer.Tests.Protocols;

/// <summary>
/// The sample of Microsoft's documentation of ISerializable: an object that there is only one of writes itself as one that names it, and has no
/// serialization constructor, since that is never called.
/// </summary>
public sealed class SingletonTests
{
    [Test]
    public void It_travels_as_the_object_that_names_it([Values] ReferenceHandling references)
    {
        TypeModel model = TypeModel.Create([typeof(Holder), typeof(Singleton[]), typeof(Reference)], new SerializerOptions { References = references });
        Singleton[] twice = [Singleton.Only, Singleton.Only], copies = model.DeepClone(twice), theirs = BinaryFormatterPeer.Clone(twice);
        Holder copy = model.DeepClone(new Holder { Declared = Singleton.Only, Any = Singleton.Only, Table = new() { [Singleton.Only] = 5 } });
        Assert.Multiple(() =>
        {
            Assert.That(copies, Is.EqualTo(theirs).And.All.SameAs(Singleton.Only));
            Assert.That(copy.Declared, Is.SameAs(Singleton.Only));
            Assert.That(copy.Any, Is.SameAs(Singleton.Only));
            Assert.That(copy.Table![Singleton.Only], Is.EqualTo(5));
            Assert.That(model.DeepClone(Singleton.Only), Is.SameAs(Singleton.Only));
            Assert.That(model.DeserializeDirect<Singleton>(model.SerializeDirect(Singleton.Only)), Is.SameAs(Singleton.Only));
        });
    }

    [Test]
    public void Without_an_object_that_could_name_it_it_is_refused_with_both_cures() =>
        Assert.That(() => TypeModel.Create(typeof(Holder)),
            Throws.TypeOf<TypeModelException>().With.Message.Contains("has no constructor Singleton(SerializationInfo, StreamingContext)")
                .And.Message.Contains("IObjectReference"));

    [Test]
    public void One_that_is_written_as_itself_is_refused()
    {
        TypeModel model = TypeModel.Create(typeof(Unready), typeof(Reference));
        Assert.That(() => model.Serialize(new Unready()),
            Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.ValueNotEncodable)
                .And.Message.Contains("has no constructor"));
        Assert.That(() => TypeModel.Create(typeof(UnreadyStruct), typeof(Reference)), Throws.TypeOf<TypeModelException>());
    }

    [Test]
    public void Bytes_that_claim_to_be_one_are_rejected([Values] ReferenceHandling references)
    {
        TypeModel model = TypeModel.Create([typeof(Unready), typeof(Reference), typeof(Plain)], new SerializerOptions { References = references });
        byte[] bytes = model.Serialize(new Plain());
        bytes[0] = (byte)(model.TypeIds[typeof(Unready)] << (references == ReferenceHandling.Preserve ? 1 : 0));
        Assert.That(() => model.Deserialize<object>(bytes),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.TypeIdNotAdmitted));
    }

    [Serializable]
    internal sealed class Singleton : ISerializable
    {
        public static readonly Singleton Only = new();

        private Singleton()
        {
        }

        void ISerializable.GetObjectData(SerializationInfo info, StreamingContext context) => info.SetType(typeof(Reference));
    }

    [Serializable]
    internal sealed class Reference : IObjectReference
    {
        public object GetRealObject(StreamingContext context) => Singleton.Only;
    }

    [Serializable]
    internal sealed class Holder
    {
        public Singleton? Declared;
        public object? Any;
        public Dictionary<Singleton, int>? Table;
    }

    [Serializable]
    private sealed class Unready : ISerializable
    {
        public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("a", 1);
    }

    [Serializable]
    private struct UnreadyStruct : ISerializable
    {
        public readonly void GetObjectData(SerializationInfo info, StreamingContext context) => info.SetType(typeof(Reference));
    }

    [Serializable]
    private sealed class Plain;
}
