using System.Runtime.InteropServices;

namespace NetSerializer.Wire.Collections;

/// <summary>The bulk forms of <see cref="BulkSequence{TCodec, T}"/> for views of arrays.</summary>
internal static class BulkView<TCodec, TForm, TView, T>
    where TCodec : struct, IBulkCodec<T>
    where TForm : struct, IArrayView<TView, T>
{
    public static ref byte Write(scoped ref WireWriter w, ref byte p, TView value)
    {
        if (TForm.IsNull(value))
        {
            return ref BulkSequence<TCodec, T>.WriteNull(ref w, ref p);
        }
        ReadOnlySpan<T> elements = TForm.Elements(value);
        return ref TCodec.Write(ref w, ref p, ref MemoryMarshal.GetReference(elements), elements.Length);
    }

    public static ref byte Read(scoped ref WireReader r, ref byte p, out TView value)
    {
        p = ref BulkSequence<TCodec, T>.ReadArray(ref r, ref p, out T[]? array);
        value = array == null ? TForm.Null(ref r, ref p) : TForm.Of(array);
        return ref p;
    }
}
