using System.Buffers.Binary;
using System.IO.Compression;
using NetSerializer.IO;

namespace NetSerializer.Files;

/// <summary>
/// Writes the records of a file. A record that the stream does not take whole breaks it: where the next one would begin is unknown. For one thread at a
/// time.
/// </summary>
/// <param name="stream">The stream, which stands at the end of <paramref name="index"/>.</param>
/// <param name="index">The records that the file has.</param>
/// <param name="schema">The schema of the model, as bytes.</param>
/// <param name="schemaAt">Where the file has it; null if it does not.</param>
internal sealed class RecordWriter(Stream stream, FileIndex index, byte[] schema, long? schemaAt)
{
    private readonly long _origin = stream.CanSeek ? stream.Position - index.End : 0;

    public FileIndex Index => index;

    /// <summary>A failure of the stream has broken the file.</summary>
    public bool IsBroken { get; private set; }

    /// <summary>Begins a file.</summary>
    public static RecordWriter Begin(Stream stream, byte[] schema)
    {
        stream.Write(FileFormat.Header);
        var writer = new RecordWriter(stream, new FileIndex(), schema, null);
        writer.WriteSchema();
        return writer;
    }

    /// <summary>Writes a record of values.</summary>
    /// <param name="count">How many there are.</param>
    /// <param name="content">Each with its length in front.</param>
    /// <param name="compression">How they are packed, where that makes them shorter.</param>
    public void WriteValues(int count, ReadOnlySpan<byte> content, FileCompression compression)
    {
        if (schemaAt == null)
        {
            WriteSchema();
        }
        if (compression == FileCompression.Brotli)
        {
            const int Quality = 4, Window = 20;
            using var packed = new PooledBuffer();
            if (BrotliEncoder.TryCompress(content, packed.GetSpan(content.Length)[..(content.Length - 1)], out int length, Quality, Window))
            {
                packed.Advance(length);
                WriteValues(count, FileCompression.Brotli, content.Length, packed.Written.Span);
                return;
            }
        }
        WriteValues(count, FileCompression.None, content.Length, content);
    }

    /// <summary>Writes the index, which ends the file.</summary>
    public void WriteEnd()
    {
        byte[] entries = index.ToBytes();
        Write(RecordKind.Index, FileCompression.None, index.Count, entries.Length, entries, 0);
        Span<byte> footer = stackalloc byte[FileFormat.FooterLength];
        BinaryPrimitives.WriteInt64LittleEndian(footer, index.End);
        FileFormat.FooterMark.CopyTo(footer[sizeof(long)..]);
        stream.Write(footer);
    }

    private void WriteValues(int count, FileCompression codec, int length, ReadOnlySpan<byte> stored)
    {
        Write(RecordKind.Values, codec, count, length, stored, schemaAt!.Value);
        index.Add(RecordHead.Size + (long)stored.Length, count);
    }

    private void WriteSchema()
    {
        long offset = index.End;
        Write(RecordKind.Schema, FileCompression.None, 0, schema.Length, schema, 0);
        index.Add(RecordHead.Size + schema.Length, 0);
        schemaAt = offset;
    }

    private void Write(RecordKind kind, FileCompression codec, int count, int length, ReadOnlySpan<byte> stored, long schemaOffset)
    {
        var head = new RecordHead(kind, (byte)codec, count, length, stored.Length, FileFormat.ChecksumOf(stored), index.Values, schemaOffset);
        Span<byte> bytes = stackalloc byte[RecordHead.Size];
        head.Write(bytes, index.End);
        IsBroken = true;
        // Not every system keeps a second writer off.
        if (stream.CanSeek && stream.Length - _origin != index.End)
        {
            throw new IOException("Another writer has changed the file.");
        }
        stream.Write(bytes);
        stream.Write(stored);
        IsBroken = false;
    }
}
