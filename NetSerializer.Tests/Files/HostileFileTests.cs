using NetSerializer.Tests.Conformance.Checks;
using NUnit.Framework;
using static NetSerializer.Tests.Files.FileModels;

namespace NetSerializer.Tests.Files;

/// <summary>Files that no writer makes, with checksums that are right: each is refused with one exception, and takes no more memory than it may.</summary>
[TestFixture]
internal sealed class HostileFileTests
{
    private static readonly byte[] s_one = Notes.Serialize(1), s_two = Notes.Serialize(2);

    private static FileForge Begun => new FileForge().AddSchema(Notes.Schema);

    [Test]
    public void A_forged_file_as_a_writer_makes_it_is_read()
    {
        byte[] file = Begun.AddValues(s_one, s_two).AddValues(s_one).Close();
        Assert.That(Read<int>(Notes, file), Is.EqualTo((int[])[1, 2, 1]));
        Assert.That(file, Is.EqualTo(Write(Notes, (int[])[1, 2, 1], new ValueFileOptions { BlockBytes = 10 })));
        byte[] content = FileForge.Content(s_one, s_two);
        byte[] packed = FileForge.Pack(FileForge.Content([.. Enumerable.Repeat(s_one, 100)]));
        file = Begun.Add(new ForgedHead { Count = 2 }, content)
            .Add(new ForgedHead { Count = 100, Codec = FileForge.Brotli, Length = 100 * (s_one.Length + 1) }, packed).Close();
        Assert.That(Read<int>(Notes, file), Is.EqualTo((int[])[1, 2, .. Enumerable.Repeat(1, 100)]));
    }

    private static IEnumerable<TestCaseData> BadBlocks()
    {
        byte[] large = Notes.Serialize(new byte[600_000]), content = FileForge.Content(s_one, s_two);
        byte[] many = FileForge.Content([.. Enumerable.Repeat(s_one, 100)]), packed = FileForge.Pack(many);
        return
        [
            Bad("more values claimed than held", new ForgedHead { Count = 3 }, content),
            Bad("fewer values claimed than held", new ForgedHead { Count = 1 }, content),
            Bad("more values claimed than bytes", new ForgedHead { Count = int.MaxValue }, content),
            Bad("a value without a byte", new ForgedHead { Count = 3 }, [0, .. content]),
            Bad("a value beyond the end", new ForgedHead { Count = 2 }, [.. content[..^1]]),
            Bad("a length of five bytes and more", new ForgedHead { Count = 1 }, [0x81, 0x80, 0x80, 0x80, 0x80, 0x00, .. s_one]),
            Bad("a length above 31 bits", new ForgedHead { Count = 1 }, [0xFF, 0xFF, 0xFF, 0xFF, 0x0F, .. s_one]),
            Bad("a length in a longer form", new ForgedHead { Count = 1 }, [(byte)(0x80 | s_one.Length), 0, .. s_one]),
            Bad("a length that is cut short", new ForgedHead { Count = 1 }, [0x80, 0x80]),
            Bad("an unknown codec", new ForgedHead { Count = 2, Codec = 2 }, content),
            Bad("a length that is not stored", new ForgedHead { Count = 2, Length = content.Length + 1 }, content),
            Bad("bytes that are not packed", new ForgedHead { Count = 2, Codec = FileForge.Brotli, Length = 100 }, content),
            Bad("a packed length that is no shorter", new ForgedHead { Count = 100, Codec = FileForge.Brotli, Length = packed.Length }, packed),
            Bad("fewer packed bytes than claimed", new ForgedHead { Count = 100, Codec = FileForge.Brotli, Length = many.Length + 1 }, packed),
            Bad("more packed bytes than claimed", new ForgedHead { Count = 100, Codec = FileForge.Brotli, Length = many.Length - 1 }, packed),
            Bad("bytes behind the packed ones", new ForgedHead { Count = 100, Codec = FileForge.Brotli, Length = many.Length }, [.. packed, 0]),
            Bad("packed bytes that are cut short", new ForgedHead { Count = 100, Codec = FileForge.Brotli, Length = many.Length }, packed[..^1]),
            Bad("several values of more than a block", new ForgedHead { Count = 2 }, FileForge.Content(large, large)),
            Bad("a schema that is not in front", new ForgedHead { Count = 2, Schema = long.MaxValue }, content),
            Bad("a schema in front of the file", new ForgedHead { Count = 2, Schema = -1 }, content),
            Bad("a schema that is the header", new ForgedHead { Count = 2, Schema = 0 }, content),
            Bad("a schema that is the block itself", new ForgedHead { Count = 2, Schema = Begun.Length }, content),
            Bad("a length that is negative", new ForgedHead { Count = 2, Length = -1 }, content),
            Bad("a count that is negative", new ForgedHead { Count = -1 }, content),
            Bad("no value", new ForgedHead(), content),
            Bad("a reserved byte", new ForgedHead { Count = 2, Reserved = 1 }, content),
            Bad("another kind", new ForgedHead { Count = 2, Kind = 4 }, content),
            Bad("values with the number of others", new ForgedHead { Count = 2, FirstValue = 0 }, content),
            Bad("a number of values that overflows", new ForgedHead { Count = 2, FirstValue = long.MaxValue }, content),
        ];

        static TestCaseData Bad(string name, ForgedHead head, byte[] content) => new TestCaseData(head, content).SetArgDisplayNames(name);
    }

    /// <summary>In a closed file, and in one whose blocks are looked for. There a block that is none hides what is missing, if another follows.</summary>
    [TestCaseSource(nameof(BadBlocks))]
    public void A_block_is_refused(ForgedHead head, byte[] content)
    {
        FileForge forge = Begun.AddValues(s_one).Add(head, content);
        (int Length, int Count)[] entries =
        [
            (Begun.Length - 8, 0), (Begun.AddValues(s_one).Length - Begun.Length, 1), (FileForge.HeadLength + content.Length, Math.Max(head.Count, 1)),
        ];
        byte[] closed = forge.Close(entries), open = forge.ToArray(), followed = [.. open, .. Followed(open.Length)];
        foreach (byte[] file in (byte[][])[closed, followed, open])
        {
            using ValueFileReader<int> opened = Open<int>(Notes, file);
            Assert.That(opened[0], Is.EqualTo(1));
            for (long i = 1; i < Math.Min(opened.Count, 3); i++)
            {
                Malformed.AssertRejected($"value {i}", () => _ = opened[i]);
            }
            if (file != open)
            {
                Malformed.AssertRejected("in order", () => Assert.That(opened.Last(), Is.Zero, "nothing is read"));
            }
        }
    }

    [Test]
    public void A_schema_behind_its_values_is_refused()
    {
        byte[] content = FileForge.Content(s_one);
        var head = new ForgedHead { Count = 1, Schema = Begun.Length + FileForge.HeadLength + content.Length };
        byte[] file = Begun.Add(head, content).AddSchema(Notes.Schema).Close();
        Assert.That(Malformed.AssertRejected("a schema behind", () => Read<int>(Notes, file)).Code, Is.EqualTo(ErrorCode.MalformedFile));
    }

    /// <summary>Only a number that goes on leads on.</summary>
    [TestCase(false)]
    [TestCase(true)]
    public void A_block_with_the_number_of_others_is_passed_by(bool isBehindJunk)
    {
        FileForge forge = Begun.AddValues(s_one, s_two);
        if (isBehindJunk)
        {
            forge.AddBytes(1, 2, 3);
        }
        byte[] file = forge.Add(new ForgedHead { Count = 2, FirstValue = 0 }, FileForge.Content(s_one, s_two)).ToArray();
        using ValueFileReader<int> opened = Open<int>(Notes, [.. file, .. Followed(file.Length)]);
        Assert.That((opened.Count, opened[0], opened[1], opened[3]), Is.EqualTo((4L, 1, 2, 1)));
        Malformed.AssertRejected("the number between", () => _ = opened[2]);
    }

    /// <summary>The values are found without it.</summary>
    [Test]
    public void An_index_that_is_none_changes_no_value()
    {
        (int Length, int Count) schema = (Begun.Length - 8, 0), block = (44 + FileForge.Content(s_one).Length, 1);
        (int, int)[][] indexes =
        [
            [], [schema], [schema, block], [schema, block, block, block], [(0, 0), schema, block, block],
            [schema, (block.Length + 1, 1), (block.Length - 1, 1)], [schema, block, (block.Length, 2)],
            [schema, (2 * block.Length, 2), (int.MaxValue, 0)], [schema, (-1, -1), (block.Length, 1)],
            [schema, (2 * block.Length, 2)],
        ];
        foreach ((int, int)[] index in indexes)
        {
            byte[] file = Begun.AddValues(s_one).AddValues(s_two).Close(index);
            try
            {
                Assert.That(Read<int>(Notes, file), Is.EqualTo((int[])[1, 2]));
            }
            catch (MalformedDataException malformed)
            {
                Assert.That(malformed.Code, Is.EqualTo(ErrorCode.MalformedFile), "sums that are right by chance");
            }
        }
        foreach (long footer in (long[])[-1, long.MinValue, long.MaxValue, 0, 8, Begun.Length, 100_000])
        {
            Assert.That(Read<int>(Notes, Begun.AddValues(s_one).AddValues(s_two).Close(footer: footer)), Is.EqualTo((int[])[1, 2]));
        }
    }

    [Test]
    public void Blocks_do_not_overlap()
    {
        // A second block within the value of the first one, whose head has the right offset.
        byte[] inner = FileForge.Content(s_one);
        int length = FileForge.HeadLength + inner.Length, before = 1 + Notes.Serialize(new byte[length]).Length - length;
        int outerStart = Begun.Length, innerStart = outerStart + FileForge.HeadLength + before;
        FileForge within = new FileForge().AddBytes(new byte[innerStart - 8]).Add(new ForgedHead { Count = 1, FirstValue = 1, Schema = 8 }, inner);
        byte[] second = within.ToArray()[innerStart..];
        FileForge forge = Begun.AddValues(Notes.Serialize(second));
        Assert.That(Read<object>(Notes, forge.Close()), Is.EqualTo((object[])[second]));
        using ValueFileReader<object> opened = Open<object>(Notes, forge.Close([(outerStart - 8, 0), (innerStart - outerStart, 1), (second.Length, 1)]));
        Assert.That(opened[1], Is.EqualTo(1), "the index of the file is taken");
        Malformed.AssertRejected("the outer block", () => _ = opened[0]);
    }

    [Test]
    public void Memory_grows_with_what_comes_out_of_a_packed_block()
    {
        byte[] packed = FileForge.Pack(new byte[1000]);
        byte[] file = Begun.Add(new ForgedHead { Count = 1, Codec = FileForge.Brotli, Length = 60 << 20 }, packed).Close();
        AssertRefusedWithin(1 << 20, Notes, file, ErrorCode.MalformedFile);
    }

    [Test]
    public void A_block_that_unpacks_to_more_than_a_value_may_take_is_refused_before()
    {
        byte[] packed = FileForge.Pack(new byte[8 << 20]);
        TypeModel model = TypeModel.Create([typeof(Note)], new SerializerOptions { Limits = new SerializerLimits { MaxInputBytes = 1 << 20 } });
        byte[] file = Begun.Add(new ForgedHead { Count = 1, Codec = FileForge.Brotli, Length = 8 << 20 }, packed).Close();
        AssertRefusedWithin(64 << 10, model, file, ErrorCode.InputTooLong);
    }

    [Test]
    public void Trusted_limits_do_not_believe_a_length()
    {
        TypeModel model = TypeModel.Create([typeof(Note)], new SerializerOptions { Limits = SerializerLimits.Trusted });
        byte[] file = Begun.Add(new ForgedHead { Count = 1, Codec = FileForge.Brotli, Length = Array.MaxLength }, FileForge.Pack(new byte[1000])).Close();
        AssertRefusedWithin(1 << 20, model, file, ErrorCode.MalformedFile);
        file = Begun.Add(new ForgedHead { Count = 1, Length = Array.MaxLength, Stored = Array.MaxLength }, s_one).Close();
        AssertRefusedWithin(1 << 20, model, file, ErrorCode.MalformedFile);
    }

    [Test]
    public void The_limit_on_a_value_is_exact()
    {
        foreach (FileCompression compression in Enum.GetValues<FileCompression>())
        {
            var options = new ValueFileOptions { Compression = compression };
            string text = new('x', 1000);
            int length = Notes.Serialize(text).Length;
            byte[] file = Write(Notes, [text], options), longer = Write(Notes, [text + "x"], options), together = Write(Notes, [text, text, "x"], options);
            TypeModel model = TypeModel.Create([typeof(Note)], new SerializerOptions { Limits = new SerializerLimits { MaxInputBytes = length } });
            Assert.That(Read<string>(model, file), Is.EqualTo((string[])[text]));
            Assert.That(Read<string>(model, together), Is.EqualTo((string[])[text, text, "x"]), "a limit of a value, not of a block");
            Assert.That(Malformed.AssertRejected("longer", () => Read<string>(model, longer)).Code, Is.EqualTo(ErrorCode.InputTooLong));
        }
    }

    [Test]
    public void The_index_is_within_the_limit_on_memory()
    {
        byte[] file = Write(Notes, Enumerable.Range(0, 1000), SmallBlocks);
        TypeModel model = TypeModel.Create([typeof(Note)], new SerializerOptions { Limits = new SerializerLimits { MaxAllocatedBytes = 20_000 } });
        foreach (byte[] each in (byte[][])[file, WithoutEnd(file)])
        {
            Assert.That(Malformed.AssertRejected("index", () => Open<int>(model, each)).Code, Is.EqualTo(ErrorCode.AllocationTooLarge));
        }
    }

    [Test]
    public void A_schema_is_refused_as_everywhere()
    {
        byte[] schema = [.. Notes.Schema.ToBytes()];
        schema[7] ^= 1;
        byte[] file = new FileForge().AddSchema(schema).AddValues(s_one).Close();
        Assert.That(Malformed.AssertRejected("schema", () => Read<int>(Notes, file)).Code, Is.EqualTo(ErrorCode.MalformedSchema));
        byte[] none = new FileForge().AddSchema([]).AddValues(s_one).Close();
        Assert.That(Malformed.AssertRejected("schema", () => Read<int>(Notes, none)).Code, Is.EqualTo(ErrorCode.MalformedSchema));
        byte[] large = new FileForge().AddSchema(new byte[(256 << 10) + 1]).AddValues(s_one).Close();
        AssertRefusedWithin(64 << 10, Notes, large, ErrorCode.SchemaTooLarge);
    }

    /// <summary>Heads with any fields and right checksums, and files that are changed anywhere.</summary>
    [Test]
    public void No_file_does_what_no_file_may()
    {
        var random = new Random(62);
        int read = 0;
        for (int round = 0; round < 2000; round++)
        {
            FileForge forge = Begun;
            for (int records = random.Next(1, 5); records > 0; records--)
            {
                byte[] content = FileForge.Content([.. Enumerable.Range(0, random.Next(1, 4)).Select(i => Notes.Serialize(i))]);
                forge.Add(new ForgedHead
                {
                    Kind = (byte)(random.Next(8) == 0 ? random.Next(5) : FileForge.Values),
                    Codec = (byte)(random.Next(8) == 0 ? random.Next(3) : 0),
                    Count = random.Next(4) == 0 ? Odd() : content.Length / 3,
                    Length = random.Next(8) == 0 ? Odd() : null,
                    Stored = random.Next(8) == 0 ? Odd() : null,
                    FirstValue = random.Next(8) == 0 ? Odd() : null,
                    Schema = random.Next(8) == 0 ? Odd() : null,
                }, content);
            }
            byte[] file = random.Next(2) == 0 ? forge.ToArray() : forge.Close();
            if (random.Next(4) == 0)
            {
                file[random.Next(file.Length)] ^= (byte)random.Next(1, 256);
            }
            try
            {
                using ValueFileReader<object> opened = Open<object>(Notes, file);
                read += opened.Take(20).Count();
            }
            catch (MalformedDataException)
            {
            }
            try
            {
                Append(Notes, file, (int[])[1]);
            }
            catch (MalformedDataException)
            {
            }
        }
        Assert.That(read, Is.GreaterThan(500));

        int Odd() => random.Next(6) switch { 0 => -1, 1 => int.MaxValue, 2 => 8, 3 => random.Next(), _ => random.Next(100) };
    }

    // A block that comes behind three values.
    private static byte[] Followed(int offset)
    {
        var head = new ForgedHead { Count = 1, FirstValue = 3, Schema = 8 };
        return new FileForge().AddBytes(new byte[offset - 8]).Add(head, FileForge.Content(s_one)).ToArray()[offset..];
    }

    private static void AssertRefusedWithin(long bytes, TypeModel model, byte[] file, ErrorCode code)
    {
        using ValueFileReader<object> opened = Open<object>(model, file);
        long before = GC.GetAllocatedBytesForCurrentThread();
        Assert.That(Malformed.AssertRejected("block", () => opened.First()).Code, Is.EqualTo(code));
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.LessThan(bytes));
    }
}
