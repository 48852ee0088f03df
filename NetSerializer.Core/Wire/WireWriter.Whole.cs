using System.Runtime.CompilerServices;
using NetSerializer.Graph;
using NetSerializer.Wire;

namespace NetSerializer;

// With References=Preserve: an object with all that it refers to, a few objects and texts, is mostly new as a whole. Its members are written in the order of
// their names, and their texts lie in memory as they were made, in another one: each lies above those of the objects before, but not above each other. So they
// are asked for together, and then written like a tree.
public ref partial struct WireWriter
{
    /// <summary>There are no marks, and if objects are listed there is room for so many, which is not 0.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly bool HasPlaces(ref byte p, int count)
    {
        ref NumberRoom room = ref Numbers;
        nint end = room.TopsEnd;
        return end != 0 && ((nuint)(room.Used + (count - 1) * nint.Size) < (nuint)end || HasMorePlaces(ref p));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly bool HasMorePlaces(ref byte p)
    {
        TellPlace(ref p);
        return _state!.TryListNoMore();
    }

    /// <summary>What kind of object it is, which is no text.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly int KindOf(object value) => (int)Numbers.KindOf(value);

    /// <summary>An object lies above all others of its kind.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly bool IsAbove(object value, int kind) => AddressSet.AddressOf(value) > Numbers.TopOfKind((nint)(uint)kind);

    /// <summary>An object for which that has been true is going to have a number.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly void Raise(object value, int kind)
    {
        ref nuint top = ref Numbers.TopOfKind((nint)(uint)kind);
        top = Math.Max(top, AddressSet.AddressOf(value));
    }

    /// <summary>What has been asked so far holds, since nothing has moved.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly unsafe bool HasStayed() => Volatile.Read(ref *Numbers.Watch) != 0;

    /// <summary>
    /// How many of the texts are going to have a number, those that are neither null nor empty: they lie above all others and are different ones, and nothing
    /// has moved. Otherwise -1.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly int RaiseTexts(string? first)
    {
        ref NumberRoom room = ref Numbers;
        nuint top = room.TextTop, floor = room.TextBase;
        int count = 0;
        nuint height = HeightOf(first, floor, top + 1, ref count);
        return height > top && HasStayed() ? SetTextTop(ref room, height, count) : -1;
    }

    /// <inheritdoc cref="RaiseTexts(string?)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly int RaiseTexts(string? first, string? second)
    {
        ref NumberRoom room = ref Numbers;
        nuint top = room.TextTop, floor = room.TextBase;
        int count = 0;
        nuint a = HeightOf(first, floor, top + 1, ref count), b = HeightOf(second, floor, top + 2, ref count);
        return Math.Min(a, b) > top && a != b && HasStayed() ? SetTextTop(ref room, Math.Max(a, b), count) : -1;
    }

    /// <inheritdoc cref="RaiseTexts(string?)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly int RaiseTexts(string? first, string? second, string? third)
    {
        ref NumberRoom room = ref Numbers;
        nuint top = room.TextTop, floor = room.TextBase;
        int count = 0;
        nuint a = HeightOf(first, floor, top + 1, ref count), b = HeightOf(second, floor, top + 2, ref count), c = HeightOf(third, floor, top + 3, ref count);
        return Math.Min(Math.Min(a, b), c) > top && a != b && a != c && b != c && HasStayed()
            ? SetTextTop(ref room, Math.Max(Math.Max(a, b), c), count)
            : -1;
    }

    /// <inheritdoc cref="RaiseTexts(string?)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly int RaiseTexts(string? first, string? second, string? third, string? fourth)
    {
        ref NumberRoom room = ref Numbers;
        nuint top = room.TextTop, floor = room.TextBase;
        int count = 0;
        nuint a = HeightOf(first, floor, top + 1, ref count), b = HeightOf(second, floor, top + 2, ref count);
        nuint c = HeightOf(third, floor, top + 3, ref count), d = HeightOf(fourth, floor, top + 4, ref count);
        return Math.Min(Math.Min(a, b), Math.Min(c, d)) > top && a != b && a != c && a != d && b != c && b != d && c != d && HasStayed()
            ? SetTextTop(ref room, Math.Max(Math.Max(a, b), Math.Max(c, d)), count)
            : -1;
    }

    /// <summary>Those of the texts that have numbers, which are neither null nor empty, are different ones.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool AreDifferent(string? a, string? b) => !ReferenceEquals(a, b) || string.IsNullOrEmpty(a);

    /// <inheritdoc cref="AreDifferent(string?, string?)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool AreDifferent(string? a, string? b, string? c) => AreDifferent(a, b) && AreDifferent(a, c) && AreDifferent(b, c);

    /// <inheritdoc cref="AreDifferent(string?, string?)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool AreDifferent(string? a, string? b, string? c, string? d) =>
        AreDifferent(a, b, c) && AreDifferent(a, d) && AreDifferent(b, d) && AreDifferent(c, d);

    /// <summary>
    /// Before the objects of a root are gathered, to see whether anything appears twice in it: what tells whether something moves meanwhile, and where the
    /// first address goes. Null where it is not worth while.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal readonly unsafe object? BeginGathering(object value, out Gathering gathering, out nint next)
    {
        Unsafe.SkipInit(out gathering);
        next = Gathering.Begin((Gathering*)Unsafe.AsPointer(ref gathering));
        return NumberNeed(value) is { } need && need.Take() ? null : CollectionWatch.Current;
    }

    /// <summary>All of them are gathered: nothing appears twice, as far as can be seen by what lies where.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal readonly unsafe bool AreAllNew(object value, scoped ref Gathering gathering, nint end, object watch)
    {
        bool areDifferent = Gathering.AreDifferent((Gathering*)Unsafe.AsPointer(ref gathering), end);
        // The watch comes last: addresses taken before it says that nothing has moved are good.
        bool hasRun = Unsafe.As<CollectionWatch>(watch).HasRun;
        // Or its handle might have become another one's before that.
        GC.KeepAlive(watch);
        if (hasRun)
        {
            return false;
        }
        if (!areDifferent)
        {
            (NumberNeed(value) ??= new LearnedNeed()).Set();
        }
        return areDifferent;
    }

    private readonly ref LearnedNeed? NumberNeed(object value) =>
        ref Dispatch.NumberNeeds[TopAddresses.KindOf(AddressSet.TypeWord(value), Dispatch.KindFactor)];

    /// <summary>Nothing is written: objects have to be asked for, which takes numbers. Returns no place at all.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal ref byte RefuseAlone(ref byte p)
    {
        return ref Unsafe.NullRef<byte>();
    }

    /// <summary>Objects are listed; otherwise they are counted.</summary>
    internal readonly bool ListsObjects
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Numbers.Used < NumberRoom.Length;
    }

    /// <summary>Gives the next numbers to so many.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly void Count(int count) => Numbers.Used += count * nint.Size;

    /// <summary>Gives an object the next number, if there is one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly void List(object? value)
    {
        if (value != null)
        {
            ref NumberRoom room = ref Numbers;
            room.Append(room.Used, value);
        }
    }

    /// <summary>Gives a text the next number, unless it has none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly void ListText(string? value)
    {
        if (!string.IsNullOrEmpty(value))
        {
            List(value);
        }
    }

    /// <summary>A text of which <see cref="RaiseTexts(string?)"/> has told, and which may be null or empty.</summary>
    internal ref byte WriteRaisedString(ref byte p, string? value) => ref WriteText<SharedForm>(ref p, value);

    // A text without a number has one of its own.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nuint HeightOf(string? text, nuint floor, nuint otherwise, ref int count)
    {
        if (text == null || text.Length == 0)
        {
            return otherwise;
        }
        count++;
        return AddressSet.AddressOf(text) - floor;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int SetTextTop(ref NumberRoom room, nuint top, int count)
    {
        if (count != 0)
        {
            room.TextTop = top;
        }
        return count;
    }
}
