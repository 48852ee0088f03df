using System.Diagnostics.CodeAnalysis;
using NetSerializer.Emit;
using NetSerializer.Files;

namespace NetSerializer;

/// <summary>
/// Files of values (docs/file-format.md): each value in the bytes of <c>Serialize</c> to an array, in blocks with checksums, with the schemas of their
/// writers and an index for values by number. A file takes all of a path, or a stream from its position on. It has one writer at a time: Windows refuses
/// a second one, and elsewhere the first one that sees the other fails with <see cref="IOException"/>. Readers may open the file at any time.
/// </summary>
public static class ValueFiles
{
    /// <summary>Makes a file, or replaces the one at <paramref name="path"/>.</summary>
    /// <param name="model">The model.</param>
    /// <param name="path">Where.</param>
    /// <param name="options">The settings; null for the default ones.</param>
    /// <typeparam name="T">What the values are declared as. Each has the id of its type, so another T may be read.</typeparam>
    /// <example><code>using ValueFileWriter&lt;Order&gt; file = model.CreateFile&lt;Order&gt;("orders.nsf"); file.Write(order);</code></example>
    /// <exception cref="IOException">The file cannot be made.</exception>
    public static ValueFileWriter<T> CreateFile<T>(this TypeModel model, string path, ValueFileOptions? options = null) =>
        OpenPath(model, path, FileMode.Create, stream => model.CreateFile<T>(stream, options));

    /// <summary>Makes a file of values of any type of the model.</summary>
    /// <inheritdoc cref="CreateFile{T}(TypeModel, string, ValueFileOptions?)"/>
    public static ValueFileWriter<object?> CreateFile(this TypeModel model, string path, ValueFileOptions? options = null) =>
        model.CreateFile<object?>(path, options);

    /// <summary>Writes a file to a stream, from its position on. It need not be one that can seek; one that can is cut off there.</summary>
    /// <inheritdoc cref="CreateFile{T}(TypeModel, string, ValueFileOptions?)"/>
    /// <param name="model">The model.</param>
    /// <param name="destination">The stream; the file is the only one to write to it.</param>
    /// <param name="options">The settings; null for the default ones.</param>
    /// <param name="leaveOpen">Whether closing the file leaves the stream open.</param>
    public static ValueFileWriter<T> CreateFile<T>(this TypeModel model, Stream destination, ValueFileOptions? options = null, bool leaveOpen = false)
    {
        ArgumentNullException.ThrowIfNull(model);
        ArgumentNullException.ThrowIfNull(destination);
        if (destination.CanSeek)
        {
            new FileBytes(destination).Cut(0);
        }
        RecordWriter records = RecordWriter.Begin(destination, model.Schema.ToBytes());
        return new ValueFileWriter<T>(model, destination, records, options ?? ValueFileOptions.Default, leaveOpen);
    }

    /// <summary>
    /// Goes on with a file, or makes it where there is none. If its last writer did not come to its end, all of it is read once, and the bytes behind its
    /// last whole block go. The schema of the model is added where the file does not have it, so that programs of several versions may append to one file.
    /// </summary>
    /// <remarks>Until the file is closed it has no index, and readers look for the blocks one after the other.</remarks>
    /// <inheritdoc cref="CreateFile{T}(TypeModel, string, ValueFileOptions?)"/>
    /// <example><code>using ValueFileWriter&lt;Order&gt; file = model.AppendFile&lt;Order&gt;("orders.nsf"); file.Write(order);</code></example>
    /// <exception cref="IOException">The file cannot be opened.</exception>
    /// <exception cref="MalformedDataException">
    /// It is no file of values (<see cref="ErrorCode.HeaderMismatch"/>), is damaged in front of its last whole block, or has as many schemas as the options
    /// allow. It stays as it is: read what can be read, and write that to another file.
    /// </exception>
    public static ValueFileWriter<T> AppendFile<T>(this TypeModel model, string path, ValueFileOptions? options = null) =>
        OpenPath(model, path, FileMode.OpenOrCreate, stream => model.AppendFile<T>(stream, options));

    /// <summary>Goes on with a file of values of any type of the model.</summary>
    /// <inheritdoc cref="AppendFile{T}(TypeModel, string, ValueFileOptions?)"/>
    public static ValueFileWriter<object?> AppendFile(this TypeModel model, string path, ValueFileOptions? options = null) =>
        model.AppendFile<object?>(path, options);

    /// <summary>Goes on with a file in a stream that can read, write and seek.</summary>
    /// <inheritdoc cref="AppendFile{T}(TypeModel, string, ValueFileOptions?)"/>
    /// <param name="model">The model.</param>
    /// <param name="file">The stream; the file takes it from its position to its end.</param>
    /// <param name="options">The settings; null for the default ones.</param>
    /// <param name="leaveOpen">Whether closing the file leaves the stream open.</param>
    /// <exception cref="NotSupportedException">The stream cannot do one of these.</exception>
    public static ValueFileWriter<T> AppendFile<T>(this TypeModel model, Stream file, ValueFileOptions? options = null, bool leaveOpen = false)
    {
        ArgumentNullException.ThrowIfNull(model);
        ArgumentNullException.ThrowIfNull(file);
        options ??= ValueFileOptions.Default;
        var bytes = new FileBytes(file);
        byte[] start = ReadStart(bytes);
        // Its writer got no further.
        if (start.Length < FileFormat.HeaderLength && FileFormat.Header.StartsWith(start))
        {
            bytes.Cut(0);
            return model.CreateFile<T>(file, options, leaveOpen);
        }
        FileFormat.RequireHeader(start);
        FileIndex index = FileIndex.TryRead(bytes, model.Options.Limits) ?? ScanWhole(bytes, model.Options.Limits);
        long? schemaAt = new FileSchemas(model, bytes, options).FindOwn(index);
        bytes.Cut(index.End);
        return new ValueFileWriter<T>(model, file, new RecordWriter(file, index, model.Schema.ToBytes(), schemaAt), options, leaveOpen);
    }

    /// <summary>Opens a file for reading. Reads the index, or looks for all blocks of a file whose writer did not come to its end.</summary>
    /// <param name="model">The model. Its limits bound each value and each block.</param>
    /// <param name="path">Where.</param>
    /// <param name="options">The settings; null for the default ones. They say how values of another schema are read.</param>
    /// <example><code>using ValueFileReader&lt;Order&gt; file = model.OpenFile&lt;Order&gt;("orders.nsf"); Order? third = file[2];</code></example>
    /// <exception cref="IOException">The file cannot be opened.</exception>
    /// <exception cref="MalformedDataException">It is no file of values (<see cref="ErrorCode.HeaderMismatch"/>), or ends inside its header.</exception>
    [RequiresDynamicCode(RunTimeCode.Needed), RequiresUnreferencedCode(RunTimeCode.Needed)]
    public static ValueFileReader<T> OpenFile<T>(this TypeModel model, string path, ValueFileOptions? options = null) =>
        OpenPath(model, path, FileMode.Open, stream => model.OpenFile<T>(stream, options));

    /// <summary>Opens a file of values of any type of the model.</summary>
    /// <inheritdoc cref="OpenFile{T}(TypeModel, string, ValueFileOptions?)"/>
    [RequiresDynamicCode(RunTimeCode.Needed), RequiresUnreferencedCode(RunTimeCode.Needed)]
    public static ValueFileReader<object> OpenFile(this TypeModel model, string path, ValueFileOptions? options = null) =>
        model.OpenFile<object>(path, options);

    /// <summary>Opens a file in a stream that can seek.</summary>
    /// <inheritdoc cref="OpenFile{T}(TypeModel, string, ValueFileOptions?)"/>
    /// <param name="model">The model.</param>
    /// <param name="source">The stream; the file takes it from its position to its end.</param>
    /// <param name="options">The settings; null for the default ones.</param>
    /// <param name="leaveOpen">Whether closing the file leaves the stream open.</param>
    /// <exception cref="NotSupportedException">The stream cannot seek.</exception>
    [RequiresDynamicCode(RunTimeCode.Needed), RequiresUnreferencedCode(RunTimeCode.Needed)]
    public static ValueFileReader<T> OpenFile<T>(this TypeModel model, Stream source, ValueFileOptions? options = null, bool leaveOpen = false)
    {
        ArgumentNullException.ThrowIfNull(model);
        ArgumentNullException.ThrowIfNull(source);
        var bytes = new FileBytes(source);
        FileFormat.RequireHeader(ReadStart(bytes));
        return new ValueFileReader<T>(model, bytes, options ?? ValueFileOptions.Default, leaveOpen);
    }

    private static byte[] ReadStart(FileBytes bytes)
    {
        byte[] start = new byte[FileFormat.HeaderLength];
        return start[..bytes.ReadAt(0, start)];
    }

    // Appending behind damage would make it look sound.
    private static FileIndex ScanWhole(FileBytes bytes, SerializerLimits limits)
    {
        FileIndex index = FileIndex.Scan(bytes, limits);
        for (int record = 0; record < index.Count; record++)
        {
            if (!index.IsWhole(record, bytes))
            {
                throw FileFormat.Malformed("The file is damaged in front of its last whole block.", index.OffsetOf(record));
            }
        }
        return index;
    }

    // A file that cannot be used does not stay open. Without a buffer of the stream, a block is with the system once it is written.
    private static TFile OpenPath<TFile>(TypeModel model, string path, FileMode mode, Func<Stream, TFile> open)
    {
        ArgumentNullException.ThrowIfNull(model);
        FileStream stream = mode == FileMode.Open
            ? new FileStream(path, mode, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete)
            : new FileStream(path, mode, FileAccess.ReadWrite, FileShare.Read, bufferSize: 0);
        try
        {
            return open(stream);
        }
        catch
        {
            stream.Dispose();
            throw;
        }
    }
}
