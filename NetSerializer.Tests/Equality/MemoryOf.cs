using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace NetSerializer.Tests.Equality;

/// <summary>Boxed structs without references as they lie in memory.</summary>
internal static class MemoryOf
{
    public static byte[] Struct(object value) => Span(value).ToArray();

    /// <summary>Of two boxed values of one type without references: no bit tells them apart.</summary>
    public static bool HaveSameBits(object left, object right) => Span(left).SequenceEqual(Span(right));

    /// <summary>The elements of an array of a primitive type, of any rank, as they lie in memory.</summary>
    public static ReadOnlySpan<byte> Elements(Array array) =>
        MemoryMarshal.CreateReadOnlySpan(ref MemoryMarshal.GetArrayDataReference(array), Buffer.ByteLength(array));

    public static object Struct(Type type, byte[] bytes)
    {
        object value = RuntimeHelpers.GetUninitializedObject(type);
        bytes.CopyTo(Span(value));
        return value;
    }

    private static Span<byte> Span(object value) =>
        MemoryMarshal.CreateSpan(ref Unsafe.As<RawBox>(value).First, RuntimeHelpers.SizeOf(value.GetType().TypeHandle));

    private sealed class RawBox
    {
        public byte First;
    }
}
