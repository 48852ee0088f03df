using NetSerializer.Tests.Conformance.Checks;
using NUnit.Framework;
using static NetSerializer.Tests.Files.FileModels;

namespace NetSerializer.Tests.Files;

/// <summary>
/// Files that are cut short or changed: each value that comes out is the one with its number, and what is damaged is refused with one exception.
/// </summary>
[TestFixture]
internal sealed class DamagedFileTests
{
    private static readonly Note[] s_notes = Some(6);
    private static readonly ValueFileOptions s_packed = new() { BlockBytes = 60, Compression = FileCompression.Brotli };

    private static readonly byte[] s_plain = Write(Notes, s_notes, new ValueFileOptions { BlockBytes = 16 });
    private static readonly byte[] s_brotli = Write(Notes, s_notes.Select(note => note with { Text = new string('x', 40) }), s_packed);

    private static readonly byte[][] s_files = [s_plain, s_brotli, WithoutEnd(s_plain), WithoutEnd(s_brotli)];

    [Test]
    public void Every_prefix_has_the_values_of_its_whole_blocks_and_can_be_appended_to()
    {
        foreach (byte[] file in s_files[..2])
        {
            Note?[] notes = Read<Note>(Notes, file);
            FileListing listing = FileListing.Of(file);
            for (int cut = 0; cut < file.Length; cut++)
            {
                byte[] prefix = file[..cut];
                int whole = listing.Records.Where(record => record.End <= cut).Sum(record => record.Count);
                if (cut < 8)
                {
                    Assert.That(Malformed.AssertRejected($"{cut} bytes", () => Read<Note>(Notes, prefix)).Code, Is.EqualTo(ErrorCode.Truncated));
                }
                else
                {
                    Assert.That(Read<Note>(Notes, prefix), Is.EqualTo(notes[..whole]), $"{cut} bytes");
                }
                Note?[] appended = [.. notes[..whole], new Note(-1, "appended")];
                Assert.That(Read<Note>(Notes, Append(Notes, prefix, appended[whole..])), Is.EqualTo(appended), $"appended to {cut} bytes");
            }
        }
    }

    /// <summary>The last block of a file that was not closed cannot be told from one that was not written to its end.</summary>
    [Test]
    public void Every_changed_byte_is_refused_or_changes_no_value()
    {
        foreach (byte[] file in s_files)
        {
            Note?[] notes = Read<Note>(Notes, file);
            FileListing listing = FileListing.Of(file);
            (int start, int end, int inLast) = (listing.Records[^1].Start, listing.Records[^1].End, listing.Records[^1].Count);
            for (int at = 0; at < file.Length; at++)
            {
                foreach (byte change in (byte[])[0x01, 0x80, 0xFF])
                {
                    byte[] changed = [.. file];
                    changed[at] ^= change;
                    string place = $"byte {at} of {file.Length} ^ {change}";
                    bool isTorn = end == file.Length && at >= start;
                    bool isRefused = !ReadInOrder(changed, place, isTorn ? notes[..^inLast] : notes);
                    Assert.That(isRefused, Is.EqualTo(at < start || (!isTorn && at < end)), place);
                    AppendTo(changed, place, isTorn ? notes[..^inLast] : notes);
                }
            }
        }
    }

    [Test]
    public void Damage_hides_the_values_of_its_block_alone()
    {
        FileListing listing = FileListing.Of(s_plain);
        foreach (byte[] file in (byte[][])[s_plain, WithoutEnd(s_plain)])
        {
            foreach (FileListing.Record damaged in listing.Records[1..^1])
            {
                foreach (int at in (int[])[damaged.Start, damaged.Start + 20, damaged.End - 1])
                {
                    byte[] changed = [.. file];
                    changed[at] ^= 4;
                    using ValueFileReader<Note> opened = Open<Note>(Notes, changed);
                    Assert.That(opened.Count, Is.EqualTo(s_notes.Length));
                    for (int i = 0; i < s_notes.Length; i++)
                    {
                        if (i >= damaged.FirstValue && i < damaged.FirstValue + damaged.Count)
                        {
                            Assert.That(Malformed.AssertRejected($"value {i}", () => _ = opened[i]).Code, Is.EqualTo(ErrorCode.MalformedFile));
                        }
                        else
                        {
                            Assert.That(opened[i], Is.EqualTo(s_notes[i]));
                        }
                    }
                }
            }
        }
    }

    [Test]
    public void A_file_that_is_damaged_in_the_middle_is_not_appended_to()
    {
        byte[] file = WithoutEnd(s_plain);
        foreach (FileListing.Record damaged in FileListing.Of(file).Records[..^1])
        {
            foreach (int at in (int[])[damaged.Start, damaged.Start + 20, damaged.End - 1])
            {
                using var stream = new MemoryStream();
                stream.Write(file);
                stream.GetBuffer()[at] ^= 4;
                byte[] before = stream.ToArray();
                stream.Position = 0;
                Assert.That(Malformed.AssertRejected($"byte {at}", () => Notes.AppendFile<Note>(stream)).Code, Is.EqualTo(ErrorCode.MalformedFile));
                Assert.That(stream.ToArray(), Is.EqualTo(before), "no byte is touched");
            }
        }
    }

    [Test]
    public void A_damaged_last_block_of_a_closed_file_is_not_taken_for_a_torn_one()
    {
        byte[] changed = [.. s_plain];
        changed[^1] ^= 1;
        changed[FileListing.Of(s_plain).Records[^1].End - 1] ^= 1;
        using ValueFileReader<Note> opened = Open<Note>(Notes, changed);
        Assert.That(opened.Count, Is.EqualTo(s_notes.Length));
        Malformed.AssertRejected("the last value", () => _ = opened[s_notes.Length - 1]);
        Malformed.AssertRejected("appended to", () => Append(Notes, changed, s_notes));
    }

    [Test]
    public void A_file_within_a_torn_block_is_not_taken_for_the_file()
    {
        byte[] torn = WithoutEnd(Write<object>(Notes, [1, s_plain], SmallBlocks))[..^1];
        Assert.That(Read<object>(Notes, torn), Is.EqualTo((object[])[1]));
        Assert.That(Read<object>(Notes, Append<object>(Notes, torn, [2])), Is.EqualTo((object[])[1, 2]));
    }

    [Test]
    public void Zeros_that_a_failing_system_leaves_at_the_end_are_cut()
    {
        FileListing.Record last = FileListing.Of(s_plain).Records[^1];
        foreach (int start in (int[])[last.Start, last.Start + 10, last.End - 3])
        {
            byte[] zeros = [.. s_plain[..start], .. new byte[10_000]];
            Note[] whole = s_notes[..^last.Count];
            Assert.That(Read<Note>(Notes, zeros), Is.EqualTo(whole));
            Assert.That(Read<Note>(Notes, Append(Notes, zeros, s_notes[^1..])), Is.EqualTo((Note[])[.. whole, s_notes[^1]]));
        }
    }

    [Test]
    public void Junk_behind_a_closed_file_changes_no_value() =>
        Assert.That(Read<Note>(Notes, Append(Notes, [.. s_plain, 1, 2, 3], s_notes)), Is.EqualTo((Note[])[.. s_notes, .. s_notes]));

    [Test]
    public void A_file_that_becomes_shorter_while_it_is_read_is_refused()
    {
        using var stream = new MemoryStream();
        stream.Write(s_plain);
        stream.Position = 0;
        using ValueFileReader<Note> opened = Notes.OpenFile<Note>(stream);
        Assert.That(opened[0], Is.EqualTo(s_notes[0]));
        stream.SetLength(FileListing.Of(s_plain).Records[2].End);
        Malformed.AssertRejected("the last value", () => _ = opened[s_notes.Length - 1]);
    }

    [TestCase("", ErrorCode.Truncated)]
    [TestCase("4E", ErrorCode.Truncated)]
    [TestCase("4E534652", ErrorCode.HeaderMismatch)]
    [TestCase("4E53460D0A1A0A02", ErrorCode.HeaderMismatch, TestName = "another version")]
    [TestCase("4E53455201", ErrorCode.HeaderMismatch, TestName = "the header of a stream")]
    public void Other_files_are_refused(string hex, ErrorCode code)
    {
        byte[] file = Convert.FromHexString(hex);
        Assert.That(Malformed.AssertRejected("open", () => Read<Note>(Notes, file)).Code, Is.EqualTo(code));
        if (code == ErrorCode.HeaderMismatch)
        {
            Assert.That(Malformed.AssertRejected("append", () => Append(Notes, file, s_notes)).Code, Is.EqualTo(code));
        }
    }

    // False when the file, or a value, is refused. Each value before is the right one, and so is each that is read by its number.
    private static bool ReadInOrder(byte[] file, string place, Note?[] expected)
    {
        ValueFileReader<Note> opened;
        try
        {
            opened = Open<Note>(Notes, file);
        }
        catch (MalformedDataException)
        {
            return false;
        }
        Assert.That(opened.Count, Is.EqualTo(expected.Length), place);
        bool isRefused = false;
        for (int i = 0; i < expected.Length; i++)
        {
            try
            {
                Assert.That(opened[i], Is.EqualTo(expected[i]), place);
            }
            catch (MalformedDataException)
            {
                isRefused = true;
            }
        }
        return !isRefused;
    }

    // What could be read can still be read.
    private static void AppendTo(byte[] file, string place, Note?[] expected)
    {
        byte[] appended;
        try
        {
            appended = Append(Notes, file, [new Note(-1, "appended")]);
        }
        catch (MalformedDataException)
        {
            return;
        }
        using ValueFileReader<Note> opened = Open<Note>(Notes, appended);
        Assert.That(opened.Count, Is.EqualTo(expected.Length + 1), place);
        Assert.That(opened[expected.Length], Is.EqualTo(new Note(-1, "appended")), place);
        ReadInOrder(appended, place, [.. expected, new Note(-1, "appended")]);
    }
}
