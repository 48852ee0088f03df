using NetSerializer.Benchmarks.Contenders;
using NetSerializer.Benchmarks.Data;
using NetSerializer.Benchmarks.Engine;
using NetSerializer.Benchmarks.Floor;

namespace NetSerializer.Benchmarks.Measuring;

/// <summary>What <c>--verify</c> compares. Failures are gathered, so that one run shows all of them.</summary>
internal sealed class Verification(TextWriter output)
{
    public int Comparisons { get; private set; }

    public int Failures { get; private set; }

    /// <summary>Every message that the last pass read, field by field.</summary>
    public void CompareResults(string context, Contender contender)
    {
        object?[] originals = contender.Originals;
        object?[] results = contender.Results();
        for (int i = 0; i < originals.Length; i++)
        {
            Comparisons++;
            if (DeepEquality.FirstDifference(originals[i], results[i]) is { } difference)
            {
                Fail($"{context}, {contender.Name}: message {i}{difference}");
                return;
            }
        }
    }

    /// <summary>Every graph that the last pass read, object by object, identities included.</summary>
    public void CompareGraphs(string context, Contender contender)
    {
        object?[] originals = contender.Originals;
        object?[] results = contender.Results();
        for (int i = 0; i < originals.Length; i++)
        {
            Comparisons++;
            if (GraphEquality.FirstDifference(originals[i], results[i]) is { } difference)
            {
                Fail($"{context}, {contender.Name}: {difference}");
            }
        }
    }

    /// <summary>
    /// The library and the hand-written code speak one format: their bytes are equal but for the places where large values are cut into chunks.
    /// </summary>
    public void CompareBytes(string context, IReadOnlyList<Lane> lanes)
    {
        Lane? floor = lanes.FirstOrDefault(lane => lane.Contender.Name == FloorName.Text);
        Lane? own = lanes.FirstOrDefault(lane => lane.Contender.Name == NetSerializerPeer.Name);
        if (floor is null || own is null)
        {
            return;
        }
        List<byte[]> expected = Values(floor.Bytes());
        List<byte[]> actual = Values(own.Bytes());
        for (int i = 0; i < Math.Max(expected.Count, actual.Count); i++)
        {
            Comparisons++;
            if (i >= expected.Count || i >= actual.Count || !expected[i].AsSpan().SequenceEqual(actual[i]))
            {
                Fail($"{context}: the bytes of message {i} differ from the floor's: {Hex(actual, i)} instead of {Hex(expected, i)}");
                return;
            }
        }
    }

    public void Fail(string message)
    {
        Failures++;
        output.WriteLine($"DIFFERENT {message}");
    }

    private static string Hex(List<byte[]> values, int i) =>
        i >= values.Count ? "nothing" : Convert.ToHexString(values[i].AsSpan(0, Math.Min(values[i].Length, 64)));

    /// <summary>The values of a stream, out of their chunks.</summary>
    private static List<byte[]> Values(byte[] bytes)
    {
        List<byte[]> values = [];
        List<byte> value = [];
        int position = 0;
        while (position < bytes.Length)
        {
            byte next = bytes[position++];
            uint header = next < 0xC0 ? (uint)(next & 0x3F) << 1 | 1 : (uint)(next & 0x3F);
            for (int shift = 6; next >= (shift == 6 ? 0xC0 : 0x80); shift += 7)
            {
                next = bytes[position++];
                header |= (uint)(next & 0x7F) << shift;
            }
            int length = (int)(header >> 1);
            value.AddRange(bytes.AsSpan(position, length));
            position += length;
            if ((header & 1) != 0)
            {
                values.Add([.. value]);
                value.Clear();
            }
        }
        return values;
    }
}
