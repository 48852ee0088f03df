using NetSerializer.Dispatch;
using NetSerializer.Schema.Reading;

namespace NetSerializer;

/// <summary>A function that turns values of the data into values of the reader's type. Immutable.</summary>
public abstract class SchemaConversion
{
    private protected SchemaConversion(Type from, Type to) => (From, To) = (from, to);

    /// <summary>The type that the value is read as. Every place with a value of this name in the data is meant.</summary>
    public Type From { get; }

    /// <summary>The type that the reader declares at the place.</summary>
    public Type To { get; }

    /// <summary>
    /// A function for each place that holds a <typeparamref name="TFrom"/> in the data and is a <typeparamref name="TTo"/> in the reader's model: a member,
    /// an element, a key. It is called once for each object, not for null, and on any thread.
    /// </summary>
    /// <typeparam name="TFrom">
    /// A scalar, or a type of the reader's model that the data have under its name, or a name of <see cref="FormerlyNamedAttribute"/>.
    /// </typeparam>
    /// <typeparam name="TTo">A type of the reader's model.</typeparam>
    /// <param name="convert">The function; an exception of it is a <see cref="MalformedDataException"/> to the caller.</param>
    /// <example><code>
    /// var options = new ResolveOptions { Conversions = [SchemaConversion.For&lt;string, DateOnly&gt;(text =&gt; DateOnly.Parse(text))] };
    /// </code></example>
    public static SchemaConversion For<TFrom, TTo>(Func<TFrom, TTo> convert)
        where TFrom : notnull
    {
        ArgumentNullException.ThrowIfNull(convert);
        return new SchemaConversion<TFrom, TTo>(convert);
    }

    internal abstract object? Convert(object value);

    /// <summary>Makes a value of the bytes of a root of the model.</summary>
    internal abstract object Read(ResolvedModel model, byte[] bytes);
}

/// <inheritdoc/>
internal sealed class SchemaConversion<TFrom, TTo>(Func<TFrom, TTo> convert) : SchemaConversion(typeof(TFrom), typeof(TTo))
    where TFrom : notnull
{
    internal override object? Convert(object value) => convert((TFrom)value);

    internal override object Read(ResolvedModel model, byte[] bytes) => model.Make<TFrom>(new RootKey(IsDirect: false), bytes)!;
}
