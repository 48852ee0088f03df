using System.Text;

namespace NetSerializer.Schema;

/// <summary>Former names of the types and members of a reader. Types go by their names without arguments.</summary>
internal sealed class SchemaAliases
{
    private readonly Dictionary<string, string> _types = [];
    private readonly Dictionary<(string Declaring, string Name), List<string>> _members = [];
    private readonly List<SchemaProblem> _problems = [];

    /// <summary>Former names that two types or members of the reader claim.</summary>
    public IReadOnlyList<SchemaProblem> Problems => _problems;

    /// <summary>Adds the former name of a type.</summary>
    public void AddType(string former, string present)
    {
        if (!_types.TryAdd(former, present) && _types[former] != present)
        {
            AddProblem(present, former, _types[former]);
        }
    }

    /// <summary>Adds the former name of a member that <paramref name="declaring"/> declares.</summary>
    public void AddMember(string declaring, string former, string present)
    {
        string? other = _members.Where(pair => pair.Key.Declaring == declaring && pair.Key.Name != present && pair.Value.Contains(former))
            .Select(pair => pair.Key.Name).FirstOrDefault();
        if (other != null)
        {
            AddProblem($"{declaring}.{present}", former, other);
            return;
        }
        if (!_members.TryGetValue((declaring, present), out List<string>? names))
        {
            _members.Add((declaring, present), names = []);
        }
        if (!names.Contains(former))
        {
            names.Add(former);
        }
    }

    /// <summary>The former names of a member.</summary>
    public IReadOnlyList<string> FormerNames(SchemaSlot member) =>
        _members.Count > 0 && _members.TryGetValue((SchemaMembers.Definition(member.DeclaringType!), member.Name!), out List<string>? names) ? names : [];

    /// <summary>The present name of a type, with each former name in it replaced: its own, those of its arguments and of the types around it.</summary>
    public string Rename(string name)
    {
        if (_types.Count == 0)
        {
            return name;
        }
        var renamed = new StringBuilder();
        for (int i = 0; i < name.Length; i++)
        {
            int end = name.IndexOfAny(['<', '>', ',', '[', ']', '+'], i);
            end = end < 0 ? name.Length : end;
            // A nested type has the names of those around it in front.
            while (end < name.Length && name[end] == '+' && !_types.ContainsKey(name[i..end]))
            {
                int next = name.IndexOfAny(['<', '>', ',', '[', ']', '+'], end + 1);
                end = next < 0 ? name.Length : next;
            }
            string part = name[i..end];
            renamed.Append(_types.GetValueOrDefault(part, part)).Append(name.AsSpan(end, Math.Min(1, name.Length - end)));
            i = end;
        }
        return renamed.ToString();
    }

    private void AddProblem(string path, string former, string other) =>
        _problems.Add(new SchemaProblem(path, $"It has the former name {former}, which {other} has as well.", "Let one of them have it."));
}
