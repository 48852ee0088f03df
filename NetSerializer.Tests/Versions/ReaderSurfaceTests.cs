using System.Buffers;
using System.Collections.Immutable;
using NetSerializer.Dispatch;
using NetSerializer.Schema.Reading;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Model;
using NUnit.Framework;
using static NetSerializer.Tests.Versions.VersionPairs;

namespace NetSerializer.Tests.Versions;

/// <summary>The calls of a reader of another version, and bytes that are no value.</summary>
[TestFixture]
internal sealed class ReaderSurfaceTests
{
    [Test]
    public async Task Sessions_asynchronous_streams_and_pipes_read()
    {
        TypeModel old = ModelOf(("Value", typeof(int))), @new = ModelOf(("Value", typeof(long)));
        ModelReader reader = @new.ReaderFor(old.Schema);
        object[] values = [.. Enumerable.Range(0, 3).Select(i => Make(old, ("Value", i)))];
        using var session = new MemoryStream();
        using (ValueWriter writer = old.OpenWriter(session, leaveOpen: true))
        {
            Array.ForEach(values, writer.Write);
        }
        foreach (int step in (int[])[1, 3, 100])
        {
            using ValueReader reading = reader.OpenReader(new SlowStream(session.ToArray(), step));
            for (int i = 0; i < values.Length; i++)
            {
                Assert.That(Get(i == 1 ? reading.Read<object>()! : (await reading.ReadAsync<object>())!, "Value"), Is.EqualTo((long)i));
            }
            Assert.That((await reading.TryReadAsync<object>()).Found, Is.False);
            Assert.That(() => reading.ReadDirect<int>(), Throws.InstanceOf<NotSupportedException>());
        }
        using var stream = new MemoryStream();
        old.Serialize(stream, values[2]);
        Assert.That(Get((await reader.DeserializeAsync(new SlowStream(stream.ToArray(), 1)))!, "Value"), Is.EqualTo(2L));
        var frames = new ReadOnlySequence<byte>(stream.ToArray());
        Assert.That(reader.TryDeserializeFramed(ref frames, out object? framed), Is.True);
        Assert.That((Get(framed!, "Value"), frames.Length), Is.EqualTo((2L, 0L)));
        Assert.That(Get((await reader.DeserializeFramedAsync<object>(System.IO.Pipelines.PipeReader.Create(new MemoryStream(stream.ToArray()))))!, "Value"),
            Is.EqualTo(2L));
        Type declared = @new.TypeIds.First(pair => pair.Value == 32).Key;
        Assert.That(Get(reader.Deserialize(declared, old.Serialize(values[1]))!, "Value"), Is.EqualTo(1L));
        Malformed.AssertRejected("another type", () => reader.Deserialize(typeof(string), old.Serialize(values[1])));
    }

    [Test]
    public void Deep_data_are_read_as_deep_as_the_model_reads_them_and_no_deeper()
    {
        TypeModel old = WithNodes(typeof(int), 5_000), @new = WithNodes(typeof(long), 5_000), deeper = WithNodes(typeof(int), 50_000);
        ModelReader reader = @new.ReaderFor(old.Schema);
        Assert.That(reader.Deserialize(old.Serialize(Chain(old, 5_000))), Is.Not.Null);
        Assert.That(Malformed.AssertRejected("too deep", () => reader.Deserialize(deeper.Serialize(Chain(deeper, 5_001)))).Code,
            Is.EqualTo(ErrorCode.DataTooDeep));
        Assert.That(Malformed.AssertRejected("much too deep", () => reader.Deserialize(deeper.Serialize(Chain(deeper, 40_000)))).Code,
            Is.EqualTo(ErrorCode.DataTooDeep));

        static TypeModel WithNodes(Type value, int depth) => TypeModel.Create(
            [new DynamicTypes().MakeRecursive("Node", ("Value", value))], new SerializerOptions { Limits = new SerializerLimits { MaxDepth = depth } });

        static object Chain(TypeModel model, int length)
        {
            Type node = model.TypeIds.First(pair => pair.Value == 32).Key;
            object? chain = null;
            for (int i = 0; i < length; i++)
            {
                object next = Activator.CreateInstance(node)!;
                node.GetField("Next")!.SetValue(next, chain);
                chain = next;
            }
            return chain!;
        }
    }

    /// <summary>Types that are not recursive are no level to the model, and so count for nothing here.</summary>
    [Test]
    public void Levels_that_the_model_does_not_count_are_no_depth()
    {
        var options = new SerializerOptions { Limits = new SerializerLimits { MaxDepth = 1 } };
        TypeModel old = ModelOf(("Rows", typeof(int[][])), ("Pair", typeof(int))),
            @new = TypeModel.Create([new DynamicTypes().Make("Message", ("Rows", typeof(long[][])))], options);
        Assert.That(Get(Read(old, Make(old, ("Rows", new int[][] { [1, 2] })), @new), "Rows"), Is.EqualTo(new long[][] { [1, 2] }));
    }

    [TestCase("a count", "20 FF FF FF FF 0F")]
    [TestCase("a count within the limit", "20 FF FF FF 07")]
    [TestCase("no type", "3F")]
    [TestCase("an id of many bytes", "FF FF FF FF FF FF")]
    public void Hostile_counts_and_numbers_are_refused(string what, string hex)
    {
        TypeModel old = TypeModel.Create(typeof(List<DateTime?>)),
            @new = TypeModel.Create([typeof(List<DateTime?>), typeof(Kept)], new SerializerOptions { Limits = FuzzTargetLimits });
        ModelReader reader = @new.ReaderFor(old.Schema);
        byte[] bytes = Convert.FromHexString(hex.Replace(" ", "", StringComparison.Ordinal));
        Malformed.AssertRejected(what, () => reader.Deserialize(bytes));
    }

    /// <summary>A memory has no null on the wire, where other views of arrays have one.</summary>
    [TestCase(typeof(Memory<int>), true)]
    [TestCase(typeof(ReadOnlyMemory<string>), true)]
    [TestCase(typeof(ArraySegment<int>), false)]
    [TestCase(typeof(ImmutableArray<string>), false)]
    public void A_view_of_no_array_is_refused_as_the_model_does(Type view, bool isRefused)
    {
        TypeModel old = VersionPairs.ModelOf(("View", view)), @new = VersionPairs.ModelOf(("View", view), ("More", typeof(int)));
        var resolved = new ResolvedModel(@new.Core, old.Schema, ResolveOptions.Default);
        foreach (ModelCore way in (ModelCore[])[old.Core, resolved.Decoding, WriterPlans.TryCompile(resolved)!])
        {
            var reader = new ModelReader(@new, old.Schema, way);
            byte[] bytes = [32, 0];
            if (isRefused)
            {
                Assert.That(Malformed.AssertRejected("null", () => reader.Deserialize(bytes)).Code, Is.EqualTo(ErrorCode.NullNotAllowed));
            }
            else
            {
                Assert.That(reader.Deserialize(bytes), Is.Not.Null);
            }
        }
    }

    /// <summary>A type that the data know must stand in a slot that admits it, as in any reader.</summary>
    [Test]
    public void A_slot_of_the_writer_admits_no_other_type()
    {
        (TypeModel old, TypeModel @new) = (Model(), Model(("More", typeof(int))));
        Type[] types = [.. Enumerable.Range(32, 4).Select(id => old.TypeIds[(ushort)id])];
        object message = Activator.CreateInstance(types[0])!;
        types[0].GetField("Value")!.SetValue(message, Activator.CreateInstance(types[2]));
        byte[] bytes = old.Serialize(message);
        Assert.That(bytes, Is.EqualTo(new byte[] { 32, 34 }), old.Describe());
        var resolved = new ResolvedModel(@new.Core, old.Schema, ResolveOptions.Default);
        foreach (ModelCore way in (ModelCore[])[resolved.Decoding, WriterPlans.TryCompile(resolved)!])
        {
            var reader = new ModelReader(@new, old.Schema, way);
            Assert.That(reader.Deserialize(bytes), Is.Not.Null);
            Assert.That(Malformed.AssertRejected("another type", () => reader.Deserialize([32, 35])).Code, Is.EqualTo(ErrorCode.TypeIdNotAdmitted));
            Assert.That(Malformed.AssertRejected("no type", () => reader.Deserialize([32, 99])).Code, Is.EqualTo(ErrorCode.UnknownTypeId));
        }

        static TypeModel Model(params (string, Type)[] more)
        {
            var types = new DynamicTypes();
            Type part = types.Make("Part");
            return TypeModel.Create(types.Make("Message", [("Value", part), .. more]), part, types.Make("Derived", part), types.Make("Other"));
        }
    }

    [Test]
    public void Every_surface_reads()
    {
        TypeModel old = ModelOf(("Value", typeof(int))), @new = ModelOf(("Value", typeof(long)));
        ModelReader reader = @new.ReaderFor(old.Schema);
        object value = Make(old, ("Value", 7));
        byte[] bytes = old.Serialize(value);
        Assert.That(Get(reader.Deserialize(bytes)!, "Value"), Is.EqualTo(7L));
        Assert.That(Get(reader.Deserialize<object>([.. bytes, 1, 2], out int consumed)!, "Value"), Is.EqualTo(7L));
        Assert.That(consumed, Is.EqualTo(bytes.Length));
        Assert.That(Get(reader.Deserialize<object>(new ReadOnlySequence<byte>(bytes))!, "Value"), Is.EqualTo(7L));
        using var stream = new MemoryStream();
        old.Serialize(stream, value);
        old.Serialize(stream, value);
        stream.Position = 0;
        Assert.That((Get(reader.Deserialize(stream)!, "Value"), Get(reader.Deserialize(stream)!, "Value")), Is.EqualTo((7L, 7L)));
        Assert.That(() => reader.Deserialize(stream), Throws.InstanceOf<EndOfStreamException>());
        Assert.That(Malformed.AssertRejected("more", () => reader.Deserialize([.. bytes, 0])).Code, Is.EqualTo(ErrorCode.TrailingBytes));
    }

    [Test]
    public void Every_prefix_and_every_changed_byte_is_refused_or_another_value()
    {
        (string, Type)[] members = [("A", typeof(int)), ("B", typeof(List<string>)), ("C", typeof(Dictionary<string, object>)), ("D", typeof(Uri)),
            ("E", typeof(int[,])), ("F", typeof((int, string)?)), ("G", typeof(Exception))];
        foreach (ReferenceHandling references in Enum.GetValues<ReferenceHandling>())
        {
            var options = new SerializerOptions { References = references };
            TypeModel old = TypeModel.Create([new DynamicTypes("Old").Make("Message", members), typeof(Exception)], options),
                @new = TypeModel.Create([new DynamicTypes("New").Make("Message", [.. members[1..], ("More", typeof(int))]), typeof(Exception)],
                    new SerializerOptions { References = references, Limits = FuzzTargetLimits });
            ModelReader reader = @new.ReaderFor(old.Schema);
            byte[] bytes = old.Serialize(Make(old, ("A", 5), ("B", new List<string> { "x", "x" }), ("C", new Dictionary<string, object> { ["k"] = 5 }),
                ("D", new Uri("a/b", UriKind.Relative)), ("E", new int[2, 1]), ("F", (1, "one")), ("G", new Exception("bad", new Exception("worse")))));
            Assert.That(reader.Deserialize(bytes), Is.Not.Null);
            for (int cut = 0; cut < bytes.Length; cut++)
            {
                Malformed.AssertRejected($"{cut} bytes", () => reader.Deserialize(bytes.AsSpan(0, cut)));
            }
            for (int at = 0; at < bytes.Length; at++)
            {
                for (int change = 1; change < 256; change++)
                {
                    byte[] changed = [.. bytes];
                    changed[at] ^= (byte)change;
                    try
                    {
                        reader.Deserialize(changed);
                    }
                    catch (MalformedDataException)
                    {
                    }
                }
            }
        }
    }

    private static SerializerLimits FuzzTargetLimits => new() { MaxAllocatedBytes = 1 << 20, MaxDepth = 64 };

    /// <summary>A stream that gives a few bytes at a time.</summary>
    private sealed class SlowStream(byte[] bytes, int step) : MemoryStream(bytes)
    {
        public override int Read(byte[] buffer, int offset, int count) => base.Read(buffer, offset, Math.Min(count, step));

        public override int Read(Span<byte> buffer) => base.Read(buffer[..Math.Min(buffer.Length, step)]);

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            base.ReadAsync(buffer[..Math.Min(buffer.Length, step)], cancellationToken);
    }

    [Serializable]
    private sealed class Kept
    {
        public int Number = 0;
    }
}
