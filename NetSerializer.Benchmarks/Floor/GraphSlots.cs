using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;

namespace NetSerializer.Benchmarks.Floor;

/// <summary>Slots of the floor that hold objects with numbers: section 7a of the wire format.</summary>
internal static class GraphSlots
{
    private const byte New = 1;
    private const int FirstNumber = 2;
    private const byte NullText = 2;

    /// <summary>Writes null, the number of a known object, or the mark of a new one, whose body the caller writes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Write(scoped ref FloorWriter w, ref byte p, WrittenObjects objects, object? value, scoped out bool isNew)
    {
        isNew = false;
        p = ref w.Ensure(ref p, Varint.Max32);
        if (value is null)
        {
            p = 0;
            return ref Unsafe.Add(ref p, 1);
        }
        int number = objects.FindOrAdd(value);
        if (number >= 0)
        {
            return ref Varint.Write(ref p, (uint)(number + FirstNumber));
        }
        isNew = true;
        p = New;
        return ref Unsafe.Add(ref p, 1);
    }

    /// <summary>Reads null or a known object, or says that a new one follows, whose body the caller reads.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Read<T>(scoped ref FloorReader r, ref byte p, ReadObjects objects, scoped out T? known, scoped out bool isNew) where T : class
    {
        p = ref r.Run(ref p, Varint.Max32);
        p = ref Varint.Read(ref r, ref p, out uint header);
        isNew = header == New;
        known = header < FirstNumber ? null : (T)objects[header - FirstNumber];
        return ref p;
    }

    /// <summary>Writes a text of characters up to U+00FF, which has a number like any object.</summary>
    /// <exception cref="NotSupportedException">The text has other characters.</exception>
    public static ref byte WriteText(scoped ref FloorWriter w, ref byte p, WrittenObjects objects, string? text)
    {
        p = ref w.Ensure(ref p, Varint.Max32);
        if (string.IsNullOrEmpty(text))
        {
            p = text is null ? NullText : (byte)0;
            return ref Unsafe.Add(ref p, 1);
        }
        int number = objects.FindOrAdd(text);
        if (number >= 0)
        {
            return ref Varint.Write(ref p, ((uint)number << 1) | 1);
        }
        p = ref w.Ensure(ref p, Varint.Max32 + (nint)text.Length);
        p = ref Varint.Write(ref p, (uint)text.Length << 2);
        if (!Text.TryNarrow(ref Text.Units(text), text.Length, ref p))
        {
            throw new NotSupportedException("The floor writes graphs of narrow texts alone.");
        }
        return ref Unsafe.Add(ref p, text.Length);
    }

    public static ref byte ReadText(scoped ref FloorReader r, ref byte p, ReadObjects objects, scoped out string? text)
    {
        p = ref r.Run(ref p, Varint.Max32);
        p = ref Varint.Read(ref r, ref p, out uint header);
        if ((header & 1) != 0)
        {
            text = (string)objects[header >> 1];
            return ref p;
        }
        if (header <= NullText)
        {
            text = header == 0 ? "" : null;
            return ref p;
        }
        int length = (int)(header >> 2);
        p = ref r.Bytes(ref p, length);
        text = Encoding.Latin1.GetString(MemoryMarshal.CreateReadOnlySpan(ref p, length));
        objects.Add(text);
        return ref Unsafe.Add(ref p, length);
    }
}
