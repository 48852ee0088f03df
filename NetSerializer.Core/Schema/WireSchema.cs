using System.Security.Cryptography;
using System.Text;
using NetSerializer.Schema;
using NetSerializer.Wire;

namespace NetSerializer;

/// <summary>
/// The agreement between two sides as an object: the types of a model with their ids, the forms of their values and the options that change the wire.
/// It can be sent or stored, and read where the types do not exist: names in it are only ever compared. Immutable and safe to share.
/// </summary>
/// <example><code>
/// File.WriteAllBytes("orders.schema", model.Schema.ToBytes());
/// WireSchema written = WireSchema.Parse(File.ReadAllBytes("orders.schema"));
/// bool isOurs = written.Fingerprint.Span.SequenceEqual(model.Fingerprint.Span);
/// </code></example>
public sealed class WireSchema
{
    private readonly MadeOnce<byte[]> _fingerprint;
    private readonly MadeOnce<byte[]> _bytes;
    private readonly MadeOnce<SchemaIndex> _index;

    internal WireSchema(SerializerOptions options, IReadOnlyList<ushort> unshared, IReadOnlyList<SchemaType> types)
    {
        (Options, Unshared, Types) = (options, unshared, types);
        Text = SchemaText.Print(this);
        // Made when a program asks for it, because most never do: the first SHA-256 of a process takes long.
        _fingerprint = new MadeOnce<byte[]>(() => SHA256.HashData(Encoding.UTF8.GetBytes(Text)));
        _bytes = new MadeOnce<byte[]>(() => SchemaBytes.Write(this));
        _index = new MadeOnce<SchemaIndex>(() => new SchemaIndex(Types));
    }

    /// <summary>The options that change the wire; all others have their default values.</summary>
    public SerializerOptions Options { get; }

    /// <summary>With <see cref="ReferenceHandling.Preserve"/>: the ids of the types whose objects have no numbers, ascending.</summary>
    public IReadOnlyList<ushort> Unshared { get; }

    /// <summary>The types, in order of their ids. Those that every model has are not among them, unless a custom serializer has changed their form.</summary>
    public IReadOnlyList<SchemaType> Types { get; }

    /// <summary>The text that <see cref="TypeModel.Describe"/> prints, of which <see cref="Fingerprint"/> is the hash.</summary>
    public string Text { get; }

    /// <summary>The SHA-256 of <see cref="Text"/> in UTF-8, 32 bytes: the <see cref="TypeModel.Fingerprint"/> of the model.</summary>
    public ReadOnlyMemory<byte> Fingerprint => _fingerprint.Value;

    internal SchemaIndex Index => _index.Value;

    /// <summary>The bytes of <see cref="ToBytes"/>, made once.</summary>
    internal ReadOnlySpan<byte> Bytes => _bytes.Value;

    /// <summary>Reads the binary form, all of <paramref name="source"/>, and proves that it has the fingerprint that it names.</summary>
    /// <param name="source">The bytes that <see cref="ToBytes"/> has made.</param>
    /// <param name="limits">The bounds; null for <see cref="SchemaLimits.Default"/>.</param>
    /// <exception cref="MalformedDataException">
    /// The bytes are no schema (<see cref="ErrorCode.MalformedSchema"/>), or exceed a limit (<see cref="ErrorCode.SchemaTooLarge"/>). No other exception
    /// is caused by bytes.
    /// </exception>
    public static WireSchema Parse(ReadOnlySpan<byte> source, SchemaLimits? limits = null) => SchemaBytesReader.Read(source, limits ?? SchemaLimits.Default);

    /// <summary>Reads the text form: that of <see cref="Text"/> or of <see cref="ToString"/>, with line ends of any kind.</summary>
    /// <param name="text">The text. Lines that begin with <c>#</c> are comments.</param>
    /// <param name="limits">The bounds; null for <see cref="SchemaLimits.Default"/>.</param>
    /// <exception cref="MalformedDataException">
    /// The text is no schema (<see cref="ErrorCode.MalformedSchema"/>), or exceeds a limit (<see cref="ErrorCode.SchemaTooLarge"/>). The offset counts
    /// bytes of its UTF-8.
    /// </exception>
    public static WireSchema Parse(string text, SchemaLimits? limits = null)
    {
        ArgumentNullException.ThrowIfNull(text);
        return SchemaTextReader.Read(text, limits ?? SchemaLimits.Default);
    }

    /// <summary>The changes from one schema to another, each with its effect on data of both sides.</summary>
    /// <remarks>Former names are not in a schema: a renamed type or member is one that is removed and one that is added.</remarks>
    /// <param name="old">The schema of stored data, or of a peer.</param>
    /// <param name="new">The schema of the program as it is now.</param>
    /// <example><code>Console.Write(WireSchema.Compare(WireSchema.Parse(File.ReadAllText("wire.schema.txt")), model.Schema));</code></example>
    public static SchemaDiff Compare(WireSchema old, WireSchema @new)
    {
        ArgumentNullException.ThrowIfNull(old);
        ArgumentNullException.ThrowIfNull(@new);
        return SchemaComparer.Compare(old, @new);
    }

    /// <summary>The binary form, a few KB for an ordinary model: a fingerprint, a table of names, ids and numbers of forms (docs/wire-format.md).</summary>
    public byte[] ToBytes() => Bytes.ToArray();

    /// <summary><see cref="Text"/> with the named values of enums behind it, as comments.</summary>
    public override string ToString() => Text + SchemaText.PrintComments(this);

    /// <summary>The options that a schema knows; all others are the default ones.</summary>
    internal static SerializerOptions OptionsOf(
        IntegerEncoding integers, NonFiniteFloats floats, ReferenceHandling references, StringHandling strings, bool framesCustomForms) => new()
    {
        FrameCustomForms = framesCustomForms,
        Integers = integers,
        NonFiniteFloats = floats,
        References = references,
        // Without references, strings as values are no other than strings by reference.
        Strings = references == ReferenceHandling.None && strings == StringHandling.Values ? StringHandling.ByReference : strings,
    };
}
