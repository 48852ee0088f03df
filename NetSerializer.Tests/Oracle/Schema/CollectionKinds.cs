using System.Collections.ObjectModel;
using System.ComponentModel;
using System.Runtime.Serialization;
using NetSerializer.Tests.Equality;

namespace NetSerializer.Tests.Oracle.Schema;

/// <summary>
/// The collections of sections 4 and 5 beside arrays, lists, dictionaries and hash sets, the form of each, and the classes derived from collections.
/// </summary>
public static class CollectionKinds
{
    private static readonly Dictionary<Type, SchemaKind> Kinds = new()
    {
        [typeof(Queue<>)] = SchemaKind.Sequence,
        [typeof(Stack<>)] = SchemaKind.Sequence,
        [typeof(LinkedList<>)] = SchemaKind.Sequence,
        [typeof(SortedSet<>)] = SchemaKind.SortedSet,
        [typeof(SortedDictionary<,>)] = SchemaKind.SortedDictionary,
        [typeof(SortedList<,>)] = SchemaKind.SortedDictionary,
        [typeof(PriorityQueue<,>)] = SchemaKind.PriorityQueue,
        [typeof(OrderedDictionary<,>)] = SchemaKind.Dictionary,
        [typeof(ReadOnlyDictionary<,>)] = SchemaKind.Dictionary,
        [typeof(ReadOnlySet<>)] = SchemaKind.Set,
        [typeof(ReadOnlyCollection<>)] = SchemaKind.Sequence,
        [typeof(Collection<>)] = SchemaKind.Sequence,
        [typeof(ObservableCollection<>)] = SchemaKind.Sequence,
        [typeof(ReadOnlyObservableCollection<>)] = SchemaKind.Sequence,
        [typeof(BindingList<>)] = SchemaKind.Sequence,
    };

    private static readonly Dictionary<Type, SchemaKind> Bases = new()
    {
        [typeof(List<>)] = SchemaKind.Sequence,
        [typeof(Dictionary<,>)] = SchemaKind.Dictionary,
        [typeof(HashSet<>)] = SchemaKind.Set,
        [typeof(KeyedCollection<,>)] = SchemaKind.Keyed,
    };

    public static SchemaKind? Of(Type type) => Kinds.TryGetValue(DefinitionOf(type), out SchemaKind kind) ? kind : null;

    /// <summary>
    /// The collection that a class is derived from, null for a class that is none, or that implements ISerializable where its base does not (section
    /// 5c).
    /// </summary>
    public static Type? ContentOf(Type type)
    {
        for (Type? level = type; level is not null; level = level.BaseType)
        {
            if (IsContent(level))
                return level == type || (type.IsAssignableTo(typeof(ISerializable)) && !level.IsAssignableTo(typeof(ISerializable))) ? null : level;
        }

        return null;
    }

    /// <summary>The form of the content of a derived class.</summary>
    public static SchemaKind KindOfContent(Type content) =>
        Of(content) ?? OtherCollections.KindOf(PlainContent.PlainType(content)) ?? Bases[DefinitionOf(content)];

    public static bool IsContent(Type type) => Kinds.ContainsKey(DefinitionOf(type)) || Bases.ContainsKey(DefinitionOf(type)) || PlainContent.IsBase(type);

    private static Type DefinitionOf(Type type) => type.IsGenericType ? type.GetGenericTypeDefinition() : type;
}
