using NUnit.Framework;

namespace NetSerializer.Tests.Protocols;

/// <summary>Exceptions of types that a model does not have: SerializerOptions.UnknownExceptions.</summary>
public sealed class RemoteExceptionTests
{
    private static readonly Type[] s_roots = [typeof(Reply), typeof(KnownFailure), typeof(AggregateException)];

    [Test]
    public void An_unknown_exception_arrives_with_all_that_can_be_known_of_it([Values] ReferenceHandling references)
    {
        TypeModel model = Create(references);
        var read = (RemoteException)model.DeepClone(new Reply { Failure = Thrown() }).Failure!;
        Assert.Multiple(() =>
        {
            Assert.That(read.TypeName, Is.EqualTo(typeof(UnknownFailure).FullName));
            Assert.That(read.Message, Is.EqualTo("outer"));
            Assert.That(read.StackTrace, Does.Contain(nameof(Thrown)));
            Assert.That((read.HResult, read.Source, read.HelpLink), Is.EqualTo((77, "source", "link")));
            Assert.That(read.Data.Keys, Is.EquivalentTo(new object[] { "number", 5 }));
            Assert.That(read.Data["number"], Is.EqualTo(1.5m));
            Assert.That(read.InnerException, Is.TypeOf<KnownFailure>().With.Property("Number").EqualTo(3));
            Assert.That(read.InnerException!.InnerException, Is.TypeOf<RemoteException>().With.Property("Message").EqualTo("innermost"));
            Assert.That(read.InnerExceptions, Is.EqualTo(new[] { read.InnerException }));
            Assert.That(read.ToString(), Does.StartWith(read.TypeName).And.Contain("innermost").And.Contain(nameof(Thrown)));
        });
        Assert.That(Rethrown(read).StackTrace, Does.Contain(nameof(Thrown)).And.Contain(nameof(Rethrown)));
        Assert.That(model.DeepClone<object>(read), Is.TypeOf<RemoteException>().With.Property("TypeName").EqualTo(read.TypeName));
    }

    [Test]
    public void All_inner_exceptions_of_an_unknown_aggregate_arrive()
    {
        var aggregate = new UnknownAggregate(new KnownFailure("a"), new UnknownFailure("b", null));
        var read = (RemoteException)Create().DeepClone<object>(aggregate);
        Assert.That(read.InnerExceptions.Select(inner => inner.Message), Is.EqualTo(new[] { "a", "b" }));
        Assert.That(read.InnerExceptions[1], Is.TypeOf<RemoteException>());
        var known = (AggregateException)Create().DeepClone<object>(new AggregateException(new UnknownFailure("c", null)));
        Assert.That(known.InnerExceptions, Has.Count.EqualTo(1).And.All.TypeOf<RemoteException>());
    }

    [Test]
    public void A_graph_keeps_that_it_is_one()
    {
        var failure = new UnknownFailure("x", null);
        var text = new string('t', 3);
        object[] value = [failure, text, new Reply { Failure = failure, Any = failure }, text];
        var read = (object[])Create(ReferenceHandling.Preserve).DeepClone<object>(value);
        var reply = (Reply)read[2];
        Assert.Multiple(() =>
        {
            Assert.That(read[0], Is.TypeOf<RemoteException>().And.SameAs(reply.Failure).And.SameAs(reply.Any));
            Assert.That(read[3], Is.SameAs(read[1]));
        });
        TypeModel unshared = TypeModel.Create(s_roots, Options(ReferenceHandling.Preserve) with { NeverShared = type => type == typeof(RemoteException) });
        read = (object[])unshared.DeepClone<object>(value);
        Assert.That(read[0], Is.TypeOf<RemoteException>().And.Not.SameAs(((Reply)read[2]).Any));
        Assert.That(read[3], Is.SameAs(read[1]));
    }

    [Test]
    public void Where_one_cannot_stand_it_is_refused()
    {
        TypeModel model = Create();
        Assert.Multiple(() =>
        {
            Assert.That(() => model.Serialize(new Reply { Known = new DerivedFailure("x") }), Throws.TypeOf<ValueNotSerializableException>());
            Assert.That(() => model.Serialize<object>(new ComparableFailure()), Throws.TypeOf<ValueNotSerializableException>(), "by its interface");
            Assert.That(() => TypeModel.Create(s_roots).Serialize<object>(new UnknownFailure("x", null)), Throws.TypeOf<ValueNotSerializableException>());
        });
    }

    [Test]
    public void A_place_of_many_exceptions_that_takes_no_other_refuses_it_too()
    {
        Type[] many = [.. SerializableTypes.Exceptions.Where(type => type.IsAssignableTo(typeof(SystemException)))];
        TypeModel model = TypeModel.Create([typeof(SystemReply), .. many], Options(ReferenceHandling.None));
        Assert.That(model.DeepClone(new SystemReply { Failure = new ArgumentException("x") }).Failure, Is.TypeOf<ArgumentException>());
        Assert.That(() => model.Serialize(new SystemReply { Failure = new UnknownSystemFailure() }),
            Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.TypeNotRegistered));
        Assert.That(model.DeepClone<object>(new UnknownSystemFailure()), Is.TypeOf<RemoteException>());
    }

    [Test]
    public void Data_that_lead_back_to_it_stay_behind()
    {
        var failure = new UnknownFailure("x", null);
        failure.Data["self"] = failure;
        failure.Data["list"] = new List<object> { failure };
        failure.Data["good"] = new List<object> { 1 };
        var read = (RemoteException)Create().DeepClone<object>(failure);
        Assert.That(read.Data.Keys, Is.EqualTo(new[] { "good" }));
    }

    [Test]
    public void The_model_has_it_behind_its_other_types_and_says_so()
    {
        TypeModel plain = TypeModel.Create(s_roots), model = Create();
        Assert.Multiple(() =>
        {
            Assert.That(plain.TypeIds.Select(pair => (pair.Key, pair.Value)), Is.SubsetOf(model.TypeIds.Select(pair => (pair.Key, pair.Value))));
            Assert.That(model.TypeIds.TryGetId(typeof(RemoteException), out _));
            Assert.That(model.Fingerprint.ToArray(), Is.Not.EqualTo(plain.Fingerprint.ToArray()));
            Assert.That(model.With(typeof(TimeoutException)).TypeIds[typeof(RemoteException)], Is.EqualTo(model.TypeIds[typeof(RemoteException)]));
            Assert.That(model.CanSerialize(typeof(UnknownFailure)));
            Assert.That(plain.CanSerialize(typeof(UnknownFailure)), Is.False);
        });
    }

    private static TypeModel Create(ReferenceHandling references = ReferenceHandling.None) => TypeModel.Create(s_roots, Options(references));

    private static SerializerOptions Options(ReferenceHandling references) =>
        new() { References = references, UnknownExceptions = UnknownExceptions.AsRemoteException };

    private static UnknownFailure Thrown()
    {
        try
        {
            throw new UnknownFailure("outer", new KnownFailure("inner", new UnknownFailure("innermost", null)) { Number = 3 })
            {
                HResult = 77,
                Source = "source",
                HelpLink = "link",
                Data = { ["number"] = 1.5m, [5] = null, ["stranger"] = new Version(1, 2), [new Version(1, 2)] = 1 },
            };
        }
        catch (UnknownFailure failure)
        {
            return failure;
        }
    }

    private static Exception Rethrown(Exception failure)
    {
        try
        {
            throw failure;
        }
        catch (RemoteException again)
        {
            return again;
        }
    }

    [Serializable]
    private sealed class Reply
    {
        public Exception? Failure;
        public KnownFailure? Known;
        public object? Any;
    }

    [Serializable]
    private sealed class SystemReply
    {
        public SystemException? Failure;
    }

    [Serializable]
    private class KnownFailure(string message, Exception? inner = null) : Exception(message, inner)
    {
        public int Number { get; set; }
    }

    private sealed class DerivedFailure(string message) : KnownFailure(message);

    private sealed class UnknownFailure(string message, Exception? inner) : Exception(message, inner);

    private sealed class UnknownSystemFailure : SystemException;

    private sealed class UnknownAggregate(params Exception[] inner) : AggregateException(inner);

    private sealed class ComparableFailure : Exception, IComparable
    {
        public int CompareTo(object? other) => 0;
    }
}
