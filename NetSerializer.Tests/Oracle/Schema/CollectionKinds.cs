namespace NetSerializer.Tests.Oracle.Schema;

/// <summary>The collections of sections 4 and 5 beside arrays, lists, dictionaries and hash sets, and the form that each shares.</summary>
public static class CollectionKinds
{
    private static readonly Dictionary<Type, SchemaKind> Kinds = new()
    {
        [typeof(Queue<>)] = SchemaKind.Sequence,
        [typeof(Stack<>)] = SchemaKind.Sequence,
        [typeof(LinkedList<>)] = SchemaKind.Sequence,
    };

    public static SchemaKind? Of(Type type) =>
        Kinds.TryGetValue(type.IsGenericType ? type.GetGenericTypeDefinition() : type, out SchemaKind kind) ? kind : null;
}
