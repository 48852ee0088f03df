using NetSerializer.Tests.Oracle.Wire;
using NetSerializer.Tests.Streams;

namespace NetSerializer.Tests.Fuzzing;

/// <summary>
/// Changes payloads: bytes whatever they mean, and items of the wire format, lengths, ids and whole slots among them. The same random numbers give
/// the same changes.
/// </summary>
internal sealed class Mutator(FuzzTarget target, Random random)
{
    public const int LongestInput = 6000;
    private const int MostChanges = 4;

    private static readonly ulong[] s_edges =
    [
        0, 1, 2, 3, 31, 32, 33, 63, 64, 127, 128, 129, 255, 256, 257, 0x3FFF, 0x4000, 0x7FFF, 0x8000, 0xFFFF, 0x10000, 0x1FFFFF, 0x200000, int.MaxValue,
        1ul << 31, uint.MaxValue, 1ul << 32,
        long.MaxValue, 1ul << 63, ulong.MaxValue,
    ];

    private static readonly byte[] s_edgeBytes = [0x00, 0x01, 0x02, 0x03, 0x7F, 0x80, 0x81, 0xC0, 0xFE, 0xFF];

    /// <summary>A payload with one to a few things changed; about every second time guided by what its bytes are.</summary>
    public byte[] Mutate(Payload payload)
    {
        byte[] bytes = payload.Items.Count > 0 && random.Next(5) != 0 ? ChangeItem(payload) : ChangeBytes(payload.Bytes);
        for (int more = random.Next(MostChanges); more > 0 && random.Next(2) == 0; more--)
        {
            bytes = ChangeBytes(bytes);
        }
        return target.IsLarge || bytes.Length <= LongestInput ? bytes : bytes[..LongestInput];
    }

    private byte[] ChangeBytes(byte[] bytes)
    {
        if (bytes.Length == 0)
        {
            return RandomBytes(1 + random.Next(12));
        }
        // The beginnings decide more than the ends: a place is often drawn near the start.
        int at = random.Next(2) == 0 ? random.Next(bytes.Length) : random.Next(1 + random.Next(bytes.Length));
        int length = 1 + random.Next(Math.Min(16, bytes.Length - at));
        byte[] changed = [.. bytes];
        switch (random.Next(11))
        {
            case 0 or 1:
                changed[at] ^= (byte)(1 << random.Next(8));
                return changed;
            case 2:
                changed[at] = (byte)random.Next(256);
                return changed;
            case 3:
                changed[at] = s_edgeBytes[random.Next(s_edgeBytes.Length)];
                return changed;
            case 4:
                changed[at] += (byte)(random.Next(2) == 0 ? 1 : -1);
                return changed;
            case 5:
                return Splice(bytes, at, 0, RandomBytes(1 + random.Next(4)));
            case 6:
                return Splice(bytes, at, length, []);
            case 7:
                return Splice(bytes, at, 0, bytes[at..(at + length)]);
            case 8:
                byte[] other = AnyPayload().Bytes;
                int from = random.Next(other.Length + 1);
                return random.Next(2) == 0
                    ? [.. bytes[..at], .. other[from..]]
                    : Splice(bytes, at, random.Next(2) * length, other[from..Math.Min(other.Length, from + 1 + random.Next(32))]);
            case 9:
                return Splice(bytes, at, random.Next(2), Frames.VarInt(Edge(bytes[at])));
            default:
                return bytes[..at];
        }
    }

    private byte[] ChangeItem(Payload payload)
    {
        WireItem item = payload.Items[random.Next(payload.Items.Count)];
        byte[] bytes = payload.Bytes;
        return item.Kind switch
        {
            WireItemKind.Fixed => Splice(bytes, item.Offset, item.Length, FixedEdge(bytes.AsSpan(item.Offset, item.Length))),
            WireItemKind.TypeId => Splice(bytes, item.Offset, item.Length, Id()),
            WireItemKind.Slot => ChangeSlot(payload, item),
            WireItemKind.Reference when random.Next(4) != 0 => ChangeReference(payload, item),
            _ => Splice(bytes, item.Offset, item.Length, ChangeVarint(bytes.AsSpan(item.Offset, item.Length))),
        };
    }

    /// <summary>
    /// Another number than that which was written: a neighbour's, that of any object before, the last one's, which is still being read more often
    /// than not, or the next, which nobody has yet; where there was a new object, in its place or before it.
    /// </summary>
    private byte[] ChangeReference(Payload payload, WireItem item)
    {
        byte[] bytes = payload.Bytes;
        ulong header = ReadVarint(bytes.AsSpan(item.Offset, item.Length));
        ulong before = (ulong)payload.Items.Count(other => other.Kind == WireItemKind.Reference && other.Offset < item.Offset);
        ulong number = random.Next(4) switch { 0 => before, 1 => before - 1, _ => (ulong)random.NextInt64((long)before + 1) };
        byte[] changed = Frames.VarInt(random.Next(8) switch
        {
            0 => header + 1,
            1 => header - 1,
            2 => header + 2,
            3 => header - 2,
            4 => number + 2,
            _ => (number << 1) | 1,
        });
        WireItem slot = payload.Items.FirstOrDefault(other => other.Kind == WireItemKind.Slot && other.Offset == item.Offset);
        return Splice(bytes, item.Offset, slot.Length > 0 && random.Next(2) == 0 ? slot.Length : item.Length, changed);
    }

    private byte[] ChangeSlot(Payload payload, WireItem item)
    {
        byte[] bytes = payload.Bytes;
        byte[] slot = bytes[item.Offset..(item.Offset + item.Length)];
        switch (random.Next(6))
        {
            case 0:
                return WithCount(payload, item, +1, Splice(bytes, item.Offset, 0, slot));
            case 1:
                return WithCount(payload, item, -1, Splice(bytes, item.Offset, item.Length, []));
            case 2:
                return Splice(bytes, item.Offset, item.Length, []);
            case 3:
                return Splice(bytes, item.Offset, item.Length, OtherSlot(_ => true) ?? slot);
            case 4:
                return Splice(bytes, item.Offset, item.Length, [.. Id(), .. slot]);
            default:
                return Splice(bytes, item.Offset, item.Length, OtherSlot(other => other.Declared == item.Declared) ?? slot);
        }
    }

    /// <summary>A slot more or less, and the count before it says so: such a change passes the checks of lengths and gets to those behind.</summary>
    private byte[] WithCount(Payload payload, WireItem slot, int difference, byte[] changed)
    {
        WireItem count = payload.Items.LastOrDefault(item => item.Kind == WireItemKind.Count && item.Offset + item.Length <= slot.Offset);
        if (count.Length == 0)
        {
            return changed;
        }
        ulong value = ReadVarint(payload.Bytes.AsSpan(count.Offset, count.Length));
        return Splice(changed, count.Offset, count.Length, Frames.VarInt((ulong)Math.Max(0, (long)value + difference)));
    }

    private byte[]? OtherSlot(Func<WireItem, bool> wanted)
    {
        Payload other = AnyPayload();
        WireItem[] slots = [.. other.Items.Where(item => item.Kind == WireItemKind.Slot && wanted(item))];
        if (slots.Length == 0)
        {
            return null;
        }
        WireItem chosen = slots[random.Next(slots.Length)];
        return other.Bytes[chosen.Offset..(chosen.Offset + chosen.Length)];
    }

    private byte[] ChangeVarint(ReadOnlySpan<byte> item)
    {
        ulong value = ReadVarint(item);
        switch (random.Next(4))
        {
            case 0:
                // The same value, longer than it need be.
                byte[] padded = [.. item, .. new byte[1 + random.Next(3)]];
                for (int i = item.Length - 1; i < padded.Length - 1; i++)
                {
                    padded[i] |= 0x80;
                }
                return padded;
            case 1:
                return [.. item.ToArray().Select(part => (byte)(part | 0x80)), .. RandomBytes(1 + random.Next(10))];
            default:
                return Frames.VarInt(Edge(value));
        }
    }

    private ulong Edge(ulong value) => random.Next(9) switch
    {
        0 => value + 1,
        1 => value - 1,
        2 => value * 2,
        3 => value << random.Next(64),
        4 => value ^ (1ul << random.Next(64)),
        5 => value + (ulong)random.Next(64),
        6 => 1 + ((ulong)random.Next(1 << random.Next(1, 20)) << 2),
        _ => s_edges[random.Next(s_edges.Length)] + (ulong)random.Next(-1, 2),
    };

    private byte[] FixedEdge(ReadOnlySpan<byte> item)
    {
        byte[] changed = item.ToArray();
        switch (random.Next(5))
        {
            case 0:
                changed.AsSpan().Fill((byte)(random.Next(2) * 0xFF));
                break;
            case 1:
                changed[^1] = (byte)random.Next(256);
                break;
            case 2:
                changed[^1] = (byte)(random.Next(2) == 0 ? 0x7F : 0xFF);
                changed[Math.Max(0, changed.Length - 2)] |= 0xF0;
                break;
            case 3:
                changed[random.Next(changed.Length)] ^= (byte)(1 << random.Next(8));
                break;
            default:
                random.NextBytes(changed);
                break;
        }
        return changed;
    }

    private byte[] Id() => Frames.VarInt(random.Next(4) switch
    {
        0 => (ulong)random.Next(1 << 16),
        1 => target.Ids[random.Next(target.Ids.Count)] + (ulong)random.Next(-1, 2),
        _ => target.Ids[random.Next(target.Ids.Count)],
    });

    private Payload AnyPayload() => target.Payloads[random.Next(target.Payloads.Count)];

    private byte[] RandomBytes(int count)
    {
        byte[] bytes = new byte[count];
        random.NextBytes(bytes);
        return bytes;
    }

    private static ulong ReadVarint(ReadOnlySpan<byte> item)
    {
        ulong value = 0;
        for (int i = 0; i < item.Length && i < 10; i++)
        {
            value |= (ulong)(item[i] & 0x7F) << (7 * i);
        }
        return value;
    }

    private static byte[] Splice(byte[] bytes, int at, int removed, ReadOnlySpan<byte> inserted) => [.. bytes[..at], .. inserted, .. bytes[(at + removed)..]];
}
