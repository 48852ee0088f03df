using System.Collections.Immutable;
using System.Runtime.InteropServices;
using System.Text;
using NetSerializer.Scanning;
using NetSerializer.Wire;

namespace NetSerializer.Planning;

/// <summary>Shapes and ids -> plans: the types that each slot admits, the order of the slots, how large things are, which types are recursive.</summary>
internal sealed class Planner
{
    /// <summary>A value counts as bounded when its largest encoding is at most this many bytes: one run of the reader.</summary>
    public const int MaxBounded = WireReader.MaxRun;

    private const string NullableKeyword = "nullable";

    private readonly IReadOnlyDictionary<Type, int> _ids;
    private readonly Dictionary<Type, TypeShape> _byType;
    private readonly Dictionary<Type, Sized> _sized = [];
    private readonly Dictionary<Type, SlotForm> _forms = [];
    private readonly Admission _admission;
    private readonly bool _preservesReferences;
    private readonly IReadOnlySet<Type>? _unshared;

    private Planner(IReadOnlyList<TypeShape> shapes, IReadOnlyDictionary<Type, int> ids, SerializerOptions options)
    {
        _ids = ids;
        _preservesReferences = options.PreservesReferences;
        _unshared = UnsharedTypes.Find(shapes, options);
        _byType = new Dictionary<Type, TypeShape>(shapes.Count);
        foreach (TypeShape shape in shapes)
        {
            _byType.Add(shape.Type, shape);
        }
        _admission = new Admission(shapes);
    }

    public static PlanTable Plan(IReadOnlyList<TypeShape> shapes, IReadOnlyDictionary<Type, int> ids, SerializerOptions options)
    {
        var planner = new Planner(shapes, ids, options);
        foreach (TypeShape shape in shapes)
        {
            planner.Size(shape);
        }
        var finder = new RecursionFinder(shapes, type => planner._sized[type].Slots);
        IReadOnlySet<Type> recursive = finder.Find();
        var made = new TypePlan[shapes.Count];
        for (int i = 0; i < made.Length; i++)
        {
            made[i] = planner.MakePlan(shapes[i], recursive);
        }
        ImmutableArray<TypePlan> plans = LatenessFinder.Find(ImmutableCollectionsMarshal.AsImmutableArray(made));
        return new PlanTable(options.PreservesReferences ? FindLeadingBack(plans, finder) : plans, options) { Unshared = planner._unshared };
    }

    private static ImmutableArray<TypePlan> FindLeadingBack(ImmutableArray<TypePlan> plans, RecursionFinder finder) =>
        [.. plans.Select(plan => plan with { Slots = [.. plan.Slots.Select(slot => slot with { LeadsBack = finder.LeadsBack(plan.Type, slot) })] })];

    private TypePlan MakePlan(TypeShape shape, IReadOnlySet<Type> recursive)
    {
        Sized sized = _sized[shape.Type];
        return new TypePlan(shape, IdOf(shape.Type), sized.Slots, sized.MinSize, sized.MaxSize, sized.Run, recursive.Contains(shape.Type))
        {
            HasNumber = HasNumber(shape.Type),
            Direct = shape.Type.IsValueType ? null : PlanSlot(new SlotShape(SlotRole.Item, shape.Type)),
        };
    }

    private bool HasNumber(Type type) => _preservesReferences && _unshared?.Contains(type) != true;

    private int IdOf(Type type) => Ids.BuiltInIds.Find(type) is var builtIn and > 0 ? builtIn : _ids.TryGetValue(type, out int id) ? id : 0;

    // The depth is that of structs inside structs: a slot of a reference type, or of a sequence that is a struct, needs no size but its own.
    private Sized Size(TypeShape shape)
    {
        if (_sized.TryGetValue(shape.Type, out Sized? known))
        {
            return known;
        }
        ImmutableArray<SlotPlan> slots = PlanSlots(shape);
        var sized = shape.IsSumOfSlots ? Sum(slots) : new Sized(slots, shape.MinSize, shape.MaxSize, shape.Run);
        if (shape.Keyword == NullableKeyword)
        {
            SlotPlan value = slots[0];
            sized = value.IsBounded && value.MaxSize < MaxBounded
                ? new Sized(slots, 1, 1 + value.MaxSize, RunShape.OptionalOf(value.Run))
                : new Sized(slots, 1, -1, "");
        }
        _sized.Add(shape.Type, sized);
        return sized;
    }

    private static Sized Sum(ImmutableArray<SlotPlan> slots)
    {
        int min = 0, max = 0;
        foreach (SlotPlan slot in slots)
        {
            min += slot.MinSize;
            max = slot.IsBounded && max >= 0 && max + slot.MaxSize <= MaxBounded ? max + slot.MaxSize : -1;
        }
        return new Sized(slots, min, max, max < 0 ? "" : RunOf(slots));
    }

    private static string RunOf(ImmutableArray<SlotPlan> slots)
    {
        var run = new StringBuilder();
        foreach (SlotPlan slot in slots)
        {
            run.Append(slot.Run);
        }
        return run.ToString();
    }

    private ImmutableArray<SlotPlan> PlanSlots(TypeShape shape)
    {
        var slots = new List<SlotPlan>(shape.Slots.Length);
        foreach (SlotShape slot in shape.Slots)
        {
            slots.Add(PlanSlot(slot));
        }
        return ImmutableCollectionsMarshal.AsImmutableArray((shape.BoundedFirst ? BoundedFirst(slots, shape.Keyword == "exception") : slots).ToArray());
    }

    // The inner exception and the data of an exception stand before its members, the content of a collection behind them.
    private static List<SlotPlan> BoundedFirst(List<SlotPlan> slots, bool isException)
    {
        List<SlotPlan> ordered = slots.FindAll(slot => slot.IsMember && slot.IsBounded);
        ordered.AddRange(slots.FindAll(slot => slot.IsMember && !slot.IsBounded));
        ordered.InsertRange(isException ? 0 : ordered.Count, slots.FindAll(slot => !slot.IsMember));
        return ordered;
    }

    private SlotPlan PlanSlot(SlotShape shape)
    {
        if (!_forms.TryGetValue(shape.DeclaredType, out SlotForm? form))
        {
            _forms.Add(shape.DeclaredType, form = FindForm(shape.DeclaredType));
        }
        if (form.Kind != SlotKind.Value)
        {
            return new SlotPlan(shape, form.Kind, form.Target, form.Admitted, 1, -1, "")
            {
                IsReference = form.Kind != SlotKind.Any && form.Target != typeof(string) && HasNumber(form.Target),
            };
        }
        TypeShape target = _byType[form.Target];
        if (!target.IsSumOfSlots && target.Keyword != NullableKeyword)
        {
            return new SlotPlan(shape, form.Kind, form.Target, [], target.MinSize, target.MaxSize, target.Run);
        }
        Sized value = Size(target);
        return new SlotPlan(shape, form.Kind, form.Target, [], value.MinSize, value.MaxSize, value.Run);
    }

    private SlotForm FindForm(Type declared)
    {
        if (declared.IsValueType)
        {
            return new SlotForm(SlotKind.Value, declared, []);
        }
        if (Admission.IsOpen(declared))
        {
            return new SlotForm(SlotKind.Any, declared, []);
        }
        IReadOnlyList<Type> admitted = _admission.Find(declared);
        if (admitted is [var only])
        {
            switch (_byType[only].Null)
            {
                case NullForm.Own:
                    return new SlotForm(SlotKind.Own, only, [only]);
                case NullForm.Presence:
                    return new SlotForm(SlotKind.Presence, only, [only]);
            }
            // A boxed value type behind an interface is told apart from null by its id.
        }
        return new SlotForm(SlotKind.Any, declared, ById(admitted));
    }

    private sealed record Sized(ImmutableArray<SlotPlan> Slots, int MinSize, int MaxSize, string Run);

    private ImmutableArray<Type> ById(IReadOnlyList<Type> types)
    {
        Type[] ordered = [.. types];
        Array.Sort(ordered, (x, y) => IdOf(x).CompareTo(IdOf(y)));
        return ImmutableCollectionsMarshal.AsImmutableArray(ordered);
    }

    private sealed record SlotForm(SlotKind Kind, Type Target, ImmutableArray<Type> Admitted);
}
