using System.Reflection;
using System.Runtime.Serialization;
using NetSerializer.Tests.Equality;

namespace NetSerializer.Tests.Oracle.Schema;

/// <summary>The instance fields of a type by reflection.</summary>
public static class Fields
{
    private const BindingFlags Declared =
        BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    /// <summary>All instance fields, the most-base class first, those that do not travel included. Of a class derived from a collection its own.</summary>
    public static IEnumerable<FieldInfo> AllOf(Type type)
    {
        IEnumerable<FieldInfo> own = type.GetFields(Declared);
        return type.BaseType is { } baseType && baseType != typeof(object) && baseType != typeof(ValueType) && !CollectionKinds.IsContent(baseType)
            ? AllOf(baseType).Concat(own)
            : own;
    }

    /// <summary>
    /// Section 5g: those of the user's classes below the most derived one that has a serialization constructor, and of those without a GetObjectData.
    /// </summary>
    public static IEnumerable<FieldInfo> OfException(Type type)
    {
        Type constructed = Wire.Exceptions.Constructor(type).DeclaringType!;
        return AllOf(type).Where(field => field.DeclaringType!.Namespace?.StartsWith(nameof(System), StringComparison.Ordinal) != true
            && (field.DeclaringType.IsSubclassOf(constructed) || !GivesEntries(field.DeclaringType)) && Travels(field));
    }

    private static bool GivesEntries(Type type) => type.GetMethods(Declared)
        .Any(method => method.Name.Split('.')[^1] == nameof(ISerializable.GetObjectData) && method.IsVirtual);

    /// <summary>Delegates are only in models that leave them out.</summary>
    public static bool Travels(FieldInfo field) =>
        !field.IsDefined(typeof(NonSerializedAttribute), inherit: false) && !field.FieldType.IsAssignableTo(typeof(Delegate));

    /// <summary>
    /// The items of a tuple, value tuple or key-value pair in item order: the ordinal order of their field names (key, value; Item1..Item7, Rest).
    /// </summary>
    public static IEnumerable<FieldInfo> OfTuple(Type type) => FrameworkTuples.Contains(type)
        ? FrameworkTuples.Items(type).Select(name => type.GetField(name, Declared)!)
        : type.IsGenericType && type.GetGenericTypeDefinition() == typeof(Lazy<>) ? [type.GetField("_value", Declared)!]
        : type.IsGenericType && type.GetGenericTypeDefinition() == typeof(Microsoft.FSharp.Core.FSharpOption<>) ? [type.GetField("value", Declared)!]
        : AllOf(type).OrderBy(field => field.Name, StringComparer.Ordinal);
}
