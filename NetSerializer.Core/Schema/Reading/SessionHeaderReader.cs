using NetSerializer.Dispatch;
using NetSerializer.IO;
using NetSerializer.Schema;

namespace NetSerializer;

/// <summary>
/// Reads the header of a session (docs/wire-format.md, section 9), and finds the reader for the schema that it names. It waits for no byte behind the
/// header, nor for more of bytes that are none.
/// </summary>
internal sealed class SessionHeaderReader
{
    private const int LengthBits = 7, MostLengthBytes = 5;

    private readonly TypeModel _model;
    private readonly SessionOptions _options;
    private readonly SchemaLimits _limits;

    /// <exception cref="ArgumentException">The store makes objects of another model, or both it and the session say which differences are accepted.</exception>
    public SessionHeaderReader(TypeModel model, SessionOptions options)
    {
        if (options.Schemas != null && options.Schemas.Model != model)
        {
            throw new ArgumentException($"{nameof(SessionOptions)}.{nameof(options.Schemas)} makes objects of another model.", nameof(options));
        }
        if (options.Schemas != null && options.Resolve != null)
        {
            throw new ArgumentException(
                $"{nameof(SessionOptions)}.{nameof(options.Resolve)} is given beside {nameof(options.Schemas)}, which have such options of their own.",
                nameof(options));
        }
        (_model, _options, _limits) = (model, options, options.SchemaLimits ?? SchemaLimits.Default);
    }

    /// <summary>Reads the header.</summary>
    /// <returns>The parts that read the values; null where the stream ends in front of the header.</returns>
    /// <exception cref="MalformedDataException">It is no header, or one of a schema that the model cannot read. The session is broken.</exception>
    public ModelCore? Read(SessionSource source)
    {
        if (!source.Begin())
        {
            return null;
        }
        try
        {
            ReadOnlySpan<byte> window = source.Unread;
            int length;
            while ((length = Measure(window)) > window.Length)
            {
                int before = window.Length;
                window = source.Next(window, length);
                if (window.Length == before)
                {
                    throw new MalformedDataException(ErrorCode.Truncated, "The stream ends inside the header of the session.", before);
                }
            }
            ModelCore core = Resolve(window[..length]);
            source.End(window.Length - length);
            return core;
        }
        catch (Exception failure)
        {
            if (ModelCore.FailIn(source, failure) is { } explained)
            {
                throw explained;
            }
            throw;
        }
    }

    /// <summary>As <see cref="Read"/>, when all bytes of the header have come.</summary>
    /// <exception cref="OperationCanceledException">Cancelled while waiting. The session goes on.</exception>
    /// <inheritdoc cref="Read" path="/exception"/>
    public async ValueTask<ModelCore?> ReadAsync(SessionSource source, CancellationToken cancellationToken)
    {
        int wanted = 1, unread = 0;
        // The stream has ended where less has come than was wanted.
        while (unread < wanted && await source.FillAsync(wanted, cancellationToken).ConfigureAwait(false) && source.UnreadLength >= wanted)
        {
            unread = source.UnreadLength;
            wanted = Measure(source.Unread);
        }
        return Read(source);
    }

    /// <summary>How many bytes the header takes, as far as its first bytes tell. Not more than there are where these are wrong.</summary>
    private int Measure(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length < ModelHeader.Mark.Length)
        {
            return ModelHeader.Mark.StartsWith(bytes) ? bytes.Length + 1 : bytes.Length;
        }
        bool hasSchema = bytes.StartsWith(ModelHeader.MarkWithSchema);
        if (!hasSchema || bytes.Length < TypeModel.HeaderLength)
        {
            return hasSchema || bytes.StartsWith(ModelHeader.Mark) ? TypeModel.HeaderLength : bytes.Length;
        }
        int taken = ReadLength(bytes[TypeModel.HeaderLength..], out long length);
        return taken == 0 ? bytes.Length + 1 : length > _limits.MaxBytes ? bytes.Length : TypeModel.HeaderLength + taken + (int)length;
    }

    /// <summary>Reads the length of a schema.</summary>
    /// <param name="bytes">The bytes from there on.</param>
    /// <param name="length">The length; longer than any limit where no writer makes it.</param>
    /// <returns>How many bytes it takes; 0 where more have to come.</returns>
    private static int ReadLength(ReadOnlySpan<byte> bytes, out long length)
    {
        length = 0;
        for (int i = 0; i < Math.Min(bytes.Length, MostLengthBytes); i++)
        {
            length |= (long)(bytes[i] & 0x7F) << (LengthBits * i);
            if (bytes[i] <= 0x7F)
            {
                bool isOverlong = bytes[i] == 0 && i > 0;
                length = isOverlong ? long.MaxValue : length;
                return i + 1;
            }
        }
        length = long.MaxValue;
        return bytes.Length < MostLengthBytes ? 0 : MostLengthBytes;
    }

    private ModelCore Resolve(ReadOnlySpan<byte> header)
    {
        bool hasSchema = header.StartsWith(ModelHeader.MarkWithSchema);
        if (!hasSchema && !header.StartsWith(ModelHeader.Mark))
        {
            bool isOther = header.StartsWith(ModelHeader.Mark[..^1]);
            throw new MalformedDataException(ErrorCode.HeaderMismatch,
                "The session does not begin with a header of version 1 or 2. Its writer opens it with another "
                    + $"{nameof(SessionOptions)}.{nameof(SessionOptions.Header)}, or it is no session.", isOther ? ModelHeader.Mark.Length - 1 : 0);
        }
        ReadOnlySpan<byte> fingerprint = header[ModelHeader.Mark.Length..TypeModel.HeaderLength];
        ReadOnlySpan<byte> schema = header[TypeModel.HeaderLength..];
        int start = TypeModel.HeaderLength;
        if (hasSchema)
        {
            int taken = ReadLength(schema, out long length);
            if (length > _limits.MaxBytes)
            {
                throw SchemaFault.TooLarge("The schema in the header has more bytes", nameof(SchemaLimits.MaxBytes), _limits.MaxBytes, start);
            }
            schema = schema[taken..];
            start += taken;
        }
        return fingerprint.SequenceEqual(_model.Fingerprint.Span) ? _model.Core
            : _options.Schemas?.FindExact(fingerprint)?.Core
            ?? ReaderFor(fingerprint, _options.Header == SessionHeader.Schema ? schema : default, start).Core;
    }

    /// <summary>Resolves the schema of a header.</summary>
    /// <param name="fingerprint">The fingerprint in front of it.</param>
    /// <param name="schema">Its bytes; empty where the header has none, or the reader takes none.</param>
    /// <param name="start">Where they begin.</param>
    private ModelReader ReaderFor(ReadOnlySpan<byte> fingerprint, ReadOnlySpan<byte> schema, int start)
    {
        if (schema.IsEmpty)
        {
            throw Mismatch(
                $"No schema with the tag {Convert.ToHexStringLower(fingerprint[..TypeModel.TagLength])} is known here, or the model cannot read it. Give it to "
                    + $"{nameof(SessionOptions)}.{nameof(SessionOptions.Schemas)}, or open both sides with {nameof(SessionHeader)}."
                    + $"{nameof(SessionHeader.Schema)}.");
        }
        WireSchema writer;
        try
        {
            writer = WireSchema.Parse(schema, _limits);
        }
        catch (MalformedDataException failure)
        {
            throw new MalformedDataException(failure.Code, failure.Reason, start + failure.Offset);
        }
        if (!writer.Fingerprint.Span.SequenceEqual(fingerprint))
        {
            throw Mismatch("The header names another fingerprint than its schema has.");
        }
        try
        {
            return _options.Schemas?.ReaderFor(writer) ?? new ModelReader(_model, writer, _options.Resolve ?? ResolveOptions.Default);
        }
        catch (SchemaMismatchException mismatch)
        {
            throw Mismatch(mismatch.Message, mismatch);
        }
    }

    private static MalformedDataException Mismatch(string reason, Exception? cause = null) =>
        new(ErrorCode.HeaderMismatch, $"The session was written with other types or options. {reason}", ModelHeader.Mark.Length, innerException: cause);
}
