using System.Collections.Immutable;
using NetSerializer.Ids;

namespace NetSerializer.Tests.Emit;

/// <summary>Models whose code is checked.</summary>
internal static class ModelsToEmit
{
    public static ImmutableArray<(string Name, Type[] Roots)> All { get; } =
    [
        ("flat-class", [typeof(Reading)]),
        ("order", [typeof(Order), typeof(Card), typeof(Transfer)]),
        ("delivery", [typeof(Delivery), typeof(Card), typeof(Transfer)]),
        ("struct", [typeof(Place)]),
        ("recursion", [typeof(Tree)]),
        ("partial-structs", [typeof(Partials)]),
        ("enum", [typeof(Levels)]),
        ("tables", [typeof(Tables)]),
        ("tuples", [typeof(Tuples)]),
        ("sequences", [typeof(Boards)]),
        ("crowd", [typeof(Crowd), .. BuiltInIds.Scalars.Where(type => type != typeof(object)).Select(type => typeof(Guest<>).MakeGenericType(type))]),
        ("built-in-types", [.. BuiltInIds.All.Keys.Where(type => type != typeof(object))]),
        .. NetSerializer.Tests.Models.Theme.All.Select(theme => (theme.Name, theme.Roots.ToArray())),
    ];
}
