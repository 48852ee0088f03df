using System.Runtime.CompilerServices;
using NetSerializer.Tests.Faults;
using NUnit.Framework;
using Segments = NetSerializer.Tests.Model.Segments;

namespace NetSerializer.Tests.Streams;

/// <summary>What a thread keeps for its next call refers to nothing of the last one.</summary>
[TestFixture]
internal sealed class SpareTests
{
    private static readonly TypeModel s_model = TypeModel.Create([typeof(Message), typeof(Doomed), typeof(int[]), typeof(object[])]);

    private static readonly Dictionary<string, Func<object[]>> s_calls = new()
    {
        ["a stream that is read"] = () => Read(new FaultStream(Framed(cut: 0), 5_000)),
        ["a stream that is cut"] = () => Read(new FaultStream(Framed(cut: 100), 5_000)),
        ["a stream that throws"] = () => Throwing(stream => s_model.Deserialize(stream)),
        ["a memory that is read"] = () => Read(Visible(Framed(cut: 0))),
        ["a memory that is cut"] = () => Read(Visible(Framed(cut: 100))),
        ["a sequence"] = () =>
        {
            byte[] bytes = s_model.Serialize<object>(Numbers());
            s_model.Deserialize<object>(Segments.Cut(bytes, 300));
            return [bytes];
        },
        ["a stream that is written"] = () => Written(new FaultStream(), Numbers()),
        ["a memory that is written"] = () => Written(new MemoryStream(500_000), Numbers()),
        ["a value that fails"] = () => Written(new FaultStream(), new object[] { Numbers(), new Version(1, 0) }),
        ["a value that fails in memory"] = () => Written(new MemoryStream(500_000), new object[] { Numbers(), new Version(1, 0) }),
        ["a stream that takes nothing"] = () => Throwing(stream => s_model.Serialize<object>(stream, Numbers())),
    };

    private static IEnumerable<string> Calls() => s_calls.Keys;

    [TestCaseSource(nameof(Calls))]
    public void Nothing_of_a_call_is_kept(string call)
    {
        WeakReference[] used = Used(s_calls[call]);
        Other();
        GC.Collect();
        Assert.That(used.Where(weak => weak.IsAlive).Select(weak => weak.Target!.GetType().Name), Is.Empty);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference[] Used(Func<object[]> call) => [.. call().Select(used => new WeakReference(used))];

    // The runtime keeps the last exception of a thread.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Other()
    {
        try
        {
            throw new InvalidOperationException();
        }
        catch (InvalidOperationException)
        {
        }
    }

    private static object[] Read(Stream stream)
    {
        object? value = null;
        try
        {
            value = s_model.Deserialize(stream);
        }
        catch (MalformedDataException)
        {
        }
        return [stream, value ?? new object(), stream is MemoryStream memory ? memory.GetBuffer() : new object()];
    }

    private static object[] Written(Stream stream, object value)
    {
        try
        {
            s_model.Serialize(stream, value);
        }
        catch (ValueNotSerializableException)
        {
        }
        return [stream, value, stream is MemoryStream memory ? memory.GetBuffer() : new object()];
    }

    private static object[] Throwing(Action<Stream> call)
    {
        var failure = new IOException("once");
        var stream = new FaultStream(Framed(cut: 0), 5_000) { FaultAt = 3, Fault = () => throw failure };
        try
        {
            call(stream);
        }
        catch (IOException)
        {
        }
        return [stream, failure];
    }

    private static int[] Numbers() => [.. Enumerable.Range(0, 60_000).Select(i => i * 7919)];

    private static byte[] Framed(int cut)
    {
        using var framed = new MemoryStream();
        s_model.Serialize<object>(framed, Numbers());
        return framed.ToArray()[..^cut];
    }

    private static MemoryStream Visible(byte[] bytes) => new(bytes, 0, bytes.Length, writable: false, publiclyVisible: true);
}
