using System.Collections;
using System.Runtime.CompilerServices;
using NetSerializer.Languages;

namespace NetSerializer.Errors;

/// <summary>Parts of messages that say how a value can travel all the same, for values whose own type is not to be added to the model.</summary>
internal static class Cures
{
    /// <summary>For every type that has no form of its own: the two calls that give it one.</summary>
    public const string Serializer =
        $"a custom serializer ({nameof(CustomSerializer)}.{nameof(CustomSerializer.For)}) or a surrogate ({nameof(CustomSerializer)}."
            + $"{nameof(CustomSerializer.Surrogate)})";

    /// <summary>The advice to write something else in place of a query, a view of another collection or code; null for other values.</summary>
    public static string? InsteadOf(object value)
    {
        Type type = value.GetType();
        return FSharpTypes.IsCode(type) ? "it is a function: code does not travel, so write the values that it is made of"
            : IsLazy(type) ? OfQuery(type)
            : IsView(type) ? OfView(value)
            : CompilerMade.IsOfFSharp(type) ? "it is of a class that the compiler has made: write the values in it in a record of your own"
            : null;
    }

    /// <summary>For a class that is made at run time, and its base or interface in source code; null for other types.</summary>
    public static string? OfGenerated(Type type)
    {
        if (!type.Assembly.IsDynamic || type.IsValueType)
        {
            return null;
        }
        Type? level = type.BaseType;
        while (level is { Assembly.IsDynamic: true })
        {
            level = level.BaseType;
        }
        Type? known = level != null && level != typeof(object) ? level : type.GetInterfaces().FirstOrDefault(implemented => !implemented.Assembly.IsDynamic);
        return known == null ? null
            : $"write the {TypeNames.Display(known)} behind it, or a copy, or give {TypeNames.Display(known)} a custom serializer "
                + $"({nameof(CustomSerializer)}.{nameof(CustomSerializer.For)})" + (known.IsInterface ? "" : " whose HandlesDerivedTypes is true");
    }

    private static bool IsLazy(Type type) =>
        typeof(IEnumerable).IsAssignableFrom(type)
            && (CompilerMade.IsOfFSharp(type) || (type.Namespace == "Microsoft.FSharp.Collections" && !type.IsVisible)
                || (type.IsNotPublic | type.IsNestedPrivate && type.IsDefined(typeof(CompilerGeneratedAttribute), false)))
        || type.Namespace == "System.Linq";

    // A list of groups leads nowhere: they are of classes that nobody can name either.
    private static string OfQuery(Type type)
    {
        const string table = "write a table of lists instead (ToDictionary(group => group.Key, group => group.ToList()))";
        return Implements(type, typeof(IGrouping<,>)) != null
            ? $"it is the group of one key: write that with a list instead (KeyValuePair.Create(group.Key, group.ToList())), or, of all groups, {table}"
            : Implements(type, typeof(IEnumerable<>)) is { } sequence && sequence.GetGenericArguments()[0] is { IsGenericType: true } element
                && element.GetGenericTypeDefinition() == typeof(IGrouping<,>) ? $"it is a lookup, or groups of a query: {table}"
            : $"it is an iterator or a query: write a list or array of it instead ({SourceLanguages.Collecting(type)})";
    }

    private static string OfView(object value)
    {
        Type type = value.GetType();
        return value is not IDictionary ? "it is a view of another collection: write a copy of its content instead (ToList, ToArray)"
            : type.IsGenericType ? "it is a table under construction: write the table that it makes instead (ToImmutable)"
            : $"it is a cover of a table: write the {TypeNames.Display(type.DeclaringType!)} inside, or a copy (new {type.DeclaringType!.Name}(...)) instead";
    }

    private static Type? Implements(Type type, Type definition) =>
        type.GetInterfaces().FirstOrDefault(implemented => implemented.IsGenericType && implemented.GetGenericTypeDefinition() == definition);

    // The keys and values of a dictionary, a range of a sorted set, synchronized covers, builders.
    private static bool IsView(Type type) =>
        typeof(IEnumerable).IsAssignableFrom(type) && type.IsNested && type.Namespace is { } space
            && space.StartsWith("System.Collections", StringComparison.Ordinal);
}
