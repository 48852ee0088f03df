using System.Runtime.Serialization;
using NetSerializer.Tests.Conformance;
using NUnit.Framework;

namespace NetSerializer.Tests.Protocols;

/// <summary>SerializationInfo.SetType in every kind of slot: what the writer lets pass, the reader of the same slot admits.</summary>
public class SetTypeTests
{
    private static readonly Type[] s_family = [typeof(Top), typeof(Middle), typeof(Lower), typeof(Aside)];

    private static readonly TypeModel s_model = TypeModel.Create(
    [
        .. s_family, typeof(Mask), typeof(MemberOf<Top>), typeof(MemberOf<Middle>), typeof(MemberOf<IMasked>), typeof(MemberOf<IComparable>),
        typeof(MemberOf<ISerializable>), typeof(MemberOf<object>), typeof(List<Middle>), typeof(Middle[]),
        typeof(Dictionary<int, IMasked>),
    ]);

    private static IEnumerable<TestCaseData> Cases =>
        from actual in s_family from set in (Type[])[.. s_family, typeof(Mask)] select new TestCaseData(actual, set);

    [TestCaseSource(nameof(Cases))]
    public void What_is_written_is_admitted_where_it_stands(Type actual, Type set)
    {
        var value = (Top)Activator.CreateInstance(actual)!;
        value.As = set;
        Assert.Multiple(() =>
        {
            Check(value, set, typeof(Top), () => new MemberOf<Top> { Value = value });
            Check(value, set, typeof(object), () => new MemberOf<object> { Value = value });
            Check(value, set, typeof(ISerializable), () => new MemberOf<ISerializable> { Value = value });
            if (value is Middle middle)
            {
                Check(value, set, typeof(Middle), () => new MemberOf<Middle> { Value = middle });
                Check(value, set, typeof(Middle), () => new List<Middle> { middle });
                Check(value, set, typeof(Middle), () => new[] { middle });
                Check(value, set, typeof(IMasked), () => new MemberOf<IMasked> { Value = middle });
                Check(value, set, typeof(IMasked), () => new Dictionary<int, IMasked> { [1] = middle });
                Check(value, set, typeof(IComparable), () => new MemberOf<IComparable> { Value = middle });
            }
        });
    }

    /// <summary>A root is read as its type alone, in a copy too (docs/errors.md).</summary>
    [Test]
    public void A_root_that_writes_itself_as_its_base_class_is_cloned_as_that()
    {
        var value = new Middle { As = typeof(Top) };
        Assert.That(() => s_model.DeepClone(value), Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.TypeIdNotAdmitted));
        Assert.That(s_model.DeepClone<Top>(value), Is.TypeOf<Top>());
        Assert.That(s_model.DeepClone<object>(value), Is.TypeOf<Top>());
    }

    [Test]
    public void A_slot_of_many_types_is_checked_as_well()
    {
        TypeModel model = TypeModel.Create(
            typeof(MemberOf<Middle>), typeof(Middle), typeof(Top), typeof(Many<int>), typeof(Many<byte>), typeof(Many<long>), typeof(Many<char>),
            typeof(Many<bool>), typeof(Many<short>), typeof(Many<uint>), typeof(Many<ulong>), typeof(Many<sbyte>));
        Assert.Multiple(() =>
        {
            Assert.That(model.DeepClone(new MemberOf<Middle> { Value = new Many<int> { As = typeof(Middle) } }).Value, Is.TypeOf<Middle>());
            Assert.That(model.DeepClone(new MemberOf<Middle> { Value = new Many<int>() }).Value, Is.TypeOf<Many<int>>());
            Assert.That(() => model.Serialize(new MemberOf<Middle> { Value = new Many<sbyte> { As = typeof(Top) } }),
                Throws.TypeOf<ValueNotSerializableException>().With.Property("Path").Contains("Value"));
        });
    }

    private static void Check<T>(Top value, Type set, Type declared, Func<T> holder)
    {
        // A type beside its own one is refused everywhere; a reference to the real object fits wherever that does.
        bool isAdmitted = set == typeof(Mask) || (set.IsAssignableTo(declared) && (set.IsAssignableTo(value.GetType()) || value.GetType().IsAssignableTo(set)));
        if (isAdmitted)
        {
            Assert.That(() => s_model.DeepClone(holder()), Throws.Nothing, $"a {value.GetType().Name} as {set.Name} in a {typeof(T)}");
        }
        else
        {
            Assert.That(
                () => s_model.Serialize(holder()),
                Throws.TypeOf<ValueNotSerializableException>().With.Message.Contains("not admitted").And.Property("Path").Not.Empty,
                $"a {value.GetType().Name} as {set.Name} in a {typeof(T)}");
        }
    }

    internal interface IMasked;

    [Serializable]
    internal class Top : ISerializable
    {
        [NonSerialized] public Type? As;

        public Top()
        {
        }

        protected Top(SerializationInfo info, StreamingContext context)
        {
        }

        public void GetObjectData(SerializationInfo info, StreamingContext context) => info.SetType(As ?? GetType());
    }

    [Serializable]
    internal class Middle : Top, IMasked, IComparable
    {
        public Middle()
        {
        }

        protected Middle(SerializationInfo info, StreamingContext context) : base(info, context)
        {
        }

        public int CompareTo(object? obj) => 0;
    }

    [Serializable]
    internal sealed class Lower : Middle
    {
        public Lower()
        {
        }

        private Lower(SerializationInfo info, StreamingContext context) : base(info, context)
        {
        }
    }

    [Serializable]
    internal sealed class Aside : Top
    {
        public Aside()
        {
        }

        private Aside(SerializationInfo info, StreamingContext context) : base(info, context)
        {
        }
    }

    [Serializable]
    internal sealed class Many<T> : Middle
    {
        public T? Content = default;

        public Many()
        {
        }

        private Many(SerializationInfo info, StreamingContext context) : base(info, context)
        {
        }
    }

    /// <summary>Names an object that fits every one of the slots.</summary>
    [Serializable]
    internal sealed class Mask : IObjectReference
    {
        public object GetRealObject(StreamingContext context) => new Lower();
    }
}
