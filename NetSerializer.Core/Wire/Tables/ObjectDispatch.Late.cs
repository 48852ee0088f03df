namespace NetSerializer.Wire.Tables;

// Types that are compiled when the first value of them is met.
internal sealed partial class ObjectDispatch
{
    // Threads that do this at once write the same. The writer first: who sees a reader must find the writer too.
    private unsafe void Complete(Type met)
    {
        foreach (DispatchEntry entry in CompileLate(met))
        {
            WriterEntry* place = _places + PlaceOf(entry.Type);
            int index = Array.IndexOf(_types, entry.Type);
            if (index >= 0 && Volatile.Read(ref _readers[index]) == 0)
            {
                Volatile.Write(ref place->Writer, entry.Writer);
                Volatile.Write(ref _readers[index], entry.Reader);
            }
        }
    }

    private unsafe nint WriterOf(Type type)
    {
        WriterEntry* place = _places + PlaceOf(type);
        if (place->Writer == WireWriter.LateWriter)
        {
            Complete(type);
        }
        return place->Writer;
    }

    /// <summary>Tables that the traced twin uses get longer with its code, which is not entered before.</summary>
    public void Grow(IReadOnlyList<Type> slotTypes, string[] shapes, object[] customSerializers, NestedSlot[] nestedSlots)
    {
        if (slotTypes.Count > Slots.Length)
        {
            Slots = [.. Slots, .. slotTypes.Skip(Slots.Length).Select(type => Admit(type, isRoot: false))];
        }
        (Shapes, CustomSerializers, NestedSlots) = (shapes, customSerializers, nestedSlots);
    }
}
