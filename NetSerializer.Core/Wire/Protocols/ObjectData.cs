using System.Collections;
using System.Collections.Specialized;
using System.Reflection;
using System.Runtime.Serialization;
using NetSerializer.Errors;

namespace NetSerializer.Wire.Protocols;

/// <summary>
/// The dealings with <see cref="SerializationInfo"/>, through which ISerializable types give and take their content. The one file that names types
/// that are obsolete with the formatters: users' types are made of them.
/// </summary>
internal static class ObjectData
{
#pragma warning disable SYSLIB0050 // GetObjectData and its types are obsolete with BinaryFormatter. Users' ISerializable classes still need them.
    /// <summary>The content that an object gives of itself. Exceptions of the object reach the caller.</summary>
    public static SerializationInfo Gather(object value, Type type, object? context)
    {
        SerializationInfo info = MakeInfo(type);
        ((ISerializable)value).GetObjectData(info, UserCode.StreamingContext(context));
        if ((info.IsFullTypeNameSetExplicit && info.FullTypeName != info.ObjectType.FullName)
            || (info.IsAssemblyNameSetExplicit && info.AssemblyName != info.ObjectType.Assembly.FullName))
        {
            Throw.TypeNamedByText(type, $"{info.FullTypeName}, {info.AssemblyName}");
        }
        return info;
    }

    /// <summary>The field that BinaryFormatter calls by a name: of a private one of a base class the name of that class is a part.</summary>
    public static FieldInfo? FindField(Type type, string name)
    {
        const BindingFlags declared = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
        for (Type? level = type; level != null; level = level.BaseType)
        {
            string prefix = level.Name + "+";
            if (level.GetField(name, declared) is { IsNotSerialized: false } field && (level == type || !field.IsPrivate))
            {
                return field;
            }
            if (level != type && name.StartsWith(prefix, StringComparison.Ordinal)
                && level.GetField(name[prefix.Length..], declared) is { IsNotSerialized: false, IsPublic: false } hidden)
            {
                return hidden;
            }
        }
        return null;
    }

    /// <summary>The constructor of this very class that takes the entries of GetObjectData.</summary>
    public static ConstructorInfo? FindConstructor(Type type) =>
        type.GetConstructor(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly,
            [typeof(SerializationInfo), typeof(StreamingContext)]);

    /// <summary>Whether a class has a GetObjectData of its own, and so may give the content of its fields.</summary>
    public static bool Gives(Type type) => type.GetInterfaceMap(typeof(ISerializable)).TargetMethods[0].DeclaringType == type;

    /// <summary>An empty one, whose numbers convert into one another as BinaryFormatter's do.</summary>
    public static SerializationInfo MakeInfo(Type type) => new(type, new FormatterConverter());

    /// <summary>The comparer of an ordered dictionary, which gives it to formatters alone; null is the default one.</summary>
    public static IEqualityComparer? ComparerOf(OrderedDictionary dictionary) =>
        (IEqualityComparer?)Gather(dictionary, dictionary.GetType(), context: null).GetValue("KeyComparer", typeof(IEqualityComparer));

    /// <summary>The object that an IObjectReference names, or the object itself.</summary>
    public static object? GetRealObject(object made, object? context) =>
        made is IObjectReference reference ? reference.GetRealObject(UserCode.StreamingContext(context)) : made;

    /// <summary>Whether objects of a type name others to stand in their place.</summary>
    public static bool IsReplaced(Type type) => typeof(IObjectReference).IsAssignableFrom(type);
#pragma warning restore SYSLIB0050

    /// <summary>False for a name that is there already.</summary>
    public static bool TryAdd(SerializationInfo info, string name, object? value)
    {
        try
        {
            info.AddValue(name, value);
            return true;
        }
        catch (SerializationException)
        {
            return false;
        }
    }
}
