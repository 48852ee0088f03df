using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Errors;
using NetSerializer.IO;
using NetSerializer.Metrics;

namespace NetSerializer.Dispatch;

/// <summary>
/// Direct roots whose bytes are a plain copy of the value: no cursor is made for them. They are no longer than a run, <see cref="WireReader.MaxRun"/>.
/// </summary>
internal static class RawRoot
{
    public static byte[] Write<T>(in T value)
    {
        byte[] bytes = GC.AllocateUninitializedArray<byte>(Unsafe.SizeOf<T>());
        Copy(bytes, in value);
        Traffic.CountWritten(bytes.Length);
        return bytes;
    }

    public static void Write<T>(IBufferWriter<byte> destination, in T value)
    {
        Span<byte> span = destination.GetSpan(Unsafe.SizeOf<T>());
        if (span.Length < Unsafe.SizeOf<T>())
        {
            Throw.BufferWriterTooSmall(Unsafe.SizeOf<T>());
        }
        Copy(span, in value);
        destination.Advance(Unsafe.SizeOf<T>());
        Traffic.CountWritten(Unsafe.SizeOf<T>());
    }

    public static bool TryWrite<T>(Span<byte> destination, in T value, out int written)
    {
        written = 0;
        if (destination.Length < Unsafe.SizeOf<T>())
        {
            return false;
        }
        Copy(destination, in value);
        written = Unsafe.SizeOf<T>();
        Traffic.CountWritten(written);
        return true;
    }

    /// <summary>Sends the value as one chunk, which is made in <paramref name="buffer"/>.</summary>
    public static void Write<T>(Stream destination, Span<byte> buffer, in T value)
    {
        Copy(buffer.Slice(Chunk.MaxHeader, Unsafe.SizeOf<T>()), in value);
        Chunk.SendWhole(destination, buffer, Unsafe.SizeOf<T>());
        Traffic.CountWritten(Unsafe.SizeOf<T>());
    }

    /// <summary>The bytes are those of a value, and no listener counts the values that are read.</summary>
    public static bool IsWhole<T>(ReadOnlySpan<byte> bytes) => bytes.Length == Unsafe.SizeOf<T>() && !Traffic.IsCounted;

    /// <summary>Reads the value, when <see cref="IsWhole{T}"/> has said so.</summary>
    public static T Read<T>(ReadOnlySpan<byte> bytes) => Unsafe.ReadUnaligned<T>(ref MemoryMarshal.GetReference(bytes));

    // The caller has looked at the length.
    private static void Copy<T>(Span<byte> destination, in T value) => Unsafe.WriteUnaligned(ref MemoryMarshal.GetReference(destination), value);
}
