using NetSerializer.Errors;

namespace NetSerializer.Graph;

/// <summary>The objects and texts of one value that a writer has met (docs/wire-format.md, section 7a).</summary>
internal class ReferenceWriter
{
    /// <summary>A text of more code units has no number under strings=table.</summary>
    public const int MaxText = 256;

    /// <summary>So many texts have numbers under strings=table.</summary>
    public const int MaxTexts = 1 << 16;

    private const int MaxKeptTexts = 1024, MaxKeptOpen = 64;

    private readonly IdentityTable _objects = new();
    private Dictionary<string, int>? _texts;
    // The numbers of objects under way that can only be made of their content, ascending.
    private int[] _open = [];
    private int _openCount;
    private bool _adopts;
    // The objects without numbers that are under way and may contain themselves.
    private readonly List<object?> _unshared = [];

    /// <summary>The number of the object or text that was asked for last, if that was not new; otherwise -1.</summary>
    public int Found { get; private set; }

    /// <summary>An object has not appeared before, and has a number now. Otherwise <see cref="Found"/> is its number.</summary>
    public bool IsNew(object value)
    {
        if (_adopts)
        {
            _adopts = false;
            return true;
        }
        Found = _objects.FindOrAdd(value);
        if (Found >= 0 && _openCount > 0)
        {
            RequireComplete(value);
        }
        return Found < 0;
    }

    /// <summary>A text with this content has not appeared before; it has a number now, or has none at all. Otherwise <see cref="Found"/> is its
    /// number.</summary>
    /// <param name="text">The text, not empty.</param>
    /// <param name="amongObjects">Texts are numbered together with objects.</param>
    public bool IsNewContent(string text, bool amongObjects)
    {
        if (text.Length > MaxText)
        {
            return true;
        }
        _texts ??= new Dictionary<string, int>(StringComparer.Ordinal);
        if (_texts.TryGetValue(text, out int number))
        {
            Found = number;
            return false;
        }
        if (_texts.Count < MaxTexts)
        {
            _texts.Add(text, amongObjects ? _objects.Count : _texts.Count);
            if (amongObjects)
            {
                _objects.FindOrAdd(text);
            }
        }
        return true;
    }

    /// <summary>The object that stands in for the one just numbered has its number.</summary>
    public void Adopt() => _adopts = true;

    /// <summary>The object just numbered can only be made of its content.</summary>
    public void Open()
    {
        if (_openCount == _open.Length)
        {
            Array.Resize(ref _open, Math.Max(16, 2 * _openCount));
        }
        _open[_openCount++] = _objects.Count - 1;
    }

    /// <summary>The content of the object opened last is written.</summary>
    public void Close() => _openCount--;

    /// <summary>An object without a number begins, which would be written for ever if its content led back to it.</summary>
    // They are as few as the levels of a value.
    public void EnterUnshared(object? value)
    {
        foreach (object? outer in _unshared)
        {
            if (value != null && ReferenceEquals(outer, value))
            {
                Throw.CycleOfUnshared(value.GetType());
            }
        }
        _unshared.Add(value);
    }

    /// <summary>The one that began last is written.</summary>
    public void LeaveUnshared() => _unshared.RemoveAt(_unshared.Count - 1);

    /// <summary>Forgets the value.</summary>
    protected void Forget()
    {
        if (_objects.Count > 0)
        {
            _objects.Clear();
        }
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
        _unshared.Clear();
        if (_unshared.Capacity > MaxKeptOpen)
        {
            _unshared.Capacity = 0;
        }
    }

    private void RequireComplete(object value)
    {
        if (Array.BinarySearch(_open, 0, _openCount, Found) >= 0)
        {
            Throw.IncompleteReference(value.GetType());
        }
    }
}
