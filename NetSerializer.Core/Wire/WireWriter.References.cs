using NetSerializer.Wire;

namespace NetSerializer;

// Shared references: docs/wire-format.md, section 7a.
public ref partial struct WireWriter
{
    private WriterState State => _state ??= WriterState.Rent();

    /// <summary>
    /// An object that is not null has not appeared before, and has a number now. Otherwise <see cref="WriteFound"/> or <see cref="WriteKnown"/>
    /// writes its number.
    /// </summary>
    internal bool IsNew(object value) => State.IsNew(value);

    /// <summary>As <see cref="IsNew"/> for strings; the empty one has no number.</summary>
    internal bool IsNewText(string value) => value.Length == 0 || State.IsNew(value);

    /// <summary>As <see cref="IsNewText"/> where texts have numbers by their content.</summary>
    internal bool IsNewContent(string value) => value.Length == 0 || State.IsNewContent(value, Dispatch.PreservesReferences);

    /// <summary>In front of where an id would stand: the number of the last object that was not new.</summary>
    internal ref byte WriteKnown(ref byte p)
    {
        p = ref Ensure(ref p, VarInt.Max32);
        return ref VarInt.Write32(ref p, (uint)_state!.Found << 1 | 1);
    }

    /// <summary>In a slot that admits one type: the number of the last object that was not new. There is room for <see cref="VarInt.Max32"/> bytes.</summary>
    internal readonly ref byte WriteFound(ref byte p) => ref VarInt.Write32(ref p, (uint)_state!.Found + 2);

    /// <summary>A slot of a string: its number, or its text with a header one bit longer.</summary>
    internal ref byte WriteSharedString(ref byte p, string? value)
    {
        if (value != null && !IsNewText(value))
        {
            return ref WriteKnown(ref p);
        }
        return ref WriteText<SharedForm>(ref p, value);
    }

    /// <summary>As <see cref="WriteSharedString"/> where texts have numbers by their content.</summary>
    internal ref byte WriteTableString(ref byte p, string? value)
    {
        if (value != null && !IsNewContent(value))
        {
            return ref WriteKnown(ref p);
        }
        return ref WriteText<SharedForm>(ref p, value);
    }

    /// <summary>An object without a number begins, whose content may lead back to it; null for none.</summary>
    internal void EnterUnshared(object? value) => State.EnterUnshared(value);

    /// <summary>The one that began last is written.</summary>
    internal readonly void LeaveUnshared() => _state!.LeaveUnshared();

    /// <summary>The object just numbered can only be made of its content, which is about to be written.</summary>
    internal readonly void OpenNumber() => _state!.Open();

    /// <summary>Its content is written.</summary>
    internal readonly void CloseNumber() => _state!.Close();
}
