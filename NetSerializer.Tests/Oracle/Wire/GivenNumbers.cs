using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>Section 7a for a writer: which objects and texts of a value have a number.</summary>
internal sealed class GivenNumbers(SchemaText schema)
{
    public const int LongestText = 256;
    public const int MostTexts = 65_536;

    private readonly Dictionary<object, int> objects = new(ReferenceEqualityComparer.Instance);
    private readonly Dictionary<string, int> texts = new(StringComparer.Ordinal);
    private readonly HashSet<object> withinThemselves = new(ReferenceEqualityComparer.Instance);
    private int next;

    /// <summary>The number of an object that has appeared, otherwise null.</summary>
    public int? Of(object value)
    {
        if (value is string text)
            return Find(text);
        if (withinThemselves.Contains(value))
            throw new OracleRefusal($"a {value.GetType()} within its own content");
        return schema.Preserve && objects.TryGetValue(value, out int number) ? number : null;
    }

    /// <summary>Gives an object that appears for the first time its number, if it is one that has a number.</summary>
    public void Give(object value)
    {
        if (value is not string text)
        {
            if (schema.Preserve)
                objects.Add(value, next++);
        }
        else if (schema.Texts == TextForm.Table)
        {
            if (text.Length is > 0 and <= LongestText && texts.Count < MostTexts)
                texts.Add(text, next++);
        }
        else if (schema.NumbersTexts && text.Length > 0)
        {
            objects.Add(text, next++);
        }
    }

    /// <summary>An object that cannot exist before its content is known, or has no number, while its content is written.</summary>
    public void Enter(object value)
    {
        if (!withinThemselves.Add(value))
            throw new OracleRefusal($"a {value.GetType()} within its own content");
    }

    public void Leave(object value) => withinThemselves.Remove(value);

    private int? Find(string text) =>
        schema.Texts == TextForm.Table ? (texts.TryGetValue(text, out int number) ? number : null)
        : schema.NumbersTexts && objects.TryGetValue(text, out number) ? number
        : null;
}
