using System.Runtime.Serialization;
using NetSerializer.Tests.Conformance;
using NetSerializer.Tests.Oracle;
using NUnit.Framework;

namespace NetSerializer.Tests.Protocols;

/// <summary>SerializationInfo.SetType in the GetObjectData of an exception: it is written as another one.</summary>
public class ExceptionSetTypeTests
{
    private static readonly Type[] s_roots =
    [
        typeof(Disguised), typeof(Derived), typeof(Fieldless), typeof(Many), typeof(Splitting), typeof(Exception[]), typeof(ArgumentException),
        typeof(MemberOf<object>), typeof(MemberOf<Exception>), typeof(MemberOf<Disguised>), typeof(MemberOf<IMarked>), typeof(Alias),
        typeof(List<Exception>),
    ];

    private static readonly TypeModel s_model = TypeModel.Create(s_roots);
    private static readonly TypeModel s_graphs = TypeModel.Create(s_roots, new SerializerOptions { References = ReferenceHandling.Preserve });

    private static IEnumerable<TypeModel> Models => [s_model, s_graphs];

    [TestCaseSource(nameof(Models))]
    public void It_comes_back_as_the_type_that_was_set_as_with_BinaryFormatter(TypeModel model)
    {
        Exception original = Caught(new Disguised("text", new InvalidOperationException("inner"))
        { HelpLink = "help", Source = "source", Data = { ["key"] = 5 } });
        ((Disguised)original).As = typeof(InvalidOperationException);
        var copy = (Exception)model.Deserialize(model.Serialize(original))!;
        var theirs = (Exception)BinaryFormatterPeer.Clone<object>(original);
        Assert.That(copy, Is.TypeOf<InvalidOperationException>());
        Assert.That(theirs, Is.TypeOf<InvalidOperationException>());
        Assert.That(Properties(copy), Is.EqualTo(Properties(theirs)));
    }

    [TestCaseSource(nameof(Models))]
    public void It_is_honoured_wherever_the_type_fits(TypeModel model)
    {
        var invalid = new Disguised("a") { As = typeof(InvalidOperationException) };
        var derived = new Disguised("b") { As = typeof(Derived) };
        var below = new Derived("c") { As = typeof(Disguised) };
        Assert.Multiple(() =>
        {
            Assert.That(model.DeepClone(new MemberOf<object> { Value = invalid }).Value, Is.TypeOf<InvalidOperationException>());
            Assert.That(model.DeepClone(new MemberOf<Exception> { Value = invalid }).Value, Is.TypeOf<InvalidOperationException>());
            Assert.That(model.DeepClone(new MemberOf<Exception> { Value = new Exception("outer", invalid) }).Value!.InnerException,
                Is.TypeOf<InvalidOperationException>());
            Assert.That(model.DeepClone(new List<Exception> { invalid, derived, below }).Select(copy => (copy.GetType(), copy.Message)),
                Is.EqualTo(new[] { (typeof(InvalidOperationException), "a"), (typeof(Derived), "b"), (typeof(Disguised), "c") }));
            Assert.That(model.DeepClone(new MemberOf<Disguised> { Value = derived }).Value, Is.TypeOf<Derived>());
            Assert.That(model.DeepClone(new MemberOf<IMarked> { Value = below }).Value, Is.TypeOf<Disguised>());
        });
    }

    [Test]
    public void One_that_occurs_twice_stays_one_in_graphs()
    {
        var invalid = new Disguised("a") { As = typeof(InvalidOperationException) };
        List<Exception> copy = s_graphs.DeepClone(new List<Exception> { invalid, invalid });
        Assert.That(copy[0], Is.TypeOf<InvalidOperationException>().And.SameAs(copy[1]));
    }

    [TestCaseSource(nameof(Models))]
    public void Fields_below_the_entries_are_left_out(TypeModel model)
    {
        Exception copy = model.DeepClone(new List<Exception> { new Fieldless("a", 5) { As = typeof(Disguised) }, new Fieldless("b", 6) })[0]!;
        Assert.That((copy.GetType(), copy.Message), Is.EqualTo((typeof(Disguised), "a")));
        Assert.That(model.DeepClone(new List<Exception> { new Fieldless("b", 6) })[0],
            Is.TypeOf<Fieldless>().With.Matches<Fieldless>(plain => plain is { Number: 6 }));
    }

    [Test]
    public void Of_an_aggregate_the_inner_exception_stays()
    {
        var copy = s_model.DeepClone(new List<Exception> { new Many(new ArgumentException("first"), new ArgumentException("second")) })[0];
        Assert.That((copy.GetType(), copy.InnerException?.Message), Is.EqualTo((typeof(Exception), "first")));
    }

    [Test]
    public void An_inner_exception_stays_whatever_the_entries_are_called()
    {
        var inner = new ArgumentException("inner");
        Exception copy = s_model.DeepClone<Exception>(new Splitting("a", inner));
        Assert.That(copy.InnerException, Is.TypeOf<ArgumentException>().With.Message.EqualTo("inner"));
    }

    [TestCase(typeof(ArgumentException), "not admitted")]
    [TestCase(typeof(Alias), "no exception")]
    [TestCase(typeof(FormatException), "add typeof(System.FormatException)")]
    [TestCase(typeof(Fieldless), "no constructor (SerializationInfo, StreamingContext) of its own")]
    public void Another_type_is_refused_with_the_reason(Type type, string text)
    {
        ValueNotSerializableException failure =
            Assert.Throws<ValueNotSerializableException>(() => s_model.Serialize<object>(new MemberOf<object> { Value = new Disguised("a") { As = type } }));
        Assert.That(failure.Message, Does.Contain("GetObjectData of").And.Contain(text));
        Assert.That(failure.Path, Does.EndWith("Value"));
    }

    [Test]
    public void A_slot_that_does_not_admit_the_type_refuses_it()
    {
        var invalid = new Disguised("a") { As = typeof(InvalidOperationException) };
        TypeModel alone = TypeModel.Create(typeof(MemberOf<Disguised>), typeof(Disguised));
        Assert.Multiple(() =>
        {
            Assert.That(() => s_model.Serialize(new MemberOf<Disguised> { Value = invalid }),
                Throws.TypeOf<ValueNotSerializableException>().With.Message.Contains("not admitted"));
            Assert.That(() => s_model.Serialize(new MemberOf<IMarked> { Value = invalid }),
                Throws.TypeOf<ValueNotSerializableException>().With.Message.Contains("not admitted"));
            Assert.That(() => alone.Serialize(new MemberOf<Disguised> { Value = invalid }),
                Throws.TypeOf<ValueNotSerializableException>().With.Message.Contains("not admitted"));
        });
    }

    private static Exception Caught(Exception exception)
    {
        try
        {
            throw exception;
        }
        catch (Exception caught)
        {
            return caught;
        }
    }

    private static object?[] Properties(Exception exception) =>
        [exception.Message, exception.InnerException?.GetType(), exception.InnerException?.Message, exception.HelpLink, exception.Source, exception.HResult,
            exception.StackTrace, exception.Data["key"], exception.Data.Count];

    internal interface IMarked;

    [Serializable]
    internal class Disguised : InvalidOperationException, IMarked
    {
        [NonSerialized] public Type? As;

        public Disguised(string message, Exception? inner = null) : base(message, inner)
        {
        }

        protected Disguised(SerializationInfo info, StreamingContext context) : base(info, context)
        {
        }

        public override void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            base.GetObjectData(info, context);
            info.AddValue("More", 1);
            info.SetType(As ?? GetType());
        }
    }

    [Serializable]
    internal sealed class Derived : Disguised
    {
        public Derived(string message) : base(message)
        {
        }

        private Derived(SerializationInfo info, StreamingContext context) : base(info, context)
        {
        }
    }

    /// <summary>Has a field instead of a constructor that takes entries.</summary>
    [Serializable]
    internal sealed class Fieldless(string message, int number) : Disguised(message)
    {
        public int Number = number;
    }

    [Serializable]
    internal sealed class Many : AggregateException
    {
        public Many(params Exception[] inner) : base("many", inner)
        {
        }

        private Many(SerializationInfo info, StreamingContext context) : base(info, context)
        {
        }

        public override void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            base.GetObjectData(info, context);
            info.SetType(typeof(Exception));
        }
    }

    /// <summary>Has an entry of the name that an aggregate has.</summary>
    [Serializable]
    internal sealed class Splitting : Exception
    {
        public Splitting(string message, Exception inner) : base(message, inner)
        {
        }

        private Splitting(SerializationInfo info, StreamingContext context) : base(info, context)
        {
        }

        public override void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            base.GetObjectData(info, context);
            info.AddValue("InnerExceptions", new[] { InnerException! });
        }
    }

    [Serializable]
    internal sealed class Alias : IObjectReference
    {
        public object GetRealObject(StreamingContext context) => new InvalidOperationException();
    }
}
