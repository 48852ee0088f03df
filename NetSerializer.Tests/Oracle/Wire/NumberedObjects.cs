using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>Section 7a for a reader: the objects and texts that have appeared, each under its number.</summary>
internal sealed class NumberedObjects(SchemaText schema)
{
    private readonly List<object?> objects = [];
    private int texts;
    private int expected = -1;

    /// <summary>An object appears: it has the next number from now on, and exists as soon as somebody says so.</summary>
    public int Begin()
    {
        objects.Add(null);
        return objects.Count - 1;
    }

    /// <summary>What is made next is the object of this number.</summary>
    public void Expect(int number) => expected = number;

    /// <summary>What is made next has no number.</summary>
    public void ExpectNone() => expected = -1;

    /// <summary>An object can be referred to from now on, while its content is still being read.</summary>
    public void Made(object value)
    {
        if (expected >= 0)
            objects[expected] = value;
        expected = -1;
    }

    public void End(int number, object value)
    {
        objects[number] = value;
        expected = -1;
    }

    /// <summary>A text was written out.</summary>
    public void Add(string text)
    {
        bool hasNumber = schema.Texts == TextForm.Table
            ? text.Length is > 0 and <= GivenNumbers.LongestText && texts++ < GivenNumbers.MostTexts : schema.NumbersTexts && text.Length > 0;
        if (hasNumber)
            objects.Add(text);
    }

    /// <summary>How many numbers have been given.</summary>
    public int Count => objects.Count;

    /// <summary>An array of an entry that is no object of the value: new since the entry began, and nothing refers to it later.</summary>
    public void Withdraw(OracleInput input, int start, int first, object carrier)
    {
        int number = objects.FindIndex(first, known => ReferenceEquals(known, carrier));
        if (number < 0)
            throw input.Reject(RejectionCode.ReferenceNotAdmitted, start, "an array that has appeared");
        objects[number] = null;
    }

    public object Get(OracleInput input, int start, ulong number)
    {
        if (number >= (ulong)objects.Count)
            throw input.Reject(RejectionCode.ReferenceOutOfRange, start, $"number {number} of {objects.Count}");
        return objects[(int)number] ?? throw input.Reject(RejectionCode.ReferenceIncomplete, start, $"number {number} within its own content");
    }
}
