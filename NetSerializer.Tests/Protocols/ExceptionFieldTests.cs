using System.Runtime.Serialization;
using NetSerializer.Tests.Oracle;
using NUnit.Framework;

namespace NetSerializer.Tests.Protocols;

/// <summary>
/// Exceptions with the constructor of the old style and no GetObjectData: BinaryFormatter loses their fields. Here these travel as members, and the
/// constructor runs all the same.
/// </summary>
public sealed class ExceptionFieldTests
{
    private static readonly Type[] s_types =
        [typeof(Coded), typeof(Layered), typeof(Outermost), typeof(Microsoft.FSharp.Core.MatchFailureException), typeof(Wrap), typeof(TimeoutException)];

    [Test]
    public void The_fields_travel([Values] ReferenceHandling references)
    {
        TypeModel model = TypeModel.Create(s_types, new SerializerOptions { References = references });
        var value = new Coded("text", 42, new TimeoutException("inner")) { Errors = ["a", "b"], Left = "left" };
        Coded copy = model.DeepClone(value), theirs = BinaryFormatterPeer.Clone(value);
        Assert.Multiple(() =>
        {
            Assert.That((copy.Code, copy.Errors, copy.Left), Is.EqualTo((42, value.Errors, "constructed")), "behind the initializers of the fields");
            Assert.That((copy.Message, copy.InnerException?.Message), Is.EqualTo(("text", "inner")));
            Assert.That((theirs.Message, theirs.Left), Is.EqualTo((copy.Message, copy.Left)));
            Assert.That(theirs.Code, Is.Zero);
            Assert.That(((Coded)model.DeepClone<Exception>(value)).Code, Is.EqualTo(42));
            Assert.That(((Coded)model.DeepClone(new Wrap { Any = value }).Any!).Errors, Is.EqualTo(value.Errors));
        });
    }

    [Test]
    public void Each_class_gives_its_fields_in_its_own_way([Values] ReferenceHandling references)
    {
        TypeModel model = TypeModel.Create(s_types, new SerializerOptions { References = references });
        Layered layered = model.DeepClone(new Layered("a", 1, 2));
        Outermost outermost = model.DeepClone(new Outermost("b", 3, 4, 5));
        Assert.Multiple(() =>
        {
            Assert.That((layered.Code, layered.Entry, layered.Errors), Is.EqualTo((1, 2, Array.Empty<string>())),
                "a class with GetObjectData over one without");
            Assert.That((outermost.Code, outermost.Entry, outermost.Own), Is.EqualTo((3, 4, 5)), "and a class without over that");
        });
    }

    [Test]
    public void Exceptions_of_FSharp_keep_their_content()
    {
        TypeModel model = TypeModel.Create(s_types);
        var copy = (Microsoft.FSharp.Core.MatchFailureException)model.DeepClone<Exception>(new Microsoft.FSharp.Core.MatchFailureException("file", 5, 7));
        Assert.That((copy.Data0, copy.Data1, copy.Data2), Is.EqualTo(("file", 5, 7)));
    }

    [Test]
    public void A_field_that_cannot_travel_is_refused_with_the_cure() =>
        Assert.That(() => TypeModel.Create(typeof(Noisy)), Throws.TypeOf<TypeModelException>().With.Message.Contains("NonSerialized]"));

    [Test]
    public void An_exception_cannot_set_the_type_of_one_that_has_such_fields()
    {
        TypeModel model = TypeModel.Create(typeof(Masked), typeof(Coded));
        Assert.That(() => model.Serialize<Exception>(new Masked("text")),
            Throws.TypeOf<ValueNotSerializableException>().With.Message.Contains("fields that no GetObjectData gives"));
    }

    [Serializable]
    internal class Coded : InvalidOperationException
    {
        public readonly int Code;
        public string[] Errors = [];
        [NonSerialized] public string Left = "constructed";

        public Coded(string message, int code, Exception? inner = null) : base(message, inner) => Code = code;

        protected Coded(SerializationInfo info, StreamingContext context) : base(info, context)
        {
        }
    }

    [Serializable]
    internal class Layered : Coded
    {
        public Layered(string message, int code, int entry) : base(message, code) => Entry = entry;

        protected Layered(SerializationInfo info, StreamingContext context) : base(info, context) => Entry = info.GetInt32("entry");

        public int Entry { get; }

        public override void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            base.GetObjectData(info, context);
            info.AddValue("entry", Entry);
        }
    }

    [Serializable]
    internal sealed class Outermost : Layered
    {
        public Outermost(string message, int code, int entry, int own) : base(message, code, entry) => Own = own;

        private Outermost(SerializationInfo info, StreamingContext context) : base(info, context)
        {
        }

        public int Own { get; }
    }

    [Serializable]
    private sealed class Masked(string message) : Coded(message, 1)
    {
        public override void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            base.GetObjectData(info, context);
            info.SetType(typeof(Coded));
        }
    }

    [Serializable]
    private sealed class Noisy : Exception
    {
        public Stream? Where { get; init; }

        private Noisy(SerializationInfo info, StreamingContext context) : base(info, context)
        {
        }
    }

    [Serializable]
    internal sealed class Wrap
    {
        public object? Any;
    }
}
