using System.Globalization;

namespace NetSerializer.Values;

/// <summary><see cref="NumberFormatInfo"/>: whether it is read-only, and its settings: texts, numbers, sizes of groups, digits.</summary>
internal sealed class NumberFormatSerializer : ICustomSerializer<NumberFormatInfo>
{
    private const int Size = 256, Digits = 10;

    private static readonly (Func<NumberFormatInfo, string> Get, Action<NumberFormatInfo, string> Set)[] s_texts =
    [
        (format => format.CurrencyDecimalSeparator, (format, text) => format.CurrencyDecimalSeparator = text),
        (format => format.CurrencyGroupSeparator, (format, text) => format.CurrencyGroupSeparator = text),
        (format => format.CurrencySymbol, (format, text) => format.CurrencySymbol = text),
        (format => format.NaNSymbol, (format, text) => format.NaNSymbol = text),
        (format => format.NegativeInfinitySymbol, (format, text) => format.NegativeInfinitySymbol = text),
        (format => format.NegativeSign, (format, text) => format.NegativeSign = text),
        (format => format.NumberDecimalSeparator, (format, text) => format.NumberDecimalSeparator = text),
        (format => format.NumberGroupSeparator, (format, text) => format.NumberGroupSeparator = text),
        (format => format.PerMilleSymbol, (format, text) => format.PerMilleSymbol = text),
        (format => format.PercentDecimalSeparator, (format, text) => format.PercentDecimalSeparator = text),
        (format => format.PercentGroupSeparator, (format, text) => format.PercentGroupSeparator = text),
        (format => format.PercentSymbol, (format, text) => format.PercentSymbol = text),
        (format => format.PositiveInfinitySymbol, (format, text) => format.PositiveInfinitySymbol = text),
        (format => format.PositiveSign, (format, text) => format.PositiveSign = text),
    ];

    private static readonly (Func<NumberFormatInfo, int> Get, Action<NumberFormatInfo, int> Set)[] s_numbers =
    [
        (format => format.CurrencyDecimalDigits, (format, number) => format.CurrencyDecimalDigits = number),
        (format => format.CurrencyNegativePattern, (format, number) => format.CurrencyNegativePattern = number),
        (format => format.CurrencyPositivePattern, (format, number) => format.CurrencyPositivePattern = number),
        (format => (int)format.DigitSubstitution, (format, number) => format.DigitSubstitution = (DigitShapes)number),
        (format => format.NumberDecimalDigits, (format, number) => format.NumberDecimalDigits = number),
        (format => format.NumberNegativePattern, (format, number) => format.NumberNegativePattern = number),
        (format => format.PercentDecimalDigits, (format, number) => format.PercentDecimalDigits = number),
        (format => format.PercentNegativePattern, (format, number) => format.PercentNegativePattern = number),
        (format => format.PercentPositivePattern, (format, number) => format.PercentPositivePattern = number),
    ];

    private static readonly (Func<NumberFormatInfo, int[]> Get, Action<NumberFormatInfo, int[]> Set)[] s_sizes =
    [
        (format => format.CurrencyGroupSizes, (format, sizes) => format.CurrencyGroupSizes = sizes),
        (format => format.NumberGroupSizes, (format, sizes) => format.NumberGroupSizes = sizes),
        (format => format.PercentGroupSizes, (format, sizes) => format.PercentGroupSizes = sizes),
    ];

    public int MinimumSize => 1 + s_texts.Length + s_numbers.Length + s_sizes.Length + Digits;

    public void Write(ref WireWriter writer, NumberFormatInfo value)
    {
        writer.WriteBoolean(value.IsReadOnly);
        foreach ((Func<NumberFormatInfo, string> get, _) in s_texts)
        {
            writer.WriteString(get(value));
        }
        foreach ((Func<NumberFormatInfo, int> get, _) in s_numbers)
        {
            writer.WriteByte((byte)get(value));
        }
        foreach ((Func<NumberFormatInfo, int[]> get, _) in s_sizes)
        {
            CountedBytes.Write(ref writer, Array.ConvertAll(get(value), size => (byte)size));
        }
        foreach (string digit in value.NativeDigits)
        {
            writer.WriteString(digit);
        }
    }

    public NumberFormatInfo Read(ref WireReader reader)
    {
        bool isReadOnly = reader.ReadBoolean();
        reader.Charge((isReadOnly ? 2 : 1) * Size);
        var made = new NumberFormatInfo();
        try
        {
            foreach ((_, Action<NumberFormatInfo, string> set) in s_texts)
            {
                set(made, reader.ReadNonNullString());
            }
            foreach ((_, Action<NumberFormatInfo, int> set) in s_numbers)
            {
                set(made, reader.ReadByte());
            }
            foreach ((_, Action<NumberFormatInfo, int[]> set) in s_sizes)
            {
                byte[] sizes = CountedBytes.Read(ref reader);
                reader.Charge(2 * WireReader.ArraySize(sizes.Length, sizeof(int)));
                set(made, Array.ConvertAll(sizes, size => (int)size));
            }
            string[] digits = new string[Digits];
            reader.Charge(2 * WireReader.ArraySize(Digits, nint.Size));
            for (int i = 0; i < digits.Length; i++)
            {
                digits[i] = reader.ReadNonNullString();
            }
            made.NativeDigits = digits;
        }
        catch (ArgumentException)
        {
            reader.Reject("No such settings of numbers.");
        }
        return isReadOnly ? NumberFormatInfo.ReadOnly(made) : made;
    }
}
