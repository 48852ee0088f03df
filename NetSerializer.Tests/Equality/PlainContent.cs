using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Specialized;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace NetSerializer.Tests.Equality;

/// <summary>
/// The content of classes derived from untyped and concurrent collections, as a collection of the framework: by fields, since members may be
/// overridden.
/// </summary>
public static class PlainContent
{
    private const BindingFlags Fields = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    private static readonly Dictionary<Type, Type> s_inner =
        new()
        {
            [typeof(CollectionBase)] = typeof(ArrayList),
            [typeof(ReadOnlyCollectionBase)] = typeof(ArrayList),
            [typeof(DictionaryBase)] = typeof(Hashtable)
        };

    private static readonly HashSet<Type> s_bases =
    [
        .. s_inner.Keys, typeof(ArrayList), typeof(Hashtable), typeof(Queue), typeof(Stack), typeof(SortedList), typeof(StringCollection),
        typeof(StringDictionary), typeof(NameValueCollection),
        typeof(ConcurrentDictionary<,>), typeof(ConcurrentQueue<>), typeof(ConcurrentStack<>), typeof(ConcurrentBag<>),
    ];

    public static bool IsBase(Type type) => s_bases.Contains(type.IsGenericType ? type.GetGenericTypeDefinition() : type);

    /// <summary>The collection that holds the content of classes derived from <paramref name="content"/>.</summary>
    public static Type PlainType(Type content) => s_inner.GetValueOrDefault(content, content);

    /// <summary>The base class that holds the content of a derived class; null for all other types.</summary>
    public static Type? BaseOf(Type type)
    {
        for (Type? level = type.BaseType; level is not null; level = level.BaseType)
        {
            if (IsBase(level))
            {
                return level;
            }
        }
        return null;
    }

    /// <summary>The content of an object of a derived class; any other value as it is.</summary>
    public static object Of(object value)
    {
        if (BaseOf(value.GetType()) is not { } content)
        {
            return value;
        }
        if (s_inner.TryGetValue(content, out Type? inner))
        {
            return content.GetFields(Fields).Single(field => field.FieldType == inner).GetValue(value) ?? Activator.CreateInstance(inner)!;
        }
        object plain = RuntimeHelpers.GetUninitializedObject(content);
        Copy(content, value, plain);
        return plain;
    }

    public static void Give(object derived, object plain)
    {
        Type content = BaseOf(derived.GetType())!;
        if (s_inner.TryGetValue(content, out Type? inner))
        {
            content.GetFields(Fields).Single(field => field.FieldType == inner).SetValue(derived, plain);
        }
        else
        {
            Copy(content, plain, derived);
        }
    }

    private static void Copy(Type content, object from, object to)
    {
        for (Type? level = content; level is not null; level = level.BaseType)
        {
            foreach (FieldInfo field in level.GetFields(Fields))
            {
                field.SetValue(to, field.GetValue(from));
            }
        }
    }
}
