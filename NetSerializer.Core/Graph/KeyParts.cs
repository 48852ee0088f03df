using System.Reflection;
using System.Runtime.CompilerServices;

namespace NetSerializer.Graph;

/// <summary>
/// The fields that the framework or the compiler asks for the hash, equality or order of their owner. Such owners are tuples, structs without a
/// GetHashCode of their own, records and anonymous types. Nobody knows which fields a user's own GetHashCode looks at.
/// </summary>
internal sealed class KeyParts
{
    private const BindingFlags Declared = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    private static readonly KeyParts s_none = new([]);
    private static readonly ConditionalWeakTable<Type, KeyParts> s_known = [];

    private KeyParts(KeyPart[] fields) => Fields = fields;

    /// <summary>The fields that can lead on; none for a type that is asked for nothing but itself.</summary>
    public KeyPart[] Fields { get; }

    public static KeyParts Of(Type type) => s_known.TryGetValue(type, out KeyParts? parts) ? parts : s_known.GetValue(type, Make);

    /// <summary>Whether a key in a place of the declared type may lead on to other objects.</summary>
    public static bool MayLeadOn(Type declared) => !IsLeaf(declared);

    /// <summary>The size of a value of the type in a box, in bytes.</summary>
    public static int BoxOf(Type type) => 2 * nint.Size + (RuntimeHelpers.SizeOf(type.TypeHandle) + nint.Size - 1 & -nint.Size);

    private static KeyParts Make(Type type)
    {
        if (!AsksItsFields(type))
        {
            return s_none;
        }
        var fields = new List<KeyPart>();
        for (Type? level = type; level != null && level != typeof(object) && level != typeof(ValueType); level = level.BaseType)
        {
            foreach (FieldInfo field in level.GetFields(Declared))
            {
                if (!IsLeaf(field.FieldType))
                {
                    fields.Add(new KeyPart(field, field.FieldType.IsValueType ? BoxOf(field.FieldType) : 0));
                }
            }
        }
        return fields.Count == 0 ? s_none : new KeyParts([.. fields]);
    }

    // No object in such a place leads on.
    private static bool IsLeaf(Type type) =>
        type == typeof(string) || type.IsPrimitive || type.IsEnum || type.IsPointer || type.IsArray
        || (type.IsValueType ? Of(type).Fields.Length == 0 : type.IsSealed && !AsksItsFields(type));

    private static bool AsksItsFields(Type type)
    {
        if (type.IsPrimitive || type.IsEnum || type.IsPointer || type.IsArray || type.IsInterface || type == typeof(string) || type == typeof(object))
        {
            return false;
        }
        MethodInfo hash = type.GetMethod(nameof(GetHashCode), Type.EmptyTypes)!;
        return hash.DeclaringType == typeof(ValueType)
            || (type.Namespace == "System" && (typeof(ITuple).IsAssignableFrom(type) || Nullable.GetUnderlyingType(type) != null))
            || (hash.DeclaringType != typeof(object)
                && (hash.IsDefined(typeof(CompilerGeneratedAttribute), false) || hash.DeclaringType!.IsDefined(typeof(CompilerGeneratedAttribute), false)));
    }
}

/// <summary>A field that can lead on to other objects, and the size of its value in a box, in bytes: 0 for a reference.</summary>
internal readonly record struct KeyPart(FieldInfo Field, int Box);
