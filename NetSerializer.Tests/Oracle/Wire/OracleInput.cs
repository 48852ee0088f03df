using System.Runtime.Serialization;
using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>The bytes to read, a position in them, and the model they follow.</summary>
internal sealed class OracleInput(OracleModel model, byte[] bytes, List<WireItem>? items = null)
{
    // Elements can be empty structs, which cost no input: without a bound a few bytes would keep the oracle busy for hours.
    private const int MostElements = 1 << 22;

    private readonly List<(int Number, Action Run)> atEnd = [];
    private int putDown;
    private readonly List<Action> tables = [];
    private readonly List<Action> callbacks = [];
    private readonly List<Action> tablesBehindCallbacks = [];
    private readonly List<Action> notifications = [];
    private int elements;
    private long announced;

    public OracleModel Model { get; } = model;

    public int Position { get; private set; }

    private int BytesLeft => bytes.Length - Position;

    public byte Byte()
    {
        if (Position == bytes.Length)
            throw Truncated();
        return bytes[Position++];
    }

    /// <summary>A value of <paramref name="count"/> bytes, lowest first.</summary>
    public UInt128 Fixed(int count)
    {
        if (bytes.Length - Position < count)
            throw Truncated();
        UInt128 value = 0;
        int start = Position;
        for (int i = 0; i < count; i++)
            value |= (UInt128)bytes[Position++] << (8 * i);
        Note(start, WireItemKind.Fixed);
        return value;
    }

    /// <summary>Runs <paramref name="action"/> when the whole value is read.</summary>
    public void AtEnd(Action action) => atEnd.Add((putDown++, action));

    /// <summary>How many actions have been put down.</summary>
    public int Waiting => putDown;

    /// <summary>Runs what was put down from <paramref name="mark"/> on, for a struct that does not wait.</summary>
    public void CompleteFrom(int mark)
    {
        Action[] actions = [.. atEnd.Where(entry => entry.Number >= mark).Select(entry => entry.Run)];
        atEnd.RemoveAll(entry => entry.Number >= mark);
        Array.ForEach(actions, action => action());
    }

    /// <summary>How many actions wait in the row of the callbacks.</summary>
    public int WaitingCallbacks => callbacks.Count;

    /// <summary>Runs the callbacks from <paramref name="mark"/> on, for a key that is asked at once.</summary>
    public void CallFrom(int mark)
    {
        Action[] actions = [.. callbacks.Skip(mark)];
        callbacks.RemoveRange(mark, actions.Length);
        Array.ForEach(actions, action => action());
    }

    /// <summary>Fills a table whose keys may lead back to it: when all objects are constructed, or have been called as well.</summary>
    public void FillAtEnd(Action action, bool isBehindCallbacks = false) => (isBehindCallbacks ? tablesBehindCallbacks : tables).Add(action);

    /// <summary>Runs <paramref name="action"/> in the row of the callbacks of objects that are there.</summary>
    public void CallAtEnd(Action action) => callbacks.Add(action);

    /// <summary>An object or box is there, and nothing in it.</summary>
    public void Begin(object instance)
    {
        Callbacks.Call(instance, typeof(OnDeserializingAttribute));
        if (instance is not ValueType && Callbacks.IsNotified(instance.GetType()))
            notifications.Add(() => ((IDeserializationCallback)instance).OnDeserialization(null));
    }

    /// <summary>All of it has been read.</summary>
    public void End(object instance)
    {
        if (instance is not ValueType)
        {
            if (Callbacks.Has(instance.GetType(), typeof(OnDeserializedAttribute)))
                CallAtEnd(() => Callbacks.Call(instance, typeof(OnDeserializedAttribute)));
            return;
        }

        // A struct is called where it lies.
        Callbacks.Call(instance, typeof(OnDeserializedAttribute));
        if (Callbacks.IsNotified(instance.GetType()))
            ((IDeserializationCallback)instance).OnDeserialization(null);
    }

    /// <summary>The whole value is read.</summary>
    public void Complete()
    {
        CompleteFrom(0);
        foreach (List<Action> row in (List<Action>[])[tables, callbacks, tablesBehindCallbacks, notifications])
            row.ForEach(action => action());
    }

    /// <summary>The objects and texts that have a number.</summary>
    public NumberedObjects Numbers { get; } = new(model.Schema);

    /// <summary>So many elements are not more than the oracle takes, nor than the rest of the input can be.</summary>
    public bool CanHold(Slot element, int count) => count <= MostElements - elements && Elements.SmallestOf(Model, element, count) <= BytesLeft;

    /// <summary>Tells whoever asked for a map of the bytes what stands between <paramref name="start"/> and the position.</summary>
    public void Note(int start, WireItemKind kind, int bits = 0, Type? declared = null) =>
        items?.Add(new WireItem(start, Position - start, kind, bits, declared));

    /// <summary>Refuses a length when the rest of the input is shorter than <paramref name="bytes"/>, the least that so much takes.</summary>
    public void RequireRest(long bytes, int offset)
    {
        if (bytes > BytesLeft)
            throw Reject(RejectionCode.LengthExceedsInput, offset, $"at least {bytes} bytes where {BytesLeft} are left");
    }

    /// <summary>The bytes of the elements have been announced with others.</summary>
    public bool AreAnnounced { get; set; }

    /// <summary>As <see cref="RequireRest"/> for the elements of a collection: no byte belongs to those of two.</summary>
    public void Announce(long bytes, int offset)
    {
        if (AreAnnounced)
            return;
        RequireRest(bytes, offset);
        announced += bytes;
        if (announced > Position + BytesLeft)
            throw Reject(RejectionCode.LengthExceedsInput, offset, $"{bytes} bytes more are announced, in all {announced}");
    }

    public void CountElement()
    {
        if (++elements > MostElements)
            throw Reject(RejectionCode.TooManyElements, Position, $"more than {MostElements} elements");
    }

    /// <summary>A value with its length in front, which takes exactly so many bytes.</summary>
    public object Framed(Func<object> read)
    {
        int offset = Position;
        ulong length = Varints.Read(this, 32);
        if (length > (ulong)BytesLeft)
            throw Reject(RejectionCode.LengthExceedsInput, offset, $"{length} bytes where {BytesLeft} are left");
        int start = Position;
        object value = read();
        return (ulong)(Position - start) == length ? value : throw Reject(RejectionCode.ValueInvalid, start, $"{Position - start} of {length} bytes");
    }

    public OracleRejection Reject(string code, int offset, string detail) => new(code, offset, detail);

    private OracleRejection Truncated() => Reject(RejectionCode.Truncated, bytes.Length, "the input ends inside a value");
}
