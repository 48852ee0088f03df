using System.Runtime.InteropServices;

namespace NetSerializer.Benchmarks.Floor;

/// <summary>Lists of strings of the floor.</summary>
internal static class Texts
{
    public static ref byte Write(scoped ref FloorWriter w, ref byte p, List<string>? texts)
    {
        p = ref w.Ensure(ref p, Varint.Max32);
        p = ref Varint.Write(ref p, texts is null ? 0 : (uint)texts.Count + 1);
        foreach (string text in CollectionsMarshal.AsSpan(texts))
        {
            p = ref Text.Write(ref w, ref p, text);
        }
        return ref p;
    }

    public static ref byte Read(scoped ref FloorReader r, ref byte p, scoped ref List<string>? target)
    {
        p = ref r.Run(ref p, Varint.Max32);
        p = ref Varint.Read(ref r, ref p, out uint header);
        if (header == 0)
        {
            return ref p;
        }
        int count = (int)header - 1;
        r.CheckCount(ref p, header - 1);
        List<string> texts = new(count);
        target = texts;
        CollectionsMarshal.SetCount(texts, count);
        Span<string> items = CollectionsMarshal.AsSpan(texts);
        for (int i = 0; i < items.Length; i++)
        {
            p = ref Text.Read(ref r, ref p, out string? text);
            items[i] = text!;
        }
        return ref p;
    }
}
