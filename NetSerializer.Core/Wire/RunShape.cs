namespace NetSerializer.Wire;

/// <summary>
/// How long a run of bounded members really is, so that a session waits for no byte that the value does not have. A shape is a text: U+0001..U+007F
/// that many fixed bytes, <see cref="VarInt"/> a varint, <see cref="Optional"/> k a flag byte that, when it is 0, skips the next k characters of the
/// shape.
/// </summary>
internal static class RunShape
{
    public const char VarInt = '\u0080', Optional = '\u0081';

    /// <summary>A single varint.</summary>
    public const string VarIntText = "\u0080";

    /// <summary>The handle of the shape of one varint; handles from 1 up index the table of the model; a negative handle -n is exactly n bytes.</summary>
    public const int OneVarInt = 0;

    /// <summary>The handles of two shapes that every model has.</summary>
    public const int DecimalHandle = 1, DateTimeOffsetHandle = 2;

    /// <summary>The shapes behind these handles.</summary>
    public static ReadOnlySpan<string> BuiltIn => new string[] { "\u0001\u0080\u0080", "\u0008\u0080" };

    /// <summary>The shape of <paramref name="size"/> fixed bytes.</summary>
    public static string Fixed(int size)
    {
        string shape = "";
        for (; size > 0; size -= Math.Min(size, 127))
        {
            shape += (char)Math.Min(size, 127);
        }
        return shape;
    }

    /// <summary>The shape of a flag byte and, when it is 1, <paramref name="shape"/>.</summary>
    public static string OptionalOf(string shape) => $"{Optional}{(char)shape.Length}{shape}";

    /// <summary>How many bytes are missing at least; 0 when <paramref name="bytes"/> hold the whole run.</summary>
    public static int Missing(ReadOnlySpan<byte> bytes, int handle, string[] shapes)
    {
        if (handle < 0)
        {
            return Math.Max(0, -handle - bytes.Length);
        }
        string shape = handle == OneVarInt ? VarIntText : shapes[handle];
        // The place of the part. Parts before it that are not there count with the least bytes that they can have.
        int at = 0;
        for (int i = 0; i < shape.Length; i++)
        {
            switch (shape[i])
            {
                case VarInt:
                    // A varint longer than ten bytes is malformed in any case: the decoder says so.
                    for (int length = 1; at < bytes.Length && bytes[at] >= 0x80 && length < Wire.VarInt.Max64; length++)
                    {
                        at++;
                    }
                    at++;
                    break;
                case Optional:
                    i++;
                    if (at >= bytes.Length || bytes[at] == 0)
                    {
                        i += shape[i];
                    }
                    at++;
                    break;
                default:
                    at += shape[i];
                    break;
            }
        }
        return Math.Max(0, at - bytes.Length);
    }
}
