using System.Buffers;
using System.Collections;
using System.Collections.Immutable;
using System.Runtime.InteropServices;
using NetSerializer.Tests.Conformance;
using NetSerializer.Tests.Conformance.Checks;
using NUnit.Framework;

namespace NetSerializer.Tests.Collections;

/// <summary>What views of arrays have of their own: one form with arrays, live elements only, and their nulls.</summary>
[TestFixture]
internal sealed class ArrayViewTests
{
    private static readonly TypeModel s_model = TypeModel.Create(
        typeof(ImmutableArray<int>), typeof(ArraySegment<int>), typeof(Memory<int>), typeof(ReadOnlyMemory<int>), typeof(MemberOf<int[]>),
        typeof(ImmutableArray<string>), typeof(ArraySegment<object>), typeof(ReadOnlyMemory<object>), typeof(ImmutableArray<object>), typeof(Memory<string>),
        typeof(BitArray), typeof(ReadOnlyMemory<char>), typeof(MemberOf<Memory<string>>), typeof(MemberOf<bool[]>), typeof(MemberOf<BitArray>));

    [Test]
    public void AllHaveTheFormOfAnArray([Range(0, 140, 7)] int length)
    {
        int[] array = [.. Enumerable.Range(0, length).Select(i => i * i * i)];
        byte[] expected = Body(s_model.Serialize(array));
        Assert.Multiple(() =>
        {
            Assert.That(s_model.SerializeDirect(ImmutableCollectionsMarshal.AsImmutableArray(array)), Is.EqualTo(expected));
            Assert.That(s_model.SerializeDirect(new ArraySegment<int>([-1, .. array, -1], 1, length)), Is.EqualTo(expected));
            Assert.That(s_model.SerializeDirect(new Memory<int>([-1, .. array, -1], 1, length)), Is.EqualTo(expected));
            Assert.That(s_model.SerializeDirect(new ReadOnlyMemory<int>([-1, .. array, -1], 1, length)), Is.EqualTo(expected));
        });
    }

    [Test]
    public void BitArraysHaveTheFormOfBools([Range(0, 40)] int length)
    {
        bool[] bools = [.. Enumerable.Range(0, length).Select(i => i % 5 is 0 or 3)];
        Assert.That(Body(s_model.Serialize(new BitArray(bools)), idLength: 1), Is.EqualTo(Body(s_model.Serialize(bools))));
    }

    [Test]
    public void LongBitArraysArriveInSteps()
    {
        var random = new Random(3);
        byte[] bytes = new byte[100_001];
        random.NextBytes(bytes);
        var bits = new BitArray(bytes) { Length = (8 * bytes.Length) - 3 };
        using var stream = new MemoryStream();
        s_model.Serialize(stream, bits);
        BitArray copy = s_model.Deserialize<BitArray>(new Streams.ArrivingStream(stream.ToArray(), 777))!;
        Assert.That(copy.Cast<bool>(), Is.EqualTo(bits.Cast<bool>()));
    }

    [Test]
    public void OnlyTheLiveRangeTravels()
    {
        ArraySegment<int> copy = s_model.DeepClone(new ArraySegment<int>(new int[1000], 500, 2));
        Assert.That(copy.Array, Has.Length.EqualTo(2));
        Assert.That(copy.Offset, Is.Zero);
    }

    [Test]
    public void ElementsOfArraysOfADerivedTypeTravel()
    {
        string[] texts = ["a", "b"];
        Assert.That(s_model.DeepClone(new ArraySegment<object>(texts, 1, 1)), Is.EqualTo(new object[] { "b" }));
        Assert.That(s_model.DeepClone(new ReadOnlyMemory<object>(texts)).ToArray(), Is.EqualTo(texts));
        Assert.That(s_model.DeepClone(ImmutableArray<object>.CastUp(ImmutableCollectionsMarshal.AsImmutableArray(texts))), Is.EqualTo(texts));
    }

    [Test]
    public void MemoryNeedNoArray()
    {
        using var owner = new Unmanaged();
        owner.GetSpan().Fill(7);
        Assert.That(s_model.DeepClone(owner.Memory).ToArray(), Is.EqualTo(new[] { 7, 7, 7 }));
        Assert.That(s_model.DeepClone("a string".AsMemory(2, 3)).ToString(), Is.EqualTo("str"));
    }

    [Test]
    public void DefaultsStayDefault()
    {
        Assert.That(s_model.SerializeDirect(default(ImmutableArray<int>)), Is.EqualTo(new byte[] { 0 }));
        Assert.That(s_model.DeepClone(default(ImmutableArray<string>)).IsDefault);
        Assert.That(s_model.DeepClone(ImmutableArray<string>.Empty), Is.Empty);
        Assert.That(s_model.DeepClone(default(ArraySegment<int>)).Array, Is.Null);
        Assert.That(s_model.DeepClone(new ArraySegment<int>([])).Array, Is.Empty);
        Assert.That(s_model.SerializeDirect(default(Memory<int>)), Is.EqualTo(new byte[] { 1 }));
    }

    [TestCase(typeof(Memory<int>), 0)]
    [TestCase(typeof(ReadOnlyMemory<int>), 0)]
    [TestCase(typeof(Memory<string>), 0)]
    [TestCase(typeof(ReadOnlyMemory<char>), 0)]
    public void AMemoryIsNeverNull(Type type, long offset)
    {
        MalformedDataException rejected = Malformed.AssertRejected("null", () => Oracle.EngineSurface.For(type).ReadDirect(s_model, [0], out _));
        Assert.That((rejected.Code, rejected.Offset), Is.EqualTo((ErrorCode.NullNotAllowed, offset)));
    }

    [Test]
    public void ANullMemoryInAMemberIsNamed()
    {
        byte[] bytes = s_model.Serialize(new MemberOf<Memory<string>> { Value = new(["x"]) });
        int at = bytes.AsSpan().IndexOf((byte)'x') - 2;
        bytes[at] = 0;
        MalformedDataException rejected = Malformed.AssertRejected("null", () => s_model.Deserialize<MemberOf<Memory<string>>>(bytes));
        Assert.That((rejected.Code, rejected.Offset, rejected.Path),
            Is.EqualTo((ErrorCode.NullNotAllowed, (long)at, "NetSerializer.Tests.Conformance.MemberOf<System.Memory<System.String>>.Value")));
    }

    [Test]
    public void AnUnusedBitIsRejected()
    {
        byte[] bytes = s_model.Serialize(new BitArray(11, true));
        bytes[^1] |= 0x08;
        MalformedDataException rejected = Malformed.AssertRejected("a bit", () => s_model.Deserialize<BitArray>(bytes));
        Assert.That((rejected.Code, rejected.Offset), Is.EqualTo((ErrorCode.NotCanonical, bytes.Length - 1L)));
    }

    private static byte[] Body(byte[] bytes, int idLength = 2) => bytes[idLength..];

    private sealed class Unmanaged : MemoryManager<int>
    {
        private readonly int[] _array = GC.AllocateArray<int>(3, pinned: true);

        public override Span<int> GetSpan() => _array;

        public override MemoryHandle Pin(int elementIndex = 0) => default;

        public override void Unpin()
        {
        }

        protected override void Dispose(bool disposing)
        {
        }
    }
}
