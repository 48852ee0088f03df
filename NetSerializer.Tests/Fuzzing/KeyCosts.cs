using System.Reflection;

namespace NetSerializer.Tests.Fuzzing;

/// <summary>Structs without equality of their own are compared by ValueType.Equals, which boxes both and reflects.</summary>
internal static class KeyCosts
{
    /// <summary>True if a table of the model can have such keys.</summary>
    public static bool Any(TypeModel model)
    {
        Type[] types = [.. model.TypeIds.Select(pair => pair.Key)];
        Type[] costly = [.. types.Where(type => type.IsValueType && !type.IsEnum && EqualsOf(type).DeclaringType == typeof(ValueType))];
        return types.SelectMany(KeysOf).Any(key => costly.Any(key.IsAssignableFrom));
    }

    private static IEnumerable<Type> KeysOf(Type type) =>
        from face in type.GetInterfaces()
        where face.IsGenericType && (face.GetGenericTypeDefinition() == typeof(IReadOnlyDictionary<,>) || face.GetGenericTypeDefinition() == typeof(IReadOnlySet<>))
        select face.GetGenericArguments()[0];

    private static MethodInfo EqualsOf(Type type) => type.GetMethod(nameof(Equals), [typeof(object)])!;
}
