using System.Formats.Nrbf;

namespace NetSerializer;

/// <summary>Makes values of one type from the records of an old payload. Immutable; the function may be called by several threads.</summary>
public abstract class RecordConversion
{
    private protected RecordConversion(Type type) => Type = type;

    /// <summary>The type of the values.</summary>
    public Type Type { get; }

    /// <summary>A conversion by a function, for a type of the model that has a custom serializer.</summary>
    /// <param name="make">
    /// Gets the members by the names that the payload has for them. It is called for each record of the type. An exception of its own makes the payload a
    /// malformed one.
    /// </param>
    /// <example><code>RecordConversion.For(record => new Money(record.GetDecimal("amount")))</code></example>
    public static RecordConversion For<T>(Func<ClassRecord, T> make) where T : notnull
    {
        ArgumentNullException.ThrowIfNull(make);
        return new Function<T>(make);
    }

    internal abstract object Make(ClassRecord record);

    private sealed class Function<T>(Func<ClassRecord, T> make) : RecordConversion(typeof(T)) where T : notnull
    {
        internal override object Make(ClassRecord record) => make(record);
    }
}
