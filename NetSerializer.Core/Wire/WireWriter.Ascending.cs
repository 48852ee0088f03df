using System.Runtime.CompilerServices;
using NetSerializer.Graph;
using NetSerializer.Wire;

namespace NetSerializer;

// With References=Preserve: elements of a list each of which lies above the one before it, and the first above all others of their type, are new, each of
// them, whatever becomes of their addresses later. So it is enough to look at the list, once and by vectors, and in the loop to count them.
public ref partial struct WireWriter
{
    /// <summary>
    /// The elements, which are objects of one type, are all new. They are to be written next, by <see cref="AreNewAscending"/> and
    /// <see cref="IsNewAscending"/>; then follows <see cref="EndAscending"/>, and nothing else may ask for objects of their type in between.
    /// </summary>
    internal readonly bool AreAscending(scoped ref nint addresses, int count)
    {
        if (Numbers.TopsEnd == 0)
        {
            return false;
        }
        _state!.Depth = Dispatch.MaxDepth - _depthLeft - DepthCredit;
        return _state.TryAscend(ref addresses, count);
    }

    /// <summary>
    /// Gives all of them their numbers, where they refer to nothing that has one: they are to be written next, without a question, and without
    /// <see cref="EndAscending"/>.
    /// </summary>
    internal readonly void AddAscending(scoped ref nint addresses, int count) => _state!.AddAscending(ref addresses, count);

    /// <summary>The last of them is written.</summary>
    internal readonly void EndAscending() => _state!.EndAscent();

    /// <inheritdoc cref="ObjectNumbers.SeekGap"/>
    internal readonly void SeekGap(object element, ref object? text)
    {
        if (Numbers.TopsEnd != 0)
        {
            _state!.SeekGap(element, Unsafe.As<string?>(text), ElementsAhead.MemberOf(element, ref text));
        }
    }

    /// <summary>As <see cref="AreNew"/> for one of them.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly unsafe bool AreNewAscending(ref byte p, object value, string? text)
    {
        if (text == null)
        {
            return false;
        }
        ref NumberRoom room = ref Numbers;
        nint used = room.Used;
        nuint textHeight = AddressSet.AddressOf(text) - room.TextBase;
        // The watch comes last: an address taken before it says that nothing has moved is good.
        if ((nuint)used < (nuint)room.PairTopsEnd && textHeight > room.TextTop && text.Length > 0 && Volatile.Read(ref *room.Watch) != 0)
        {
            room.TextTop = textHeight;
            room.Append(used, value, text);
            return true;
        }
        return false;
    }

    /// <summary>As <see cref="IsNew"/> for one of them.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly bool IsNewAscending(ref byte p, object value)
    {
        ref NumberRoom room = ref Numbers;
        nint used = room.Used;
        if ((nuint)used < (nuint)room.TopsEnd)
        {
            room.Append(used, value);
            return true;
        }
        return IsNewNear(ref p, value);
    }
}
