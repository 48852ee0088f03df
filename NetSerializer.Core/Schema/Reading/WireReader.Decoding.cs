using System.Runtime.CompilerServices;

namespace NetSerializer;

// Reading by a schema that is known at run time only: no code is generated for it, so the cursor stays in the reader between the parts.
public ref partial struct WireReader
{
    /// <summary>Stands for the number of a text where there is null.</summary>
    internal const uint NoText = uint.MaxValue;

    /// <summary>Where the next part begins.</summary>
    internal readonly ref byte Cursor => ref _cursor;

    /// <summary>Goes on at the end of a part, or at the start of the value.</summary>
    internal void GoOn(scoped ref byte p)
    {
        Finish(ref p);
        _cursor = ref Park(ref p);
    }

    /// <summary>Where the next part begins, in bytes from the start of the value.</summary>
    internal readonly long CursorPosition => Position(ref _cursor);

    /// <summary>Four bytes.</summary>
    internal int ReadFixedInt32()
    {
        ref byte p = ref Whole(sizeof(int));
        _cursor = ref Unsafe.Add(ref p, sizeof(int));
        return Unsafe.ReadUnaligned<int>(ref p);
    }

    /// <summary>A varint and so many bytes.</summary>
    internal byte[] ReadCounted()
    {
        int length = ReadCount(minimumSize: 1);
        _cursor = ref TakeWhole(ref _cursor, length, minimumSize: 1, elementSize: 1);
        byte[] bytes = new byte[length];
        ReadBytes(bytes);
        return bytes;
    }

    /// <summary>A slot of string where texts have numbers: the text; or null, with the number of one that has appeared or <see cref="NoText"/>.</summary>
    internal string? ReadNumberedText(out uint known)
    {
        _cursor = ref ReadVarInt32(ref _cursor, out uint head);
        known = (head & 1) != 0 ? head >> 1 : NoText;
        if (known != NoText)
        {
            return null;
        }
        _cursor = ref ReadTextOf(ref _cursor, head >> 1, head, out string? text);
        Finish(ref _cursor);
        return text;
    }
}
