using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace NetSerializer.Graph;

// The texts of a list that lies in order mostly lie in order too, piece for piece; but where a piece follows that lies below or among those before, its
// texts do. Of those the list tells where there is a gap between them: they are searched for the text, no more than once for each piece.
internal unsafe partial class ObjectNumbers
{
    /// <summary>So far below another one, a text lies elsewhere on the heap.</summary>
    private const int FarApart = 1 << 20;

    // At which elements pieces of the texts begin, each of them ascending: the last one with the element at hand. 0 of them where nothing is known.
    private readonly int[] _textPieces = new int[MostPieces];
    private int _textPieceCount;
    // How many objects there are in front of the list, if all of them are listed; otherwise their lowest and their highest text, the lowest 0 until somebody
    // asks.
    private int _listedBefore;
    private nuint _textFloor, _textCeiling;
    // The highest text of the pieces that have ended, 0 where none has; and whether one has begun that does not lie above all texts before it.
    private nuint _pieceTop;
    private bool _hasGap;
    // The elements before this one have been looked through already.
    private int _sought;

    private void BeginTextPieces(ref nint addresses, int count)
    {
        ref NumberRoom room = ref Room;
        room.Elements = ref Unsafe.AsRef(in addresses);
        room.ElementCount = count;
        _textPieceCount = room.TextBase == 0 || !_isUnlisted ? 1 : 0;
        (_listedBefore, _sought, _pieceTop, _hasGap) = (_isUnlisted ? 0 : Count, 0, 0, false);
        (_textFloor, _textCeiling) = (_bottoms[Kinds - 1], !_isUnlisted || room.TextTop == nuint.MaxValue ? 0 : room.TextTop);
    }

    /// <summary>
    /// The only text of an element of those that lie in order may lie below one before it. If it lies in a gap between these, its height says so from now
    /// on, and those of the texts that follow it there.
    /// </summary>
    /// <param name="element">The element, which comes behind all that this has been told of since <see cref="TryAscend"/>.</param>
    /// <param name="text">Its text, which has not been asked for yet.</param>
    /// <param name="member">Where in the element that is held.</param>
    public void SeekGap(object element, string? text, nint member)
    {
        // One that has no number lies anywhere, and the others cannot be searched any more.
        if (_textPieceCount > 0 && (string.IsNullOrEmpty(text) || (!IsHigh(text) && !TrySeekGap(element, text, member))))
        {
            _textPieceCount = 0;
        }
    }

    private bool IsHigh(string text) => HeightOf(text) > Room.TextTop;

    private bool TrySeekGap(object element, string text, nint member)
    {
        nuint address = AddressSet.AddressOf(text);
        int index = IndexOfElement(element);
        if (index < 0 || (_textPieceCount == MostPieces && _textPieces[^1] != index))
        {
            return false;
        }
        (nuint above, nuint peak) = address <= _textCeiling ? (FloorOfTexts(), 0) : AroundListed(address, _listedBefore);
        peak = Math.Max(peak, _textCeiling);
        for (int piece = 0; piece < _textPieceCount; piece++)
        {
            int start = _textPieces[piece], end = piece + 1 < _textPieceCount ? _textPieces[piece + 1] : index;
            if (start == end)
            {
                continue;
            }
            nuint last = TextAt(end - 1, member);
            _pieceTop = Math.Max(_pieceTop, last);
            if (address <= last)
            {
                above = Math.Min(above, NextText(address, start, end - 1, member));
            }
        }
        // The watch comes last: addresses taken before it says that nothing has moved are good. One that is found has appeared before.
        if (above <= address || _watch.HasRun)
        {
            return false;
        }
        BeginTextPiece(index, address, above, Math.Max(peak, _pieceTop));
        return true;
    }

    private void BeginTextPiece(int index, nuint address, nuint above, nuint peak)
    {
        if (_textPieces[_textPieceCount - 1] != index)
        {
            _textPieceCount++;
        }
        _textPieces[_textPieceCount - 1] = index;
        (_hasGap, _textPeak, _secondTextBottom) = (true, peak, 0);
        if (_isUnlisted)
        {
            ref nuint bottom = ref _bottoms[Kinds - 1];
            bottom = Math.Min(bottom != 0 ? bottom : FindBottom(Kinds - 1), address);
        }
        // What lies above the gap has the least heights.
        Room.TextBase = above == nuint.MaxValue ? 0 : above;
        Room.TextTop = address - Room.TextBase - 1;
    }

    // Those that come behind the list may be expected above its texts, though below what lay far above them before it.
    private void EndTextPieces()
    {
        if (_textPieceCount > 0 && _hasGap)
        {
            ref NumberRoom room = ref Room;
            nuint last = room.TextTop + room.TextBase, top = Math.Max(_pieceTop, last);
            nuint above = AroundListed(top, _listedBefore).Above;
            _textPeak = Math.Max(_textPeak, top);
            (room.TextBase, room.TextTop) = above == nuint.MaxValue ? (0, _textPeak) : (above, top - above);
        }
        _textPieceCount = 0;
        Room.Elements = ref Unsafe.NullRef<nint>();
    }

    private int IndexOfElement(object element)
    {
        ReadOnlySpan<nint> left = MemoryMarshal.CreateReadOnlySpan(ref Room.Elements, Room.ElementCount)[_sought..];
        int index = left.IndexOf((nint)(AddressSet.AddressOf(element) - AddressSet.ContentOffset));
        return index < 0 ? index : _sought += index;
    }

    private nuint TextAt(int index, nint member) => AddressSet.MemberAddress(Unsafe.As<nint, object>(ref Unsafe.Add(ref Room.Elements, index)), member);

    // The lowest one of some ascending texts that does not lie below the address, which the last of them does not.
    private nuint NextText(nuint address, int start, int last, nint member)
    {
        while (start < last)
        {
            int middle = start + (last - start >> 1);
            if (TextAt(middle, member) < address)
            {
                start = middle + 1;
            }
            else
            {
                last = middle;
            }
        }
        return TextAt(last, member);
    }

    // Of a list that has begun behind the room for the objects.
    private nuint FloorOfTexts() => _textFloor != 0 ? _textFloor : _textFloor = FindBottom(Kinds - 1);

    // Of the texts among the first objects: the lowest one that does not lie below the address, and the highest.
    private (nuint Above, nuint Peak) AroundListed(nuint address, int count)
    {
        nuint above = nuint.MaxValue, peak = 0;
        for (int number = 0; number < count; number++)
        {
            if (At(number) is string text)
            {
                nuint other = AddressSet.AddressOf(text);
                above = other >= address ? Math.Min(above, other) : above;
                peak = Math.Max(peak, other);
            }
        }
        return (above, peak);
    }

    // A text that is not listed lies far below others that are, as any other lies below a literal: those that come behind it may be expected where it lies,
    // below the next one (a literal in front of 8 and 20 books: 0.45 and 0.26 of the time). Near to one that comes first, as members of one object lie, only
    // one of them does not lie above all before it, and a gap would make it two (an order 1.2, an employee 1.6).
    private bool TryEnterGap(object text, int count)
    {
        nuint address = AddressSet.AddressOf(text);
        if (address + FarApart > Room.TextTop + Room.TextBase)
        {
            return false;
        }
        (nuint above, _textPeak) = AroundListed(address, count);
        Room.TextBase = above == nuint.MaxValue ? 0 : above;
        Room.TextTop = address - Room.TextBase;
        return true;
    }
}
