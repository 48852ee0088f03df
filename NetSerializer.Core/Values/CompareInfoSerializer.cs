using System.Globalization;

namespace NetSerializer.Values;

/// <summary><see cref="CompareInfo"/>: the name of the sort order, which is that of a culture.</summary>
internal sealed class CompareInfoSerializer : ICustomSerializer<CompareInfo>
{
    private readonly CultureNames _names = CultureNames.OfThisMachine;

    public int MinimumSize => 1;

    public void Write(ref WireWriter writer, CompareInfo value)
    {
        if (_names.Find(value.Name) == null)
        {
            writer.Refuse($"The sort order '{value.Name}' is not one of those that every machine knows.");
        }
        writer.WriteString(value.Name);
    }

    public CompareInfo Read(ref WireReader reader) => _names.Read(ref reader).CompareInfo;
}
