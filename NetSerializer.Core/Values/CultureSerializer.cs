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
        if (Find(name) is not { } found || found.Name != value.Name)
        {
            writer.Refuse($"The culture '{(name.Length > 0 ? name : value.Name)}' is not one of those that every machine knows.");
        }
        writer.WriteString(name);
    }

    public CultureInfo Read(ref WireReader reader)
    {
        string name = reader.ReadNonNullString();
        reader.Charge(256 + (4L * name.Length));
        CultureInfo? culture = Find(name);
        if (culture == null)
        {
            reader.Reject("No culture has that name.");
        }
        return culture!;
    }

    // Only one spelling of a name is the writer's.
    private CultureInfo? Find(string name)
    {
        if (!_names.Contains(name))
        {
            return null;
        }
        try
        {
            // With another sort order it is nowhere a predefined one; the list has some of them.
            var culture = CultureInfo.GetCultureInfo(name, predefinedOnly: !name.Contains('_'));
            return culture.CompareInfo.Name == name ? culture : null;
        }
        catch (CultureNotFoundException)
        {
            return null;
        }
    }
}
