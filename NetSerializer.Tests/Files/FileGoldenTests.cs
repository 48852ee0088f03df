using NetSerializer.Tests.Golden;
using NUnit.Framework;
using static NetSerializer.Tests.Files.FileModels;

namespace NetSerializer.Tests.Files;

/// <summary>Files that were written once are read for ever, and files that are written now are the same.</summary>
[TestFixture]
internal sealed class FileGoldenTests
{
    private static readonly Note[] s_notes = [new(7, "seven"), new(8, null), new(9, "nine")];

    // The same type in another schema.
    private static readonly TypeModel s_other = TypeModel.Create([typeof(Note)], new SerializerOptions { Integers = IntegerEncoding.Fixed });

    [Test]
    public void A_file_of_two_blocks() => AssertGolden("file-plain", Write(Notes, s_notes, new ValueFileOptions { BlockBytes = 20 }), s_notes);

    [Test]
    public void A_file_without_values() => AssertGolden("file-empty", Write<Note>(Notes, []), []);

    [Test]
    public void A_file_that_was_not_closed() => AssertGolden("file-unclosed", WithoutEnd(Write(Notes, s_notes)), s_notes);

    [Test]
    public void A_file_of_two_schemas() =>
        AssertGolden("file-two-schemas", Append(s_other, Write(Notes, s_notes[..1]), s_notes[1..]), s_notes);

    /// <summary>The encoder of the framework may give other bytes one day: the file of today is read all the same.</summary>
    [Test]
    public void A_packed_file()
    {
        Note[] notes = [.. s_notes.Select(note => note with { Text = new string('a', 100) })];
        string path = GoldenFile.PathOf("file-brotli");
        byte[] file = File.Exists(path) ? FileListing.BytesOf(File.ReadAllText(path))
            : Write(Notes, notes, new ValueFileOptions { Compression = FileCompression.Brotli });
        AssertGolden("file-brotli", file, notes);
    }

    [Test]
    public void The_checksum_is_the_one_of_its_name() => Assert.Multiple(() =>
    {
        Assert.That(FileForge.ChecksumOf("123456789"u8), Is.EqualTo(0xE3069283));
        Assert.That(NetSerializer.Files.FileFormat.ChecksumOf("123456789"u8), Is.EqualTo(0xE3069283));
        Assert.That(NetSerializer.Files.FileFormat.ChecksumOf([]), Is.Zero);
    });

    private static void AssertGolden(string name, byte[] file, Note[] notes)
    {
        GoldenFile.AssertEqual(name, FileListing.Of(file).ToString());
        byte[] kept = FileListing.BytesOf(File.ReadAllText(GoldenFile.PathOf(name)));
        Assert.That(kept, Is.EqualTo(file));
        Assert.That(Read<Note>(Notes, kept), Is.EqualTo(notes));
        Assert.That(Read<Note>(Notes, Append(Notes, kept, notes)), Is.EqualTo((Note[])[.. notes, .. notes]));
    }
}
