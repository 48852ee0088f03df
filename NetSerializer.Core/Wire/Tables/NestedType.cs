namespace NetSerializer.Wire.Tables;

/// <summary>The number of T among all types that custom serializers nest, in this process; models keep their nested slots in arrays by it.</summary>
internal static class NestedType<T>
{
    public static readonly int Index = NestedTypeIndex.Next();
}

internal static class NestedTypeIndex
{
    private static int s_next;

    public static int Next() => Interlocked.Increment(ref s_next) - 1;
}

/// <summary>
/// The addresses of the code of a slot that custom serializers use: <c>static ref byte (ref WireWriter, ref byte, T)</c> and <c>static ref byte (ref
/// WireReader, ref byte, out T)</c>.
/// </summary>
internal readonly record struct NestedSlot(nint Writer, nint Reader);
