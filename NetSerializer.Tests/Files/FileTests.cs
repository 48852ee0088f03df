using NUnit.Framework;
using static NetSerializer.Tests.Files.FileModels;

namespace NetSerializer.Tests.Files;

/// <summary>Values go into a file and come out of it, in order and by number.</summary>
[TestFixture]
internal sealed class FileTests
{
    private static readonly FileCompression[] s_compressions = [FileCompression.None, FileCompression.Brotli];

    [Test]
    public void Values_of_blocks_of_all_sizes_come_back([ValueSource(nameof(s_compressions))] FileCompression compression, [Values(0, 1, 2, 40)] int count)
    {
        Note[] notes = Some(count);
        foreach (int blockBytes in (int[])[1, 7, 8, 30, 100, 1000, 1 << 20])
        {
            var options = new ValueFileOptions { Compression = compression, BlockBytes = blockBytes };
            byte[] file = Write(Notes, notes, options);
            using ValueFileReader<Note> opened = Open<Note>(Notes, file);
            Assert.That(opened.Count, Is.EqualTo(count));
            Assert.That(opened, Is.EqualTo(notes));
            for (int i = count - 1; i >= 0; i--)
            {
                Assert.That(opened[i], Is.EqualTo(notes[i]), $"number {i}, blocks of {blockBytes}");
            }
        }
    }

    [Test]
    public void Values_that_fill_a_block_share_it_and_longer_ones_have_their_own()
    {
        string[] texts = ["a", "b", new string('c', 1000), "d"];
        Assert.That(Blocks(1), Is.EqualTo((int[])[1, 1, 1, 1]));
        Assert.That(Blocks(100), Is.EqualTo((int[])[2, 1, 1]));
        Assert.That(Blocks(1 << 20), Is.EqualTo((int[])[4]));

        IEnumerable<int> Blocks(int blockBytes)
        {
            var options = new ValueFileOptions { BlockBytes = blockBytes, Compression = FileCompression.Brotli };
            return FileListing.Of(Write(Notes, texts, options)).Records.Select(record => record.Count).Where(count => count > 0);
        }
    }

    [Test]
    public void Many_values_are_found_by_number()
    {
        const int Count = 100_000;
        byte[] file = Write(Notes, Enumerable.Range(0, Count), new ValueFileOptions { BlockBytes = 1000 });
        using ValueFileReader<int> opened = Open<int>(Notes, file);
        var random = new Random(62);
        for (int i = 0; i < 300; i++)
        {
            int number = random.Next(Count);
            Assert.That(opened[number], Is.EqualTo(number));
        }
        Assert.That(opened.Sum(number => (long)number), Is.EqualTo((long)Count * (Count - 1) / 2));
    }

    [Test]
    public void A_value_by_number_needs_one_block_of_the_file()
    {
        byte[] file = Write(Notes, Enumerable.Range(0, 100_000), new ValueFileOptions { BlockBytes = 1000 });
        using var stream = new CountingStream(file);
        using ValueFileReader<int> opened = Notes.OpenFile<int>(stream);
        Assert.That(opened[50_000], Is.EqualTo(50_000));
        long read = stream.BytesRead;
        Assert.That(read, Is.LessThan(file.Length / 20), "the index, the schema and a block");
        Assert.That(opened[50_001], Is.EqualTo(50_001));
        Assert.That(stream.BytesRead, Is.EqualTo(read), "a neighbour");
    }

    [Test]
    public void Values_are_read_as_any_type_that_admits_them()
    {
        byte[] file = Write<object?>(Notes, [1, "two", null, new Note(3, "three")]);
        Assert.That(Read<object>(Notes, file), Is.EqualTo(new object?[] { 1, "two", null, new Note(3, "three") }));
        using ValueFileReader<string> texts = Open<string>(Notes, file);
        Assert.That(texts[1], Is.EqualTo("two"));
        Assert.That(Assert.Throws<MalformedDataException>(() => _ = texts[0])!.Code, Is.EqualTo(ErrorCode.TypeIdNotAdmitted));
        Assert.That(texts[2], Is.Null, "others can be read");
    }

    [Test]
    public void Two_enumerations_and_numbers_go_on_beside_one_another()
    {
        Note[] notes = Some(10);
        using ValueFileReader<Note> opened = Open<Note>(Notes, Write(Notes, notes, SmallBlocks));
        Assert.That(opened.Zip(opened.Skip(5)).Select(pair => (pair.First, pair.Second, opened[9])),
            Is.EqualTo(notes.Zip(notes.Skip(5)).Select(pair => (pair.First, pair.Second, notes[9]))));
    }

    [Test]
    public void Appending_goes_on_with_a_file([ValueSource(nameof(s_compressions))] FileCompression compression)
    {
        Note[] notes = Some(30);
        byte[] file = Write(Notes, notes[..10]);
        file = Append(Notes, file, notes[10..20], new ValueFileOptions { Compression = compression, BlockBytes = 20 });
        file = Append<Note>(Notes, file, []);
        file = Append(Notes, file, notes[20..]);
        Assert.That(Read<Note>(Notes, file), Is.EqualTo(notes));
        using ValueFileReader<Note> opened = Open<Note>(Notes, file);
        Assert.That(opened.ReadSchemas(), Has.Count.EqualTo(1), "the schema is there once");
    }

    [Test]
    public void A_file_that_is_appended_to_is_the_same_as_one_that_was_written_at_once()
    {
        Note[] notes = Some(20);
        Assert.That(Append(Notes, Append(Notes, [], notes[..7], SmallBlocks), notes[7..], SmallBlocks), Is.EqualTo(Write(Notes, notes, SmallBlocks)));
    }

    [Test]
    public void A_file_takes_a_stream_from_its_position_on()
    {
        using var stream = new MemoryStream();
        stream.Write([1, 2, 3]);
        using (ValueFileWriter<int> file = Notes.CreateFile<int>(stream, leaveOpen: true))
        {
            file.Write(4);
        }
        stream.Position = 3;
        using (ValueFileWriter<int> file = Notes.AppendFile<int>(stream, SmallBlocks, leaveOpen: true))
        {
            file.Write(5);
            file.Flush();
        }
        stream.Position = 3;
        using ValueFileReader<int> opened = Notes.OpenFile<int>(stream);
        Assert.That(opened, Is.EqualTo((int[])[4, 5]));
        Assert.That(stream.ToArray()[..3], Is.EqualTo((byte[])[1, 2, 3]));
    }

    [Test]
    public void A_file_that_replaces_a_longer_one_ends_where_it_ends()
    {
        using var stream = new MemoryStream();
        stream.Write(Write(Notes, Some(30)));
        stream.Position = 0;
        using (ValueFileWriter<Note> file = Notes.CreateFile<Note>(stream, leaveOpen: true))
        {
            file.Write(new Note(1, "one"));
        }
        Assert.That(Read<Note>(Notes, stream.ToArray()), Is.EqualTo((Note[])[new Note(1, "one")]));
    }

    [Test]
    public void A_value_that_cannot_be_written_leaves_no_trace()
    {
        using var stream = new MemoryStream();
        using (ValueFileWriter<object?> file = Notes.CreateFile<object?>(stream, leaveOpen: true))
        {
            file.Write(1);
            Assert.Throws<ValueNotSerializableException>(() => file.Write(new object[] { 1, new FileTests() }));
            Assert.That(file.Count, Is.EqualTo(1));
            file.Write(2);
        }
        Assert.That(Read<object>(Notes, stream.ToArray()), Is.EqualTo((object[])[1, 2]));
    }

    [Test]
    public void Numbers_outside_of_the_file_are_refused()
    {
        using ValueFileReader<Note> opened = Open<Note>(Notes, Write(Notes, Some(3)));
        foreach (long number in (long[])[-1, 3, long.MinValue, long.MaxValue])
        {
            Assert.Throws<ArgumentOutOfRangeException>(() => _ = opened[number]);
        }
    }

    [Test]
    public void Options_out_of_range_are_refused() => Assert.Multiple(() =>
    {
        Assert.That(() => new ValueFileOptions { BlockBytes = 0 }, Throws.InstanceOf<ArgumentOutOfRangeException>());
        Assert.That(() => new ValueFileOptions { BlockBytes = (1 << 20) + 1 }, Throws.InstanceOf<ArgumentOutOfRangeException>());
        Assert.That(() => new ValueFileOptions { Compression = (FileCompression)2 }, Throws.InstanceOf<ArgumentOutOfRangeException>());
        Assert.That(() => new ValueFileOptions { MaxSchemas = 0 }, Throws.InstanceOf<ArgumentOutOfRangeException>());
        Assert.That(() => new ValueFileOptions { SchemaLimits = null! }, Throws.ArgumentNullException);
        Assert.That(() => Notes.CreateFile((string)null!), Throws.ArgumentNullException);
        Assert.That(() => Notes.OpenFile<int>((Stream)null!), Throws.ArgumentNullException);
        Assert.That(() => Notes.AppendFile<int>((Stream)null!), Throws.ArgumentNullException);
        Assert.That(() => ValueFiles.OpenFile<int>(null!, Stream.Null), Throws.ArgumentNullException);
    });

    private sealed class CountingStream(byte[] bytes) : MemoryStream(bytes)
    {
        public long BytesRead { get; private set; }

        public override int Read(Span<byte> buffer)
        {
            int read = base.Read(buffer);
            BytesRead += read;
            return read;
        }
    }
}
