using System.Buffers;
using NetSerializer.Tests.Hostile;
using NetSerializer.Tests.Streams;
using NUnit.Framework;

namespace NetSerializer.Tests.Conformance.Checks;

/// <summary>A value cut short anywhere is rejected on every surface, always with the one exception that data cause.</summary>
internal sealed class PrefixCheck : RootCheck
{
    private const int MostCuts = 24, ThoroughRoots = 4, OtherCuts = 6, Begin = 8, End = 4, Stride = 7;
    private const string AtRoot = " at the root";
    private int _roots;

    public override void Check<TRoot>(TypeModel model, string place, TRoot value)
    {
        byte[] bytes = model.Serialize(value);
        bool isAtRoot = place.EndsWith(AtRoot, StringComparison.Ordinal);
        for (int cut = 0; cut < bytes.Length; cut++)
        {
            byte[] prefix = bytes[..cut];
            // In the middle of long values the readers alone are asked, which do not look for a path then: in half of the time.
            if (!Thoroughness.IsFull && cut >= Begin && cut < bytes.Length - End)
            {
                // All of them at the root: what a value is put into shows in front of it and behind it.
                if (!isAtRoot && cut % Stride != 0)
                {
                    continue;
                }
                if (LimitedRead.Run<TRoot>(model, SerializerLimits.Default, prefix).Failure is null)
                {
                    Assert.Fail($"{place}, {cut} of {bytes.Length} bytes: accepted");
                }
                continue;
            }
            Malformed.AssertRejected($"{place}, {cut} of {bytes.Length} bytes", () => model.Deserialize<TRoot>(prefix));
        }
        // The first roots hold each sample in the main positions; of the others the ends are enough, for a rejection costs 20 microseconds.
        foreach (int cut in Cuts(bytes.Length, Thoroughness.IsFull ? bytes.Length : _roots++ < ThoroughRoots ? MostCuts : OtherCuts))
        {
            if (cut % 3 == 1 || (cut > 0 && Thoroughness.IsFull))
            {
                byte[] prefix = bytes[..cut];
                ReadOnlySequence<byte> parted = Segments.Split(prefix, Enumerable.Range(1, cut - 1));
                Malformed.AssertRejected($"{place}, {cut} of {bytes.Length} bytes in segments", () => model.Deserialize<TRoot>(in parted));
                Malformed.AssertRejected($"{place}, {cut} of {bytes.Length} bytes in a session", () =>
                {
                    using ValueReader reader = model.OpenReader(new MemoryStream(prefix));
                    reader.TryRead<TRoot>(out _);
                });
            }
        }
        AssertFramesRejected<TRoot>(model, place, bytes);
    }

    // All cuts of short values; the ends and a fixed choice of the middle of long ones.
    private static IEnumerable<int> Cuts(int length, int most)
    {
        int third = most / 3;
        return length <= most
            ? Enumerable.Range(0, length)
            : Enumerable.Range(0, third).Concat(Enumerable.Range(1, third).Select(i => length * i / (third + 1)))
                .Concat(Enumerable.Range(length - third, third)).Distinct();
    }

    private static void AssertFramesRejected<TRoot>(TypeModel model, string place, byte[] bytes)
    {
        if (bytes.Length == 0)
        {
            return;
        }
        int cut = bytes.Length / 2;
        using var whole = new MemoryStream();
        model.Serialize(whole, model.Deserialize<TRoot>(bytes));
        byte[] frame = whole.ToArray();
        Malformed.AssertRejected($"{place}, a frame cut short", () => model.Deserialize<TRoot>(new ArrivingStream(frame[..^1], 5, endsCleanly: true)));
        Malformed.AssertRejected($"{place}, a frame cut short in memory", () => model.Deserialize<TRoot>(new MemoryStream(frame[..^1])));
        // A frame that is whole but holds only a part of the value.
        using var part = new MemoryStream();
        part.Write(Frames.Of(bytes[..cut]));
        part.Position = 0;
        Malformed.AssertRejected($"{place}, a frame of {cut} of {bytes.Length} bytes", () => model.Deserialize<TRoot>(part));
    }
}

/// <summary>Rejection, as all of the conformance tests understand it.</summary>
internal static class Malformed
{
    public static MalformedDataException AssertRejected(string place, Action read)
    {
        try
        {
            read();
        }
        catch (MalformedDataException malformed)
        {
            return malformed;
        }
        catch (Exception other)
        {
            throw new AssertionException($"{place}: {other.GetType()} escaped instead of a MalformedDataException: {other}");
        }
        throw new AssertionException($"{place}: accepted");
    }

    /// <summary>The bytes behind the id of a type are refused with a code; those without one are a value that is written as they are.</summary>
    public static void AssertVerdict(TypeModel model, Type type, string hex, ErrorCode? expected)
    {
        byte[] bytes = [.. Bytes.Id(model, type), .. Convert.FromHexString(hex.Replace(" ", "", StringComparison.Ordinal))];
        if (expected == null)
        {
            Assert.That(model.Serialize(model.Deserialize(bytes)), Is.EqualTo(bytes));
            return;
        }
        Assert.That(AssertRejected(hex, () => model.Deserialize(bytes)).Code, Is.EqualTo(expected));
    }
}
