using System.Collections.ObjectModel;
using System.Dynamic;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NUnit.Framework;

namespace NetSerializer.Tests.Fuzzing;

/// <summary>The walk against values made wrong by force, as a reader with a defect would make them: what it does not see, the fuzzer does not find.</summary>
[TestFixture]
internal sealed class TypeSafetyWalkTests
{
    private static readonly TypeModel s_model = TypeModel.Create(
        [typeof(Cell), typeof(Derived), typeof(Scalars), typeof(List<string>), typeof(Dictionary<string, int>), typeof(HashSet<long>), typeof(bool[]),
            typeof(int[]), typeof(uint[]), typeof(float[]), typeof(Cell[])],
        new SerializerOptions { NonFiniteFloats = NonFiniteFloats.Reject });

    private static IEnumerable<TestCaseData> Wrong()
    {
        yield return Case("another class in a member", new Cell { Next = Unsafe.As<Cell>(new Derived[1]) });
        yield return Case("a string in a member", new Cell { Next = Unsafe.As<Cell>("text") });
        yield return Case("deep below", new Cell { Next = new Derived { Next = new Cell { Name = Unsafe.As<string>(new Cell()) } } });
        yield return Case("a class that is not in the model", new Cell { Any = new Stranger() });
        yield return Case("in an element", new object[] { new Cell { Next = Unsafe.As<Cell>(new object()) } });
        yield return Case("an uint[] in an int[]", new Cell { Numbers = (int[])(object)new uint[1] });
        yield return Case("a bool of 2", new Scalars { Flag = Unsafe.BitCast<byte, bool>(2) });
        yield return Case("a bool of 255 in an array", Bools(0, 1, 255));
        yield return Case("a decimal with a scale of 29", new Scalars { Money = Decimal(29 << 16) });
        yield return Case("a decimal with unused flags", new Scalars { Money = Decimal(1) });
        yield return Case("a DateTime behind the year 9999", new Scalars { Moment = Unsafe.BitCast<long, DateTime>(DateTime.MaxValue.Ticks + 1) });
        yield return Case("a TimeOnly of a whole day", new Scalars { Time = Unsafe.BitCast<long, TimeOnly>(TimeSpan.TicksPerDay) });
        yield return Case("a DateOnly before the first", new Scalars { Day = Unsafe.BitCast<int, DateOnly>(-1) });
        yield return Case("a float that is not finite", new Scalars { Number = float.NaN });
        yield return Case("in an array", new[] { 1f, float.PositiveInfinity });
        yield return Case("a list longer than its array", LongList());
        yield return Case("a dictionary that does not find its key", LostKey());
        yield return Case("a set that does not find its element", LostElement());
        yield return Case("a list over an array of another type", ListOverObjects());
    }

    // What refers to a name of an ExpandoObject refers to another text when it has been read.
    [TestCase(ReferenceHandling.None, StringHandling.ByReference, false)]
    [TestCase(ReferenceHandling.Preserve, StringHandling.ByReference, true)]
    [TestCase(ReferenceHandling.Preserve, StringHandling.Values, false)]
    public void GraphsWithNamesThatTheFrameworkSharesHaveSeveralEncodings(ReferenceHandling references, StringHandling strings, bool expected)
    {
        var walk = new TypeSafetyWalk(TypeModel.Create([typeof(ExpandoObject)], new SerializerOptions { References = references, Strings = strings }));
        IDictionary<string, object?> value = new ExpandoObject();
        value["name"] = 1;
        Assert.That(walk.Visit(typeof(object), value), Is.Null);
        Assert.That(walk.HasSeveralEncodings, Is.EqualTo(expected));
    }

    [Test]
    public void CoversOfGraphsAreLookedThrough()
    {
        TypeModel model = TypeModel.Create(
            [typeof(ReadOnlyCollection<int>), typeof(uint[])], new SerializerOptions { References = ReferenceHandling.Preserve });
        Assert.That(Fault(new ReadOnlyCollection<int>([1])), Is.Null);
        Assert.That(Fault(new ReadOnlyCollection<int>((IList<int>)(object)new uint[1])), Is.Null, "as behind any interface");
        Assert.That(Fault(new ReadOnlyCollection<int>(new ReadOnlyCollection<int>([1]))), Does.Contain("a cover of System.Collections"));
        Assert.That(Fault(RuntimeHelpers.GetUninitializedObject(typeof(ReadOnlyCollection<int>))), Does.Contain("a cover of nothing"));
        Assert.That(Fault(new ReadOnlyCollection<int>(new Queued())), Does.Contain("which is not in the model"));

        string? Fault(object cover) => TypeSafetyWalk.FirstFault(model, typeof(object), cover);
    }

    [TestCaseSource(nameof(Wrong))]
    public void WrongValuesAreSeen(object value) => Assert.That(TypeSafetyWalk.FirstFault(s_model, typeof(object), value), Is.Not.Null);

    [Test]
    public void GoodValuesPass()
    {
        object?[] good =
        [
            null, new Cell { Next = new Derived { Name = "x" }, Any = 5, Numbers = [1] }, new Scalars
                { Money = 1.50m, Moment = DateTime.MaxValue, Flag = true }, new List<string> { "a" },
            new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase) { ["a"] = 1 }, new HashSet<long> { 1, 2 }, new[] { true },
            new object?[] { null, 1m, "x" },
        ];
        Assert.That(good.Select(value => TypeSafetyWalk.FirstFault(s_model, typeof(object), value)), Is.All.Null);
    }

    [Test]
    public void NullIsNoValueType() => Assert.That(TypeSafetyWalk.FirstFault(s_model, typeof(int), null), Is.Not.Null);

    private sealed class Queued : List<int>;

    private static TestCaseData Case(string name, object value) => new TestCaseData(value).SetArgDisplayNames(name);

    private static bool[] Bools(params byte[] bytes)
    {
        bool[] bools = new bool[bytes.Length];
        bytes.CopyTo(MemoryMarshal.AsBytes(bools.AsSpan()));
        return bools;
    }

    // Flags come first in memory, whatever the constructor checks.
    private static decimal Decimal(int flags)
    {
        decimal value = 1;
        Unsafe.As<decimal, int>(ref value) = flags;
        return value;
    }

    private static List<string> LongList()
    {
        var list = new List<string> { "a" };
        Size(list) = list.Capacity + 1;
        return list;
    }

    private static Dictionary<string, int> LostKey()
    {
        string key = new('a', 3);
        var table = new Dictionary<string, int> { [key] = 1 };
        MemoryMarshal.AsMemory(key.AsMemory()).Span[0] = 'b';
        return table;
    }

    private static HashSet<long> LostElement()
    {
        var set = new HashSet<long> { 1 };
        Array entries = (Array)typeof(HashSet<long>)
            .GetField("_entries", System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Instance)!.GetValue(set)!;
        ref byte first = ref MemoryMarshal.GetArrayDataReference(entries);
        Span<long> words = MemoryMarshal.CreateSpan(ref Unsafe.As<byte, long>(ref first), 2);
        words[words[0] == 1 ? 0 : 1] = 7;
        return set;
    }

    private static List<string> ListOverObjects()
    {
        var list = new List<string>();
        Unsafe.As<ListFields>(list).Items = new object[4];
        return list;
    }

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_size")]
    private static extern ref int Size(List<string> list);

    [Serializable]
    internal class Cell
    {
        public Cell? Next;
        public string? Name;
        public object? Any;
        public int[]? Numbers;
    }

    [Serializable]
    internal sealed class Derived : Cell;

    [Serializable]
    internal sealed class Scalars
    {
        public bool Flag;
        public decimal Money;
        public DateTime Moment;
        public TimeOnly Time;
        public DateOnly Day;
        public float Number;
    }

    private sealed class Stranger;

    // The fields of a list in memory, without the types that protect them.
    private sealed class ListFields
    {
        public object? Items;
    }
}
