using System.Collections;
using System.Diagnostics;

namespace NetSerializer.Graph;

// Objects that stand in a row in a list or an array, each with its only text behind it, are found there: kept once more, those of a million books cost
// the collector a third of what it takes for the books (reading them 0.77 of the time).
internal sealed unsafe partial class ReferenceReader
{
    /// <summary>So many bytes each entry of the table of rows has at most.</summary>
    public const int RowSize = 48;

    /// <summary>Fewer numbers are not worth an entry.</summary>
    private const int LeastCovered = StackReferences.Length / 2;

    private const int FirstRows = 4;

    private Row[] _rows = new Row[FirstRows];
    private int _rowCount;
    // How many numbers are in rows.
    private int _covered;
    // What is being read, null for none or a short one, and what finds the text of an element.
    private object? _sequence;
    private nint _text;
    // How many numbers each element has; the number at which the row at hand begins, and of which element that is.
    private int _width;
    private int _rowStart;
    private int _rowElement;
    // The number behind the last element, if that is one of the row.
    private int _expected;
    // The last entry is the beginning of the row at hand.
    private bool _isOpen;

    /// <summary>Another row may begin, for which the table has no room.</summary>
    public bool NeedsRows => _sequence != null && !_isOpen && _rowCount == _rows.Length;

    /// <summary>How many <see cref="GrowRows"/> makes room for.</summary>
    public int NextRows => 2 * _rows.Length;

    /// <summary>A list or an array is about to be filled.</summary>
    /// <param name="sequence">What it is. Nobody changes what has been put into it before the last number is looked up.</param>
    /// <param name="count">How many elements it will have.</param>
    /// <param name="width">How many numbers an element has that is a new object with a new text, or an object without texts.</param>
    /// <param name="text">A <c>delegate*&lt;object, string&gt;</c> that takes an element to its text; 0 if there is none.</param>
    public void BeginRow(object sequence, int count, int width, nint text)
    {
        (_expected, _width) = (_count, width);
        if (count >= LeastCovered)
        {
            (_sequence, _text) = (sequence, text);
            BeginAt(0);
        }
    }

    /// <summary>An element has been read. False when it is not one of the row: see <see cref="BeginAt"/>.</summary>
    public bool PassElement() => (_expected += _width) == _count;

    /// <summary>If there is a row, it begins anew with the next element, whose index that is.</summary>
    public void BeginAt(int element) => (_rowStart, _expected, _rowElement, _isOpen) = (_count, _count, element, false);

    /// <summary>The list or array is full.</summary>
    public void EndRow() => _sequence = null;

    public void GrowRows() => Array.Resize(ref _rows, NextRows);

    // Takes what is on the stack into the row at hand, up to its last whole element. False when that is too little.
    private bool TryCover()
    {
        int start = Math.Max(_rowStart, _staged), elements = Math.Max(0, _count - _rowStart) / _width, end = _rowStart + elements * _width;
        if (end - start < LeastCovered)
        {
            // The row can begin behind what goes to a segment, with a whole element.
            int begun = Math.Max(0, _count - _rowStart + _width - 1) / _width;
            (_rowStart, _rowElement) = (_rowStart + begun * _width, _rowElement + begun);
            return false;
        }
        Stage(start);
        if (_isOpen)
        {
            _rows[_rowCount - 1].End = end;
        }
        else
        {
            _rows[_rowCount++] = new Row
            { Sequence = _sequence!, Text = _text, Start = start, End = end, Element = _rowElement, Width = _width, Before = _covered };
            _isOpen = true;
        }
        _covered += end - start;
        _staged = end;
        return true;
    }

    // The last row that begins at a number or before it, or -1.
    private int FindRow(int number)
    {
        int low = 0, high = _rowCount - 1;
        while (low <= high)
        {
            int middle = (low + high) / 2;
            if (_rows[middle].Start <= number)
            {
                low = middle + 1;
            }
            else
            {
                high = middle - 1;
            }
        }
        return high;
    }

    private object? InRow(int number, int row)
    {
        ref readonly Row found = ref _rows[row];
        return number < found.End ? found.At(number) : InSegment(found.Compact(number));
    }

    private void ForgetRows()
    {
        if (_rows.Length > FirstRows)
        {
            _rows = new Row[FirstRows];
        }
        else
        {
            Array.Clear(_rows, 0, _rowCount);
        }
        (_sequence, _rowCount, _covered) = (null, 0, 0);
    }

    private struct Row
    {
        public object Sequence;
        public nint Text;
        public int Start;
        public int End;
        public int Element;
        public int Width;
        // How many numbers are in rows before this one.
        public int Before;

        // The place of a number behind the row among those that are in no row.
        public readonly int Compact(int number)
        {
            Debug.Assert(number >= End, "in no row");
            return number - (Before + End - Start);
        }

        public readonly object? At(int number)
        {
            (int elements, int behind) = Math.DivRem(number - Start, Width);
            int index = Element + elements;
            object? element = Sequence is object?[] array ? array[index] : ((IList)Sequence)[index];
            return behind == 0 ? element : ((delegate*<object, string?>)Text)(element!);
        }
    }
}
