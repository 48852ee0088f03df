using System.Collections.Immutable;
using System.Reflection;
using NetSerializer.Ids;
using NetSerializer.Scanning;

namespace NetSerializer.Families;

/// <summary>
/// The types that the entries of a class are most likely of, since its fields are: these, and arrays of them and of the elements of collections
/// (docs/object-model.md). Delegates and built-in types are left out.
/// </summary>
internal static class EntryTypes
{
    /// <param name="type">The class that has the entries.</param>
    /// <param name="levels">The classes among it and its bases whose fields it gives.</param>
    public static ImmutableArray<Type> Of(Type type, IEnumerable<Type> levels)
    {
        var types = new HashSet<Type>();
        if (CollectionCatalogue.FindBase(type) is { } content)
        {
            AddArrays(content, types);
        }
        foreach (Type level in levels.Where(level => !MemberSelector.IsFrameworkType(level)))
        {
            foreach (FieldInfo field in MemberSelector.DataFields(level).OrderBy(field => field.Name, StringComparer.Ordinal))
            {
                Type declared = Nullable.GetUnderlyingType(field.FieldType) ?? field.FieldType;
                if (!IsLeftOut(declared))
                {
                    types.Add(declared);
                    AddArrays(declared, types);
                }
            }
        }
        return [.. types.Where(found => found != type && !IsMadeOf(found, type))];
    }

    // Of a generic class with fields of itself with other arguments there may be no end.
    private static bool IsMadeOf(Type found, Type type)
    {
        while (found.HasElementType)
        {
            found = found.GetElementType()!;
        }
        return found != type && found.HasSameMetadataDefinitionAs(type);
    }

    // Of a table the keys, the values and the pairs.
    private static void AddArrays(Type type, HashSet<Type> types)
    {
        IEnumerable<Type> parts = type.GetInterfaces().Append(type)
            .Where(implemented => implemented.IsGenericType && implemented.GetGenericTypeDefinition() == typeof(IEnumerable<>))
            .Select(sequence => sequence.GetGenericArguments()[0]);
        Type[] elements = [.. parts.Concat(type.IsGenericType ? type.GetGenericArguments() : [])];
        foreach (Type element in elements.Length > 0 ? elements : [type])
        {
            if (!IsLeftOut(element))
            {
                types.Add(element.MakeArrayType());
            }
        }
    }

    private static bool IsLeftOut(Type type) =>
        BuiltInIds.Find(type) != 0 || type.IsAssignableTo(typeof(Delegate)) || type.IsPointer || type.IsFunctionPointer || type.IsByRefLike;
}
