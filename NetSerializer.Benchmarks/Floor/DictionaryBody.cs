using System.Runtime.CompilerServices;
using NetSerializer.Benchmarks.Messages;

namespace NetSerializer.Benchmarks.Floor;

internal readonly struct DictionaryBody : IFloorMessage
{
    private const byte DefaultComparer = 0;

    public static byte Id => ClassicIds.Dictionary;

    public static int Bound => Varint.Max32;

    public static object Create() => new DictionaryMessage();

    public static ref byte Write(scoped ref FloorWriter w, ref byte p, object message)
    {
        DictionaryMessage m = Unsafe.As<DictionaryMessage>(message);
        p = ref Varint.Write(ref p, m.Numbers is null ? 0 : (uint)m.Numbers.Count + 1);
        if (m.Numbers is { } numbers)
        {
            foreach (KeyValuePair<int, int> entry in numbers)
            {
                p = ref w.Ensure(ref p, 2 * Varint.Max32);
                p = ref Varint.Write(ref p, entry.Key);
                p = ref Varint.Write(ref p, entry.Value);
            }
        }
        p = ref w.Ensure(ref p, 1 + Varint.Max32);
        p = ref Varint.Write(ref p, m.Objects is null ? 0 : (uint)m.Objects.Count + 1);
        if (m.Objects is { } objects)
        {
            p = DefaultComparer;
            p = ref Unsafe.Add(ref p, 1);
            foreach (KeyValuePair<string, Marked> entry in objects)
            {
                p = ref Text.Write(ref w, ref p, entry.Key);
                p = ref w.Ensure(ref p, MarkedSlot.Bound);
                p = ref MarkedSlot.Write(ref p, entry.Value);
            }
        }
        return ref p;
    }

    public static ref byte Read(scoped ref FloorReader r, ref byte p, object message)
    {
        DictionaryMessage m = Unsafe.As<DictionaryMessage>(message);
        p = ref Varint.Read(ref r, ref p, out uint header);
        if (header != 0)
        {
            r.CheckCount(ref p, header - 1);
            Dictionary<int, int> numbers = new((int)header - 1);
            m.Numbers = numbers;
            for (uint i = 1; i < header; i++)
            {
                p = ref r.Run(ref p, 2 * Varint.Max32);
                p = ref Varint.Read(ref r, ref p, out int key);
                p = ref Varint.Read(ref r, ref p, out int value);
                numbers.Add(key, value);
            }
        }
        p = ref r.Run(ref p, 1 + Varint.Max32);
        p = ref Varint.Read(ref r, ref p, out header);
        if (header != 0)
        {
            if (p != DefaultComparer)
            {
                throw new InvalidDataException("Another comparer.");
            }
            p = ref Unsafe.Add(ref p, 1);
            r.CheckCount(ref p, header - 1);
            Dictionary<string, Marked> objects = new((int)header - 1);
            m.Objects = objects;
            for (uint i = 1; i < header; i++)
            {
                p = ref Text.Read(ref r, ref p, out string? key);
                p = ref r.Run(ref p, MarkedSlot.Bound);
                byte present = p;
                p = ref Unsafe.Add(ref p, 1);
                Marked? value = null;
                if (present != 0)
                {
                    value = new Marked();
                    p = ref MarkedSlot.ReadBody(ref r, ref p, value);
                }
                objects.Add(key!, value!);
            }
        }
        return ref p;
    }
}
