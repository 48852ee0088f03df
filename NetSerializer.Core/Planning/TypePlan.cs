using System.Collections.Immutable;
using NetSerializer.Scanning;

namespace NetSerializer.Planning;

/// <summary>How a slot is written (docs/wire-format.md, section 6).</summary>
internal enum SlotKind
{
    /// <summary>A value type: its body.</summary>
    Value,
    /// <summary>The only type has a null of its own.</summary>
    Own,
    /// <summary>The only type is a class: a byte says whether there is one.</summary>
    Presence,
    /// <summary>A type id first.</summary>
    Any,
}

/// <summary>A slot and its meaning in the whole model.</summary>
/// <param name="Shape">Role, declared type, field.</param>
/// <param name="Kind">How it is written.</param>
/// <param name="Target">The only type it admits; the declared type for <see cref="SlotKind.Any"/>.</param>
/// <param name="Admitted">For <see cref="SlotKind.Any"/> the types it admits, in order of ids; empty when it admits every assignable type, built-in
/// ones included.</param>
/// <param name="MinSize">Smallest size in bytes.</param>
/// <param name="MaxSize">Largest size in bytes, -1 when there is no bound of at most <see cref="Planner.MaxBounded"/>.</param>
/// <param name="Run">The run shape of a bounded slot.</param>
internal sealed record SlotPlan(SlotShape Shape, SlotKind Kind, Type Target, ImmutableArray<Type> Admitted, int MinSize, int MaxSize, string Run)
{
    /// <summary>When the value in the slot is finished, at the latest.</summary>
    public Lateness Lateness { get; init; }

    /// <summary>
    /// With References=Preserve: the object in the slot may lead back to the value that the slot belongs to, and so not be complete when it is read.
    /// </summary>
    public bool LeadsBack { get; init; }

    /// <summary>With References=Preserve: the slot admits one type whose objects have numbers, and says null, new or which one.</summary>
    public bool IsReference { get; init; }

    public bool IsBounded => MaxSize >= 0;

    /// <summary>
    /// The hash or the order of the value may go through objects within objects, on the stack of the call: a key is no deeper than
    /// <see cref="SerializerLimits.MaxKeyDepth"/>.
    /// </summary>
    public bool HoldsDepth => Shape.IsAsked && !IsBounded && DeclaredType != typeof(string);

    public bool IsMember => Shape.Role == SlotRole.Member;

    public Type DeclaredType => Shape.DeclaredType;

    /// <summary>Admits any value that can be assigned to it.</summary>
    public bool IsOpen => Kind == SlotKind.Any && Admitted.IsEmpty;
}

/// <summary>All that is known of one type: immutable, without delegates, so that it can be printed, compared and interpreted.</summary>
/// <param name="Shape">The shape that the family has described.</param>
/// <param name="Id">The type id, 0 for a type that never stands alone.</param>
/// <param name="Slots">In wire order.</param>
/// <param name="MinSize">Smallest body in bytes.</param>
/// <param name="MaxSize">Largest body in bytes, -1 when there is no bound of at most <see cref="Planner.MaxBounded"/>.</param>
/// <param name="Run">The run shape of a bounded body.</param>
/// <param name="IsRecursive">A value can contain another one of the same type, at any distance.</param>
internal sealed record TypePlan(TypeShape Shape, int Id, ImmutableArray<SlotPlan> Slots, int MinSize, int MaxSize, string Run, bool IsRecursive)
{
    public Type Type => Shape.Type;

    public bool IsBounded => MaxSize >= 0;

    /// <summary>
    /// With References=Preserve: its objects have numbers, unless <see cref="SerializerOptions.NeverShared"/> names the type. Of texts
    /// <see cref="SerializerOptions.Strings"/> decides.
    /// </summary>
    public bool HasNumber { get; init; }

    /// <summary>A slot declared as the type, which is how <c>SerializeDirect</c> writes a root.</summary>
    public SlotPlan? Direct { get; init; }
}
