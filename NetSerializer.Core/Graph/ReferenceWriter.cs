using NetSerializer.Errors;

namespace NetSerializer.Graph;

/// <summary>What a writer knows of the objects and texts of one value (docs/wire-format.md, section 7a).</summary>
internal class ReferenceWriter : ObjectNumbers
{
    /// <summary>A text of more code units has no number under strings=table.</summary>
    public const int MaxText = 256;

    /// <summary>So many texts have numbers under strings=table.</summary>
    public const int MaxTexts = 1 << 16;

    private const int MaxKeptTexts = 1024, MaxKeptOpen = 64;

    private Dictionary<string, int>? _texts;
    // The numbers of objects under way that can only be made of their content, ascending.
    private int[] _open = [];
    private int _openCount;
    private bool _adopts;

    /// <summary>Forgets the value.</summary>
    protected void Forget()
    {
        Clear();
        if (_texts is { Count: > 0 })
        {
            if (_texts.Count > MaxKeptTexts)
            {
                _texts = null;
            }
            else
            {
                _texts.Clear();
            }
        }
        (_openCount, _adopts) = (0, false);
        if (_open.Length > MaxKeptOpen)
        {
            _open = [];
        }
    }

    /// <summary>The number of a text that has appeared, or -1: it has one now, or has none at all.</summary>
    /// <param name="text">The text, not empty.</param>
    /// <param name="amongObjects">Texts are numbered together with objects.</param>
    public int FindText(string text, bool amongObjects)
    {
        if (text.Length > MaxText)
        {
            return -1;
        }
        _texts ??= new Dictionary<string, int>(StringComparer.Ordinal);
        if (_texts.TryGetValue(text, out int number))
        {
            return number;
        }
        if (_texts.Count < MaxTexts)
        {
            _texts.Add(text, amongObjects ? Count : _texts.Count);
            if (amongObjects)
            {
                FindOrAdd(text);
            }
        }
        return -1;
    }

    /// <summary>The object that stands in for the one just numbered has its number.</summary>
    public void Adopt()
    {
        _adopts = true;
        IsSpecial = true;
    }

    /// <summary>The object just numbered can only be made of its content.</summary>
    public void Open()
    {
        Remember();
        if (_openCount == _open.Length)
        {
            Array.Resize(ref _open, Math.Max(16, 2 * _openCount));
        }
        _open[_openCount++] = Count - 1;
        IsSpecial = true;
    }

    /// <summary>The content of the object opened last is written.</summary>
    public void Close() => IsSpecial = --_openCount > 0;

    /// <inheritdoc/>
    protected override int FindSpecially(object value)
    {
        if (_adopts)
        {
            _adopts = false;
            IsSpecial = _openCount > 0;
            return -1;
        }
        int number = FindOrAddPlainly(value);
        if (number >= 0)
        {
            RequireComplete(number, value);
        }
        return number;
    }

    private void RequireComplete(int number, object value)
    {
        if (Array.BinarySearch(_open, 0, _openCount, number) >= 0)
        {
            Throw.IncompleteReference(value.GetType());
        }
    }
}
