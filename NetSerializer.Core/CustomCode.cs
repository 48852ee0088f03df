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
    public static CustomCode Of<T>(ICustomSerializer<T> serializer)
    {
        string format = serializer.Format;
        if (format.Length == 0)
        {
            Type type = serializer.GetType();
            format = (type.IsGenericType ? type.GetGenericTypeDefinition() : type).FullName!;
        }
        return new CustomCode(serializer, typeof(T), serializer.NestedTypes, serializer.MinimumSize, format, serializer.HandlesDerivedTypes);
    }

    /// <summary>
    /// For a serializer whose type a factory chose; <see cref="HandledType"/> is another type than <paramref name="type"/> when it chose wrongly.
    /// </summary>
    public static CustomCode Of(Type type, object serializer)
    {
        if (!typeof(ICustomSerializer<>).MakeGenericType(type).IsInstanceOfType(serializer))
        {
            return new CustomCode(serializer, typeof(void), [], 0, "", false);
        }
        MethodInfo of = typeof(CustomCode).GetMethods(BindingFlags.Public | BindingFlags.Static)
            .Single(method => method is { Name: nameof(Of), IsGenericMethod: true });
        return (CustomCode)of.MakeGenericMethod(type).Invoke(null, BindingFlags.DoNotWrapExceptions, null, [serializer], null)!;
    }
}
