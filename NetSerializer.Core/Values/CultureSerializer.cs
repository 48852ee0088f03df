using System.Globalization;

namespace NetSerializer.Values;

/// <summary><see cref="CultureInfo"/>: the name, with that of another sort order where the culture has one.</summary>
internal sealed class CultureSerializer : ICustomSerializer<CultureInfo>
{
    private readonly CultureNames _names = CultureNames.OfThisMachine;

    public int MinimumSize => 1;

    public bool HandlesDerivedTypes => true;

    public void Write(ref WireWriter writer, CultureInfo value)
    {
        string name = value.CompareInfo.Name;
        if (_names.Find(name) is not { } found || found.Name != value.Name)
        {
            writer.Refuse($"The culture '{(name.Length > 0 ? name : value.Name)}' is not one of those that every machine knows.");
        }
        writer.WriteString(name);
    }

    public CultureInfo Read(ref WireReader reader) => _names.Read(ref reader);
}
