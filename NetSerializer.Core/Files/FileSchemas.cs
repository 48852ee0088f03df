using NetSerializer.Schema;

namespace NetSerializer.Files;

/// <summary>The schemas of a file, with the readers for them. Each is read when its first value is.</summary>
internal sealed class FileSchemas(TypeModel model, FileBytes file, ValueFileOptions options)
{
    private readonly Dictionary<long, ModelReader> _readers = [];

    /// <summary>The reader for the values of a record.</summary>
    /// <param name="offset">Where the record says that their schema is.</param>
    /// <param name="user">Where the record is: its schema stands in front of it.</param>
    public ModelReader ReaderAt(long offset, long user)
    {
        if (!_readers.TryGetValue(offset, out ModelReader? reader))
        {
            if (offset >= user)
            {
                throw FileFormat.Malformed("A record names a schema that does not stand in front of it.", user);
            }
            RequireRoom(_readers.Count + 1);
            _readers.Add(offset, reader = MakeReader(offset));
        }
        return reader;
    }

    /// <summary>All schemas, in the order of the file.</summary>
    public List<WireSchema> ReadAll(FileIndex index) => [.. OffsetsIn(index).Select(offset => WireSchema.Parse(ReadBytes(offset), options.SchemaLimits))];

    /// <summary>Where the schema of the model is; null if the file does not have it.</summary>
    /// <exception cref="MalformedDataException">A schema is damaged, or one more would be too many.</exception>
    public long? FindOwn(FileIndex index)
    {
        List<long> offsets = OffsetsIn(index);
        foreach (long offset in offsets)
        {
            if (IsOwn(ReadBytes(offset)))
            {
                return offset;
            }
        }
        RequireRoom(offsets.Count + 1);
        return null;
    }

    private List<long> OffsetsIn(FileIndex index)
    {
        List<long> offsets = [];
        for (int record = 0; record < index.Count; record++)
        {
            if (index.ValuesOf(record) == 0)
            {
                offsets.Add(index.OffsetOf(record));
                RequireRoom(offsets.Count);
            }
        }
        return offsets;
    }

    private void RequireRoom(int count)
    {
        if (count > options.MaxSchemas)
        {
            throw new MalformedDataException(
                ErrorCode.SchemaTooLarge,
                $"The file has more schemas than {nameof(ValueFileOptions)}.{nameof(ValueFileOptions.MaxSchemas)} = {options.MaxSchemas}.",
                FileFormat.HeaderLength);
        }
    }

    private ModelReader MakeReader(long offset)
    {
        byte[] bytes = ReadBytes(offset);
        if (IsOwn(bytes))
        {
            return new ModelReader(model, model.Schema, ResolveOptions.Default);
        }
        WireSchema theirs = WireSchema.Parse(bytes, options.SchemaLimits);
        if (options.Resolve == null)
        {
            throw Mismatch(SchemaDifference.Describe(theirs, model.Schema));
        }
        try
        {
            return new ModelReader(model, theirs, options.Resolve);
        }
        catch (SchemaMismatchException mismatch)
        {
            throw Mismatch(mismatch.Message, mismatch);
        }

        MalformedDataException Mismatch(string differences, Exception? inner = null) => new(
            ErrorCode.HeaderMismatch, $"Values of the file were written with other types or options. {differences}", offset, "", inner);
    }

    private byte[] ReadBytes(long offset)
    {
        if (file.ReadHead(offset) is not { Kind: RecordKind.Schema } head)
        {
            throw FileFormat.Malformed("There is no schema where one should be.", offset);
        }
        return head.Length <= options.SchemaLimits.MaxBytes
            ? file.TryReadContent(offset, head) ?? throw FileFormat.Malformed("A schema is damaged: its checksum is another.", offset)
            : throw SchemaFault.TooLarge("The bytes are more", nameof(SchemaLimits.MaxBytes), options.SchemaLimits.MaxBytes, offset);
    }

    // Equal schemas may differ in comments, so the fingerprint that stands behind the mark says it.
    private bool IsOwn(ReadOnlySpan<byte> schema) =>
        schema.StartsWith(SchemaBytes.Mark) && schema[SchemaBytes.Mark.Length..].StartsWith(model.Fingerprint.Span);
}
