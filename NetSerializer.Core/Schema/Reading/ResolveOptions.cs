namespace NetSerializer;

/// <summary>How members of a type are treated that the data of an earlier version do not have.</summary>
public enum MissingMembers
{
    /// <summary>They are as <c>[OnDeserializing]</c> leaves them, else have the value of <c>[DefaultValue]</c>, else the default of their type.</summary>
    Default,
    /// <summary>The data are refused, but for members with <c>[OptionalField]</c>, as BinaryFormatter does it.</summary>
    Error,
}

/// <summary>Numbers of a wider type than the member of the reader.</summary>
public enum Narrowing
{
    /// <summary>They cannot be resolved. The default.</summary>
    Refuse,
    /// <summary>
    /// Each number must fit: one out of range, or with a fraction where the reader has an integer, is refused where it occurs. Floats and decimals round.
    /// </summary>
    Checked,
}

/// <summary>Members that may be null in the data and not in the reader.</summary>
public enum NullsOfWriter
{
    /// <summary>They cannot be resolved. The default.</summary>
    Refuse,
    /// <summary>A null becomes the default of the reader's type.</summary>
    Default,
}

/// <summary>Values of types that the reader's model does not have.</summary>
public enum UnknownTypes
{
    /// <summary>One is refused where it occurs. The default.</summary>
    Fail,
    /// <summary>One is null where null can stand, and refused elsewhere.</summary>
    Null,
}

/// <summary>What a <see cref="ModelReader"/> accepts of data of another schema. Immutable.</summary>
/// <example><code>
/// var options = new ResolveOptions { MissingMembers = MissingMembers.Error, Narrowing = Narrowing.Checked };
/// </code></example>
public sealed record ResolveOptions
{
    /// <summary>The options of a reader that names none: nothing is lost or guessed.</summary>
    public static ResolveOptions Default { get; } = new();

    /// <summary>Members of the reader that the data do not have.</summary>
    public MissingMembers MissingMembers { get; init => field = Defined(value, MissingMembers.Error); }

    /// <summary>Numbers of a wider type than the member of the reader.</summary>
    public Narrowing Narrowing { get; init => field = Defined(value, Narrowing.Checked); }

    /// <summary>Members that may be null in the data and not in the reader.</summary>
    public NullsOfWriter Nulls { get; init => field = Defined(value, NullsOfWriter.Default); }

    /// <summary>Values of types that the reader's model does not have.</summary>
    public UnknownTypes UnknownTypes { get; init => field = Defined(value, UnknownTypes.Null); }

    /// <summary>Functions for types that no rule turns into others; null for none. The first that fits a place is used there.</summary>
    /// <example><code>Conversions = [SchemaConversion.For&lt;string, int&gt;(text => int.Parse(text))]</code></example>
    public IReadOnlyList<SchemaConversion>? Conversions { get; init; }

    private static T Defined<T>(T value, T last) where T : struct, Enum =>
        Comparer<T>.Default.Compare(value, default) >= 0 && Comparer<T>.Default.Compare(value, last) <= 0
            ? value : throw new ArgumentOutOfRangeException(nameof(value), value, $"{typeof(T).Name} has no such value.");
}
