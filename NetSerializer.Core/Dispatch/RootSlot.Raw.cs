using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.IO;
using NetSerializer.Wire;

namespace NetSerializer.Dispatch;

// Values that lie in the wire form as they do in memory, and of which any bytes are one: a Guid, a double, a struct of floats. In arrays, spans,
// streams and sessions neither reader nor writer is needed for them: a Guid is read from a stream in 0.23 of the time of a leaf and written in 0.76,
// and takes 0.55-0.7 of it in a session.
internal sealed partial class RootSlot<T>
{
    // Where the JIT compiler knows the answer, it leaves the question out.
    private bool IsRaw => !RuntimeHelpers.IsReferenceOrContainsReferences<T>() && _isRaw;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static byte[] SerializeRaw(in T value)
    {
        byte[] bytes = GC.AllocateUninitializedArray<byte>(Unsafe.SizeOf<T>());
        Unsafe.WriteUnaligned(ref MemoryMarshal.GetArrayDataReference(bytes), value);
        return bytes;
    }

    [SkipLocalsInit, MethodImpl(MethodImplOptions.NoInlining)]
    private static unsafe void SerializeRaw(Stream destination, in T value)
    {
        Unsafe.SkipInit(out LeafBuffer buffer);
        byte* start = LeafBuffer.ValueIn(&buffer);
        Unsafe.WriteUnaligned(ref *start, value);
        Chunk.SendWhole(destination, ref *(start - Chunk.MaxHeader), Unsafe.SizeOf<T>());
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static T TakeRaw(ReadOnlySpan<byte> source) => Unsafe.ReadUnaligned<T>(ref MemoryMarshal.GetReference(source));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void WriteRaw(ModelCore core, SessionSink session, in T value)
    {
        if (!session.TryBeginLeaf(out Span<byte> window))
        {
            WriteWhole(core, session, in value);
            return;
        }
        Unsafe.WriteUnaligned(ref MemoryMarshal.GetReference(window), value);
        session.End(Unsafe.SizeOf<T>());
    }

    // Not returned by what is not inlined: in two registers, that are written apart and read at once, a Guid takes 2.1 of the time.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private T? ReadRaw(ModelCore core, SessionSource session) => TryReadRaw(core, session, out T? value) ? value : FailEnd();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryReadRaw(ModelCore core, SessionSource session, out T? value)
    {
        if (!session.TryLookAhead(out ReadOnlySpan<byte> window) || !session.TryBeginLeaf())
        {
            return TryReadWhole(core, session, out value);
        }
        value = TakeRaw(window);
        session.EndLeaf(Unsafe.SizeOf<T>());
        return true;
    }
}
