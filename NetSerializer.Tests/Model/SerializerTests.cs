using NetSerializer.Tests.Structure;
using NUnit.Framework;

namespace NetSerializer.Tests.Model;

/// <summary>The process-wide <see cref="Serializer"/>, each test with a library of its own, as in a fresh process.</summary>
public class SerializerTests
{
    [TestCase(nameof(Use_before_Initialize_names_the_line_to_add))]
    [TestCase(nameof(Initialize_again_with_the_same_has_no_effect))]
    [TestCase(nameof(Initialize_with_others_fails_and_changes_nothing))]
    [TestCase(nameof(A_failed_Initialize_can_be_repeated))]
    [TestCase(nameof(Values_travel_typed_and_untyped))]
    [TestCase(nameof(First_calls_meet))]
    public void In_a_fresh_process(string test) => IsolatedLibrary.Run(typeof(SerializerTests), test);

    internal static void Use_before_Initialize_names_the_line_to_add()
    {
        foreach (Action use in (Action[])[() => Serializer.Serialize(new MemoryStream(), "text"), () => Serializer.Deserialize(new MemoryStream()), () =>
            Serializer.Deserialize<int>(new MemoryStream()), () => _ = Serializer.Model])
        {
            Assert.That(use, Throws.TypeOf<InvalidOperationException>().With.Message.Contains("Serializer.Initialize(types)"));
        }
    }

    internal static void Initialize_again_with_the_same_has_no_effect()
    {
        Serializer.Initialize(typeof(Ping), typeof(Pong));
        TypeModel model = Serializer.Model;
        Serializer.Initialize(typeof(Ping), typeof(Pong));
        Serializer.Initialize(new List<Type> { typeof(Ping), typeof(Pong) });
        Serializer.Initialize(typeof(Ping), typeof(Pong), typeof(Ping), typeof(Pong));
        Serializer.Initialize([typeof(Ping), typeof(Pong)], new SerializerOptions
        { Limits = new SerializerLimits(), TypeIds = new Dictionary<Type, ushort>() });
        Assert.That(Serializer.Model, Is.SameAs(model));
    }

    internal static void Initialize_with_others_fails_and_changes_nothing()
    {
        var ids = new Dictionary<Type, ushort> { [typeof(Ping)] = 77 };
        Serializer.Initialize([typeof(Ping), typeof(Pong)], new SerializerOptions { TypeIds = ids });
        TypeModel model = Serializer.Model;
        foreach (Action initialize in (Action[])
        [
            () => Serializer.Initialize(typeof(Ping)),
            () => Serializer.Initialize([typeof(Pong), typeof(Ping)], new SerializerOptions { TypeIds = ids }),
            () => Serializer.Initialize([typeof(Ping), typeof(Pong)]),
            () => Serializer.Initialize([typeof(Ping), typeof(Pong)], new SerializerOptions { TypeIds = new Dictionary<Type, ushort> { [typeof(Ping)] = 78 } }),
            () => Serializer.Initialize([typeof(Ping), typeof(Pong)], new SerializerOptions { TypeIds = ids, Integers = IntegerEncoding.Fixed }),
            () => Serializer.Initialize([typeof(Ping), typeof(Pong)], new SerializerOptions { TypeIds = ids, Limits = SerializerLimits.Trusted }),
        ])
        {
            Assert.That(initialize, Throws.TypeOf<InvalidOperationException>().With.Message.Contains("initialized before"));
        }
        Assert.That(Serializer.Model, Is.SameAs(model));
        Serializer.Initialize([typeof(Ping), typeof(Pong)], new SerializerOptions { TypeIds = new Dictionary<Type, ushort>(ids) });
    }

    internal static void A_failed_Initialize_can_be_repeated()
    {
        Assert.That(() => Serializer.Initialize(typeof(Task)), Throws.TypeOf<TypeModelException>());
        Assert.That(() => Serializer.Initialize((IEnumerable<Type>)null!), Throws.TypeOf<ArgumentNullException>());
        Assert.That(() => Serializer.Model, Throws.TypeOf<InvalidOperationException>());
        Serializer.Initialize(typeof(Ping));
        Assert.That(Serializer.Model.TypeIds[typeof(Ping)], Is.EqualTo(32));
    }

    internal static void Values_travel_typed_and_untyped()
    {
        Serializer.Initialize(typeof(Ping), typeof(Pong));
        var stream = new MemoryStream();
        Serializer.Serialize(stream, new Ping { Number = 1 });
        Serializer.Serialize(stream, (object)new Pong { Answer = new Ping { Number = 2 } });
        Serializer.Serialize(stream, (object?)null);
        Serializer.Serialize(stream, 12345);
        Serializer.Serialize(stream, (object)12345);
        stream.Position = 0;
        Assert.That(((Ping)Serializer.Deserialize(stream)!).Number, Is.EqualTo(1));
        Assert.That(Serializer.Deserialize<Pong>(stream)!.Answer!.Number, Is.EqualTo(2));
        Assert.That(Serializer.Deserialize(stream), Is.Null);
        Assert.That(Serializer.Deserialize<int>(stream), Is.EqualTo(12345));
        Assert.That(Serializer.Deserialize(stream), Is.EqualTo(12345));
        Assert.That(() => Serializer.Deserialize(stream), Throws.TypeOf<EndOfStreamException>());
        stream.SetLength(0);
        Serializer.SerializeAsync(stream, new Ping { Number = 3 }).AsTask().Wait();
        stream.Position = 0;
        Assert.That(Serializer.DeserializeAsync<Ping>(stream).AsTask().Result!.Number, Is.EqualTo(3));
    }

    internal static void First_calls_meet()
    {
        TypeModel[] models = Together.Run(16, i =>
        {
            Serializer.Initialize(typeof(Ping), typeof(Pong));
            var stream = new MemoryStream();
            Serializer.Serialize(stream, new Pong { Answer = new Ping { Number = i } });
            stream.Position = 0;
            Assert.That(((Pong)Serializer.Deserialize(stream)!).Answer!.Number, Is.EqualTo(i));
            return Serializer.Model;
        });
        Assert.That(models.Distinct(), Has.Exactly(1).Items);
    }

    [Serializable] public class Ping { public int Number; }

    [Serializable] public class Pong { public Ping? Answer; }
}
