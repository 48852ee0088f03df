using System.Text;
using NetSerializer.Errors;

namespace NetSerializer.Wire;

/// <summary>The members under way. Only the traced twin of the generated code keeps them, which runs a failed call once more.</summary>
internal sealed class PathTrace(string root)
{
    /// <summary>So many levels below the limit are gone through to see whether a value is too deep because it contains itself: some 50 MB of stack.</summary>
    public const int MaxLevels = 100_000;

    private const int MaxObjects = 1_000_000;

    private const int MaxShown = 40;
    private readonly List<(string? Member, int Index)> _steps = [];

    // The objects under way, to tell a cycle from depth: null for one without identity. Behind each, where it has a custom serializer, its type.
    private readonly List<(object? Value, Type? Custom)> _underWay = [];
    private readonly HashSet<object> _entered = new(ReferenceEqualityComparer.Instance);
    // In a search: the place where it began or where the cycle ends, and the objects gone through since.
    private string? _place;
    private HashSet<object>? _searched;
    private int _count;

    /// <summary>The value is too deep, and all the rest of it is gone through for a cycle.</summary>
    public bool IsSearching { get; private set; }

    /// <summary>Below the limit. Nothing is thrown there: from so far down it takes long.</summary>
    public bool IsFarDown { get; set; }

    /// <summary>The cycle that was found.</summary>
    public ObjectCycle? Cycle { get; private set; }

    /// <summary>There are more objects or levels than are gone through.</summary>
    public bool HasGivenUp { get; private set; }

    /// <summary>
    /// Begins an object, or something without identity; false when it is under way already, and in a search when it need not be gone through.
    /// </summary>
    public bool TryEnter(object? value)
    {
        if (IsSearching && !IsToBeSearched(value))
        {
            return false;
        }
        if (value != null && !_entered.Add(value))
        {
            _place = null;
            (Cycle, _place) = (CycleOf(value), ToString());
            return false;
        }
        _underWay.Add((value, null));
        return true;
    }

    /// <summary>The object begun last is done.</summary>
    public void Leave()
    {
        (object? value, _) = _underWay[^1];
        _underWay.RemoveAt(_underWay.Count - 1);
        if (value != null)
        {
            _entered.Remove(value);
        }
    }

    /// <summary>A custom serializer of the user's begins; the next <see cref="Leave"/> ends it.</summary>
    public void EnterCustom(Type type) => _underWay.Add((null, type));

    /// <summary>The value is too deep here.</summary>
    public void Search()
    {
        if (!IsSearching)
        {
            _place = ToString();
            _searched = new HashSet<object>(ReferenceEqualityComparer.Instance);
            IsSearching = true;
        }
    }

    /// <summary>The search has got too deep itself.</summary>
    public void GiveUp() => HasGivenUp = true;

    private bool IsToBeSearched(object? value)
    {
        if (Cycle != null || HasGivenUp)
        {
            return false;
        }
        if (value == null || _entered.Contains(value))
        {
            HasGivenUp = ++_count > MaxObjects;
            return !HasGivenUp;
        }
        return _searched!.Add(value) && IsToBeSearched(null);
    }

    private ObjectCycle CycleOf(object value)
    {
        int first = _underWay.FindLastIndex(entry => ReferenceEquals(entry.Value, value)), custom = _underWay.FindLastIndex(entry => entry.Custom != null);
        return new ObjectCycle(value.GetType(), custom > first ? _underWay[custom].Custom : null,
            _underWay.Count > first + 1 && _underWay[first + 1].Custom != null);
    }

    public void Push(string member) => _steps.Add((member, 0));

    public void Push(int index) => _steps.Add((null, index));

    public void Pop() => _steps.RemoveAt(_steps.Count - 1);

    /// <summary>Root.Member[3].Member; the middle of a very long path is left out.</summary>
    public override string ToString()
    {
        if (_place != null)
        {
            return _place;
        }
        var text = new StringBuilder(root);
        for (int i = 0; i < _steps.Count; i++)
        {
            if (i == MaxShown / 2 && _steps.Count > MaxShown)
            {
                text.Append($" ... ({_steps.Count - MaxShown} levels) ... ");
                i = _steps.Count - MaxShown / 2;
            }
            (string? member, int index) = _steps[i];
            text.Append(member == null ? $"[{index}]" : $".{member}");
        }
        return text.ToString();
    }
}
