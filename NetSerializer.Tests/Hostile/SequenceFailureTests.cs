using System.Buffers;
using NetSerializer.Tests.Conformance.Checks;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>A bad value at the beginning of a long sequence: the verdict has its path, and what follows is neither copied nor counted as a whole.</summary>
[TestFixture]
internal sealed class SequenceFailureTests
{
    private static readonly TypeModel s_model = TypeModel.Create(typeof(Pair));

    [Test]
    public void A_verdict_does_not_copy_what_follows()
    {
        byte[] bad = s_model.Serialize(new Pair { First = "a", Second = new Pair { First = "b" } });
        bad[^1] = 0x55;
        // 3 GiB, in segments of one array.
        ReadOnlySequence<byte> source = Model.Segments.Repeat(bad, new byte[1 << 20], 3_000);
        Assert.That(source.Length, Is.GreaterThan(int.MaxValue));
        MalformedDataException failure = Malformed.AssertRejected("first", () => s_model.Deserialize<Pair>(source, out _));
        long before = GC.GetAllocatedBytesForCurrentThread();
        Malformed.AssertRejected("again", () => s_model.Deserialize<Pair>(source, out _));
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.LessThan(1 << 20));
        Assert.That(failure.Path, Is.EqualTo(Malformed.AssertRejected("alone", () => s_model.Deserialize<Pair>(bad)).Path).And.Contains("Second"));
    }

    [Serializable]
    private sealed class Pair
    {
        public string? First;
        public Pair? Second;
    }
}
