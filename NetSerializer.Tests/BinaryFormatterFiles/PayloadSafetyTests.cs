using System.Collections;
using System.Runtime.Serialization.Formatters;
using System.Runtime.Serialization.Formatters.Binary;
using NetSerializer.Tests.Oracle;
using NUnit.Framework;

namespace NetSerializer.Tests.BinaryFormatterFiles;

/// <summary>Payloads of strangers give a value of the model or a <see cref="MalformedDataException"/>, at a bounded cost.</summary>
public sealed class PayloadSafetyTests
{
    private const int ShortRound = 1500;
    private const int AllocatedPerByte = 100;

    [Test]
    public void Changed_payloads_are_refused_or_another_value() => Assert.That(PayloadFuzz.Run(ShortRound, seed: 1), Is.Null);

    [Test]
    public void Every_prefix_is_refused()
    {
        foreach (byte[] payload in PayloadFuzz.Payloads)
        {
            for (int length = 0; length < payload.Length; length++)
            {
                Assert.That(() => BinaryFormatterReader.Read(PayloadFuzz.Model, payload.AsMemory(0, length)),
                    Throws.TypeOf<MalformedDataException>(), $"{length}");
            }
        }
    }

    [TestCase(FormatterTypeStyle.TypesWhenNeeded)]
    [TestCase(FormatterTypeStyle.XsdString)]
    public void Other_styles_are_refused_with_the_reason(FormatterTypeStyle style)
    {
        using var stream = new MemoryStream();
        new BinaryFormatter { TypeFormat = style }.Serialize(stream, new Cell { Text = "x" });
        Assert.That(() => BinaryFormatterReader.Read(PayloadFuzz.Model, stream.ToArray()),
            Throws.TypeOf<MalformedDataException>().With.Message.Contains(nameof(FormatterTypeStyle.TypesAlways)));
    }

    [Test]
    public void An_array_that_begins_elsewhere_is_refused_with_the_reason() =>
        Assert.That(() => BinaryFormatterReader.Read(PayloadFuzz.Model, BinaryFormatterPeer.Write(Array.CreateInstance(typeof(int), [2], [5]))),
            Throws.TypeOf<MalformedDataException>().With.Message.Contains("another index than 0"));

    [Test]
    public void An_array_of_nulls_that_is_only_announced_costs_nothing()
    {
        // header, ArraySingleObject of id 1 with 2^30 elements, ObjectNullMultiple of 2^30, end
        byte[] payload = [0, 1, 0, 0, 0, 255, 255, 255, 255, 1, 0, 0, 0, 0, 0, 0, 0, 16, 1, 0, 0, 0, 0, 0, 0, 64, 14, 0, 0, 0, 64, 11];
        long before = GC.GetAllocatedBytesForCurrentThread();
        Assert.That(() => BinaryFormatterReader.Read(PayloadFuzz.Model, payload),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.CollectionTooLong));
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.LessThan(1 << 20));
    }

    [Test]
    public void A_long_chain_is_refused_by_depth_and_read_with_more_of_it()
    {
        const int length = 25_000;
        Cell? chain = null;
        for (int i = 0; i < length; i++)
        {
            chain = new Cell { Next = chain };
        }
        byte[] payload = BinaryFormatterPeer.Write(chain!);
        Assert.That(() => BinaryFormatterReader.Read(PayloadFuzz.Model, payload), Throws.TypeOf<MalformedDataException>());
        TypeModel deep = TypeModel.Create([typeof(Cell)],
            new SerializerOptions { References = ReferenceHandling.Preserve, Limits = SerializerLimits.Default with { MaxDepth = 1 << 20 } });
        int count = 0;
        for (Cell? cell = BinaryFormatterReader.Read<Cell>(deep, payload); cell != null; cell = cell.Next)
        {
            count++;
        }
        Assert.That(count, Is.EqualTo(length));
    }

    [Test]
    public void Shared_objects_that_a_tree_would_repeat_are_bounded()
    {
        var fork = new Fork();
        for (int i = 0; i < 60; i++)
        {
            fork = new Fork { Left = fork, Right = fork };
        }
        TypeModel model = TypeModel.Create([typeof(Fork)], new SerializerOptions { Limits = SerializerLimits.Default with { MaxInputBytes = 1 << 16 } });
        byte[] payload = BinaryFormatterPeer.Write(fork);
        Assert.That(() => BinaryFormatterReader.Convert(model, payload),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.InputTooLong));
        Assert.That(BinaryFormatterReader.Read<Fork>(model, payload)!.Left, Is.Not.Null);
    }

    [Test]
    public void The_limit_on_input_holds_for_payloads()
    {
        TypeModel model = TypeModel.Create([typeof(Cell)], new SerializerOptions { Limits = SerializerLimits.Default with { MaxInputBytes = 100 } });
        byte[] payload = BinaryFormatterPeer.Write(new Cell { Text = new string('x', 200) });
        Assert.That(() => BinaryFormatterReader.Read(model, payload),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.InputTooLong));
        Assert.That(() => BinaryFormatterReader.Read(model, new MemoryStream(payload)),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.InputTooLong));
    }

    [Test]
    public void A_name_in_a_message_cannot_write_over_a_log()
    {
        byte[] payload = BinaryFormatterPeer.Write(new ArrayList { new Fork() });
        // The name of the type, with a line end in it.
        int place = payload.AsSpan().IndexOf("BinaryFormatterFiles"u8);
        payload[place] = (byte)'\n';
        TypeModel model = TypeModel.Create(typeof(Cell), typeof(ArrayList));
        MalformedDataException? failure = Assert.Throws<MalformedDataException>(() => BinaryFormatterReader.Read(model, payload));
        Assert.That(failure!.Message, Does.Not.Contain("\n"));
    }

    [Test]
    public void Memory_is_in_proportion_to_the_payload()
    {
        byte[] payload = BinaryFormatterPeer.Write(new ArrayList(Enumerable.Range(0, 20_000).Select(i => (object)(byte)i).ToArray()));
        BinaryFormatterReader.Convert(PayloadFuzz.Model, payload);
        long before = GC.GetAllocatedBytesForCurrentThread();
        BinaryFormatterReader.Convert(PayloadFuzz.Model, payload);
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.LessThan(AllocatedPerByte * (long)payload.Length));
    }
}
