namespace NetSerializer;

/// <summary>An entry of <see cref="SerializerOptions.Serializers"/>: which types a custom serializer handles. Immutable.</summary>
public abstract class CustomSerializer
{
    private protected CustomSerializer()
    {
    }

    /// <summary>One type. One for an interface takes every value that implements it and that the model does not know otherwise.</summary>
    /// <param name="serializer">Its serializer.</param>
    public static CustomSerializer For<T>(ICustomSerializer<T> serializer)
    {
        ArgumentNullException.ThrowIfNull(serializer);
        return new Single<T>(serializer);
    }

    /// <summary>All types made of an open generic type, with serializers made of another one by their parameterless constructors.</summary>
    /// <param name="definition">The open type, for instance <c>typeof(Bag&lt;&gt;)</c>.</param>
    /// <param name="serializerDefinition">The open type of its serializers with the same type parameters: <c>typeof(BagSerializer&lt;&gt;)</c>, an
    /// <c>ICustomSerializer&lt;Bag&lt;T&gt;&gt;</c>.</param>
    /// <exception cref="ArgumentException">One of them is not an open generic type, or their type parameters differ in number.</exception>
    public static CustomSerializer ForGeneric(Type definition, Type serializerDefinition)
    {
        RequireDefinition(definition);
        RequireDefinition(serializerDefinition);
        if (definition.GetGenericArguments().Length != serializerDefinition.GetGenericArguments().Length)
        {
            throw new ArgumentException("The two types differ in the number of their type parameters.", nameof(serializerDefinition));
        }
        return new Generic(definition, type => CustomCode.Make(type, serializerDefinition));
    }

    /// <summary>All types made of an open generic type, with serializers from a factory.</summary>
    /// <param name="definition">The open type.</param>
    /// <param name="factory">Gets the closed type; returns an <c>ICustomSerializer&lt;T&gt;</c> of it, or null to leave that type to others. Asked
    /// once for each type of a model.</param>
    /// <exception cref="ArgumentException">It is not an open generic type.</exception>
    public static CustomSerializer ForGeneric(Type definition, Func<Type, object?> factory)
    {
        RequireDefinition(definition);
        ArgumentNullException.ThrowIfNull(factory);
        return new Generic(definition, type => Made(factory, type));
    }

    /// <summary>All types that a predicate picks, with serializers from a factory, for instance all types with an attribute or an interface.</summary>
    /// <param name="predicate">Is asked once for each type of a model, scalars, arrays and interfaces included. It must give the same answer on both
    /// sides.</param>
    /// <param name="factory">Gets the type; returns an <c>ICustomSerializer&lt;T&gt;</c> of it, or null to leave that type to others.</param>
    /// <example><code>
    /// CustomSerializer.When(
    ///     type => type.IsClass &amp;&amp; typeof(IEntity).IsAssignableFrom(type),
    ///     type => Activator.CreateInstance(typeof(EntitySerializer&lt;&gt;).MakeGenericType(type)))
    /// </code></example>
    public static CustomSerializer When(Func<Type, bool> predicate, Func<Type, object?> factory)
    {
        ArgumentNullException.ThrowIfNull(predicate);
        ArgumentNullException.ThrowIfNull(factory);
        return new Picked(predicate, factory);
    }

    /// <summary>
    /// Values of <typeparamref name="TFrom"/> travel as values of <typeparamref name="TTo"/>, which are made of them by one function and turned back
    /// by another.
    /// </summary>
    /// <param name="convert">Never gets null, and must not return it.</param>
    /// <param name="convertBack">Never gets null, and must not return it.</param>
    public static CustomSerializer Surrogate<TFrom, TTo>(Func<TFrom, TTo> convert, Func<TTo, TFrom> convertBack) =>
        new Surrogate<TFrom, TTo>(convert, convertBack);

    /// <summary>The serializer of the type, or null.</summary>
    internal abstract CustomCode? Find(Type type);

    private static CustomCode? Made(Func<Type, object?> factory, Type type) => factory(type) is { } serializer ? CustomCode.Of(type, serializer) : null;

    private static void RequireDefinition(Type type)
    {
        ArgumentNullException.ThrowIfNull(type);
        if (!type.IsGenericTypeDefinition)
        {
            throw new ArgumentException($"{type} is not an open generic type.");
        }
    }

    private sealed class Single<T>(ICustomSerializer<T> serializer) : CustomSerializer
    {
        internal override CustomCode? Find(Type type) => type == typeof(T) ? CustomCode.Of(serializer) : null;
    }

    private sealed class Picked(Func<Type, bool> predicate, Func<Type, object?> factory) : CustomSerializer
    {
        internal override CustomCode? Find(Type type) => predicate(type) ? Made(factory, type) : null;
    }

    private sealed class Generic(Type definition, Func<Type, CustomCode?> make) : CustomSerializer
    {
        internal override CustomCode? Find(Type type) =>
            type.IsGenericType && type.GetGenericTypeDefinition() == definition ? make(type) : null;
    }
}

/// <summary>
/// An entry of <see cref="SerializerOptions.Serializers"/>: values of <typeparamref name="TFrom"/> travel as values of <typeparamref name="TTo"/>.
/// </summary>
public sealed class Surrogate<TFrom, TTo> : CustomSerializer
{
    private readonly Code _code;

    /// <inheritdoc cref="CustomSerializer.Surrogate{TFrom, TTo}"/>
    public Surrogate(Func<TFrom, TTo> convert, Func<TTo, TFrom> convertBack)
    {
        ArgumentNullException.ThrowIfNull(convert);
        ArgumentNullException.ThrowIfNull(convertBack);
        _code = new Code(convert, convertBack);
    }

    internal override CustomCode? Find(Type type) => type == typeof(TFrom) ? CustomCode.Of(_code) : null;

    private sealed class Code(Func<TFrom, TTo> convert, Func<TTo, TFrom> convertBack) : ICustomSerializer<TFrom>
    {
        public IReadOnlyList<Type> NestedTypes { get; } = [typeof(TTo)];

        public int MinimumSize => typeof(TTo).IsValueType ? 0 : 1;

        public string Format => "surrogate";

        public void Write(ref WireWriter writer, TFrom value)
        {
            TTo nested = convert(value);
            if (nested is null)
            {
                writer.Refuse("The surrogate is null.");
            }
            writer.Write(nested);
        }

        public TFrom Read(ref WireReader reader)
        {
            TTo? nested = reader.Read<TTo>();
            if (nested is null)
            {
                reader.Reject("The surrogate is null.");
            }
            return convertBack(nested!);
        }
    }
}
