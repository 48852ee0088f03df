using System.Numerics;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text;
using NetSerializer.Errors;

namespace NetSerializer.Scanning;

/// <summary>
/// Finds key types that a stranger can make expensive in hash tables: the table of docs/security.md, for <see cref="UnsafeKeys.Refuse"/>. Only known
/// types are safe: strings, values of few bits, and types that the framework or the compiler makes of them. A table takes a bounded number of
/// collisions of values of few bits.
/// </summary>
internal sealed class KeySafety(IReadOnlyList<TypeShape> shapes)
{
    private static readonly HashSet<Type> s_values =
    [
        typeof(decimal), typeof(Half), typeof(Int128), typeof(UInt128), typeof(Guid), typeof(DateTime), typeof(DateTimeOffset), typeof(TimeSpan),
        typeof(DateOnly), typeof(TimeOnly), typeof(Rune), typeof(Index), typeof(Range),
        typeof(Complex), typeof(Vector2), typeof(Vector3), typeof(Vector4), typeof(Quaternion), typeof(Plane), typeof(Matrix3x2), typeof(Matrix4x4),
        typeof(Version),
    ];

    private readonly Stack<Type> _under = new();

    /// <summary>The declared type of the keys of a hash table, or null when the shape is none.</summary>
    public static Type? KeyOf(TypeShape shape)
    {
        string form = shape.Keyword[(shape.Keyword.LastIndexOf('+') + 1)..];
        if (form is not ("dictionary" or "immutabledictionary" or "set" or "hashtable" or "keyed"))
        {
            return null;
        }
        SlotRole role = form == "set" ? SlotRole.Element : SlotRole.Key;
        return shape.Slots.First(slot => slot.Role == role).DeclaredType;
    }

    /// <summary>The problem of the keys of a hash table, with the cure; null when there is none.</summary>
    public string? Problem(TypeShape table, Type key)
    {
        if (key == typeof(string))
        {
            return table.Type.Namespace != "System.Collections.Frozen" ? null
                : "Frozen tables hash strings without a random seed, so that the sender of the keys decides on the cost of a look-up. Hold a Dictionary, "
                    + "a HashSet or an immutable table.";
        }
        return WhyUnsafe(key) is { } reason ? $"Keys of the type {TypeNames.Display(key)} are not known to be safe from hash flooding: {reason}" : null;
    }

    // A class can stand for the classes derived from it.
    private string? WhyUnsafe(Type type)
    {
        if (WhyUnsafeItself(type) is { } reason)
        {
            return reason;
        }
        if (type.IsClass && !type.IsSealed)
        {
            foreach (TypeShape shape in shapes)
            {
                if (shape.Type != type && shape.Type.IsSubclassOf(type) && WhyUnsafeItself(shape.Type) is { } derived)
                {
                    return $"one may be a {TypeNames.Display(shape.Type)}; {derived}";
                }
            }
        }
        return null;
    }

    private string? WhyUnsafeItself(Type type)
    {
        if (type == typeof(string) || type.IsPrimitive || type.IsEnum || s_values.Contains(type))
        {
            return null;
        }
        if (type == typeof(object) || type.IsInterface)
        {
            return "anything may stand there. Declare the type of the keys.";
        }
        if (_under.Contains(type))
        {
            return "its hash goes as deep as the data. Use a key that does not contain itself.";
        }
        MethodInfo hash = type.GetMethod(nameof(GetHashCode), Type.EmptyTypes)!;
        if (hash.DeclaringType == typeof(object))
        {
            return null; // by reference: nothing in the bytes has a say
        }
        if (hash.DeclaringType == typeof(ValueType))
        {
            return "it has no GetHashCode of its own, and the one of all structs may look at one field alone. Make it a record struct.";
        }
        IEnumerable<Type>? parts = IsTuple(type) || Nullable.GetUnderlyingType(type) != null
            ? type.GetGenericArguments() : IsPlainRecord(type) ? FieldTypes(type) : null;
        if (parts == null)
        {
            return "it computes its hash by code that nobody can judge. Make it a record, hold the pairs in a sorted table or a list, or use keys of "
                + "strings and numbers.";
        }
        _under.Push(type);
        string? reason = null;
        foreach (Type part in parts)
        {
            reason ??= WhyUnsafe(part) is { } inner ? $"in it, {TypeNames.Display(part)}: {inner}" : null;
        }
        _under.Pop();
        return reason;
    }

    private static bool IsTuple(Type type) => type.IsGenericType && type.Namespace == "System" && typeof(ITuple).IsAssignableFrom(type);

    // Both by the compiler, at every level of the class.
    private static bool IsPlainRecord(Type type)
    {
        const BindingFlags declared = BindingFlags.Instance | BindingFlags.Public | BindingFlags.DeclaredOnly;
        for (Type? level = type; level != null && level != typeof(object) && level != typeof(ValueType); level = level.BaseType)
        {
            if (level.GetMethod(nameof(GetHashCode), declared, Type.EmptyTypes)?.IsDefined(typeof(CompilerGeneratedAttribute), inherit: false) != true
                || level.GetMethod(nameof(Equals), declared, [level])?.IsDefined(typeof(CompilerGeneratedAttribute), inherit: false) != true)
            {
                return false;
            }
        }
        return true;
    }

    private static IEnumerable<Type> FieldTypes(Type type)
    {
        for (Type? level = type; level != null; level = level.BaseType)
        {
            foreach (FieldInfo field in level.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
            {
                yield return field.FieldType;
            }
        }
    }
}
