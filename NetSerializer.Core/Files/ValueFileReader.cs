using System.Collections;
using NetSerializer.Files;

namespace NetSerializer;

/// <summary>
/// The values of a file, in order or by number. It sees the values that the file had when it was opened; a file that is still written, or whose writer
/// did not come to its end, is read up to its last whole block. For one thread at a time; several readers may read one file.
/// </summary>
/// <example><code>
/// using ValueFileReader&lt;Order&gt; file = model.OpenFile&lt;Order&gt;("orders.nsf");
/// foreach (Order? order in file) { Handle(order); }
/// Order? last = file[file.Count - 1];
/// </code></example>
/// <remarks>
/// Damage in one block hides its values alone: reading them throws <see cref="MalformedDataException"/>, and others can be read by their numbers. The
/// offset of the exception counts from the start of the file for a block, and from that of the value for a value.
/// </remarks>
public sealed class ValueFileReader<T> : IEnumerable<T?>, IDisposable
{
    private readonly FileBytes _file;
    private readonly FileIndex _index;
    private readonly FileSchemas _schemas;
    private readonly SerializerLimits _limits;
    private readonly bool _leaveOpen;
    private bool _isClosed;
    private int _lastRecord = -1;
    private ValueBlock? _lastBlock;

    internal ValueFileReader(TypeModel model, FileBytes file, ValueFileOptions options, bool leaveOpen)
    {
        (_file, _limits, _leaveOpen) = (file, model.Options.Limits, leaveOpen);
        _schemas = new FileSchemas(model, file, options);
        _index = FileIndex.TryRead(file, _limits) ?? FileIndex.Scan(file, _limits);
    }

    /// <summary>How many values the file has.</summary>
    public long Count => _index.Values;

    /// <summary>The value with a number, from 0 on. Reads the block that has it, once for neighbours.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The file has no such value.</exception>
    /// <exception cref="MalformedDataException">
    /// The block or the value is damaged, the value is no T, or its schema has no place in the model (<see cref="ErrorCode.HeaderMismatch"/>, with every
    /// problem).
    /// </exception>
    /// <exception cref="ObjectDisposedException">The file is closed.</exception>
    public T? this[long index]
    {
        get
        {
            ObjectDisposedException.ThrowIf(_isClosed, this);
            ArgumentOutOfRangeException.ThrowIfNegative(index);
            ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(index, Count);
            int record = _index.RecordOf(index);
            if (_lastBlock == null || record != _lastRecord)
            {
                (_lastBlock, _lastRecord) = (ReadBlock(record), record);
            }
            return _lastBlock.Reader.Deserialize<T>(_lastBlock[(int)(index - _index.FirstValueOf(record))]);
        }
    }

    /// <summary>The values in order, with one block in memory at a time.</summary>
    /// <exception cref="MalformedDataException">While it goes on: as for a value by its number.</exception>
    /// <exception cref="ObjectDisposedException">While it goes on: the file is closed.</exception>
    public IEnumerator<T?> GetEnumerator()
    {
        ObjectDisposedException.ThrowIf(_isClosed, this);
        return Values();
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    /// <summary>The schemas that the file has values of, in the order in which their writers came.</summary>
    /// <exception cref="MalformedDataException">One is damaged or exceeds a limit, or there are too many.</exception>
    /// <exception cref="ObjectDisposedException">The file is closed.</exception>
    public IReadOnlyList<WireSchema> ReadSchemas()
    {
        ObjectDisposedException.ThrowIf(_isClosed, this);
        return _schemas.ReadAll(_index);
    }

    /// <summary>Closes the stream, unless it was to be left open.</summary>
    public void Dispose()
    {
        _isClosed = true;
        if (!_leaveOpen)
        {
            _file.Stream.Dispose();
        }
    }

    private IEnumerator<T?> Values()
    {
        for (int record = 0; record < _index.Count; record++)
        {
            if (_index.ValuesOf(record) == 0)
            {
                continue;
            }
            ValueBlock block = ReadBlock(record);
            for (int i = 0; i < block.Count; i++)
            {
                ObjectDisposedException.ThrowIf(_isClosed, this);
                yield return block.Reader.Deserialize<T>(block[i]);
            }
        }
    }

    private ValueBlock ReadBlock(int record)
    {
        ObjectDisposedException.ThrowIf(_isClosed, this);
        long offset = _index.OffsetOf(record);
        RecordHead head = _index.HeadOf(record, _file) ?? throw FileFormat.Malformed(
            $"The block of {_index.ValuesOf(record)} value(s) from number {_index.FirstValueOf(record)} on is damaged.", offset);
        return ValueBlock.Read(_file, offset, head, _limits, _schemas);
    }
}
