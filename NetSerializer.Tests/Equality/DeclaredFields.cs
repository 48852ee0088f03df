using System.Reflection;
using System.Runtime.CompilerServices;

namespace NetSerializer.Tests.Equality;

/// <summary>
/// The instance fields that a class itself declares. Kept with their type, which may be unloaded: asking the reflection for each object takes long.
/// </summary>
internal static class DeclaredFields
{
    private static readonly ConditionalWeakTable<Type, FieldInfo[]> s_fields = [];

    public static FieldInfo[] Of(Type type) => s_fields.GetValue(type, static type =>
        type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly));
}
