using System.Buffers.Binary;
using System.Text;
using NUnit.Framework;

namespace NetSerializer.Tests.Files;

/// <summary>A file of values taken apart by docs/file-format.md and not by the library: where its records are, and what each of its bytes says.</summary>
internal sealed class FileListing
{
    private const int BytesInLine = 16;

    private readonly byte[] _file;
    private readonly StringBuilder _text = new();
    private int _at;

    private FileListing(byte[] file)
    {
        _file = file;
        Line(8, "header: NSF, line ends, version 1");
        while (_at < file.Length - FileForge.FooterLength && file[_at + 4] != FileForge.Index)
        {
            ListRecord();
        }
        if (_at < file.Length)
        {
            ListEnd();
        }
    }

    /// <summary>The records with schemas and values.</summary>
    public List<Record> Records { get; } = [];

    public static FileListing Of(byte[] file) => new(file);

    /// <summary>The bytes of a listing.</summary>
    public static byte[] BytesOf(string listing)
    {
        const int Start = 6, End = Start + (3 * BytesInLine);
        IEnumerable<string> hex = listing.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line[Start..Math.Min(line.Length, End)]);
        return Convert.FromHexString(string.Concat(hex).Replace(" ", "", StringComparison.Ordinal));
    }

    public override string ToString() => _text.ToString();

    private void ListRecord()
    {
        int start = _at, kind = _file[_at + 4];
        (int count, int length, int stored, long first) = ListHead(kind == FileForge.Schema ? "schema" : "values");
        int end = _at + stored;
        Records.Add(new Record(start, end, (int)first, count));
        if (kind == FileForge.Schema)
        {
            Line(stored, "the schema, in the form of docs/wire-format.md, section 10a");
            return;
        }
        if (_file[start + 5] == FileForge.Brotli)
        {
            Line(stored, $"{count} value(s) of {length} bytes, packed");
            return;
        }
        for (int i = 0; i < count; i++)
        {
            int valueLength = _file[_at];
            Assert.That(valueLength, Is.LessThan(128), "a length of one byte");
            Line(1, $"value {first + i}: {valueLength} bytes");
            Line(valueLength, "");
        }
        Assert.That(_at, Is.EqualTo(end));
    }

    private void ListEnd()
    {
        int start = _at;
        (int count, _, _, _) = ListHead("index");
        Assert.That(count, Is.EqualTo(Records.Count));
        foreach (Record record in Records)
        {
            Line(8, $"a record of {record.End - record.Start} bytes with {record.Count} value(s)");
        }
        Assert.That(BitConverter.ToInt64(_file, _at), Is.EqualTo(start));
        Line(8, $"the index is at {start}");
        Line(4, "NSFE");
        Assert.That(_at, Is.EqualTo(_file.Length));
    }

    private (int Count, int Length, int Stored, long First) ListHead(string kind)
    {
        int start = _at;
        ReadOnlySpan<byte> head = _file.AsSpan(start, FileForge.HeadLength);
        int count = BinaryPrimitives.ReadInt32LittleEndian(head[8..]), length = BinaryPrimitives.ReadInt32LittleEndian(head[12..]);
        int stored = BinaryPrimitives.ReadInt32LittleEndian(head[16..]);
        long first = BinaryPrimitives.ReadInt64LittleEndian(head[24..]), schema = BinaryPrimitives.ReadInt64LittleEndian(head[32..]);
        uint content = BinaryPrimitives.ReadUInt32LittleEndian(head[20..]), own = BinaryPrimitives.ReadUInt32LittleEndian(head[40..]);
        Assert.That(content, Is.EqualTo(FileForge.ChecksumOf(_file.AsSpan(start + FileForge.HeadLength, stored))), "the checksum of the content");
        Assert.That(own, Is.EqualTo(FileForge.ChecksumOf([.. BitConverter.GetBytes((long)start), .. head[..40]])), "the checksum of the head");
        Line(4, $"NSFR, at {start}");
        Line(4, $"{kind}, {(head[5] == FileForge.Brotli ? "Brotli" : "not packed")}");
        Line(4, $"count {count}");
        Line(4, $"length {length}");
        Line(4, $"stored {stored}");
        Line(4, "CRC32C of the content");
        Line(8, $"{first} value(s) in front");
        Line(8, $"schema at {schema}");
        Line(4, "CRC32C of the offset and the head");
        return (count, length, stored, first);
    }

    private void Line(int length, string label)
    {
        for (int start = 0; start < length; start += BytesInLine)
        {
            string hex = string.Concat(_file.AsSpan(_at + start, Math.Min(BytesInLine, length - start)).ToArray().Select(value => $"{value:X2} "));
            _text.Append($"{_at + start:X4}  {(start == 0 && label.Length > 0 ? $"{hex,-(3 * BytesInLine)} {label}" : hex)}".TrimEnd()).Append('\n');
        }
        _at += length;
    }

    /// <summary>A part of a file between two offsets.</summary>
    public readonly record struct Record(int Start, int End, int FirstValue, int Count);
}
