using NetSerializer.Emit;
using NetSerializer.Planning;
using NetSerializer.Wire.Tables;

namespace NetSerializer.Dispatch;

// The twin that finds the path of a failure. All of it would take seconds for a model of many types, and a failure needs a few of them. So a type is
// compiled when the first value of it is met, together with the types that its members have without an id on the wire.
internal sealed partial class CompiledModel
{
    private readonly Dictionary<Type, DispatchEntry> _late = [];
    private readonly bool _isLate;
    // So many of the custom serializers have the methods of their nested slots.
    private int _nested;

    /// <summary>The traced twin, whose entries have no addresses. Its tables grow with its code.</summary>
    public static CompiledModel TraceLate(PlanTable table) => new(table, isTraced: true, isLate: true);

    /// <summary>The entry, with addresses, of a type that has been met. Not for two threads at once.</summary>
    public DispatchEntry CompileLate(TypePlan plan)
    {
        if (!_late.TryGetValue(plan.Type, out DispatchEntry? entry))
        {
            GeneratedMethod writer = _methods.WriteTagged(plan), reader = _methods.ReadNew(plan);
            _late.Add(plan.Type, entry = EntryOf(plan, AddressOf(writer), AddressOf(reader)));
        }
        return entry;
    }

    private nint AddressOf(GeneratedMethod method)
    {
        if (_isLate)
        {
            Complete();
        }
        return _assembly.Find(method).MethodHandle.GetFunctionPointer();
    }

    private void Complete()
    {
        var slots = new List<SlotPlan>();
        _methods.Complete(_assembly.Begin);
        for (; _nested < _methods.CustomSerializers.Count; _nested++)
        {
            foreach (TypePlan plan in Table.Plans)
            {
                if (ReferenceEquals(plan.Shape.Custom?.Serializer, _methods.CustomSerializers[_nested]))
                {
                    slots.AddRange(plan.Slots);
                }
            }
            foreach (SlotPlan slot in slots)
            {
                _methods.WriteDirect(slot);
                _methods.ReadDirect(slot);
            }
            _methods.Complete(_assembly.Begin);
        }
        _assembly.Complete();
        NestedSlots = FindNested(NestedSlots, slots);
    }
}
