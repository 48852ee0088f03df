using System.Data;
using System.Formats.Nrbf;
using System.Reflection.Metadata;
using System.Runtime.CompilerServices;
using NetSerializer.Families;
using NetSerializer.Nrbf.Tables;
using NetSerializer.Planning;
using NetSerializer.Schema;
using NetSerializer.Trees;

namespace NetSerializer.Nrbf;

/// <summary>
/// Makes a wire tree of the records of a payload: one node for each record, so that shared objects and cycles stay. No recursion: a node is made first, and
/// its parts when its turn comes. Only the parts that the model has are looked at. For one payload and one thread.
/// </summary>
internal sealed partial class PayloadTree(PayloadModel model)
{
    // A node and its place in the tables of this class, roughly.
    private const int NodeSize = 150;

    // The records of a payload for each of its bytes.
    private const int DecodedSize = 40;

    private readonly Dictionary<SerializationRecord, object?> _values = new(ReferenceEqualityComparer.Instance);
    private readonly Dictionary<TypeName, Type?> _types = new(ReferenceEqualityComparer.Instance);
    // By the list of names that the records of one class share.
    private readonly Dictionary<object, RecordClass> _classes = new(ReferenceEqualityComparer.Instance);
    private readonly Stack<(WireNode Node, SerializationRecord Record)> _unfilled = [];
    private long _memoryLeft = model.Limits.MaxAllocatedBytes;

    /// <exception cref="MalformedDataException">The payload contradicts itself, or has parts that the model cannot hold.</exception>
    public object? Build(SerializationRecord root)
    {
        try
        {
            object? tree = Value(root);
            while (_unfilled.TryPop(out (WireNode Node, SerializationRecord Record) next))
            {
                Fill(next.Node, next.Record);
            }
            return tree;
        }
        catch (Exception failure) when (Payload.IsVerdict(failure))
        {
            throw Payload.Malformed("The payload contradicts itself.", failure);
        }
    }

    /// <summary>An object whose bytes are a payload within this one, with other bytes behind it.</summary>
    public ClassRecord DecodeWithin(byte[] bytes)
    {
        Charge(DecodedSize * (long)bytes.Length);
        return Payload.Decode(new MemoryStream(bytes, writable: false), model.Limits) as ClassRecord
            ?? throw Payload.Malformed("A payload within this one is no object.");
    }

    /// <summary>A member, element or root.</summary>
    public object? Value(object? raw)
    {
        switch (raw)
        {
            case null or string:
                return raw;
            case PrimitiveTypeRecord primitive:
                return Value(primitive.Value);
            case SerializationRecord record:
                if (!_values.TryGetValue(record, out object? value))
                {
                    Charge(NodeSize);
                    _values.Add(record, value = Make(record));
                }
                return value;
            default:
                // Each box is an object of its own.
                return RuntimeHelpers.GetObjectValue(raw);
        }
    }

    private object? Make(SerializationRecord record)
    {
        string name = CanonicalNames.Display(record.TypeName);
        Type? type = TypeOf(record.TypeName);
        if (record is ArrayRecord)
        {
            return Later(new WireSequence(name, type), record);
        }
        if (record is not ClassRecord found)
        {
            throw Payload.Malformed($"A record {record.RecordType} where an object is expected.");
        }
        if (type != null && model.ConversionTo(type) is { } conversion)
        {
            return Converted(conversion, found);
        }
        if (FrameworkValues.TryMake(found, TypeOf, out object? value))
        {
            return value;
        }
        if (type == null)
        {
            return found.TypeName.FullName == DataOfExceptions ? Later(new WireTable(name, null), record) : Unknown(found.TypeName, name);
        }
        if (type == typeof(DataTable) || type == typeof(DataSet))
        {
            return OldTables.Make(found, type, this);
        }
        // The default of the struct has no array.
        if (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(ArraySegment<>) && Find(found, "_array") == null)
        {
            return RuntimeHelpers.GetUninitializedObject(type);
        }
        return type.IsEnum ? Enum.ToObject(type, found.GetRawValue("value__")!) : NodeOf(found, type, name);
    }

    private object? Unknown(TypeName type, string name) =>
        type.FullName != "System.DelegateSerializationHolder"
            ? new WireUnknown(name, $"The type {name} is not in the model. Add it, or give its type of today in BinaryFormatterOptions.Names.")
            : model.Options.Delegates == OldDelegates.Null ? null
            : new WireUnknown(name, "A delegate does not travel; set BinaryFormatterOptions.Delegates = OldDelegates.Null for a null in its place.");

    private WireNode NodeOf(ClassRecord record, Type type, string name)
    {
        TypePlan plan = model.PlanOf(type);
        string keyword = plan.Shape.Keyword;
        Type collection = CollectionCatalogue.FindBase(type) ?? type;
        bool isDerived = keyword.StartsWith("class+", StringComparison.Ordinal);
        if (isDerived || SchemaForms.IsOfMembers(keyword) || keyword is "serializable" or "exception")
        {
            WireObject node = ClassOf(record, plan).NewObject();
            if (isDerived)
            {
                node.Content = IsCover(collection) ? null : Later(ContentNode(keyword["class+".Length..], name, collection), record);
            }
            return Later(node, record);
        }
        if (IsCover(collection))
        {
            return Later(new WireObject(new WireClass(name, type, [])), record);
        }
        return HasParts(keyword) ? Later(ContentNode(keyword, name, type), record)
            : new WireUnknown(name, $"{name} has a serializer of its own, which takes objects alone. Give a function that makes them in "
                + $"{nameof(BinaryFormatterOptions)}.{nameof(BinaryFormatterOptions.Records)}.");
    }

    private static bool HasParts(string keyword) =>
        keyword is "tuple" or "sequence" or "set" or "sortedset" or "dictionary" or "sorteddictionary" or "hashtable" or "sortedlist" or "namevalues"
            or "keyed";

    private static WireNode ContentNode(string keyword, string name, Type type) =>
        keyword is "sequence" or "tuple" ? new WireSequence(name, type) : new WireTable(name, type);

    private T Later<T>(T node, SerializationRecord record) where T : WireNode
    {
        _unfilled.Push((node, record));
        return node;
    }

    private RecordClass ClassOf(ClassRecord record, TypePlan plan)
    {
        object key = record.MemberNames;
        if (!_classes.TryGetValue(key, out RecordClass? shape))
        {
            _classes.Add(key, shape = RecordClass.Of(record, plan, model));
        }
        return shape;
    }

    private static object Converted(RecordConversion conversion, ClassRecord record)
    {
        try
        {
            return conversion.Make(record);
        }
        catch (Exception failure) when (failure is not MalformedDataException)
        {
            throw new MalformedDataException(ErrorCode.UserCodeFailed,
                $"The {nameof(RecordConversion)} to {conversion.Type} has thrown: {failure.Message}", MalformedDataException.NoOffset, innerException: failure);
        }
    }

    private Type? TypeOf(TypeName name)
    {
        if (!_types.TryGetValue(name, out Type? type))
        {
            _types.Add(name, type = model.Find(name));
        }
        return type;
    }

    /// <summary>Takes memory from the budget.</summary>
    public void Charge(long bytes)
    {
        _memoryLeft -= bytes;
        if (_memoryLeft < 0)
        {
            throw new MalformedDataException(ErrorCode.AllocationTooLarge,
                $"The payload needs more memory than {nameof(SerializerLimits.MaxAllocatedBytes)} = {model.Limits.MaxAllocatedBytes}.",
                MalformedDataException.NoOffset);
        }
    }
}
