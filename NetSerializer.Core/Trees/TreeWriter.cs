using System.Runtime.CompilerServices;
using NetSerializer.Dispatch;
using NetSerializer.Errors;
using NetSerializer.Ids;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Wire;

namespace NetSerializer.Trees;

/// <summary>
/// Writes a wire tree as the bytes of a model, by its plans. Nodes are written here; a finished value goes through the generated code of its slot. Both
/// share one <see cref="WireWriter"/>, and so the numbers of objects, the depth and the limit on bytes. For one tree and one thread.
/// </summary>
internal sealed partial class TreeWriter
{
    private static readonly SlotPlan s_root = new(new SlotShape(SlotRole.Item, typeof(object)), SlotKind.Any, typeof(object), [], 1, -1, "");

    private readonly ModelCore _core;
    private readonly PlanTable _plans;
    private readonly TreePath _path = new();
    private readonly Dictionary<Type, SlotCode> _codes = [];
    private readonly Dictionary<Type, BulkCode?> _bulks = [];
    private readonly Dictionary<Type, StructCode> _structs = [];
    private readonly Dictionary<WireClass, int[]> _places = [];
    private long _slotsLeft;

    private TreeWriter(ModelCore core)
    {
        _core = core;
        _plans = core.Plans;
        // A slot may take no byte, so the bytes alone would not bound the work.
        _slotsLeft = core.Limits.MaxInputBytes;
    }

    /// <summary>Writes a root with its id, as <see cref="TypeModel.Serialize(object?)"/> does.</summary>
    /// <exception cref="MalformedDataException">
    /// The tree is no value of the model, is deeper than <see cref="SerializerLimits.MaxDepth"/>, or takes more bytes than
    /// <see cref="SerializerLimits.MaxInputBytes"/>.
    /// </exception>
    public static byte[] Write(ModelCore core, object? tree)
    {
        var writer = new TreeWriter(core);
        try
        {
            return writer.WriteRoot(tree);
        }
        catch (ValueNotSerializableException failure)
        {
            throw failure.Code == ErrorCode.ValueTooDeep
                ? writer._path.Failure(ErrorCode.DataTooDeep, failure.Reason, failure) : writer._path.Mismatch(failure.Reason, failure);
        }
    }

    private byte[] WriteRoot(object? tree)
    {
        _path.Begin((tree is WireNode root ? root.Type : tree?.GetType()) ?? typeof(object));
        var destination = new BoundedBuffer(_core.Limits.MaxInputBytes);
        var w = new WireWriter(_core.CompleteDispatch(), destination, destination.GetSpan()) { UserContext = _core.Context };
        try
        {
            destination.Advance(w.Complete(ref Slot(ref w, ref w.Start, s_root, tree)).Length);
        }
        finally
        {
            w.Dispose();
        }
        return destination.ToArray();
    }

    /// <summary>The forms of section 6, and with References=Preserve of section 7a.</summary>
    private ref byte Slot(scoped ref WireWriter w, ref byte p, SlotPlan slot, object? value)
    {
        if (--_slotsLeft < 0)
        {
            throw _path.Failure(
                ErrorCode.InputTooLong, $"The value has more parts than {nameof(SerializerLimits.MaxInputBytes)} = {_core.Limits.MaxInputBytes}.");
        }
        if (value is WireLate late)
        {
            value = late.Value;
        }
        if (value is WireUnknown unknown)
        {
            throw _path.Mismatch(unknown.Problem);
        }
        if (value is not WireNode node)
        {
            value = value == null ? null : Converted(value, slot.DeclaredType);
            return ref Finished(ref w, ref p, slot.IsOpen ? typeof(object) : slot.DeclaredType, value);
        }
        switch (slot.Kind)
        {
            case SlotKind.Value:
                return ref Body(ref w, ref p, PlanOf(slot.DeclaredType), node);
            case SlotKind.Any:
                return ref Tagged(ref w, ref p, slot, node);
            default:
                return ref Only(ref w, ref p, slot, node);
        }
    }

    // The generated code of the slot knows every form of it. A null is the default where a value type is declared.
    private ref byte Finished(scoped ref WireWriter w, ref byte p, Type declared, object? value)
    {
        if (!_codes.TryGetValue(declared, out SlotCode? code))
        {
            _codes.Add(declared, code = SlotCode.Of(declared, _core));
        }
        return ref code.Write(ref w, ref p, value);
    }

    private object Converted(object value, Type declared) =>
        NumberConversion.To(declared, value)
            ?? throw _path.Mismatch($"A value of type {TypeNames.Display(value.GetType())} where a {TypeNames.Display(declared)} is declared.");

    // T*: an id and a body, or the number of an object.
    private ref byte Tagged(scoped ref WireWriter w, ref byte p, SlotPlan slot, WireNode node)
    {
        TypePlan plan = PlanOf(node);
        bool isAdmitted = slot.IsOpen ? slot.DeclaredType.IsAssignableFrom(plan.Type) || plan.Shape.IsReplaced : slot.Admitted.Contains(plan.Type);
        if (!isAdmitted || plan.Id == 0)
        {
            throw NotAdmitted(node, slot.DeclaredType);
        }
        if (plan.HasNumber && !w.IsNew(node))
        {
            return ref w.WriteKnown(ref p);
        }
        p = ref w.WriteNumber(ref p, plan.Id << w.Dispatch.IdShift);
        return ref Body(ref w, ref p, plan, node);
    }

    // T? and T!: the only type that the slot admits. Sequences and tables of other types have the same form.
    private ref byte Only(scoped ref WireWriter w, ref byte p, SlotPlan slot, WireNode node)
    {
        TypePlan plan = PlanOf(slot.Target);
        bool hasForm = plan.Type == node.Type || (slot.Kind == SlotKind.Own && node is not WireObject { Content: null });
        if (!hasForm)
        {
            throw NotAdmitted(node, slot.DeclaredType);
        }
        if (slot.IsReference)
        {
            if (!w.IsNew(node))
            {
                p = ref w.Ensure(ref p, VarInt.Max32);
                return ref w.WriteFound(ref p);
            }
            p = ref w.WriteNumber(ref p, 1);
        }
        else if (slot.Kind == SlotKind.Presence)
        {
            p = ref w.WriteNumber(ref p, 1);
        }
        return ref Body(ref w, ref p, plan, node);
    }

    // Recursive types count depth, as their generated bodies do.
    private unsafe ref byte Body(scoped ref WireWriter w, ref byte p, TypePlan plan, WireNode node)
    {
        if (!plan.IsRecursive)
        {
            return ref Content(ref w, ref p, plan, node);
        }
        if (w.DepthCredit == 0)
        {
            return ref w.Descend(ref p, new Level(this, plan, node), (nint)(delegate*<void*, ref byte, object, ref byte>)&Continue);
        }
        w.DepthCredit--;
        p = ref Content(ref w, ref p, plan, node);
        w.DepthCredit++;
        return ref p;
    }

    // Perhaps on another stack.
    private static unsafe ref byte Continue(void* w, ref byte p, object level)
    {
        (TreeWriter self, TypePlan plan, WireNode node) = (Level)level;
        return ref self.Body(ref Unsafe.AsRef<WireWriter>(w), ref p, plan, node);
    }

    private TypePlan PlanOf(WireNode node) =>
        node.Type is { } type ? PlanOf(type) : throw _path.Mismatch($"The type {node.TypeName} is not in the model; add the type of that name.");

    private TypePlan PlanOf(Type type)
    {
        if (_plans.Find(type) is { } plan)
        {
            return plan;
        }
        return BuiltInIds.Find(type) != 0 && !_plans.IsReplaced(type)
            ? BuiltInModel.ModelOf(type, _plans, isTraced: false).Table[type]
            : throw _path.Mismatch(
                $"{TypeNames.Display(type)} is not in the model; add {TypeNames.Expression(type)} to the types given to TypeModel.Create.");
    }

    private MalformedDataException NotAdmitted(WireNode node, Type declared) =>
        _path.Mismatch($"A {node.TypeName} where a {TypeNames.Display(declared)} is declared.");

    private sealed record Level(TreeWriter Writer, TypePlan Plan, WireNode Node);
}
