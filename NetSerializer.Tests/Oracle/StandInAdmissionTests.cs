using System.Runtime.Serialization;
using NetSerializer.Tests.Conformance;
using NetSerializer.Tests.Oracle.Schema;
using NUnit.Framework;

namespace NetSerializer.Tests.Oracle;

/// <summary>
/// Where a type of section 5f fits, all types with IObjectReference are admitted besides (section 6). What the framework's own scalars implement makes
/// them no types of section 5f: a date, though <see cref="DateTime"/> has <see cref="ISerializable"/>, is written as its ticks and never as another object.
/// </summary>
public sealed class StandInAdmissionTests
{
    private static readonly (ErrorCode?, string?, bool) s_accepted = (null, null, true);
    private static readonly (ErrorCode?, string?, bool) s_notAdmitted = (ErrorCode.TypeIdNotAdmitted, RejectionCode.TypeIdNotAdmitted, true);

    [Test]
    public void Among_scalars_alone_none_is_admitted([Values] ReferenceHandling references, [Values] bool isRoot)
    {
        Assert.That(new object[] { default(DateTime), default(DateTimeOffset), 0m }, Is.All.InstanceOf<ISerializable>(), "those who claim to be");
        Assert.Multiple(() =>
        {
            Assert.That(Verdicts<IComparable>(references, isRoot, typeof(StandIn)), Is.EqualTo(s_notAdmitted), "an interface of scalars");
            Assert.That(Verdicts<ValueType>(references, isRoot, typeof(StandIn)), Is.EqualTo(s_notAdmitted), "their base");
            Assert.That(Verdicts<ISerializable>(references, isRoot, typeof(StandIn)), Is.EqualTo(s_notAdmitted), "what they claim to be");
        });
    }

    [Test]
    public void Beside_a_type_that_says_itself_what_it_consists_of_it_is([Values] ReferenceHandling references, [Values] bool isRoot)
    {
        Assert.Multiple(() =>
        {
            Assert.That(Verdicts<IComparable>(references, isRoot, typeof(StandIn), typeof(Rank)), Is.EqualTo(s_accepted), "an interface");
            Assert.That(Verdicts<ValueType>(references, isRoot, typeof(StandIn), typeof(Rank)), Is.EqualTo(s_accepted), "a base");
            Assert.That(Verdicts<ISerializable>(references, isRoot, typeof(StandIn), typeof(Rank)), Is.EqualTo(s_accepted), "what it is");
            Assert.That(Verdicts<IRanked>(references, isRoot, typeof(StandIn), typeof(Rank), typeof(Unranked)), Is.EqualTo(s_accepted), "one of its own");
        });
    }

    [Test]
    public void A_type_with_a_custom_serializer_is_neither([Values] ReferenceHandling references, [Values] bool isRoot)
    {
        var stands = new EmptySerializer<StandIn>(() => new StandIn());
        var says = new EmptySerializer<Rank>(() => new Rank(5));
        Type[] both = [typeof(StandIn), typeof(Rank)];
        Assert.Multiple(() =>
        {
            Assert.That(Of<IComparable>(CustomSerializer.For(stands), stands.Row, both), Is.EqualTo(s_notAdmitted), "who stands in");
            Assert.That(Of<IComparable>(CustomSerializer.For(says), says.Row, both), Is.EqualTo(s_notAdmitted), "who is stood in for");
            Assert.That(Of<IRanked>(CustomSerializer.For(says), says.Row, [.. both, typeof(Unranked)]), Is.EqualTo(s_notAdmitted), "one of its own");
        });

        (ErrorCode?, string?, bool) Of<T>(CustomSerializer serializer, KeyValuePair<Type, CustomForm> form, Type[] types)
            where T : class => Verdicts<T>(references, isRoot, [serializer], [form], types);
    }

    [Test]
    public void What_a_custom_serializer_gives_is_not_asked_for_another_object([Values] ReferenceHandling references)
    {
        var serializer = new EmptySerializer<StandIn>(() => new StandIn());
        TypeModel model = TypeModel.Create(
            [typeof(MemberOf<StandIn>), typeof(MemberOf<object>)],
            new SerializerOptions { References = references, Serializers = [CustomSerializer.For(serializer)] });
        Assert.Multiple(() =>
        {
            Assert.That(model.DeepClone(new MemberOf<StandIn> { Value = new() })!.Value, Is.InstanceOf<StandIn>());
            Assert.That(model.DeepClone(new MemberOf<object> { Value = new StandIn() })!.Value, Is.InstanceOf<StandIn>());
            Assert.That(model.Deserialize<object>(model.Serialize<object>(new StandIn())), Is.InstanceOf<StandIn>());
        });
    }

    private static (ErrorCode? Engine, string? Oracle, bool AreSame) Verdicts<T>(ReferenceHandling references, bool isRoot, params Type[] others)
        where T : class => Verdicts<T>(references, isRoot, [], [], others);

    // A root, or a member that is null and then an object in its place; that object has no members of its own.
    private static (ErrorCode? Engine, string? Oracle, bool AreSame) Verdicts<T>(
        ReferenceHandling references, bool isRoot, CustomSerializer[] serializers, KeyValuePair<Type, CustomForm>[] forms, Type[] others)
        where T : class
    {
        var options = new SerializerOptions { References = references, Serializers = serializers };
        TypeModel engine = TypeModel.Create([typeof(MemberOf<T>), .. others], options);
        byte[] bytes = isRoot ? engine.Serialize<T?>(null) : engine.Serialize(new MemberOf<T>());
        Assert.That(bytes[^1], Is.Zero, "the root or the member");
        int id = engine.TypeIds.Single(pair => pair.Key == typeof(StandIn)).Value;
        bytes[^1] = checked((byte)(references == ReferenceHandling.Preserve ? id << 1 : id));
        return isRoot ? Compare<T>(engine, forms, bytes, value => value) : Compare<MemberOf<T>>(engine, forms, bytes, holder => holder?.Value);
    }

    // They are the same when both mean the same byte, or have read the same.
    private static (ErrorCode? Engine, string? Oracle, bool AreSame) Compare<TRoot>(
        TypeModel engine, KeyValuePair<Type, CustomForm>[] forms, byte[] bytes, Func<TRoot?, object?> look)
        where TRoot : class
    {
        var oracle = new OracleModel(engine.Describe(), engine.TypeIds.Select(pair => (pair.Value, pair.Key)), forms.ToDictionary());
        object? read = null;
        MalformedDataException? rejection = null;
        try
        {
            read = look(engine.Deserialize<TRoot>(bytes));
        }
        catch (MalformedDataException rejected)
        {
            rejection = rejected;
        }

        try
        {
            object? expected = look((TRoot?)new SlowReader(oracle).Read(typeof(TRoot), bytes, out int consumed));
            return (rejection?.Code, null, consumed == bytes.Length && expected is not null && expected.Equals(read));
        }
        catch (OracleRejection rejected)
        {
            return (rejection?.Code, rejected.Code, rejected.Offset == rejection?.Offset);
        }
    }

    private sealed class EmptySerializer<T>(Func<T> make) : ICustomSerializer<T>
    {
        public string Format => "empty";

        public KeyValuePair<Type, CustomForm> Row => new(typeof(T), new CustomForm(Format, [], _ => [], _ => make()));

        public void Write(ref WireWriter writer, T value)
        {
        }

        public T Read(ref WireReader reader) => make();
    }

    [Serializable]
    private sealed class StandIn : IObjectReference
    {
        public object GetRealObject(StreamingContext context) => new Rank(5);
    }

    [Serializable]
    private readonly struct Rank(int number) : ISerializable, IComparable, IRanked
    {
        private readonly int _number = number;

        private Rank(SerializationInfo info, StreamingContext context) : this(info.GetInt32("number"))
        {
        }

        public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("number", _number);

        public int CompareTo(object? other) => other is Rank rank ? _number.CompareTo(rank._number) : 1;
    }

    /// <summary>Two types have it, so that their ids are in the schema text.</summary>
    public interface IRanked;

    [Serializable]
    private sealed class Unranked : IRanked;
}
