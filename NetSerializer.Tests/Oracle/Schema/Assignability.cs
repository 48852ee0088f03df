using System.Runtime.Serialization;

namespace NetSerializer.Tests.Oracle.Schema;

/// <summary>Which types of a model a slot admits, section 6.</summary>
public static class Assignability
{
    public static IReadOnlyDictionary<Type, ushort> Admitted(
        Type declared, IReadOnlyDictionary<Type, ushort> ids, IReadOnlySet<Type>? reached = null, Func<Type, bool>? isCustom = null)
    {
        var admitted = new Dictionary<Type, ushort>();
        foreach ((Type type, ushort id) in ids)
        {
            if (Admits(declared, type, id, reached))
                admitted[type] = id;
        }

        // An object that says itself what it consists of may be written as one that names it. A custom serializer knows nothing of either.
        if (declared != typeof(object) && admitted.Keys.Any(type => SaysItself(type) && isCustom?.Invoke(type) != true))
        {
            foreach ((Type type, ushort id) in ids)
            {
                if (type.IsAssignableTo(typeof(IObjectReference)) && isCustom?.Invoke(type) != true)
                    admitted[type] = id;
            }
        }

        return admitted;
    }

    // Section 5f is for types of the user that have no form of their own. Some scalars of the framework implement ISerializable as well; section 2 is theirs.
    private static bool SaysItself(Type type) =>
        !Scalars.Contains(type) && TypeKinds.Of(type, fixedIntegers: false, finiteFloats: false) == SchemaKind.Serializable;

    /// <summary>
    /// An array slot admits the declared array type and the array types of the model that convert to it by reference;
    /// the arrays of section 8 among them only if the model reaches them from its roots as well.
    /// </summary>
    private static bool Admits(Type declared, Type type, ushort id, IReadOnlySet<Type>? reached) =>
        ConvertsByReference(declared, type)
        && (declared == type || !declared.IsArray || !Scalars.IsReservedId(id) || reached?.Contains(type) == true);

    /// <summary>
    /// The runtime also lets <c>uint[]</c> pass for <c>int[]</c>: where an array is declared, that is no conversion. Behind an interface it is.
    /// </summary>
    private static bool ConvertsByReference(Type declared, Type type)
    {
        if (declared == type)
            return true;
        // The runtime takes a vector for an array of one dimension, which is another type on the wire.
        if (!declared.IsAssignableFrom(type) || (declared.IsArray && type.IsArray && declared.IsSZArray != type.IsSZArray))
            return false;
        if (!declared.IsArray)
            return true;
        Type element = declared.GetElementType()!, actual = type.GetElementType()!;
        return !element.IsValueType && !actual.IsValueType && ConvertsByReference(element, actual);
    }
}
