using System.Reflection;

namespace NetSerializer.Tests.Fuzzing;

/// <summary>Where reading runs code that is not the library's, and allocates what the library cannot charge for.</summary>
internal static class UserCosts
{
    /// <summary>True if a type has a serializer of its own or writes itself.</summary>
    public static bool HasOwnForms(TypeModel model) => model.TypeIds.Any(pair => model.Core.Plans.Find(pair.Key)?.Shape.Keyword is "custom" or "binary");

    /// <summary>
    /// True if the model has types whose entries say what they say to a constructor, which may read different ones alike (docs/wire-format.md,
    /// sections 5f and 5g).
    /// </summary>
    public static bool HasEntries(TypeModel model) =>
        model.TypeIds.Any(pair => model.Core.Plans.Find(pair.Key)?.Shape.Keyword is "exception" or "serializable");

    /// <summary>
    /// True if a table can have keys that are structs without equality of their own, since ValueType.Equals boxes both and reflects, or if a class
    /// tells the keys of its elements.
    /// </summary>
    public static bool HasCostlyKeys(TypeModel model)
    {
        Type[] types = [.. model.TypeIds.Select(pair => pair.Key)];
        Type[] costly = [.. types.Where(type => type.IsValueType && !type.IsEnum && EqualsOf(type).DeclaringType == typeof(ValueType))];
        return types.Any(type => model.Core.Plans.Find(type)?.Shape.Keyword is "class+keyed")
            || types.SelectMany(KeysOf).Any(key => costly.Any(key.IsAssignableFrom));
    }

    private static IEnumerable<Type> KeysOf(Type type) =>
        from face in type.GetInterfaces()
        where face.IsGenericType && (face.GetGenericTypeDefinition() == typeof(IReadOnlyDictionary<,>)
            || face.GetGenericTypeDefinition() == typeof(IReadOnlySet<>))
        select face.GetGenericArguments()[0];

    private static MethodInfo EqualsOf(Type type) => type.GetMethod(nameof(Equals), [typeof(object)])!;
}
