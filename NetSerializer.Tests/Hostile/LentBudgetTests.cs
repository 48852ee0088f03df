using System.Collections.ObjectModel;
using System.Runtime.Serialization;
using NetSerializer.Tests.Conformance.Checks;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>
/// In a graph, keys are looked at by what runs without a reader: constructors that wait, callbacks, tables that are filled last. What the boxes take
/// in which it looks at structs comes off the same budget, whenever that is and whatever else the value holds.
/// </summary>
[TestFixture]
internal sealed class LentBudgetTests
{
    private const int Count = 200;

    // What waits and what has a number is in lists that are charged once, and when they grow.
    private const int Lists = 4 << 10;

    // So many objects leave room in the list of numbers for all other shapes: it does not grow for both together.
    private const int RegisterCount = 12 * Count;

    private static readonly TypeModel s_model = TypeModel.Create(
        [typeof(object[]), typeof(HashSet<(Called, (Called, Called))>), typeof(HashSet<(object, (object, object))>), typeof((int, (int, (object, object)))),
            typeof(Plain), typeof(Named), typeof(Register), typeof(Struct)],
        new SerializerOptions { References = ReferenceHandling.Preserve });

    private static IEnumerable<TestCaseData> Shapes()
    {
        yield return Case("a set filled with the callbacks", new HashSet<(Called, (Called, Called))>(
            Enumerable.Range(0, Count).Select(n => (new Called(n), (new Called(n), new Called(n))))));
        yield return Case("a set filled when all objects are there", new HashSet<(object, (object, object))>(
            Enumerable.Range(0, Count).Select(n => ((object)n, ((object)n, (object)n)))));
        yield return Case("the data of an exception", WithData(new Plain()));
        yield return Case("the data of an exception that names another", WithData(new Named()));
        yield return Case("the data of an exception inside of one that names another", new Named(WithData(new Plain())));
        yield return Case("the data of an exception inside of a struct", new Struct { Held = WithData(new Plain()) });

        static TestCaseData Case(string name, object value) => new TestCaseData(value).SetArgDisplayNames(name);
    }

    [TestCaseSource(nameof(Shapes))]
    public void What_is_charged_suffices_and_no_less_does(object value) => Assert.Multiple(() =>
    {
        byte[] bytes = s_model.Serialize<object>(value);
        LimitedRead.Result whole = Read(bytes, SerializerLimits.Default.MaxAllocatedBytes);
        Assert.That(whole.Failure, Is.Null);
        Assert.That(Read(bytes, whole.Charged).Failure, Is.Null);
        Assert.That(Read(bytes, whole.Charged - 1).Failure?.Code, Is.EqualTo(ErrorCode.AllocationTooLarge));
    });

    [TestCaseSource(nameof(Shapes))]
    public void Costs_as_much_in_any_company(object value) => Assert.Multiple(() =>
    {
        object[] others = [new object[1], Registered(), .. Shapes().Select(shape => shape.Arguments[0]!)];
        long alone = Charged(value);
        foreach (object other in others)
        {
            long expected = alone + Charged(other), first = Charged(new[] { value, other }), last = Charged(new[] { other, value });
            Assert.That(first, Is.EqualTo(expected).Within(Lists), $"in front of a {other}");
            Assert.That(last, Is.EqualTo(expected).Within(Lists), $"behind a {other}");
        }
    });

    private static long Charged(object value)
    {
        LimitedRead.Result result = Read(s_model.Serialize<object>(value), SerializerLimits.Default.MaxAllocatedBytes);
        Assert.That(result.Failure, Is.Null);
        return result.Charged;
    }

    private static LimitedRead.Result Read(byte[] bytes, long budget) =>
        LimitedRead.Run<object>(s_model, SerializerLimits.Default with { MaxAllocatedBytes = budget }, bytes);

    private static T WithData<T>(T exception) where T : Exception
    {
        for (int i = 0; i < Count; i++)
        {
            exception.Data.Add((i, (i, ((object)i, (object)i))), null);
        }
        return exception;
    }

    /// <summary>Filled at the end too, and charged then, but its keys lead nowhere.</summary>
    private static Register Registered()
    {
        var register = new Register();
        for (int i = 0; i < RegisterCount; i++)
        {
            register.Add(new Item { Name = $"{i}", Other = register });
        }
        return register;
    }

    /// <summary>Not sealed, so that what derives from it may be asked for its parts.</summary>
    [Serializable]
    private class Called(int number) : IEquatable<Called>
    {
        private int _number = number;

        [OnDeserialized]
        private void Deserialized(StreamingContext context) => _number++;

        [OnSerializing]
        private void Serializing(StreamingContext context) => _number--;

        [OnSerialized]
        private void Serialized(StreamingContext context) => _number++;

        public bool Equals(Called? other) => other?._number == _number;

        public override bool Equals(object? obj) => Equals(obj as Called);

        public override int GetHashCode() => _number;
    }

    [Serializable]
    private sealed class Plain : Exception
    {
        public Plain()
        {
        }

        [Obsolete("A constructor of ISerializable.")]
        private Plain(SerializationInfo info, StreamingContext context)
            : base(info, context)
        {
        }
    }

    [Serializable]
    private sealed class Named : Exception, IObjectReference
    {
        public Named(Exception? inner = null)
            : base(null, inner)
        {
        }

        [Obsolete("A constructor of ISerializable.")]
        private Named(SerializationInfo info, StreamingContext context)
            : base(info, context)
        {
        }

        public object GetRealObject(StreamingContext context) => this;
    }

    [Serializable]
    private struct Struct : ISerializable
    {
        public Exception? Held;

        private Struct(SerializationInfo info, StreamingContext context) => Held = (Exception?)info.GetValue("held", typeof(Exception));

        public readonly void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("held", Held);
    }

    [Serializable]
    private sealed class Item
    {
        public string Name = "";
        public object? Other;
    }

    [Serializable]
    private sealed class Register : KeyedCollection<string, Item>
    {
        protected override string GetKeyForItem(Item item) => item.Name;
    }
}
