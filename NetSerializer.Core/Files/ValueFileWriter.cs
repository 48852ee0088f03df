using NetSerializer.Files;
using NetSerializer.IO;

namespace NetSerializer;

/// <summary>
/// Writes a file of values: collected in blocks, each with a checksum, and an index at the end. For one thread at a time. A file whose writer did not come
/// to its end is read up to its last whole block, and <c>AppendFile</c> goes on behind that.
/// </summary>
/// <example><code>using ValueFileWriter&lt;Order&gt; file = model.CreateFile&lt;Order&gt;("orders.nsf"); file.Write(order);</code></example>
public sealed class ValueFileWriter<T> : IDisposable
{
    private readonly TypeModel _model;
    private readonly Stream _stream;
    private readonly RecordWriter _records;
    private readonly ValueFileOptions _options;
    private readonly bool _leaveOpen;
    private PooledBuffer _block = new();
    private int _count;
    private bool _isClosed;

    internal ValueFileWriter(TypeModel model, Stream stream, RecordWriter records, ValueFileOptions options, bool leaveOpen) =>
        (_model, _stream, _records, _options, _leaveOpen) = (model, stream, records, options, leaveOpen);

    /// <summary>How many values the file has, those of earlier writers included.</summary>
    public long Count => _records.Index.Values + _count;

    /// <summary>Writes a value. It is on its way when its block is full, after <see cref="Flush"/> or at the end.</summary>
    /// <exception cref="ValueNotSerializableException">The value cannot be written. Nothing of it is in the file, and others can be written.</exception>
    /// <exception cref="IOException">
    /// The stream has failed, or another writer has changed the file. It is broken behind its last whole block: no further value is taken.
    /// </exception>
    /// <exception cref="InvalidOperationException">An earlier failure of the stream has broken the file.</exception>
    /// <exception cref="ObjectDisposedException">The file is closed, perhaps by code that is called while the value is written.</exception>
    public void Write(T value)
    {
        RequireUsable();
        using var bytes = new PooledBuffer();
        _model.Serialize(bytes, value);
        // Code that the value calls may have closed the file, or written to it.
        RequireUsable();
        ReadOnlySpan<byte> written = bytes.Written.Span;
        if (_count > 0 && _block.Written.Length + FileFormat.MaxVarint + (long)written.Length > _options.BlockBytes)
        {
            WriteBlock();
        }
        Span<byte> room = _block.GetSpan(FileFormat.MaxVarint + written.Length);
        int start = FileFormat.WriteVarint(room, written.Length);
        written.CopyTo(room[start..]);
        _block.Advance(start + written.Length);
        _count++;
    }

    /// <summary>Sends the values so far as a block, and flushes the stream: readers that open the file from now on see them.</summary>
    /// <inheritdoc cref="Write" path="/exception[position() > 1]"/>
    public void Flush()
    {
        RequireUsable();
        WriteBlock();
        _stream.Flush();
    }

    /// <summary>As <see cref="Flush"/>, and waits until the disk has them, where the stream is a <see cref="FileStream"/>.</summary>
    /// <inheritdoc cref="Write" path="/exception[position() > 1]"/>
    public void FlushToDisk()
    {
        Flush();
        (_stream as FileStream)?.Flush(flushToDisk: true);
    }

    /// <summary>Writes the last block and the index, and closes the stream, unless it was to be left open. A broken file gets neither.</summary>
    /// <exception cref="IOException">The stream has failed, or another writer has changed the file. What was flushed before is there.</exception>
    public void Dispose()
    {
        if (_isClosed)
        {
            return;
        }
        _isClosed = true;
        try
        {
            if (!_records.IsBroken)
            {
                WriteBlock();
                _records.WriteEnd();
                _stream.Flush();
            }
        }
        finally
        {
            _block.Dispose();
            if (!_leaveOpen)
            {
                _stream.Dispose();
            }
        }
    }

    private void WriteBlock()
    {
        if (_count == 0)
        {
            return;
        }
        _records.WriteValues(_count, _block.Written.Span, _options.Compression);
        _block.Dispose();
        _block = new PooledBuffer();
        _count = 0;
    }

    private void RequireUsable()
    {
        ObjectDisposedException.ThrowIf(_isClosed, this);
        if (_records.IsBroken)
        {
            throw new InvalidOperationException("The file is broken: its stream has failed inside a block. Open it with AppendFile to go on.");
        }
    }
}
