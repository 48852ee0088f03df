using System.Data;
using System.Globalization;
using NetSerializer.Values;

namespace NetSerializer.Data;

/// <summary>The parts that tables and sets have in common.</summary>
internal static class DataParts
{
    /// <summary>How many keys a table may have, and tables, relations and foreign keys a set: each is searched for among the others.</summary>
    public const int MaxParts = 1024;

    /// <summary>How many columns a key or relation may have: the framework takes no more.</summary>
    public const int MaxKeyColumns = 32;

    // Measured: a property with its two strings' places.
    private const int PropertySize = 256;

    /// <summary>Whether System.Data throws exceptions of this type for content that contradicts itself.</summary>
    public static bool IsVerdict(Exception failure) =>
        failure is DataException or ArgumentException or InvalidOperationException or InvalidCastException or FormatException or ArithmeticException
            or NotSupportedException;

    /// <summary>The culture by which texts are compared.</summary>
    public static void WriteLocale(ref WireWriter writer, CultureInfo locale, CultureInfo? inherited)
    {
        if (inherited != null)
        {
            writer.WriteBoolean(!locale.Equals(inherited));
        }
        if (!locale.Equals(inherited))
        {
            new CultureSerializer().Write(ref writer, locale);
        }
    }

    public static CultureInfo ReadLocale(ref WireReader reader, CultureInfo? inherited)
    {
        if (inherited != null && !reader.ReadBoolean())
        {
            return inherited;
        }
        CultureInfo locale = new CultureSerializer().Read(ref reader);
        if (locale.Equals(inherited))
        {
            reader.Reject("A culture of its own that is the one of its set.");
        }
        return locale;
    }

    public static void WriteProperties(ref WireWriter writer, PropertyCollection properties)
    {
        var sorted = new SortedDictionary<string, string>(StringComparer.Ordinal);
        foreach (System.Collections.DictionaryEntry property in properties)
        {
            if (property is not { Key: string name, Value: string text })
            {
                writer.Refuse("An extended property whose name or value is no string.");
                return;
            }
            sorted.Add(name, text);
        }
        writer.WriteCount(sorted.Count);
        foreach ((string name, string text) in sorted)
        {
            writer.WriteString(name);
            writer.WriteString(text);
        }
    }

    public static KeyValuePair<string, string>[] ReadProperties(ref WireReader reader)
    {
        int count = reader.ReadCount(minimumSize: 2);
        var properties = new List<KeyValuePair<string, string>>();
        for (int i = 0; i < count; i++)
        {
            reader.Charge(PropertySize);
            string name = reader.ReadNonNullString();
            if (i > 0 && string.CompareOrdinal(name, properties[i - 1].Key) <= 0)
            {
                reader.Reject("The names of properties are not in order.");
            }
            properties.Add(new KeyValuePair<string, string>(name, reader.ReadNonNullString()));
        }
        return [.. properties];
    }

    /// <summary>Reads the properties of a constraint, which has no collection for them before it is asked for one.</summary>
    public static KeyValuePair<string, string>[] ReadConstraintProperties(ref WireReader reader)
    {
        KeyValuePair<string, string>[] properties = ReadProperties(ref reader);
        if (properties.Length > 0)
        {
            reader.Charge(PropertySize);
        }
        return properties;
    }

    /// <summary>A count that <see cref="MaxParts"/> bounds.</summary>
    public static void WritePartCount(ref WireWriter writer, int count)
    {
        if (count > MaxParts)
        {
            writer.Refuse($"{count} tables, relations or constraints: {MaxParts} can be read back, since each is searched for among the others.");
        }
        writer.WriteCount(count);
    }

    public static int ReadPartCount(ref WireReader reader, int minimumSize)
    {
        int count = reader.ReadCount(minimumSize);
        if (count > MaxParts)
        {
            reader.Reject($"More than {MaxParts} tables, relations or constraints.");
        }
        return count;
    }

    public static void WriteColumns(ref WireWriter writer, DataColumn[] columns)
    {
        writer.WriteCount(columns.Length);
        foreach (DataColumn column in columns)
        {
            writer.WriteUInt32((uint)column.Ordinal);
        }
    }

    /// <summary>Which of <paramref name="count"/> columns.</summary>
    public static int[] ReadColumns(ref WireReader reader, int count)
    {
        int length = reader.ReadCount(minimumSize: 1);
        if (length is 0 or > MaxKeyColumns)
        {
            reader.Reject($"A key or a relation has 1 to {MaxKeyColumns} columns.");
        }
        reader.Charge(1024);
        int[] columns = new int[length];
        for (int i = 0; i < columns.Length; i++)
        {
            uint column = reader.ReadUInt32();
            if (column >= (uint)count)
            {
                reader.Reject("No such column.");
            }
            columns[i] = (int)column;
        }
        return columns;
    }
}
