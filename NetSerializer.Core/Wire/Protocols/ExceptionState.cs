using System.Collections;
using System.Runtime.Serialization;
using NetSerializer.Errors;
using NetSerializer.Graph;
using NetSerializer.Wire.Tables;

namespace NetSerializer.Wire.Protocols;

/// <summary>
/// The entries that an exception gives in GetObjectData: the common ones of all exceptions, and the ones that a class adds
/// (docs/wire-format.md, section 5g).
/// </summary>
internal sealed class ExceptionState
{
    /// <summary>How many pairs <see cref="Exception.Data"/> may have: its table is searched from end to end for each.</summary>
    public const int MaxData = 256;

    // The object, its info and the thirteen entries that all exceptions have.
    private const int Size = 3000, PairSize = 160;

    // As the runtime calls them. The first and the last three are not sent: they follow from the type, or say nothing in .NET.
    private static readonly string[] s_names =
    [
        "ClassName", "Message", "Data", "InnerException", "HelpURL", "StackTraceString", "RemoteStackTraceString", "HResult", "Source", "RemoteStackIndex",
        "ExceptionMethod", "WatsonBuckets",
    ];

    private const string InnerExceptions = "InnerExceptions";

    /// <summary>How many texts stand first.</summary>
    public const int TextCount = 5;

    private readonly string?[] _texts = new string?[TextCount];
    private readonly List<SerializationEntry> _entries = [];
    // On the writing side.
    private Type? _type, _writtenAs;
    private SerializationInfo? _info;
    private object?[]? _data;
    private int _result;
    // On the reading side: the walk that looks at the keys of the data, and the counts that it has found.
    private KeyWalk? _keys;
    private Dictionary<int, int>? _tally;
    private long _dataStart;
    private MalformedDataException? _verdict;

    /// <summary>GetObjectData has named another type.</summary>
    public bool SetsType => _writtenAs != _type;

    /// <summary>The inner exception; null for an aggregate, whose first one it is.</summary>
    public Exception? Inner { get; private set; }

    /// <summary>The failure is a verdict on the keys of the data, and not out of the user's code that runs with it.</summary>
    public bool HasRefused(Exception failure) => ReferenceEquals(failure, _verdict);

    public static ExceptionState Capture(Exception value, object? context)
    {
        SerializationInfo info = ObjectData.Gather(value, value.GetType(), context);
        var state = new ExceptionState { _type = value.GetType(), _writtenAs = info.ObjectType };
        foreach (SerializationEntry entry in info)
        {
            state.Take(entry);
        }
        return state;
    }

    /// <summary>The entry has a place of its own, or is not sent.</summary>
    public static bool IsCommon(string entry) => s_names.Contains(entry);

    /// <summary>Where no id is written.</summary>
    public void RequireOwnType()
    {
        if (SetsType)
        {
            Throw.SetTypeNotAdmitted(_type!, _writtenAs!);
        }
    }

    /// <summary>Writes the id of the type that GetObjectData has set, if it has, and otherwise <paramref name="id"/>.</summary>
    public static ref byte WriteId(scoped ref WireWriter w, ref byte p, ExceptionState state, int id, Type declaredType)
    {
        if (state.SetsType)
        {
            (Type type, Type set) = (state._type!, state._writtenAs!);
            if (!set.IsAssignableTo(typeof(Exception)))
            {
                Throw.SetTypeOfException(type, set, "which is no exception");
            }
            id = w.FindSetId(type, set, declaredType, mayBeReplaced: false);
            if (ObjectData.FindConstructor(set) == null)
            {
                Throw.SetTypeOfException(type, set, $"which has no constructor ({nameof(SerializationInfo)}, {nameof(StreamingContext)}) of its own");
            }
            if (w.Dispatch.IsOfKind(id >> w.Dispatch.IdShift, EntryKind.ExceptionWithMembers))
            {
                Throw.SetTypeOfException(type, set, "which has fields that no GetObjectData gives");
            }
        }
        return ref w.WriteNumber(ref p, id);
    }

    /// <summary>Writes the parts in front of the inner exception.</summary>
    public static ref byte WriteHead(scoped ref WireWriter w, ref byte p, ExceptionState state)
    {
        foreach (string? text in state._texts)
        {
            p = ref w.WriteString(ref p, text);
        }
        p = ref w.Ensure(ref p, sizeof(int));
        return ref Scalars.WriteInt32Fixed(ref w, ref p, state._result);
    }

    /// <summary>Writes the parts behind the inner exception.</summary>
    public static ref byte WriteRest(scoped ref WireWriter w, ref byte p, ExceptionState state)
    {
        p = ref w.WriteNumber(ref p, state._data == null ? 0 : state._data.Length / 2 + 1);
        w.Trace?.Push(nameof(Exception.Data));
        foreach (object? item in state._data ?? [])
        {
            p = ref w.WriteObject(ref p, item);
        }
        w.Trace?.Pop();
        p = ref w.WriteNumber(ref p, state._entries.Count + 1);
        foreach (SerializationEntry entry in state._entries)
        {
            p = ref w.WriteEntry(ref p, entry);
        }
        return ref p;
    }

    /// <summary>Reads the parts in front of the inner exception.</summary>
    public static ref byte ReadHead(scoped ref WireReader r, ref byte p, out ExceptionState state)
    {
        r.Charge(ref p, Size);
        state = new ExceptionState();
        for (int i = 0; i < state._texts.Length; i++)
        {
            p = ref r.ReadString(ref p, out state._texts[i]);
        }
        p = ref r.Run(ref p, sizeof(int), -sizeof(int));
        return ref Scalars.ReadInt32Fixed(ref r, ref p, out state._result);
    }

    /// <summary>Reads the parts behind the inner exception.</summary>
    public static ref byte ReadRest(scoped ref WireReader r, ref byte p, ExceptionState state, Exception? inner, Type type)
    {
        state.Inner = inner;
        p = ref state.ReadData(ref r, ref p);
        long start = r.Position(ref p);
        p = ref r.ReadEntries(ref p, type, out state._info);
        foreach (SerializationEntry entry in state._info)
        {
            if (IsCommon(entry.Name))
            {
                r.FailAt(ref p, ErrorCode.NotCanonical, start, "An entry of an exception that has a place of its own.");
            }
        }
        return ref p;
    }

    /// <summary>The entries that the constructor takes. The objects in them are finished.</summary>
    public static SerializationInfo Restore(ExceptionState state, Type type)
    {
        SerializationInfo info = state._info!;
        RequireSound(state, type);
        if (type.IsAssignableTo(typeof(AggregateException)) && Find(info, InnerExceptions) is Exception[] { Length: > 0 } all)
        {
            state.Inner = all[0];
        }
        info.AddValue("ClassName", type.FullName, typeof(string));
        for (int i = 0; i < state._texts.Length; i++)
        {
            info.AddValue(TextName(i), state._texts[i], typeof(string));
        }
        info.AddValue("Data", state.RestoreData(), typeof(IDictionary));
        info.AddValue("InnerException", state.Inner, typeof(Exception));
        info.AddValue("HResult", state._result);
        info.AddValue("RemoteStackIndex", 0);
        info.AddValue("ExceptionMethod", null, typeof(string));
        info.AddValue("WatsonBuckets", null, typeof(byte[]));
        return info;
    }

    // The constructors that take entries believe them. Values that the public constructors of these classes refuse are refused here. The classes of System.Xml
    // make a message of a format that came with the entries, of any width, when these have no version.
    private static void RequireSound(ExceptionState state, Type type)
    {
        for (Type level = type; level != typeof(Exception); level = level.BaseType!)
        {
            string? flaw = level.FullName switch
            {
                "System.AggregateException" when state.Inner != null => "its inner exception is not the first of its inner exceptions",
                "System.AggregateException" when Find(state._info!, InnerExceptions) is Exception[] all && all.Contains(null) =>
                    "one of its inner exceptions is null",
                "System.Net.Mail.SmtpFailedRecipientsException" when Find(state._info!, "innerExceptions") is null or Exception[] and [null, ..] =>
                    "its inner exceptions are null, or the first of them is",
                "System.Xml.XmlException" or "System.Xml.Schema.XmlSchemaException" or "System.Xml.XPath.XPathException" or "System.Xml.Xsl.XsltException"
                    when Find(state._info!, "version") == null => "its entries have no version",
                _ => null,
            };
            if (flaw != null)
            {
                throw new SerializationException($"No {TypeNames.Display(level)} is like that: {flaw}.");
            }
        }
    }

    private static object? Find(SerializationInfo info, string name)
    {
        foreach (SerializationEntry entry in info)
        {
            if (entry.Name == name)
            {
                return entry.Value;
            }
        }
        return null;
    }

    /// <summary>The name of an entry that is one of the texts.</summary>
    public static string TextName(int index) => index switch
    {
        0 => "Message",
        1 => "HelpURL",
        2 => "Source",
        3 => "StackTraceString",
        _ => "RemoteStackTraceString",
    };

    private void Take(SerializationEntry entry)
    {
        switch (entry.Name)
        {
            case "Message":
                _texts[0] = entry.Value as string;
                break;
            case "HelpURL":
                _texts[1] = entry.Value as string;
                break;
            case "Source":
                _texts[2] = entry.Value as string;
                break;
            case "StackTraceString":
                _texts[3] = entry.Value as string;
                break;
            case "RemoteStackTraceString":
                _texts[4] = entry.Value as string;
                break;
            case "Data":
                _data = entry.Value is IDictionary data ? Flatten(data) : null;
                break;
            case "InnerException":
                Inner = entry.Value as Exception;
                break;
            case "HResult":
                _result = entry.Value is int result ? result : 0;
                break;
            case "ClassName" or "RemoteStackIndex" or "ExceptionMethod" or "WatsonBuckets":
                break;
            default:
                // The first inner exception of an aggregate is the inner exception, and is written once.
                Inner = entry.Name == InnerExceptions && _writtenAs!.IsAssignableTo(typeof(AggregateException))
                    && entry.Value is Exception[] { Length: > 0 } all && ReferenceEquals(all[0], Inner) ? null : Inner;
                _entries.Add(entry);
                break;
        }
    }

    private static object?[] Flatten(IDictionary data)
    {
        if (data.Count > MaxData)
        {
            Throw.ExceptionDataTooLong(data.Count);
        }
        object?[] items = new object?[2 * data.Count];
        int i = 0;
        foreach (DictionaryEntry entry in data)
        {
            items[i++] = entry.Key;
            items[i++] = entry.Value;
        }
        return items;
    }

    private ref byte ReadData(scoped ref WireReader r, ref byte p)
    {
        long start = r.Position(ref p);
        p = ref r.ReadCount(ref p, 2, out int count);
        if (count < 0)
        {
            return ref p;
        }
        if (count > MaxData)
        {
            r.FailAt(ref p, ErrorCode.CollectionTooLong, start, $"The data of an exception have {count} pairs; {MaxData} are allowed.");
        }
        r.Charge(ref p, WireReader.ArrayOverhead + 200 + (long)PairSize * count);
        _data = new object?[2 * count];
        r.TraceBegin(ref p, nameof(Exception.Data));
        for (int i = 0; i < _data.Length; i++)
        {
            long item = r.Position(ref p);
            p = ref r.ReadObject(ref p, 0, out _data[i]);
            if (_data[i] == null && i % 2 == 0)
            {
                r.FailAt(ref p, ErrorCode.NullKey, item, "A key in the data of an exception is null.");
            }
        }
        r.TraceEnd(ref p);
        (_keys, _dataStart) = (r.Keys, start);
        return ref p;
    }

    // The table of an exception looks at no hash, and compares a key with all others.
    private void RequireKey(object key)
    {
        if (_keys != null && _keys.Check(key, ref _tally, comparesAll: true) is not 0 and var code)
        {
            throw _verdict = new MalformedDataException(code, KeyWalk.Explain(code), _dataStart);
        }
    }

    // The runtime's own table, which has no public constructor.
    private IDictionary? RestoreData()
    {
        if (_data == null)
        {
            return null;
        }
        IDictionary table = new Exception().Data;
        for (int i = 0; i < _data.Length; i += 2)
        {
            RequireKey(_data[i]!);
            table.Add(_data[i]!, _data[i + 1]);
        }
        return table;
    }
}
