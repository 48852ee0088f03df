using System.Text;

namespace NetSerializer.Wire;

/// <summary>The members under way, kept by the traced twin of the generated code only, which runs once more over what failed.</summary>
internal sealed class PathTrace(string root)
{
    private const int MaxShown = 40;
    private readonly List<(string? Member, int Index)> _steps = [];

    // The objects under way, to tell a cycle from depth.
    private readonly Stack<object> _objects = [];
    private readonly HashSet<object> _entered = new(ReferenceEqualityComparer.Instance);

    /// <summary>Begins an object; false when it is under way already.</summary>
    public bool TryEnter(object? value)
    {
        // A null is under way for a moment too.
        value ??= new object();
        if (!_entered.Add(value))
        {
            return false;
        }
        _objects.Push(value);
        return true;
    }

    /// <summary>The object begun last is done.</summary>
    public void Leave() => _entered.Remove(_objects.Pop());

    public void Push(string member) => _steps.Add((member, 0));

    public void Push(int index) => _steps.Add((null, index));

    public void Pop() => _steps.RemoveAt(_steps.Count - 1);

    /// <summary>Root.Member[3].Member; the middle of a very long path is left out.</summary>
    public override string ToString()
    {
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
