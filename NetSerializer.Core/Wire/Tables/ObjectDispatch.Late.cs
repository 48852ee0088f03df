namespace NetSerializer.Wire.Tables;

// Code that is compiled when the first value of a type is met.
internal sealed partial class ObjectDispatch
{
    /// <summary>Compiles the writer of a type of the tables. Called by any thread, and more than once for a type that several meet at once.</summary>
    public required Func<Type, nint> CompileWriter { get; init; }

    /// <summary>Compiles the reader of a type of the tables, likewise.</summary>
    public required Func<Type, nint> CompileReader { get; init; }

    private unsafe nint WriterOf(Type type)
    {
        WriterEntry* place = _places + PlaceOf(type);
        if (place->Writer == WireWriter.LateWriter)
        {
            Volatile.Write(ref place->Writer, CompileWriter(type));
        }
        return place->Writer;
    }

    private nint ReaderOf(int index)
    {
        if (_readers[index] == 0)
        {
            Volatile.Write(ref _readers[index], CompileReader(_types[index]));
        }
        return _readers[index];
    }

    /// <summary>
    /// Makes room for the handles of code that has been compiled, before anybody is given its address. Not for two threads at once, but calls of other
    /// threads go on meanwhile.
    /// </summary>
    public void Grow(
        IReadOnlyList<Type> slotTypes, List<string> shapes, List<object> customSerializers, NestedSlot[] nestedSlots)
    {
        if (slotTypes.Count == Slots.Length && shapes.Count == Shapes.Length && customSerializers.Count == CustomSerializers.Length
            && nestedSlots == NestedSlots)
        {
            return;
        }
        if (slotTypes.Count > Slots.Length)
        {
            AdmittedTypes[] slots = Slots;
            int known = slots.Length;
            Array.Resize(ref slots, slotTypes.Count);
            for (int i = known; i < slots.Length; i++)
            {
                slots[i] = Admit(slotTypes[i], isRoot: false);
            }
            Slots = slots;
        }
        (Shapes, CustomSerializers, NestedSlots) = ([.. shapes], [.. customSerializers], nestedSlots);
        // Other threads find the address without a barrier, on their way to every value. So they get one here.
        Interlocked.MemoryBarrierProcessWide();
    }
}
