using System.Runtime.Serialization;
using NUnit.Framework;

namespace NetSerializer.Tests.Custom;

/// <summary>The object that a model of WithContext carries to the code of users.</summary>
public sealed class ContextTests
{
    [ThreadStatic]
    private static List<(string Where, object? Context)>? s_told;

    private static readonly TypeModel s_model = TypeModel.Create(
        [typeof(Told), typeof(ToldStruct[]), typeof(ToldData), typeof(ToldDataStruct[]), typeof(ToldFailure), typeof(ToldReference), typeof(Plain)],
        new SerializerOptions { Serializers = [CustomSerializer.For(new PlainSerializer())] });

    private static readonly object[] s_values =
    [
        new Told(), new[] { default(ToldStruct) }, new ToldData(), new[] { default(ToldDataStruct) }, new ToldFailure("x"), new ToldReference(), new Plain(),
        new object[] { new Told(), new Plain() },
    ];

    [TestCaseSource(nameof(s_values))]
    public void All_code_of_users_gets_it(object value)
    {
        object context = new();
        s_told = [];
        TypeModel model = s_model.WithContext(context);
        byte[] bytes = model.Serialize(value);
        _ = model.Deserialize<object>(bytes);
        using var stream = new MemoryStream();
        model.Serialize(stream, value);
        stream.Position = 0;
        _ = model.Deserialize(stream);
        using (ValueWriter writer = model.OpenWriter(new MemoryStream()))
        {
            writer.Write(value);
        }
        _ = model.OpenReader(new MemoryStream(bytes)).Read<object>();
        _ = model.DeepClone(value);
        Assert.That(s_told!.Select(told => told.Context), Is.Not.Empty.And.All.SameAs(context));
        Assert.That(s_told!.Select(told => told.Where).Distinct().Count(), Is.GreaterThanOrEqualTo(2));

        s_told = [];
        _ = s_model.Deserialize<object>(s_model.Serialize(value));
        Assert.That(s_told.Select(told => told.Context), Is.Not.Empty.And.All.Null);
    }

    [Test]
    public void Models_with_contexts_share_all_but_these()
    {
        TypeModel one = s_model.WithContext("one"), two = one.WithContext("two"), none = two.WithContext(null);
        s_told = [];
        foreach (TypeModel model in new[] { one, two, none, s_model })
        {
            _ = model.SerializeDirect(new Plain());
            _ = model.Serialize(typeof(Plain), new Plain());
            Assert.That(model.TypeIds, Is.SameAs(s_model.TypeIds));
            Assert.That(model.Core.MethodCount, Is.EqualTo(s_model.Core.MethodCount));
        }
        Assert.That(s_told.Select(told => told.Context), Is.EqualTo(new object?[] { "one", "one", "two", "two", null, null, null, null }));
    }

    [Test]
    public void A_type_that_is_first_met_in_a_model_with_a_context_is_there_for_all()
    {
        TypeModel model = TypeModel.Create(typeof(Told)), other = model.WithContext("x");
        Assert.That(other.DeepClone(new[] { 1, 2 }), Is.EqualTo(new[] { 1, 2 }));
        Assert.That(other.DeepClone<object>(new List<string> { "a" }), Is.EqualTo(new[] { "a" }));
        Assert.That(model.DeepClone<object>(new Dictionary<string, object> { ["a"] = 1.5m }), Has.Count.EqualTo(1));
        Assert.That(model.With(typeof(Told[])).Options, Is.SameAs(model.Options));
    }

    [Test]
    public void The_path_of_a_failure_is_looked_for_with_it()
    {
        TypeModel model = s_model.WithContext("refuse");
        Assert.That(() => model.Serialize<object>(new object[] { 1, new Plain() }),
            Throws.TypeOf<ValueNotSerializableException>().With.Property("Path").EqualTo("System.Object[][1]"));
        byte[] bytes = s_model.Serialize<object>(new object[] { 1, new Plain() });
        Assert.That(() => model.Deserialize<object>(bytes), Throws.TypeOf<MalformedDataException>().With.Message.Contains("refused"));
    }

    private static void Tell(object? context, string where) => (s_told ??= []).Add((where, context));

    [Serializable]
    private sealed class Told
    {
        [OnSerializing]
        private void OnSerializing(StreamingContext context) => Tell(context.Context, "serializing");

        [OnSerialized]
        private void OnSerialized(StreamingContext context) => Tell(context.Context, "serialized");

        [OnDeserializing]
        private void OnDeserializing(StreamingContext context) => Tell(context.Context, "deserializing");

        [OnDeserialized]
        private void OnDeserialized(StreamingContext context) => Tell(context.Context, "deserialized");
    }

    [Serializable]
    private struct ToldStruct
    {
        public int Number { get; set; }

        [OnSerializing]
        private readonly void OnSerializing(StreamingContext context) => Tell(context.Context, "serializing");

        [OnSerialized]
        private readonly void OnSerialized(StreamingContext context) => Tell(context.Context, "serialized");

        [OnDeserializing]
        private readonly void OnDeserializing(StreamingContext context) => Tell(context.Context, "deserializing");

        [OnDeserialized]
        private readonly void OnDeserialized(StreamingContext context) => Tell(context.Context, "deserialized");
    }

    [Serializable]
    private sealed class ToldData : ISerializable
    {
        public ToldData()
        {
        }

        private ToldData(SerializationInfo info, StreamingContext context) => Tell(context.Context, "constructor");

        public void GetObjectData(SerializationInfo info, StreamingContext context) => Tell(context.Context, "data");
    }

    [Serializable]
    private readonly struct ToldDataStruct : ISerializable
    {
        private ToldDataStruct(SerializationInfo info, StreamingContext context) => Tell(context.Context, "constructor");

        public void GetObjectData(SerializationInfo info, StreamingContext context) => Tell(context.Context, "data");
    }

#pragma warning disable SYSLIB0051 // The serialization of exceptions is obsolete with the formatters, and is tested here.
    [Serializable]
    private sealed class ToldFailure : Exception
    {
        public ToldFailure(string message)
            : base(message)
        {
        }

        private ToldFailure(SerializationInfo info, StreamingContext context)
            : base(info, context) => Tell(context.Context, "constructor");

        public override void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            base.GetObjectData(info, context);
            Tell(context.Context, "data");
        }
    }
#pragma warning restore SYSLIB0051

    [Serializable]
    private sealed class ToldReference : IObjectReference
    {
        public object GetRealObject(StreamingContext context)
        {
            Tell(context.Context, "real object");
            return this;
        }

        [OnSerializing]
        private void OnSerializing(StreamingContext context) => Tell(context.Context, "serializing");
    }

    private sealed class Plain;

    private sealed class PlainSerializer : ICustomSerializer<Plain>
    {
        public void Write(ref WireWriter writer, Plain value)
        {
            Tell(writer.Context, "write");
            if (writer.Context is "refuse")
            {
                writer.Refuse("refused");
            }
        }

        public Plain Read(ref WireReader reader)
        {
            Tell(reader.Context, "read");
            if (reader.Context is "refuse")
            {
                reader.Reject("refused");
            }
            return new Plain();
        }
    }
}
