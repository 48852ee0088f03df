using NetSerializer.Planning;
using NetSerializer.Tests.Equality;

namespace NetSerializer.Tests.Golden;

// Immutable, frozen, concurrent and untyped tables: docs/wire-format.md, section 5.
internal sealed partial class WireListing
{
    private void WriteOtherTable(Type type, object table, string path) => WriteOtherTable(table, [.. _model.Core.Plans[type].Slots], path);

    private void WriteOtherTable(object table, SlotPlan[] slots, string path)
    {
        object?[][] entries = OtherCollections.Entries(table);
        Add($"{path}: {Count(entries.Length)}", VarInt((ulong)entries.Length + 1));
        foreach (OtherCollections.Compared compared in OtherCollections.Comparers(table))
        {
            if (compared.IsWritten)
            {
                Add($"{path}: comparer {compared.Number}", (byte)compared.Number);
            }
        }
        for (int i = 0; i < entries.Length; i++)
        {
            string entryPath = path == "value" ? $"[{i}]" : $"{path}[{i}]";
            for (int slot = 0; slot < entries[i].Length; slot++)
            {
                WriteSlot(slots[slot], entries[i][slot], entries[i].Length == 1 ? entryPath : $"{entryPath}.{slots[slot].Shape.Role}");
            }
        }
    }
}
