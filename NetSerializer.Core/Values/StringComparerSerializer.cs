using System.Globalization;
using NetSerializer.Wire;

namespace NetSerializer.Values;

/// <summary>
/// <see cref="StringComparer"/>: the number that it has with tables; or 5, the name of the sort order of its culture, and its options.
/// </summary>
internal sealed class StringComparerSerializer : ICustomSerializer<StringComparer>
{
    private const byte OfCulture = 5;

    private readonly CultureNames _names = CultureNames.OfThisMachine;

    public int MinimumSize => 1;

    public bool HandlesDerivedTypes => true;

    public void Write(ref WireWriter writer, StringComparer value)
    {
        int number = Array.IndexOf(Comparers.OfTexts, value);
        if (number > 0)
        {
            writer.WriteByte((byte)number);
            return;
        }
        if (!StringComparer.IsWellKnownCultureAwareComparer(value, out CompareInfo? order, out CompareOptions options)
            || _names.Find(order.Name) is not { } culture || !StringComparer.Create(culture, options).Equals(value))
        {
            writer.Refuse($"The comparer {value.GetType()} is none of the framework's for texts. If it is a class of yours, add that to the types.");
            return;
        }
        writer.WriteByte(OfCulture);
        writer.WriteString(order.Name);
        writer.WriteUInt32((uint)options);
    }

    public StringComparer Read(ref WireReader reader)
    {
        byte number = reader.ReadByte();
        if (number is > 0 and < OfCulture)
        {
            return (StringComparer)Comparers.OfTexts[number]!;
        }
        if (number != OfCulture)
        {
            reader.Reject("No comparer of texts has that number.");
        }
        CultureInfo culture = _names.Read(ref reader);
        StringComparer? made = Make(culture, (CompareOptions)reader.ReadUInt32());
        if (made == null || Array.IndexOf(Comparers.OfTexts, made) > 0)
        {
            reader.Reject("No options of a comparer, or one that has a number of its own.");
        }
        return made!;
    }

    private static StringComparer? Make(CultureInfo culture, CompareOptions options)
    {
        try
        {
            return StringComparer.Create(culture, options);
        }
        catch (ArgumentException)
        {
            return null;
        }
    }
}
