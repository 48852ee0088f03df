using System.Globalization;
using System.Text;
using NetSerializer.Errors;

namespace NetSerializer.Trees;

/// <summary>The members that lead to the part of a tree that is being written, and the failures that name them.</summary>
internal sealed class TreePath
{
    private const int MostSteps = 40;

    private readonly List<(string? Member, int Index)> _steps = [];
    private string _root = "";

    public void Begin(Type root) => _root = TypeNames.Display(root);

    public void Push(string member) => _steps.Add((TypeNames.Member(member), 0));

    public void Push(int index) => _steps.Add((null, index));

    public void Pop() => _steps.RemoveAt(_steps.Count - 1);

    /// <summary>The tree is no value of the model.</summary>
    public MalformedDataException Mismatch(string message, Exception? cause = null) => Failure(ErrorCode.ForeignDataMismatch, message, cause);

    public MalformedDataException Failure(ErrorCode code, string message, Exception? cause = null) =>
        new(code, message, MalformedDataException.NoOffset, ToString(), cause);

    public override string ToString()
    {
        var text = new StringBuilder(_root);
        for (int i = 0; i < _steps.Count; i++)
        {
            if (i == MostSteps / 2 && _steps.Count > MostSteps)
            {
                text.Append("...");
                i = _steps.Count - MostSteps / 2;
            }
            (string? member, int index) = _steps[i];
            text.Append(member == null ? string.Create(CultureInfo.InvariantCulture, $"[{index}]") : "." + member);
        }
        return text.ToString();
    }
}
