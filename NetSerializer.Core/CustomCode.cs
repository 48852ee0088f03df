using System.Reflection;

namespace NetSerializer;

/// <summary>A custom serializer as the model sees it.</summary>
/// <param name="Serializer">An <see cref="ICustomSerializer{T}"/>.</param>
/// <param name="HandledType">Its T.</param>
/// <param name="NestedTypes">The types of the slots that it uses.</param>
/// <param name="MinimumSize">The least bytes of a value.</param>
/// <param name="Format">The name of its form.</param>
/// <param name="HandlesDerivedTypes">Values of derived classes are its own.</param>
internal sealed record CustomCode(
    object Serializer, Type HandledType, IReadOnlyList<Type> NestedTypes, int MinimumSize, string Format, bool HandlesDerivedTypes)
{
    /// <summary>Why a serializer that the user has given is of no use.</summary>
    public enum Fault
    {
        None,
        /// <summary>It is no ICustomSerializer of the type.</summary>
        OtherType,
        NullFormat,
        NullNestedType,
        /// <summary>Its open type does not take the type arguments.</summary>
        TypeArguments,
        /// <summary>Its type has no instances, or no constructor for them.</summary>
        Constructor,
        /// <summary>Its constructor has thrown.</summary>
        Thrown,
    }

    /// <summary>The fault. A serializer with one has only <see cref="Serializer"/> besides, which may be the open type that it was to be made of.</summary>
    public Fault Failure { get; private init; }

    /// <summary>The exception that was thrown when the serializer could not be made.</summary>
    public Exception? Cause { get; private init; }

    public static CustomCode Of<T>(ICustomSerializer<T> serializer)
    {
        if (serializer.NestedTypes is not { } nestedTypes || nestedTypes.Any(type => type is null))
        {
            return Unusable(serializer, typeof(T), Fault.NullNestedType);
        }
        if (serializer.Format is not { } format)
        {
            return Unusable(serializer, typeof(T), Fault.NullFormat);
        }
        if (format.Length == 0)
        {
            Type type = serializer.GetType();
            format = (type.IsGenericType ? type.GetGenericTypeDefinition() : type).FullName!;
        }
        return new CustomCode(serializer, typeof(T), nestedTypes, serializer.MinimumSize, format, serializer.HandlesDerivedTypes);
    }

    /// <summary>For a serializer whose type a factory chose, perhaps wrongly.</summary>
    public static CustomCode Of(Type type, object serializer)
    {
        if (type.IsByRef || type.IsByRefLike || type.IsPointer || !typeof(ICustomSerializer<>).MakeGenericType(type).IsInstanceOfType(serializer))
        {
            return Unusable(serializer, type, Fault.OtherType);
        }
        MethodInfo of = typeof(CustomCode).GetMethods(BindingFlags.Public | BindingFlags.Static)
            .Single(method => method is { Name: nameof(Of), IsGenericMethod: true });
        return (CustomCode)of.MakeGenericMethod(type).Invoke(null, BindingFlags.DoNotWrapExceptions, null, [serializer], null)!;
    }

    /// <summary>For a serializer that is to be made of an open type.</summary>
    /// <param name="type">The closed type that it is for.</param>
    /// <param name="definition">The open type of the serializer.</param>
    public static CustomCode Make(Type type, Type definition)
    {
        object serializer;
        try
        {
            serializer = Activator.CreateInstance(definition.MakeGenericType(type.GetGenericArguments()), nonPublic: true)!;
        }
        catch (TargetInvocationException failure)
        {
            return Unusable(definition, type, Fault.Thrown, failure.InnerException);
        }
        catch (Exception failure) when (failure is ArgumentException or TypeLoadException)
        {
            return Unusable(definition, type, Fault.TypeArguments, failure);
        }
        catch (Exception failure) when (failure is MemberAccessException or NotSupportedException)
        {
            return Unusable(definition, type, Fault.Constructor, failure);
        }
        return Of(type, serializer);
    }

    private static CustomCode Unusable(object serializer, Type type, Fault failure, Exception? cause = null) =>
        new(serializer, type, [], 0, "", false) { Failure = failure, Cause = cause };
}
