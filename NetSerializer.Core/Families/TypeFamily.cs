using NetSerializer.Emit;
using NetSerializer.Planning;
using NetSerializer.Scanning;

namespace NetSerializer.Families;

/// <summary>How the reader of a body gets its value to the caller.</summary>
internal enum ReadForm
{
    /// <summary>A value type: filled where it lies, by reference.</summary>
    ByReference,
    /// <summary>A class: the object exists and is filled.</summary>
    Fill,
    /// <summary>The body makes the object: collections, tuples.</summary>
    Produce,
}

/// <summary>One wire shape, both directions; the only place that knows it. Stateless.</summary>
internal abstract class TypeFamily : ShapeFamily
{
    /// <summary>How bodies are read.</summary>
    public abstract ReadForm ReadForm(TypePlan plan);

    /// <summary>The least bytes that the slots take together.</summary>
    public static int MinSizeOf(IReadOnlyList<SlotPlan> slots)
    {
        int size = 0;
        foreach (SlotPlan slot in slots)
        {
            size += slot.MinSize;
        }
        return size;
    }

    /// <summary>Small enough to stand in its owner's method; otherwise it has methods of its own.</summary>
    public virtual bool IsInline(TypePlan plan, PlanTable table) => false;

    /// <summary>
    /// Whether a body of a recursive type counts depth. Structs made of members leave that to their contents and, where they are boxed, to the methods
    /// for their boxes.
    /// </summary>
    public virtual bool CountsDepth(TypePlan plan) => !plan.Type.IsValueType;

    /// <summary>The id is not always that of the type, so <see cref="EmitWriteTagged"/> writes id and body at once.</summary>
    public virtual bool WritesId => false;

    /// <summary>
    /// With References=Preserve: a body that makes its object gives it its number before it reads the content. Otherwise the caller does when the
    /// object is whole.
    /// </summary>
    public virtual bool RegistersBeforeBody(TypePlan plan, PlanTable table) => false;

    /// <summary>An object can only be made of its content, which therefore cannot refer to it.</summary>
    public virtual bool NeedsContentFirst(TypePlan plan) => plan.Shape.IsReplaced && !plan.Type.IsValueType;

    /// <summary>Writes id and body of a value that is not null.</summary>
    public virtual void EmitWriteTagged(WriteEmitter e, TypePlan plan, Place value)
    {
        e.Id(plan, plan.IsBounded ? plan.MaxSize : e.HeadOf(plan));
        e.Body(plan, value);
    }

    /// <summary>
    /// As <see cref="EmitWriteTagged"/> where a <paramref name="declaredType"/> is expected, for a type whose values may be written as others.
    /// </summary>
    public virtual void EmitWriteTaggedIn(WriteEmitter e, TypePlan plan, Place value, Type declaredType) => EmitWriteTagged(e, plan, value);

    /// <summary>Writes the value at <paramref name="value"/>: not null, or null in its own form. For a bounded plan the room is reserved.</summary>
    public abstract void EmitWrite(WriteEmitter e, TypePlan plan, Place value);

    /// <summary>Reads into <paramref name="destination"/>, in the form of <see cref="ReadForm"/>. For a bounded plan the bytes are run.</summary>
    public abstract void EmitRead(ReadEmitter e, TypePlan plan, Place destination);
}
