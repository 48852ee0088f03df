using System.Collections.ObjectModel;
using System.Reflection;
using System.Runtime.Serialization;

namespace NetSerializer.Tests.Oracle.Schema;

/// <summary>Section 7a: collections that show another one, which with references=preserve are objects that refer to it.</summary>
public static class Covers
{
    private static readonly Dictionary<Type, string> s_fields = new()
    {
        [typeof(ReadOnlyCollection<>)] = "list",
        [typeof(ReadOnlyObservableCollection<>)] = "list",
        [typeof(ReadOnlyDictionary<,>)] = "m_dictionary",
        [typeof(ReadOnlySet<>)] = "_set",
    };

    /// <summary>The cover that a class is or is derived from, null for a class that is none, or that implements ISerializable.</summary>
    public static Type? Of(Type type)
    {
        for (Type? level = type; level is not null; level = level.BaseType)
        {
            if (level.IsGenericType && s_fields.ContainsKey(level.GetGenericTypeDefinition()))
                return type.IsAssignableTo(typeof(ISerializable)) ? null : level;
        }

        return null;
    }

    /// <summary>The field in which a cover has what it shows.</summary>
    public static FieldInfo FieldOf(Type cover)
    {
        string name = s_fields[cover.GetGenericTypeDefinition()];
        FieldInfo? field = null;
        for (Type? level = cover; field is null; level = level.BaseType)
            field = level!.GetField(name, BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.DeclaredOnly);
        return field;
    }

    public static bool IsField(FieldInfo field) => s_fields.ContainsValue(field.Name) && Of(field.DeclaringType!) == field.DeclaringType;

    /// <summary>The declared type of its slot.</summary>
    public static Type InsideOf(Type cover) => cover.GetGenericTypeDefinition() == typeof(ReadOnlyObservableCollection<>)
        ? typeof(ObservableCollection<>).MakeGenericType(cover.GetGenericArguments())
        : FieldOf(cover).FieldType;

    /// <summary>What it shows: where that is a cover itself, what is shown by that one.</summary>
    public static object? Shown(object cover)
    {
        object? inside = FieldOf(Of(cover.GetType())!).GetValue(cover);
        return inside is not null && Of(inside.GetType()) is not null ? Shown(inside) : inside;
    }

    /// <summary>The collections that the model has because of it.</summary>
    public static IEnumerable<Type> ImpliedBy(Type cover)
    {
        Type inside = InsideOf(cover);
        Type[] arguments = cover.GetGenericArguments();
        return inside.IsClass ? [inside] : ((Type[])[
            arguments[0].MakeArrayType(), .. (
                (Type[])[typeof(List<>), typeof(HashSet<>), typeof(SortedSet<>), typeof(Dictionary<,>), typeof(SortedDictionary<,>)])
                .Where(definition => definition.GetGenericArguments().Length == arguments.Length).Select(definition => definition.MakeGenericType(arguments))])
                    .Where(inside.IsAssignableFrom);
    }
}
