using System.Diagnostics;
using System.Globalization;
using System.Runtime;
using System.Runtime.Serialization;

namespace NetSerializer.Tests.Graphs;

/// <summary>
/// <c>scale-graph [--objects N]</c>: graphs of 1,000 to N objects, and lists and trees as deep as issue and documents say, written and read with
/// References = Preserve. Prints times per object and the memory of tracking; a person compares. Kept means that as many objects are read for each size of
/// graph, and all graphs are kept, so that the collector has the same to do for all. Quiet is without a collection meanwhile, so what is left is the reader's
/// own time and that of the allocator.
/// </summary>
internal static class ScaleCommand
{
    private const int Samples = 5;
    private static readonly TimeSpan s_warmUp = TimeSpan.FromSeconds(0.7);
    private const int ListLength = 1_000_000, TreeDepth = 200_000;
    // Of one sample, so many at least; and the bytes that reading an object may allocate.
    private const int SampleObjects = 1_000_000, BytesPerObject = 160;
    // Of all graphs that are kept.
    private const int KeptObjects = 10_000_000;

    public static int Run(int most, TextWriter output)
    {
        output.WriteLine(
            "   objects  write, ns       read    by hand read, kept by hand, kept read, quiet by hand, quiet   bytes/object   tracking, bytes/object");
        foreach (int count in new[] { 1_000, 10_000, 100_000, 1_000_000, 10_000_000, most }.Where(count => count <= most).Distinct())
        {
            Graph(count, output);
        }
        foreach (ReferenceHandling references in Enum.GetValues<ReferenceHandling>())
        {
            Deep(ListLength, 1, references, output);
            Deep(TreeDepth, 2, references, output);
        }
        return 0;
    }

    private static TypeModel Model(ReferenceHandling references) =>
        TypeModel.Create([typeof(ScaleNode[])], new SerializerOptions { References = references, Limits = SerializerLimits.Trusted });

    /// <summary>An array of nodes, each of which leads to one before it and shares a node with others.</summary>
    private static void Graph(int count, TextWriter output)
    {
        TypeModel model = Model(ReferenceHandling.Preserve);
        ScaleNode[] nodes = Make(count);
        double alive = AliveWhileWriting(nodes);
        using var stream = new MemoryStream(count * 16);
        double write = Median(count, () =>
        {
            stream.Position = 0;
            model.Serialize(stream, nodes);
        });
        long length = stream.Position;
        ScaleNode[]? copy = null;
        ScaleNode[] Read()
        {
            stream.Position = 0;
            return copy = model.Deserialize<ScaleNode[]>(stream)!;
        }

        ScaleNode[]? made = null;
        void MakeByHand() => made = Make(count);

        double read = Median(count, () => Read()), byHand = Median(count, MakeByHand);
        double readKept = Kept(count, Read), byHandKept = Kept(count, () => Make(count));
        double readQuietly = Median(count, () => Read(), isQuiet: true), byHandQuietly = Median(count, MakeByHand, isQuiet: true);
        GC.KeepAlive(made);
        Require(copy![0].Other == copy[0] && copy[count - 1].Other == copy[(count - 1) / 2] && copy[count - 1].Number == count - 1);
        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{count,10:N0} {write,9:0.0} {read,10:0.0} {byHand,10:0.0} {readKept,10:0.0} {byHandKept,13:0.0} {readQuietly,11:0.0} {byHandQuietly,14:0.0} "
                + $"{length / (double)count,14:0.0} {alive,24:0.0}"));
    }

    internal static ScaleNode[] Make(int count)
    {
        var nodes = new ScaleNode[count];
        for (int i = 0; i < count; i++)
        {
            nodes[i] = new() { Number = i, Other = nodes[i / 2], Third = nodes[i / 3] };
        }
        nodes[0].Other = nodes[0];
        return nodes;
    }

    /// <summary>The bytes per object that are alive when the last object is written, besides the objects.</summary>
    internal static double AliveWhileWriting(ScaleNode[] nodes)
    {
        TypeModel model = TypeModel.Create(
            [typeof(ScaleNode[]), typeof(ScaleEnd)], new SerializerOptions { References = ReferenceHandling.Preserve, Limits = SerializerLimits.Trusted });
        ScaleNode last = nodes[^1];
        var end = new ScaleEnd { Other = last.Other, Third = last.Third };
        nodes[^1] = end;
        // Where the bytes go is no tracking.
        byte[] bytes = new byte[nodes.Length * 16];
        // Nor are the model's tables, which its first value makes; but what is made for a thread is.
        var first = new Thread(() => model.Serialize(new ScaleNode[] { new ScaleEnd() }));
        first.Start();
        first.Join();
        long before = GC.GetTotalMemory(forceFullCollection: true);
        Require(model.TrySerialize(bytes, nodes, out _));
        nodes[^1] = last;
        return (end.Alive - before) / (double)nodes.Length;
    }

    private static void Deep(int depth, int arms, ReferenceHandling references, TextWriter output)
    {
        TypeModel model = Model(references);
        ScaleNode? root = null;
        for (int i = 0; i < depth; i++)
        {
            root = new() { Number = i, Other = root, Third = arms > 1 ? new() { Number = -i } : null };
        }
        long begin = Stopwatch.GetTimestamp();
        byte[] bytes = model.Serialize(root);
        TimeSpan write = Stopwatch.GetElapsedTime(begin);
        begin = Stopwatch.GetTimestamp();
        ScaleNode? copy = model.Deserialize<ScaleNode>(bytes);
        TimeSpan read = Stopwatch.GetElapsedTime(begin);
        int found = 0;
        for (; copy is not null; copy = copy.Other)
        {
            found++;
        }
        Require(found == depth);
        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{(arms == 1 ? "list" : "tree")} {depth:N0} deep, References = {references}: {write.TotalMilliseconds:0} ms to write, "
                + $"{read.TotalMilliseconds:0} ms to read"));
    }

    /// <summary>In nanoseconds for each object; not a number where a collection could not be kept from running.</summary>
    private static double Median(int count, Action pass, bool isQuiet = false)
    {
        int passes = Math.Max(1, SampleObjects / count);
        // Small graphs are measured when their code has been compiled for good, too.
        long begun = Stopwatch.GetTimestamp();
        do
        {
            pass();
        }
        while (Stopwatch.GetElapsedTime(begun) < s_warmUp);
        double[] samples = new double[Samples];
        for (int i = 0; i < Samples; i++)
        {
            GC.Collect();
            if (isQuiet && !GC.TryStartNoGCRegion((long)passes * count * BytesPerObject))
            {
                return double.NaN;
            }
            long begin = Stopwatch.GetTimestamp();
            for (int j = 0; j < passes; j++)
            {
                pass();
            }
            samples[i] = Stopwatch.GetElapsedTime(begin).TotalNanoseconds / passes / count;
            if (isQuiet)
            {
                // The runtime leaves the mode when it had to collect.
                if (GCSettings.LatencyMode != GCLatencyMode.NoGCRegion)
                {
                    return double.NaN;
                }
                GC.EndNoGCRegion();
            }
        }
        Array.Sort(samples);
        return samples[Samples / 2];
    }

    /// <summary>In nanoseconds for each object, of the best of three times.</summary>
    private static double Kept(int count, Func<ScaleNode[]> pass)
    {
        var kept = new ScaleNode[Math.Max(1, KeptObjects / count)][];
        double least = double.MaxValue;
        for (int i = 0; i < 3; i++)
        {
            Array.Clear(kept);
            GC.Collect();
            long begin = Stopwatch.GetTimestamp();
            for (int j = 0; j < kept.Length; j++)
            {
                kept[j] = pass();
            }
            least = Math.Min(least, Stopwatch.GetElapsedTime(begin).TotalNanoseconds / kept.Length / count);
        }
        GC.KeepAlive(kept);
        return least;
    }

    private static void Require(bool condition)
    {
        if (!condition)
        {
            throw new InvalidOperationException("the copy is another graph");
        }
    }
}

[Serializable]
internal class ScaleNode
{
    public int Number;
    public ScaleNode? Other;
    public ScaleNode? Third;
}

/// <summary>Looks at the heap when it is written.</summary>
[Serializable]
internal sealed class ScaleEnd : ScaleNode
{
    [NonSerialized]
    public long Alive;

    [OnSerializing]
    private void Look(StreamingContext context) => Alive = GC.GetTotalMemory(forceFullCollection: true);
}
