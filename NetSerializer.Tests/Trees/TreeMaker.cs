using System.Collections;
using NetSerializer.Planning;
using NetSerializer.Trees;

namespace NetSerializer.Tests.Trees;

/// <summary>
/// Makes a tree of an object, by reflection and the plans of a model: classes, structs, tuples, sequences and tables become nodes, all else is a finished
/// value. For models of trees.
/// </summary>
internal sealed class TreeMaker(TypeModel model)
{
    private static readonly object[] s_comparers =
        [StringComparer.Ordinal, StringComparer.OrdinalIgnoreCase, StringComparer.InvariantCulture, StringComparer.InvariantCultureIgnoreCase];

    /// <summary>How many nodes have been made, by their keywords.</summary>
    public Dictionary<string, int> Made { get; } = [];

    public object? Of(object? value)
    {
        // A read-only table does not tell its comparer.
        if (value == null || model.Core.Plans.Find(value.GetType()) is not { } plan || plan.Type.Name.StartsWith("ReadOnly", StringComparison.Ordinal))
        {
            return value;
        }
        string keyword = plan.Shape.Keyword, name = plan.Type.Name;
        object? node = keyword switch
        {
            // A callback may change the object that is written.
            "class" or "struct" or "raw" or "columns" when plan.Shape.Callbacks == null => ObjectOf(value, plan),
            "tuple" when value is System.Runtime.CompilerServices.ITuple tuple => new WireSequence(name, plan.Type) { Items = Items(tuple, plan) },
            "sequence" when plan.Type.IsClass => new WireSequence(name, plan.Type) { Items = Parts(((IEnumerable)value).Cast<object?>()) },
            "grid" => Grid((Array)value, plan),
            "set" or "sortedset" => new WireTable(name, plan.Type) { Comparers = [NumberOf(value), 0], Parts = Parts(((IEnumerable)value).Cast<object?>()) },
            "dictionary" or "sorteddictionary" when value is IDictionary table => TableOf(table, plan),
            _ => null,
        };
        if (node != null)
        {
            Made[keyword] = Made.GetValueOrDefault(keyword) + 1;
        }
        return node ?? value;
    }

    private WireObject ObjectOf(object value, TypePlan plan)
    {
        WireMember[] members = [.. plan.Slots.Reverse().Select(slot =>
            new WireMember(slot.Shape.Field!.DeclaringType!.FullName, slot.Shape.Field.Name, slot.Shape.Field))];
        var node = new WireObject(new WireClass(plan.Type.Name, plan.Type, members));
        for (int i = 0; i < members.Length; i++)
        {
            node.Values[i] = Of(members[i].Field!.GetValue(value));
        }
        return node;
    }

    private object?[] Items(System.Runtime.CompilerServices.ITuple tuple, TypePlan plan)
    {
        object?[] items = new object?[plan.Slots.Length];
        for (int i = 0; i < items.Length; i++)
        {
            items[i] = Of(i == 7 ? (plan.Type.GetField("Rest")?.GetValue(tuple) ?? plan.Type.GetProperty("Rest")!.GetValue(tuple)) : tuple[i]);
        }
        return items;
    }

    private WireSequence Grid(Array array, TypePlan plan) => new(plan.Type.Name, plan.Type)
    {
        Items = Parts(array.Cast<object?>()),
        Lengths = [.. Enumerable.Range(0, array.Rank).Select(array.GetLength)],
        LowerBounds = [.. Enumerable.Range(0, array.Rank).Select(array.GetLowerBound)],
    };

    private WireTable TableOf(IDictionary table, TypePlan plan)
    {
        List<object?> parts = [];
        foreach (DictionaryEntry entry in table)
        {
            parts.Add(Of(entry.Key));
            parts.Add(Of(entry.Value));
        }
        return new WireTable(plan.Type.Name, plan.Type) { Comparers = [NumberOf(table), 0], Parts = parts };
    }

    private object?[] Parts(IEnumerable<object?> items) => [.. items.Select(Of)];

    private static byte NumberOf(object table)
    {
        object? comparer = (table.GetType().GetProperty("Comparer") ?? table.GetType().GetProperty("KeyComparer"))?.GetValue(table);
        return (byte)(Array.FindIndex(s_comparers, known => known.Equals(comparer)) + 1);
    }
}
