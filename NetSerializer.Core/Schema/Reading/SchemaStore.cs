using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using NetSerializer.Emit;
using NetSerializer.Schema.Reading;

namespace NetSerializer;

/// <summary>The outcome of <see cref="SchemaStore.TryDeserialize{T}(ReadOnlySpan{byte}, out T)"/>.</summary>
public enum TaggedResult
{
    /// <summary>The value was read.</summary>
    Value,
    /// <summary>The tag is that of no schema that the store knows, or of one that the model cannot resolve: a miss in a cache.</summary>
    UnknownSchema,
    /// <summary>The tag is known, and the bytes behind it are no value; or there is no tag.</summary>
    Malformed,
}

/// <summary>
/// Readers of a model for the schemas of many writers, found by the tag in front of a value (<see cref="TypeModel.SerializeTagged{T}(T)"/>). A reader is
/// made when it is first needed, once, also when many threads need it. Those not used for longest go when there are too many. Safe to use from any
/// number of threads at once.
/// </summary>
/// <example><code>
/// var store = new SchemaStore(model, source: SchemaSource.Folder("schemas"));
/// if (store.TryDeserialize(cache[key], out Order? order) != TaggedResult.Value) { order = Load(key); }
/// </code></example>
public sealed class SchemaStore
{
    private readonly TypeModel _model;
    private readonly ModelReader _own;
    private readonly ResolveOptions _options;
    private readonly ISchemaSource? _source;
    private readonly Lock _lock = new();
    private readonly RecentValues<StoredReader> _known;
    // Tags without a reader so far. Apart, so that tags of nobody do not drive out readers.
    private readonly RecentValues<StoredReader> _unknown;

    /// <summary>Makes a store that knows the schema of the model.</summary>
    /// <param name="model">The model whose objects are made.</param>
    /// <param name="capacity">How many readers are kept, and how many tags without a reader beside them; 1 or more.</param>
    /// <param name="options">What is accepted of data of other schemas; null for <see cref="ResolveOptions.Default"/>.</param>
    /// <param name="source">Is asked once for each tag of a schema that was not added; null for none.</param>
    [RequiresDynamicCode(RunTimeCode.Needed), RequiresUnreferencedCode(RunTimeCode.Needed)]
    public SchemaStore(TypeModel model, int capacity = 64, ResolveOptions? options = null, ISchemaSource? source = null)
    {
        ArgumentNullException.ThrowIfNull(model);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(capacity);
        (_model, _options, _source) = (model, options ?? ResolveOptions.Default, source);
        (_known, _unknown) = (new RecentValues<StoredReader>(capacity), new RecentValues<StoredReader>(capacity));
        _own = new ModelReader(model, model.Schema, _options);
    }

    /// <summary>The model whose objects are made.</summary>
    public TypeModel Model => _model;

    /// <summary>Adds a schema, whose reader is made when its first value comes.</summary>
    public void Add(WireSchema schema)
    {
        ArgumentNullException.ThrowIfNull(schema);
        ulong tag = TagOf(schema.Fingerprint.Span);
        lock (_lock)
        {
            if (_known.Find(tag) == null)
            {
                _unknown.Remove(tag);
                _known.Add(tag, new StoredReader(() => MakeReader(schema)));
            }
        }
    }

    /// <summary>Reads a value behind a tag, all of <paramref name="source"/>.</summary>
    /// <param name="source">The bytes that <see cref="TypeModel.SerializeTagged{T}(T)"/> of any version has made.</param>
    /// <param name="value">The value; the default where there is none.</param>
    /// <returns>Whether there is a value, and if not, why.</returns>
    /// <exception cref="ValueNotSerializableException">The model does not have the T of the call.</exception>
    public TaggedResult TryDeserialize<T>(ReadOnlySpan<byte> source, out T? value)
    {
        value = default;
        if (source.Length < TypeModel.TagLength)
        {
            return TaggedResult.Malformed;
        }
        if (FindReader(source[..TypeModel.TagLength]) is not { } reader)
        {
            return TaggedResult.UnknownSchema;
        }
        try
        {
            value = reader.Deserialize<T>(source[TypeModel.TagLength..]);
            return TaggedResult.Value;
        }
        catch (MalformedDataException)
        {
            return TaggedResult.Malformed;
        }
    }

    /// <inheritdoc cref="TryDeserialize{T}(ReadOnlySpan{byte}, out T)"/>
    public TaggedResult TryDeserialize<T>(in ReadOnlySequence<byte> source, out T? value)
    {
        value = default;
        if (source.Length < TypeModel.TagLength)
        {
            return TaggedResult.Malformed;
        }
        Span<byte> tag = stackalloc byte[TypeModel.TagLength];
        source.Slice(0, TypeModel.TagLength).CopyTo(tag);
        if (FindReader(tag) is not { } reader)
        {
            return TaggedResult.UnknownSchema;
        }
        try
        {
            value = reader.Deserialize<T>(source.Slice(TypeModel.TagLength));
            return TaggedResult.Value;
        }
        catch (MalformedDataException)
        {
            return TaggedResult.Malformed;
        }
    }

    /// <inheritdoc cref="TryDeserialize{T}(ReadOnlySpan{byte}, out T)"/>
    /// <exception cref="ArgumentNullException">The array is null.</exception>
    public TaggedResult TryDeserialize<T>(byte[] source, out T? value)
    {
        ArgumentNullException.ThrowIfNull(source);
        return TryDeserialize(source.AsSpan(), out value);
    }

    /// <summary>The reader for a tag or a whole fingerprint; null for a schema that is unknown or cannot be resolved.</summary>
    /// <exception cref="ArgumentException">There are less bytes than a tag has.</exception>
    public ModelReader? FindReader(ReadOnlySpan<byte> tag)
    {
        if (tag.Length < TypeModel.TagLength)
        {
            throw new ArgumentException($"A tag has {TypeModel.TagLength} bytes.", nameof(tag));
        }
        tag = tag[..TypeModel.TagLength];
        if (_model.Fingerprint.Span.StartsWith(tag))
        {
            return _own;
        }
        ulong key = TagOf(tag);
        StoredReader? stored;
        lock (_lock)
        {
            stored = _known.Find(key) ?? _unknown.Find(key);
            if (stored == null && _source != null)
            {
                byte[] asked = tag.ToArray();
                _unknown.Add(key, stored = new StoredReader(() => Load(asked)));
            }
        }
        // Not under the lock: a source may take long, and so may a resolution.
        ModelReader? reader = stored?.Reader;
        if (reader != null)
        {
            lock (_lock)
            {
                if (_unknown.Remove(key))
                {
                    _known.Add(key, stored!);
                }
            }
        }
        return reader;
    }

    /// <summary>The reader for a schema, which is kept as those of <see cref="Add"/> are.</summary>
    /// <exception cref="SchemaMismatchException">Something of the schema cannot be resolved.</exception>
    internal ModelReader ReaderFor(WireSchema schema)
    {
        ReadOnlySpan<byte> fingerprint = schema.Fingerprint.Span;
        if (FindExact(fingerprint) is { } known)
        {
            return known;
        }
        Add(schema);
        return FindExact(fingerprint) ?? new ModelReader(_model, schema, _options);
    }

    /// <summary>As <see cref="FindReader"/>; null too for the reader of another schema with the same tag.</summary>
    internal ModelReader? FindExact(ReadOnlySpan<byte> fingerprint) =>
        FindReader(fingerprint) is { } reader && reader.Schema.Fingerprint.Span.SequenceEqual(fingerprint) ? reader : null;

    private static ulong TagOf(ReadOnlySpan<byte> fingerprint) => BitConverter.ToUInt64(fingerprint);

    private ModelReader? Load(byte[] tag)
    {
        try
        {
            return _source!.Find(tag) is { } schema && schema.Fingerprint.Span.StartsWith(tag) ? MakeReader(schema) : null;
        }
        catch (MalformedDataException)
        {
            // No schema is there.
            return null;
        }
    }

    private ModelReader? MakeReader(WireSchema schema)
    {
        try
        {
            return new ModelReader(_model, schema, _options);
        }
        catch (SchemaMismatchException)
        {
            return null;
        }
    }

    /// <summary>A reader that the first thread makes which needs it, while others wait. A failure to make it is tried again; null is an answer.</summary>
    private sealed class StoredReader(Func<ModelReader?> make)
    {
        private readonly Lock _making = new();
        private ModelReader? _reader;
        private bool _isMade;

        public ModelReader? Reader
        {
            get
            {
                lock (_making)
                {
                    if (!_isMade)
                    {
                        _reader = make();
                        _isMade = true;
                    }
                    return _reader;
                }
            }
        }
    }
}
