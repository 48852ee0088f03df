using System.Runtime.CompilerServices;
using NetSerializer.Wire;

namespace NetSerializer;

// Shared references: docs/wire-format.md, section 7a.
public ref partial struct WireWriter
{
    /// <summary>Before the first object, with room on a stack that lasts until <see cref="EndNumbers"/>.</summary>
    internal void BeginNumbers(ref StackNumbers room) => State.Begin(ref room.Recent);

    /// <summary>The last object is written.</summary>
    internal readonly void EndNumbers() => _state!.End();

    private WriterState State => _state ??= WriterState.Rent();

    /// <summary>In front of the id of an object that is not null: the object's number, if it has appeared; otherwise <paramref name="isNew"/>, and nothing is written yet.</summary>
    internal ref byte WriteKnown(ref byte p, object value, out bool isNew)
    {
        int number = _state!.FindOrAdd(value);
        isNew = number < 0;
        return ref isNew ? ref p : ref WriteNumberOf(ref p, number);
    }

    /// <summary>As <see cref="WriteKnown"/> for strings; the empty one has no number.</summary>
    internal ref byte WriteKnownText(ref byte p, string value, out bool isNew)
    {
        int number = FindText(value);
        isNew = number < 0;
        return ref isNew ? ref p : ref WriteNumberOf(ref p, number);
    }

    /// <summary>A slot that admits one type: null, the number of an object that has appeared, or the mark of a new one, whose body follows when <paramref name="isNew"/>.</summary>
    internal ref byte WritePresence(ref byte p, object? value, out bool isNew)
    {
        p = ref Ensure(ref p, VarInt.Max32);
        isNew = false;
        uint header = 0;
        if (value != null)
        {
            int number = _state!.FindOrAdd(value);
            if (number < 0)
            {
                isNew = true;
                p = 1;
                return ref Unsafe.Add(ref p, 1);
            }
            header = (uint)number + 2;
        }
        return ref VarInt.Write32(ref p, header);
    }

    /// <summary>A slot of a string: its number, or its text with a header one bit longer.</summary>
    internal ref byte WriteSharedString(ref byte p, string? value)
    {
        if (!string.IsNullOrEmpty(value))
        {
            int number = FindText(value);
            if (number >= 0)
            {
                return ref WriteNumberOf(ref p, number);
            }
        }
        return ref WriteText<SharedForm>(ref p, value);
    }

    /// <summary>The object just numbered can only be made of its content, which is about to be written.</summary>
    internal readonly void OpenNumber() => _state!.Open();

    /// <summary>Its content is written.</summary>
    internal readonly void CloseNumber() => _state!.Close();

    private int FindText(string value) =>
        value.Length == 0 ? -1 : Dispatch.HasTextTable ? State.FindText(value, Dispatch.PreservesReferences) : _state!.FindOrAdd(value);

    private ref byte WriteNumberOf(ref byte p, int number)
    {
        p = ref Ensure(ref p, VarInt.Max32);
        return ref VarInt.Write32(ref p, (uint)number << 1 | 1);
    }
}
