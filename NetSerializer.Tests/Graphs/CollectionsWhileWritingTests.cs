using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>A writer finds objects by their addresses, which the garbage collector changes, and forgets them when the value is written.</summary>
public sealed class CollectionsWhileWritingTests
{
    private const int Objects = 20_000;

    private static readonly TypeModel s_model =
        TypeModel.Create([typeof(Moving), typeof(Moving[]), typeof(Vertex), typeof(object[])], new SerializerOptions
        { References = ReferenceHandling.Preserve, Limits = SerializerLimits.Trusted });

    [Test]
    public void Objects_that_move_while_they_are_written_keep_their_numbers([Values(300, 6000)] int objectsPerCollection)
    {
        Moving.ObjectsPerCollection = int.MaxValue;
        byte[] expected = s_model.Serialize(Make());
        Moving[] graph = Make();
        Moving.ObjectsPerCollection = objectsPerCollection;
        Assert.That(s_model.Serialize(graph).AsSpan().SequenceEqual(expected));
    }

    // Each collection stops all threads of the process, so nobody else would get on.
    [Test, NonParallelizable]
    public void Collections_that_another_thread_causes_change_nothing()
    {
        Moving.ObjectsPerCollection = int.MaxValue;
        byte[] expected = s_model.Serialize(Make());
        using var started = new ManualResetEventSlim();
        bool isDone = false;
        var collector = new Thread(() =>
        {
            for (int i = 0; !Volatile.Read(ref isDone); i++)
            {
                GC.Collect(i % 2, GCCollectionMode.Forced, blocking: true, compacting: true);
                started.Set();
                // What is written between two collections must be more than nothing.
                Thread.SpinWait(50_000);
            }
        });
        collector.Start();
        started.Wait();
        try
        {
            int before = GC.CollectionCount(0);
            // On a quick machine three are written between two collections.
            for (int i = 0; i < 3 || GC.CollectionCount(0) < before + 3; i++)
            {
                Moving[] graph = Make();
                Assert.That(s_model.Serialize(graph).AsSpan().SequenceEqual(expected), $"write {i}");
            }
        }
        finally
        {
            Volatile.Write(ref isDone, true);
            collector.Join();
        }
    }

    [Test, Category(TestRun.Liveness)]
    public void Nothing_of_a_graph_is_kept_alive_by_a_call([Values(10, 5_000)] int objects)
    {
        WeakReference[] all = [.. Enum.GetValues<Call>().Select(call => After(call, objects))];
        GC.Collect();
        Assert.That(Enum.GetValues<Call>().Zip(all).Where(pair => pair.Second.IsAlive).Select(pair => pair.First), Is.Empty);
    }

    // The object in the middle: neither the first, which everybody has had in hand, nor the last.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference After(Call call, int objects)
    {
        object[] graph = [.. Enumerable.Range(0, objects).Select(i => new Vertex { Number = i, Name = $"{i}", Any = i })];
        using var stream = new MemoryStream();
        switch (call)
        {
            case Call.Write:
                s_model.Serialize<object>(graph);
                break;
            case Call.WriteStream:
                s_model.Serialize<object>(stream, graph);
                break;
            case Call.WriteSession:
                using (ValueWriter writer = s_model.OpenWriter(stream, leaveOpen: true))
                {
                    writer.Write<object>(graph);
                }
                break;
            case Call.FailedWrite:
                ((Vertex)graph[^1]).Any = new Version(1, 2);
                Assert.That(() => s_model.Serialize<object>(graph), Throws.Exception);
                break;
            case Call.Clone:
                graph = s_model.DeepClone(graph);
                break;
            case Call.Read:
                graph = s_model.Deserialize<object[]>(s_model.Serialize(graph))!;
                break;
            case Call.FailedRead:
                byte[] bytes = s_model.Serialize(graph);
                Assert.That(() => s_model.Deserialize<object[]>(bytes.AsSpan(0, bytes.Length - 1)), Throws.InstanceOf<MalformedDataException>());
                break;
        }
        return new WeakReference(graph[objects / 2]);
    }

    // Each object leads to others, before and behind it; garbage between them makes them move.
    private static Moving[] Make()
    {
        var all = new Moving[Objects];
        for (int i = 0; i < Objects; i++)
        {
            all[i] = new Moving { Number = i };
            GC.KeepAlive(new byte[i % 40]);
        }
        for (int i = 0; i < Objects; i++)
        {
            all[i].Before = all[i * 7 / 11];
            all[i].Far = all[i * 31 % Objects];
        }
        return all;
    }

    private enum Call
    {
        Write,
        WriteStream,
        WriteSession,
        FailedWrite,
        Clone,
        Read,
        FailedRead,
    }

    [Serializable]
    private sealed class Moving
    {
        public int Number { get; set; }

        public Moving? Before { get; set; }

        public Moving? Far { get; set; }

        /// <summary>A collection runs, and moves the youngest objects, after so many.</summary>
        public static int ObjectsPerCollection { get; set; } = int.MaxValue;

        [OnSerializing]
        private void Serializing(StreamingContext context)
        {
            if (Number % ObjectsPerCollection == ObjectsPerCollection - 1)
            {
                GC.Collect(Number / ObjectsPerCollection % 2, GCCollectionMode.Forced, blocking: true, compacting: true);
            }
        }
    }
}
