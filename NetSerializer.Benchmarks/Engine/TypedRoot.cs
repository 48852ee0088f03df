using System.Runtime.CompilerServices;

namespace NetSerializer.Benchmarks.Engine;

/// <summary>
/// The library's calls for roots without an id, whose type both sides know: every typed row of the tables comes through here. The floor's
/// counterparts are <see cref="Floor.OneClass{TBody}"/>, <see cref="Floor.ArrayRoot"/> and <see cref="Floor.IFloorValue{T}"/>.
/// </summary>
internal static class TypedRoot
{
    // Inlined into the calls of one type: generic code that is shared between classes would have to look its type up at run time.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Serialize<T>(TypeModel model, Stream stream, T? value) => model.SerializeDirect(stream, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static T? Deserialize<T>(TypeModel model, Stream stream) => model.DeserializeDirect<T>(stream);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Write<T>(ValueWriter writer, T? value) => writer.WriteDirect(value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static T? Read<T>(ValueReader reader) => reader.ReadDirect<T>();
}
