using NetSerializer.Trees;

namespace NetSerializer.Schema.Reading;

/// <summary>A type of the writer and the type of the reader that a value of it becomes.</summary>
/// <param name="Writer">The writer's type.</param>
/// <param name="Reader">The reader's line of it; null for a type that the reader does not have, whose values can only be dropped.</param>
/// <param name="Type">The type of the model; null without <paramref name="Reader"/>.</param>
/// <param name="Class">The members of an object in a tree: those of the writer, in its order, then the added ones that have a default of their own.</param>
/// <param name="Targets">For each slot of the writer the slot of the reader that it goes to; null for one that is dropped.</param>
internal sealed record DecodedType(SchemaType Writer, SchemaType? Reader, Type? Type, WireClass Class, IReadOnlyList<SchemaSlot?> Targets)
{
    /// <summary>The defaults of the added members; null where all are those of their types.</summary>
    public AddedMembers? Added { get; init; }
}
