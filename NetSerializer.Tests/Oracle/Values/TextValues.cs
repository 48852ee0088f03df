namespace NetSerializer.Tests.Oracle.Values;

/// <summary>Strings around the lengths and code units at which their form changes.</summary>
/// <param name="random">Where they come from.</param>
/// <param name="areWellFormed">Without halves of surrogate pairs.</param>
internal sealed class TextValues(Random random, bool areWellFormed)
{
    private static readonly char[] EdgeUnits = ['\0', '\u007F', '\u0080', '\u00FF', '\u0100', '\uD800', '\uDBFF', '\uDC00', '\uDFFF', '\uFFFE', '\uFFFF'];

    private static readonly int[] Lengths = [0, 1, 2, 5, 12, 31, 32, 33, 63, 64, 127, 128, 129, 260];

    public string Create()
    {
        int length = random.Next(3) == 0 ? Lengths[random.Next(Lengths.Length)] : random.Next(0, 20);
        int script = random.Next(7);
        char[] units = new char[length];
        for (int i = 0; i < length; i++)
            units[i] = Unit(script);
        // One unit decides the form of the whole string, wherever it stands.
        if (length > 0 && random.Next(4) == 0)
            units[random.Next(length)] = EdgeUnits[random.Next(EdgeUnits.Length)];
        string text = new(units);
        return areWellFormed ? System.Text.Encoding.Unicode.GetString(System.Text.Encoding.Unicode.GetBytes(text)) : text;
    }

    private char Unit(int script) => script switch
    {
        0 or 1 => (char)random.Next(' ', '\u007F'),
        2 => (char)random.Next(0, 0x100),
        3 => (char)random.Next('\u0400', '\u0500'),
        4 => (char)random.Next(0, 0x10000),
        5 => random.Next(12) == 0 ? (char)random.Next(0x100, 0x10000) : (char)random.Next(0, 0x100),
        _ => EdgeUnits[random.Next(EdgeUnits.Length)],
    };
}
