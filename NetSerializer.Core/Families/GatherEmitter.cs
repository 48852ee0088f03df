using NetSerializer.Emit;
using NetSerializer.Planning;
using NetSerializer.Wire;

namespace NetSerializer.Families;

/// <summary>
/// Writes the code that goes through a value before it is written, and puts down where its objects and texts lie: see <see cref="Gathering"/>. What refers to
/// what is known from the types, so an object need not be put down where no other place leads to one of its type.
/// </summary>
/// <param name="methods">The methods that are called.</param>
/// <param name="il">The method under construction.</param>
internal sealed class GatherEmitter(MethodSet methods, BodyWriter il)
{
    /// <summary>A value with more places than these, each counted as often as it is met, is gone through by methods for its types.</summary>
    private const int MostPlaces = 48;

    // How often an object of a type is met; elements of a list as one.
    private readonly Dictionary<Type, int> _occurrences = [];
    // Texts, of which those of elements count twice; and whether elements are objects.
    private int _texts;
    private bool _hasElements;
    // So many addresses have room without another question.
    private int _left;
    // What pushes the address of the Gathering and where the next address goes, and what stores that; and where to go when there are too many, if need be.
    private Action _loadGathering = null!, _loadNext = null!, _storeNext = null!;
    private Label? _refused;

    private SerializerOptions Options => methods.Table.Options;

    /// <summary>
    /// The types whose values are made of objects of classes, structs, lists and arrays of them, and texts, and nothing else: each place for an object admits
    /// one type, and no code but the library's own is run. Who writes them finds out about those of other classes.
    /// </summary>
    public static HashSet<Type> FindTypes(MethodSet methods)
    {
        PlanTable table = methods.Table;
        if (methods.IsTraced || !table.Options.PreservesReferences || table.Options.Strings == StringHandling.Table)
        {
            return [];
        }
        HashSet<Type> found = [.. table.Plans.Where(plan => IsAlike(plan) && WriteEmitter.IsPlain(plan, table)).Select(plan => plan.Type)];
        Type[] others;
        do
        {
            // What leads to another type is one itself.
            others = [.. found.Where(type => !table[type].Slots.All(LeadsToFound))];
            found.ExceptWith(others);
        }
        while (others.Length > 0);
        return found;

        static bool IsAlike(TypePlan plan) => plan.Shape.Family switch
        {
            ObjectFamily => !(plan.IsRecursive && plan.Type.IsValueType),
            SequenceFamily => plan.Type.IsSZArray || (plan.Type.IsGenericType && plan.Type.IsClass),
            _ => false,
        };

        bool LeadsToFound(SlotPlan slot) =>
            slot.IsBounded || WriteEmitter.IsText(slot)
            || ((slot.Kind == SlotKind.Value || WriteEmitter.MayBePart(slot)) && found.Contains(slot.Target));
    }

    /// <summary>
    /// Whether an object may be met twice in a value of that type. To be asked before <see cref="Root"/>.
    /// </summary>
    public bool IsNeeded(TypePlan plan)
    {
        int places = 0;
        return plan.IsRecursive || !TryCount(plan, isMany: false, isRepeated: false, ref places) || _hasElements || _texts > 1
            || _occurrences.Values.Any(count => count > 1);
    }

    /// <summary>The root, all of it here if that is not too much.</summary>
    /// <param name="plan">Its plan.</param>
    /// <param name="value">Where it is.</param>
    /// <param name="loadGathering">Pushes the address of the <see cref="Gathering"/>.</param>
    /// <param name="next">Where the next address goes.</param>
    /// <returns>Where it goes when there are too many of them, if there can be: not marked yet.</returns>
    public Label? Root(TypePlan plan, Place value, Action loadGathering, Local next)
    {
        (_loadGathering, _loadNext, _storeNext) = (loadGathering, () => il.Load(next), () => il.Store(next));
        if (_occurrences.Count == 0)
        {
            Call(plan, value);
        }
        else
        {
            Object(plan, value);
        }
        return _refused;
    }

    /// <summary>The method of a type.</summary>
    public void Method(TypePlan plan)
    {
        (Argument g, Argument next) = (il.Argument(0), il.Argument(1));
        (_loadGathering, _loadNext, _storeNext) = (() => il.Load(g), () => il.Load(next), () => il.Store(next));
        bool counts = plan.IsRecursive && plan.Shape.Family is ObjectFamily;
        if (counts)
        {
            Require(nameof(Gathering.Enter), "");
        }
        Object(plan, Place.Of(il, il.Argument(2)));
        if (counts)
        {
            Statement("g.Leave();");
            Ask(nameof(Gathering.Leave));
        }
        Statement($"{_refused!.Name}: return next;");
        il.Mark(_refused);
        _loadNext();
        il.Return();
    }

    // What is met how often; false where there are too many places. The elements of a list that is met once count as one object, if they are flat.
    private bool TryCount(TypePlan plan, bool isMany, bool isRepeated, ref int places)
    {
        if (!plan.Type.IsValueType)
        {
            _occurrences[plan.Type] = _occurrences.GetValueOrDefault(plan.Type) + (isMany ? 2 : 1);
        }
        bool areElements = plan.Shape.Family is SequenceFamily;
        foreach (SlotPlan slot in plan.Slots.Where(RefersTo))
        {
            TypePlan target = methods.Table[slot.Target];
            bool isText = WriteEmitter.IsText(slot), isRepeatedThere = isRepeated || areElements;
            _texts += !isText ? 0 : isRepeatedThere ? 2 : 1;
            _hasElements |= areElements && !isText && !target.Type.IsValueType;
            if (++places > MostPlaces || target.IsRecursive
                || (!isText && !TryCount(target, isMany || (areElements && !IsFlat(slot)), isRepeatedThere, ref places)))
            {
                _occurrences.Clear();
                return false;
            }
        }
        return true;
    }

    // No other place leads to an object of the type.
    private bool IsOnly(Type type) => _occurrences.GetValueOrDefault(type) == 1;

    private void Object(TypePlan plan, Place value)
    {
        if (!IsOnly(plan.Type))
        {
            Add(nameof(Gathering.Add), value);
        }
        Content(plan, value);
    }

    private void Content(TypePlan plan, Place value)
    {
        if (plan.Shape.Family is SequenceFamily)
        {
            Elements(plan, value);
            return;
        }
        foreach (SlotPlan slot in plan.Slots)
        {
            Slot(slot, value.Field(slot.Shape.Field!), isPutDown: !IsOnly(slot.Target));
        }
    }

    private void Elements(TypePlan plan, Place value)
    {
        SlotPlan slot = plan.Slots[0];
        if (!RefersTo(slot))
        {
            return;
        }
        Local span = SequenceFamily.LoadSpan(il, plan, value);
        int most = MostOf(slot);
        Require(nameof(Gathering.HasRoomFor), $"next, {span.Name}.Length, {most}", _loadNext, () => SequenceFamily.SpanLength(il, span), () =>
            il.Constant(most));
        bool areOnly = !slot.DeclaredType.IsValueType && IsOnly(slot.Target);
        if (areOnly)
        {
            Statement($"next = Gathering.AddElements(next, ref Elements.AddressesOf({span.Name}), {span.Name}.Length);");
            _loadNext();
            il.Load(span);
            il.Call(KnownMembers.Elements(nameof(Wire.Elements.AddressesOf), span.Type));
            SequenceFamily.SpanLength(il, span);
            il.Call(KnownMembers.Method(typeof(Gathering), nameof(Gathering.AddElements)));
            _storeNext();
        }
        _left = most > 0 ? int.MaxValue : 0;
        Statement($"foreach (ref var item in {span.Name}) gather item;");
        SequenceFamily.ForEach(il, span, slot.DeclaredType, item =>
            Slot(slot, Place.At(il, slot.DeclaredType, item.Name, () => il.Load(item), PlaceContent.Zero), isPutDown: !areOnly));
        _left = 0;
    }

    private bool RefersTo(SlotPlan slot) => !slot.IsBounded && (Options.NumbersStrings || !WriteEmitter.IsText(slot));

    // How many addresses an element has, if that is known; otherwise it asks for room itself.
    private int MostOf(SlotPlan slot) =>
        !RefersTo(slot) ? 0
        : WriteEmitter.IsText(slot) ? 1
        : !IsFlat(slot) ? 0
        : methods.Table[slot.Target].Slots.Sum(MostOf) + (slot.DeclaredType.IsValueType ? 0 : 1);

    private bool IsFlat(SlotPlan slot) => !RefersTo(slot) || WriteEmitter.IsText(slot) || IsFlat(methods.Table[slot.Target]);

    // An object or struct that refers to nothing but texts.
    private bool IsFlat(TypePlan plan) =>
        plan is { IsRecursive: false, Shape.Family: ObjectFamily }
        && plan.Slots.All(member => !RefersTo(member) || WriteEmitter.IsText(member) || (member.Kind == SlotKind.Value
            && IsFlat(methods.Table[member.Target])));

    private void Slot(SlotPlan slot, Place place, bool isPutDown)
    {
        if (!RefersTo(slot))
        {
            return;
        }
        if (WriteEmitter.IsText(slot))
        {
            Add(nameof(Gathering.AddText), place);
        }
        else if (slot.Kind == SlotKind.Value)
        {
            Content(methods.Table[slot.Target], place);
        }
        else
        {
            Reference(slot, place, isPutDown);
        }
    }

    private void Reference(SlotPlan slot, Place place, bool isPutDown)
    {
        TypePlan plan = methods.Table[slot.Target];
        Local local = il.NewLocal("part", slot.DeclaredType);
        Label none = il.NewLabel("none");
        int left = _left;
        Statement($"if ({place.Text} is not {{ }} {local.Name}) goto {none.Name};");
        place.Load();
        il.Store(local);
        il.Load(local);
        il.Branch(Condition.False, none);
        if (plan.Type.IsArray && !WriteEmitter.IsExact(slot, methods.Table))
        {
            // There is no span of an array of another type.
            il.Statement($"if ({local.Name}.GetType() != typeof({plan.Type})) {{ g.Refuse(); goto {none.Name}; }}");
            il.Load(local);
            il.Call(KnownMembers.ObjectGetType);
            il.TypeOf(plan.Type);
            il.Call(KnownMembers.TypeEquals);
            il.If(Condition.False, () =>
            {
                Ask(nameof(Gathering.Refuse));
                il.Branch(none);
            });
        }
        Place value = Place.Of(il, local);
        if (_occurrences.Count == 0 && !IsFlat(plan))
        {
            Call(plan, value);
        }
        else
        {
            if (isPutDown)
            {
                Add(nameof(Gathering.Add), value);
            }
            Content(plan, value);
        }
        il.Mark(none);
        _left = Math.Min(left, _left);
    }

    private void Call(TypePlan plan, Place value)
    {
        GeneratedMethod method = methods.Gather(plan);
        Statement($"next = {method.Name}(ref g, next, {value.Text});");
        _loadGathering();
        _loadNext();
        value.Load();
        il.Call(method);
        _storeNext();
        _left = 0;
    }

    private void Statement(string text) => il.Statement(text);

    // next = Gathering.verb(next, value)
    private void Add(string verb, Place value)
    {
        if (_left == 0)
        {
            Require(nameof(Gathering.HasRoom), "next", _loadNext);
            _left = Gathering.Slack;
        }
        _left--;
        Statement($"next = Gathering.{verb}(next, {value.Text});");
        _loadNext();
        value.Load();
        il.Call(KnownMembers.Method(typeof(Gathering), verb));
        _storeNext();
    }

    private void Require(string verb, string text, params Action[] arguments)
    {
        _refused ??= il.NewLabel("refused");
        Statement($"if (!g.{verb}({text})) goto {_refused.Name};");
        Ask(verb, arguments);
        il.Branch(Condition.False, _refused);
    }

    // g.verb(arguments...)
    private void Ask(string verb, params Action[] arguments)
    {
        _loadGathering();
        foreach (Action argument in arguments)
        {
            argument();
        }
        il.Call(KnownMembers.Method(typeof(Gathering), verb));
    }
}
