using NetSerializer.Tests.Faults;
using NUnit.Framework;
using static NetSerializer.Tests.Files.FileModels;

namespace NetSerializer.Tests.Files;

/// <summary>Files on disk and streams that fail: what is visible when, what is left of a file, and what a closed one refuses.</summary>
[TestFixture]
internal sealed class FileLifeTests
{
    private string _folder = "", _path = "";

    [SetUp]
    public void MakeFolder()
    {
        _folder = Directory.CreateTempSubdirectory("files").FullName;
        _path = Path.Combine(_folder, "notes.nsf");
    }

    [TearDown]
    public void DeleteFolder() => Directory.Delete(_folder, recursive: true);

    [Test]
    public void A_file_on_disk_is_made_read_and_appended_to()
    {
        using (ValueFileWriter<object?> file = Notes.CreateFile(_path))
        {
            file.Write(1);
        }
        using (ValueFileWriter<object?> file = Notes.AppendFile(_path))
        {
            file.Write(new Note(2, "two"));
            Assert.That(file.Count, Is.EqualTo(2));
        }
        using (ValueFileReader<object> file = Notes.OpenFile(_path))
        {
            Assert.That(file, Is.EqualTo((object[])[1, new Note(2, "two")]));
        }
        Assert.Throws<FileNotFoundException>(() => Notes.OpenFile(Path.Combine(_folder, "none")));
        using (ValueFileWriter<int> file = Notes.AppendFile<int>(Path.Combine(_folder, "none")))
        {
            Assert.That(file.Count, Is.Zero, "a file is made where there is none");
        }
        Assert.That(Notes.OpenFile<int>(Path.Combine(_folder, "none")).Count, Is.Zero);
    }

    [Test]
    public void A_reader_sees_what_was_flushed_when_it_was_opened()
    {
        using ValueFileWriter<int> file = Notes.CreateFile<int>(_path);
        Assert.That(Values(), Is.Empty);
        file.Write(1);
        Assert.That(Values(), Is.Empty);
        file.Flush();
        using ValueFileReader<int> early = Notes.OpenFile<int>(_path);
        file.Write(2);
        file.FlushToDisk();
        file.Write(3);
        Assert.That(Values(), Is.EqualTo((int[])[1, 2]));
        file.Dispose();
        Assert.That(Values(), Is.EqualTo((int[])[1, 2, 3]));
        using (ValueFileWriter<int> more = Notes.AppendFile<int>(_path))
        {
            Assert.That(Values(), Is.EqualTo((int[])[1, 2, 3]), "while there is no index");
            more.Write(4);
        }
        Assert.That(Values(), Is.EqualTo((int[])[1, 2, 3, 4]));
        Assert.That(early, Is.EqualTo((int[])[1]));

        int[] Values()
        {
            using ValueFileReader<int> opened = Notes.OpenFile<int>(_path);
            return [.. opened];
        }
    }

    /// <summary>Windows does not open the file for a second writer.</summary>
    [Test]
    public void Of_two_writers_one_fails_and_the_file_stays_whole()
    {
        using ValueFileWriter<int> first = Notes.CreateFile<int>(_path);
        first.Write(1);
        first.Flush();
        if (OperatingSystem.IsWindows())
        {
            Assert.Throws<IOException>(() => Notes.AppendFile<int>(_path));
            return;
        }
        using (ValueFileWriter<int> second = Notes.AppendFile<int>(_path))
        {
            second.Write(2);
            second.Flush();
            first.Write(3);
            Assert.Throws<IOException>(first.Flush);
            Assert.Throws<InvalidOperationException>(() => first.Write(4));
            first.Dispose();
        }
        using ValueFileReader<int> opened = Notes.OpenFile<int>(_path);
        Assert.That(opened, Is.EqualTo((int[])[1, 2]));
    }

    [Test]
    public void A_file_that_cannot_be_used_is_closed_again()
    {
        File.WriteAllText(_path, "no file of values");
        Assert.Throws<MalformedDataException>(() => Notes.OpenFile(_path));
        Assert.Throws<MalformedDataException>(() => Notes.AppendFile(_path));
        Assert.That(File.ReadAllText(_path), Is.EqualTo("no file of values"));
        using (new FileStream(_path, FileMode.Open, FileAccess.Read, FileShare.None))
        {
        }
    }

    [Test]
    public void Streams_are_closed_or_left_open()
    {
        foreach (bool leaveOpen in (bool[])[false, true])
        {
            using var stream = new MemoryStream();
            Notes.CreateFile<int>(stream, leaveOpen: leaveOpen).Dispose();
            Assert.That(stream.CanWrite, Is.EqualTo(leaveOpen));
            using var read = new MemoryStream(stream.ToArray());
            Notes.OpenFile<int>(read, leaveOpen: leaveOpen).Dispose();
            Assert.That(read.CanRead, Is.EqualTo(leaveOpen));
        }
    }

    [Test]
    public void A_closed_file_refuses_use_and_is_closed_twice()
    {
        using var stream = new MemoryStream();
        ValueFileWriter<Note> written = Notes.CreateFile<Note>(stream, leaveOpen: true);
        written.Write(new Note(1, "one"));
        written.Dispose();
        long length = stream.Length;
        written.Dispose();
        Assert.That(stream.Length, Is.EqualTo(length));
        Assert.That(written.Count, Is.EqualTo(1));
        Assert.Throws<ObjectDisposedException>(() => written.Write(new Note(2, "two")));
        Assert.Throws<ObjectDisposedException>(written.Flush);
        Assert.Throws<ObjectDisposedException>(written.FlushToDisk);

        stream.Position = 0;
        ValueFileReader<Note> read = Notes.OpenFile<Note>(stream, leaveOpen: true);
        using IEnumerator<Note?> values = read.GetEnumerator();
        _ = read[0];
        read.Dispose();
        read.Dispose();
        Assert.Throws<ObjectDisposedException>(() => _ = read[0], "a block in memory too");
        Assert.Throws<ObjectDisposedException>(() => values.MoveNext());
        Assert.Throws<ObjectDisposedException>(() => read.GetEnumerator());
        Assert.Throws<ObjectDisposedException>(() => read.ReadSchemas());
    }

    [Test]
    public void Code_of_a_value_may_write_to_its_file_and_close_it()
    {
        TypeModel model = TypeModel.Create(typeof(Caller));
        using var stream = new MemoryStream();
        using ValueFileWriter<object?> file = model.CreateFile<object?>(stream, leaveOpen: true);
        file.Write(new Caller { Call = () => file.Write("inside") });
        file.Write("behind");
        Assert.Throws<ObjectDisposedException>(() => file.Write(new Caller { Call = file.Dispose }));
        Assert.That(Read<object>(model, stream.ToArray()).Select(value => value as string), Is.EqualTo((string?[])["inside", null, "behind"]));
    }

    /// <summary>A disk that is full at any byte.</summary>
    [Test]
    public void A_stream_that_fails_breaks_the_file_behind_its_last_whole_block()
    {
        Note[] notes = Some(6);
        int length = Write(Notes, notes, SmallBlocks).Length, begun = FileForge.HeadLength + 8 + Notes.Schema.ToBytes().Length;
        for (int capacity = 0; capacity < length; capacity++)
        {
            using var stream = new FaultStream { Capacity = capacity };
            int written = 0;
            if (capacity < begun)
            {
                Assert.Throws<IOException>(() => Notes.CreateFile<Note>(stream, SmallBlocks));
                continue;
            }
            ValueFileWriter<Note> file = Notes.CreateFile<Note>(stream, SmallBlocks);
            try
            {
                for (; written < notes.Length; written++)
                {
                    file.Write(notes[written]);
                    file.Flush();
                }
                Assert.Throws<IOException>(file.Dispose, "the index");
            }
            catch (IOException)
            {
                Assert.Throws<InvalidOperationException>(() => file.Write(notes[0]));
                Assert.Throws<InvalidOperationException>(file.Flush);
                Assert.DoesNotThrow(file.Dispose);
            }
            Assert.That(stream.IsClosed);
            Assert.That(stream.Written, Has.Length.EqualTo(capacity), "nothing is written behind a failure");
            Assert.That(Read<Note>(Notes, stream.Written), Is.EqualTo(notes[..written]), $"{capacity} bytes");
        }
    }
}
