using System.Collections.ObjectModel;
using System.Formats.Nrbf;
using System.Reflection;
using NetSerializer.Planning;
using NetSerializer.Trees;

namespace NetSerializer.Nrbf;

// The parts of nodes.
internal sealed partial class PayloadTree
{
    private static bool IsCover(Type collection) =>
        collection.IsGenericType && collection.GetGenericTypeDefinition() is var definition
        && (definition == typeof(ReadOnlyCollection<>) || definition == typeof(ReadOnlyObservableCollection<>) || definition == typeof(ReadOnlyDictionary<,>));

    private void Fill(WireNode node, SerializationRecord record)
    {
        switch (node, record)
        {
            case (WireSequence sequence, ArrayRecord array):
                sequence.Items = Items(array);
                if (array.Rank > 1)
                {
                    sequence.Lengths = array.Lengths.ToArray();
                }
                break;
            case (WireSequence sequence, ClassRecord members) when model.Plans.Find(node.Type!) is { Shape.Keyword: "tuple" } plan:
                sequence.Items = TupleItems(members, plan);
                break;
            case (WireSequence sequence, ClassRecord members):
                sequence.Items = SequenceItems(members, node.Type!);
                break;
            case (WireTable table, ClassRecord members):
                FillTable(table, members);
                break;
            case (WireObject { Class.Members.Count: 0, Content: null } cover, ClassRecord members) when IsCover(CoverOf(node.Type!)):
                cover.Content = Covered(members, CoverOf(node.Type!));
                break;
            case (WireObject item, ClassRecord members):
                ClassOf(members, model.PlanOf(node.Type!)).Fill(item, members, Value);
                if (IsCover(CoverOf(node.Type!)))
                {
                    item.Content = Covered(members, CoverOf(node.Type!));
                }
                break;
        }
    }

    private static Type CoverOf(Type type) => Families.CollectionCatalogue.FindBase(type) ?? type;

    private WireNode Covered(ClassRecord record, Type cover)
    {
        bool isTable = cover.GetGenericTypeDefinition() == typeof(ReadOnlyDictionary<,>);
        // The base of a ReadOnlyObservableCollection has the list.
        object? shown = isTable ? Member(record, cover, "m_dictionary") ?? Member(record, cover, "_dictionary")
            : Member(record, typeof(ReadOnlyCollection<>), "list");
        return Value(shown) as WireNode ?? throw Payload.Malformed($"A {CanonicalNames.Display(record.TypeName)} shows no collection.");
    }

    /// <summary>A member of a collection, which a derived class has under the name of the collection too; null where it is missing.</summary>
    private static object? Member(ClassRecord record, Type collection, string name)
    {
        string prefixed = $"{collection.Name}+{name}";
        return record.HasMember(prefixed) ? record.GetRawValue(prefixed) : record.HasMember(name) ? record.GetRawValue(name) : null;
    }

    private object?[] TupleItems(ClassRecord record, TypePlan plan)
    {
        object?[] items = new object?[plan.Slots.Length];
        for (int i = 0; i < items.Length; i++)
        {
            string[] names = plan.Slots[i].Shape.Field is { } field ? [field.Name]
                : i == 7 ? ["m_Rest", "Rest"]
                : [$"m_Item{i + 1}", $"Item{i + 1}", i == 0 ? "key" : "value", i == 0 ? "_key" : "_value"];
            string name = names.FirstOrDefault(record.HasMember) ?? throw Payload.Malformed($"A {CanonicalNames.Display(record.TypeName)} lacks an item.");
            items[i] = Value(record.GetRawValue(name));
        }
        return items;
    }

    /// <summary>The elements of an array as parts of the tree: numbers and texts in an array of their type, others one by one.</summary>
    private Array Items(ArrayRecord record) => Parts(RawItems(record));

    private Array Parts(Array raw)
    {
        if (raw is string?[] or not object?[])
        {
            return raw;
        }
        object?[] items = new object?[raw.Length];
        for (int i = 0; i < items.Length; i++)
        {
            items[i] = Value(raw.GetValue(i));
        }
        return items;
    }

    /// <summary>
    /// The elements as the decoder has them, in one dimension. The payload announces lengths with a few bytes, so they are checked first.
    /// </summary>
    public Array RawItems(ArrayRecord record)
    {
        long length = 1;
        foreach (int dimension in record.Lengths)
        {
            length = Math.Min(length * dimension, int.MaxValue);
        }
        if (length > model.Limits.MaxCollectionLength)
        {
            throw new MalformedDataException(ErrorCode.CollectionTooLong,
                $"An array of {length} elements; {nameof(SerializerLimits.MaxCollectionLength)} is {model.Limits.MaxCollectionLength}.",
                MalformedDataException.NoOffset);
        }
        Charge(2 * nint.Size * length);
        Array items = record switch
        {
            SZArrayRecord<SerializationRecord> records => records.GetArray(),
            SZArrayRecord<string> texts => texts.GetArray(),
            _ => record.GetArray(ArrayTypeOf(record)),
        };
        if (items.Rank == 1)
        {
            return items;
        }
        Array flat = Array.CreateInstance(items.GetType().GetElementType()!, items.Length);
        int i = 0;
        foreach (object? item in items)
        {
            flat.SetValue(item, i++);
        }
        return flat;
    }

    // The decoder compares the name of the type that is asked for, and gives records for all but numbers and texts.
    private Type ArrayTypeOf(ArrayRecord record)
    {
        Type? element = TypeOf(record.TypeName.GetElementType());
        Type? type = record.Rank == 1 ? element?.MakeArrayType() : element?.MakeArrayType(record.Rank);
        return type != null && record.TypeNameMatches(type) ? type : new NamedArrayType(record.TypeName, record.Rank);
    }

    /// <summary>An array type with the name that a payload gives it.</summary>
    private sealed class NamedArrayType(System.Reflection.Metadata.TypeName name, int rank)
        : TypeDelegator(rank == 1 ? typeof(object[]) : typeof(object).MakeArrayType(rank))
    {
        public override string? FullName => name.FullName;

        public override int GetArrayRank() => rank;
    }
}
