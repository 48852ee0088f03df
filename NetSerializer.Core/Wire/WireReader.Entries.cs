using System.Runtime.Serialization;
using NetSerializer.Errors;
using NetSerializer.Wire;
using NetSerializer.Wire.Protocols;

namespace NetSerializer;

// ISerializable objects: docs/wire-format.md, section 5f.
public ref partial struct WireReader
{
    // SerializationInfo, its converter, three arrays of four and a dictionary; then the arrays and the dictionary doubled now and then, each entry
    // with the old ones: right behind the first such step of both that is 96 bytes and 113.
    private const int EntriesOverhead = 640, EntrySize = 216;

    /// <inheritdoc cref="Completions.ConstructionMark"/>
    internal readonly int ConstructionMark => _completions?.ConstructionMark ?? 0;

    /// <inheritdoc cref="Completions.CallbackMark"/>
    internal readonly int CallbackMark => _completions?.CallbackMark ?? 0;

    /// <summary>Reads the entries of an object of the given type.</summary>
    internal ref byte ReadEntries(ref byte p, Type type, out SerializationInfo info)
    {
        p = ref ReadCount(ref p, 2, out int count);
        if (count < 0)
        {
            FailNullBody(ref p);
        }
        Charge(ref p, EntriesOverhead);
        info = ObjectData.MakeInfo(type);
        for (int i = 0; i < count; i++)
        {
            Charge(ref p, EntrySize);
            long item = Position(ref p);
            p = ref ReadString(ref p, out string? name);
            if (name == null)
            {
                FailNullBody(ref p);
            }
            TraceBegin(ref p, name!);
            p = ref ReadObject(ref p, 0, out object? value);
            TraceEnd(ref p);
            if (!ObjectData.TryAdd(info, name!, value))
            {
                FailAt(ref p, ErrorCode.DuplicateKey, item, "A name occurs twice among the entries of an object.");
            }
        }
        return ref p;
    }

    /// <summary>The body of a class that is always written as another, since it has no constructor that takes entries.</summary>
    internal readonly void FailUnread(ref byte p, Type type) =>
        FailAt(ref p, ErrorCode.TypeIdNotAdmitted, Position(ref p), $"A {TypeNames.Display(type)} is written as an object that names it, and never as itself.");

    /// <summary>The next item stands on the trace under this name, if the bytes that were read so far were there.</summary>
    internal readonly void TraceBegin(ref byte p, string name)
    {
        if (Trace != null)
        {
            TraceMember(ref p, name);
        }
    }

    /// <summary>The value on top of the trace has been read, if its bytes were there.</summary>
    internal readonly void TraceEnd(ref byte p)
    {
        if (Trace != null)
        {
            Finish(ref p);
            Trace.Pop();
        }
    }

    /// <summary>
    /// The constructor of an object whose content has been read runs at the end: <c>static void hook(object target, object state, object context)</c>.
    /// </summary>
    internal void ConstructAtEnd(ref byte p, object target, object state, nint hook)
    {
        Waiting(ref p).AddConstruction(target, state, hook, Position(ref p));
    }

    /// <summary>
    /// The constructor of a struct, which has no identity to be found by at the end of the value, runs as soon as its content is read; work that waits
    /// since <paramref name="mark"/> belongs to that content and goes before. <c>static void hook(ref T target, object state, object context)</c>.
    /// </summary>
    internal unsafe void ConstructInPlace<T>(ref byte p, ref T target, object state, nint hook, int mark) where T : struct
    {
        FinishNow(ref p, mark);
        LendBudget();
        try
        {
            ((delegate*<ref T, object, object?, void>)hook)(ref target, state, UserContext);
        }
        catch (Exception failure) when (UserCode.IsOfUser(failure))
        {
            throw UserCode.Failed(failure, typeof(T), Position(ref p));
        }
        ReclaimBudget();
    }

    /// <summary>A table whose keys are not complete is filled at the end: <c>static ref byte fill(ref WireReader r, ref byte p, object entries)</c>.</summary>
    internal void FillTable(ref byte p, LateTable entries, nint fill, LateRow row) => Waiting(ref p).AddTable(entries, fill, row);
}
