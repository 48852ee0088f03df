using System.Collections;
using System.Collections.Immutable;
using System.Reflection;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Tests.Equality;

namespace NetSerializer.Tests.Golden;

// Tables, sorted tables, priority queues, and classes derived from collections: docs/wire-format.md, sections 5 and 6.
internal sealed partial class WireListing
{
    private static readonly object[] s_comparers =
        [EqualityComparer<string>.Default, StringComparer.Ordinal, StringComparer.OrdinalIgnoreCase, StringComparer.InvariantCulture,
            StringComparer.InvariantCultureIgnoreCase];

    private void WriteTable(Type type, object table, string path) =>
        WriteTable(type, _model.Core.Plans.Find(type)?.Slots ?? [.. type.GetGenericArguments().Select(argument => BuiltInSlot(SlotRole.Key, argument))], table,
            path);

    private void WriteTable(Type type, ImmutableArray<SlotPlan> slots, object table, string path)
    {
        bool isQueue = slots[^1].Shape.Role == SlotRole.Priority;
        object[] entries = [.. ((IEnumerable)(isQueue ? type.GetProperty("UnorderedItems")!.GetValue(table)! : table)).Cast<object>()];
        Type key = type.GetGenericArguments()[isQueue ? 1 : 0];
        Add($"{path}: {Count(entries.Length)}", VarInt((ulong)entries.Length + 1));
        WriteComparer(type, key, table, path);
        for (int i = 0; i < entries.Length; i++)
        {
            string entryPath = path == "value" ? $"[{i}]" : $"{path}[{i}]";
            if (slots.Length == 1)
            {
                WriteSlot(slots[0], entries[i], entryPath);
            }
            else if (isQueue)
            {
                var pair = (System.Runtime.CompilerServices.ITuple)entries[i];
                WriteSlot(slots[0], pair[0], $"{entryPath}.Element");
                WriteSlot(slots[1], pair[1], $"{entryPath}.Priority");
            }
            else
            {
                WriteSlot(slots[0], entries[i].GetType().GetProperty("Key")!.GetValue(entries[i]), $"{entryPath}.Key");
                WriteSlot(slots[1], entries[i].GetType().GetProperty("Value")!.GetValue(entries[i]), $"{entryPath}.Value");
            }
        }
    }

    private void WriteComparer(Type type, Type key, object table, string path)
    {
        if (key == typeof(string))
        {
            object compared = type.GetProperty("Dictionary", BindingFlags.Instance | BindingFlags.NonPublic)?.GetValue(table) is { } covered
                && type.Name.StartsWith("ReadOnly", StringComparison.Ordinal) ? covered : table;
            object comparer = compared.GetType().GetProperty("Comparer")!.GetValue(compared)!;
            int id = ReferenceEquals(comparer, Comparer<string>.Default) ? 0 : Array.FindIndex(s_comparers, candidate => ReferenceEquals(candidate, comparer));
            Add($"{path}: comparer {id}", (byte)id);
        }
    }

    private void WriteDerived(TypePlan plan, object value, string path)
    {
        WriteMembers(plan, value, path);
        Type content = plan.Type;
        while (content.Namespace is not { } space || !space.StartsWith("System.Co", StringComparison.Ordinal))
        {
            content = content.BaseType!;
        }
        if (PlainContent.BaseOf(plan.Type) is { } plain && plan.Shape.Keyword != "class+sequence")
        {
            WriteOtherTable(PlainContent.Of(value), [.. plan.Slots.Where(slot => !slot.IsMember)], path);
            return;
        }
        SlotPlan[] slots = [.. plan.Slots.Where(slot => !slot.IsMember)];
        if (plan.Shape.Keyword == "class+sequence")
        {
            WriteSequence(PlainContent.PlainType(content), PlainContent.Of(value), path, slots[0]);
        }
        else if (plan.Shape.Keyword == "class+keyed")
        {
            object?[] elements = [.. ((IEnumerable)value).Cast<object?>()];
            Add($"{path}: {Count(elements.Length)}", VarInt((ulong)elements.Length + 1));
            WriteComparer(content, content.GetGenericArguments()[0], value, path);
            WriteEach(elements, path, (element, elementPath) => WriteSlot(slots[1], element, elementPath));
        }
        else
        {
            WriteTable(content, [.. slots], value, path);
        }
    }
}
