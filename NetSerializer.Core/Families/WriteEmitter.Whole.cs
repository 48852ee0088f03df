using NetSerializer.Emit;
using NetSerializer.Planning;

namespace NetSerializer.Families;

// With References=Preserve: an object that refers to nothing but a few texts and objects like it is mostly new with all of them, which are asked for at once.
internal sealed partial class WriteEmitter
{
    // All of it is written where it is asked for, and texts are compared with each other (WireWriter.RaiseTexts has that for so many).
    private const int MostObjects = 4, MostTexts = 4, MostMembers = 24;

    // Nothing else is written by the call: no object has to be asked for.
    private bool _isAlone;

    // How many objects and texts an object of the type is with all that it refers to; null where that is not so, or is no more than what is asked for as a
    // pair.
    private int? WholeOf(TypePlan plan) =>
        MayBeWhole(plan, Methods, out int objects, out int texts) && (texts > 1 || objects > 1) ? objects + texts : null;

    private static bool MayBeWhole(TypePlan plan, MethodSet methods, out int objects, out int texts)
    {
        int members = objects = texts = 0;
        SerializerOptions options = methods.Table.Options;
        return !methods.IsTraced && options is { PreservesReferences: true, NumbersStrings: true } && options.Strings != StringHandling.Table
            && plan.Type.IsClass && TryAddWhole(plan, methods.Table, ref objects, ref texts, ref members);
    }

    /// <summary>As a root, an object of the type with all that it refers to need only be compared with each other.</summary>
    public static bool CanBeAlone(TypePlan plan, MethodSet methods) =>
        plan.Slots.Any(slot => slot.MinSize > 0) && MayBeWhole(plan, methods, out _, out _);

    private static bool TryAddWhole(TypePlan plan, PlanTable table, ref int objects, ref int texts, ref int members)
    {
        members += plan.Slots.Length;
        if (plan.IsRecursive || plan.Shape.Family is not ObjectFamily || !IsPlain(plan, table) || ++objects > MostObjects || members > MostMembers)
        {
            return false;
        }
        foreach (SlotPlan slot in plan.Slots)
        {
            if (IsText(slot) ? ++texts > MostTexts : !slot.IsBounded && !(MayBePart(slot)
                && TryAddWhole(table[slot.Target], table, ref objects, ref texts, ref members)))
            {
                return false;
            }
        }
        return true;
    }

    /// <summary>A place for an object of one class.</summary>
    public static bool MayBePart(SlotPlan slot) => slot.Kind is SlotKind.Own or SlotKind.Presence && IsOneClass(slot);

    /// <summary>A place for a text.</summary>
    public static bool IsText(SlotPlan slot) => slot.DeclaredType == typeof(string);

    private void ReferencedWhole(SlotPlan slot, int count, Place value)
    {
        TypePlan plan = Methods.Table[slot.Target];
        Local local = HoldReference(slot, value);
        Label rest = Il.NewLabel("rest"), end = Il.NewLabel("end");
        Statement($"if ({local.Name} == null) goto rest;");
        Il.Load(local);
        Il.Branch(Condition.False, rest);
        AskForWhole(plan, local, IsExact(slot), count, rest);
        Bytes(1, "new");
        ((TypeFamily)plan.Shape.Family).EmitWrite(this, plan, Known(local, slot.Target));
        Statement("goto end;");
        Il.Branch(end);
        GeneratedMethod other = IsAscending ? Methods.WriteAscended(slot, FirstText(slot)!) : Methods.WriteReferred(slot);
        Statement($"rest: p = ref {other.Name}(ref w, ref p, {local.Name});");
        Il.Mark(rest);
        Thread(other, () => Il.Load(local));
        Statement("end:");
        Il.Mark(end);
        Forget();
    }

    /// <summary>Writes an object with its id, where it is new with all that it refers to; all else is left to the other method.</summary>
    /// <returns>False where objects of the type refer to more.</returns>
    public bool TryTaggedWhole(TypePlan plan, Argument value, Func<GeneratedMethod> other)
    {
        if (WholeOf(plan) is not { } count)
        {
            return false;
        }
        Local local = Il.NewLocal("whole", plan.Type);
        Label rest = Il.NewLabel("rest");
        Statement($"{plan.Type} {local.Name} = value;");
        Il.Load(value);
        Il.Store(local);
        AskForWhole(plan, local, isExact: true, count, rest);
        Id(plan, HeadOf(plan));
        ((TypeFamily)plan.Shape.Family).EmitWrite(this, plan, Place.Of(Il, local));
        Return();
        GeneratedMethod method = other();
        Statement($"rest: p = ref {method.Name}(ref w, ref p, value);");
        Il.Mark(rest);
        Forget();
        Thread(method, () => Il.Load(value));
        return true;
    }

    /// <summary>
    /// Writes an object with its id, as the only one of a root: where all that it refers to are different objects, each of them is new. Otherwise nothing is
    /// written.
    /// </summary>
    public void Alone(TypePlan plan, Argument value)
    {
        _isAlone = true;
        Local local = Il.NewLocal("whole", plan.Type);
        Label? rest = MayShare(plan, [], out _) ? Il.NewLabel("rest") : null;
        Statement($"{plan.Type} {local.Name} = value;");
        Il.Load(value);
        Il.Store(local);
        List<Part> parts = [];
        AskFor(plan, local, isExact: true, parts, rest);
        Local[] texts = [.. parts.Select(part => part.Local).Where(part => part.Type == typeof(string))];
        if (texts.Length > 1)
        {
            Statement($"if (!{nameof(WireWriter)}.{nameof(WireWriter.AreDifferent)}({string.Join(", ", texts.Select(text => text.Name))})) goto rest;");
            foreach (Local text in texts)
            {
                Il.Load(text);
            }
            Il.Call(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.AreDifferent), [.. texts.Select(text => text.Type)]));
            Il.Branch(Condition.False, rest!);
        }
        Id(plan, HeadOf(plan));
        HoldNew(nameof(WireWriter.WriteRaisedString), parts.Skip(1).Select(part => part.Local));
        ((TypeFamily)plan.Shape.Family).EmitWrite(this, plan, Place.Of(Il, local));
        if (rest == null)
        {
            return;
        }
        Return();
        Statement($"rest: return ref w.{nameof(WireWriter.RefuseAlone)}(ref p);");
        Il.Mark(rest);
        Forget();
        Thread(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.RefuseAlone)));
    }

    // Whether two of the objects and texts may be one, or one be of another class.
    private bool MayShare(TypePlan plan, HashSet<Type> types, out int texts)
    {
        bool mayShare = !types.Add(plan.Type);
        texts = 0;
        foreach (SlotPlan slot in plan.Slots.Where(slot => !slot.IsBounded))
        {
            int below = 1;
            mayShare |= !IsText(slot) && (MayShare(Methods.Table[slot.Target], types, out below) || !IsExact(slot));
            texts += below;
        }
        return mayShare || texts > 1;
    }

    // Gives all of it its numbers, or none.
    private void AskForWhole(TypePlan plan, Local local, bool isExact, int count, Label rest)
    {
        Statement($"if (!w.{nameof(WireWriter.HasPlaces)}(ref p, {count})) goto rest;");
        Tell(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.HasPlaces)), () => Il.Constant(count));
        Il.Branch(Condition.False, rest);
        List<Part> parts = [];
        Part whole = AskFor(plan, local, isExact, parts, rest);
        Local total = AskForTexts([.. parts.Select(part => part.Local).Where(part => part.Type == typeof(string))], rest);
        Raise(whole, total);
        Number(parts, total);
        HoldNew(nameof(WireWriter.WriteRaisedString), parts.Skip(1).Select(part => part.Local));
    }

    // Loads all of it into locals, since another thread might exchange them meanwhile.
    private Part AskFor(TypePlan plan, Local local, bool isExact, List<Part> parts, Label? rest)
    {
        if (!isExact)
        {
            Statement($"if (!({TypeTest(local.Name, plan.Type, isExact: true)})) goto rest;");
            TestType(() => Il.Load(local), plan.Type, isExact: true);
            Il.Branch(Condition.False, rest!);
        }
        // The elements of a list that lies in order are known to be new.
        var part = new Part(local, _isAlone || (IsAscending && parts.Count == 0) ? null : Il.NewLocal("kind", typeof(int)));
        if (part.Kind is { } kind)
        {
            AskForObject(local, kind, rest!);
        }
        CompareObject(local, parts, rest);
        parts.Add(part);
        Place item = Known(local, plan.Type);
        foreach (SlotPlan member in plan.Slots.Where(member => !member.IsBounded))
        {
            Place place = item.Field(member.Shape.Field!);
            Local below = Il.NewLocal(LocalName(place.Text), member.DeclaredType);
            Statement($"{member.DeclaredType} {below.Name} = {place.Text};");
            place.Load();
            Il.Store(below);
            if (IsText(member))
            {
                parts.Add(new Part(below, null));
                continue;
            }
            int start = parts.Count;
            Statement($"if ({below.Name} != null) {{");
            Il.Load(below);
            Il.If(Condition.True, () => part.Objects.Add(AskFor(Methods.Table[member.Target], below, IsExact(member), parts, rest)), () =>
                NoParts(parts[start], parts[(start + 1)..]));
        }
        return part;
    }

    private void AskForObject(Local local, Local kind, Label rest)
    {
        Statement($"int {kind.Name} = w.{nameof(WireWriter.KindOf)}({local.Name});");
        Ask(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.KindOf)), () => Il.Load(local));
        Il.Store(kind);
        Statement($"if (!w.{nameof(WireWriter.IsAbove)}({local.Name}, {kind.Name})) goto rest;");
        Ask(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.IsAbove)), () => Il.Load(local), () => Il.Load(kind));
        Il.Branch(Condition.False, rest);
    }

    private void CompareObject(Local local, List<Part> parts, Label? rest)
    {
        foreach (Part other in parts.Where(other => other.Local.Type == local.Type))
        {
            Statement($"if ({local.Name} == {other.Local.Name}) goto rest;");
            Il.Load(local);
            Il.Load(other.Local);
            Il.Branch(Condition.Equal, rest!);
        }
    }

    // There is no object, and nothing that it refers to.
    private void NoParts(Part none, List<Part> below)
    {
        Statement("} else {");
        foreach (Part part in below.Prepend(none))
        {
            if (part != none)
            {
                Set(part.Local, Il.Null, "null");
            }
            if (part.Kind is { } kind)
            {
                Set(kind, () => Il.Constant(0), "0");
            }
        }
        Statement("}");

        void Set(Local local, Action load, string value)
        {
            Statement($"{local.Name} = {value};");
            load();
            Il.Store(local);
        }
    }

    // How many numbers there are going to be for the object itself and the texts.
    private Local AskForTexts(Local[] texts, Label rest)
    {
        Local total = Il.NewLocal("total", typeof(int));
        if (texts.Length == 0)
        {
            Statement($"if (!w.{nameof(WireWriter.HasStayed)}()) goto rest;");
            Ask(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.HasStayed)));
            Il.Branch(Condition.False, rest);
            Statement($"int {total.Name} = 1;");
            Il.Constant(1);
            Il.Store(total);
            return total;
        }
        Statement($"int {total.Name} = 1 + w.{nameof(WireWriter.RaiseTexts)}({string.Join(", ", texts.Select(text => text.Name))});");
        Ask(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.RaiseTexts), [.. texts.Select(text => text.Type)]),
            [.. texts.Select(text => (Action)(() => Il.Load(text)))]);
        Il.Constant(1);
        Il.Add();
        Il.Store(total);
        Statement($"if ({total.Name} == 0) goto rest;");
        Il.Load(total);
        Il.Branch(Condition.False, rest);
        return total;
    }

    private void Raise(Part part, Local total)
    {
        if (part.Kind is { } kind)
        {
            Statement($"w.{nameof(WireWriter.Raise)}({part.Local.Name}, {kind.Name});");
            Ask(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.Raise)), () => Il.Load(part.Local), () => Il.Load(kind));
        }
        foreach (Part below in part.Objects)
        {
            Statement($"if ({below.Local.Name} != null) {{ {total.Name}++;");
            Il.Load(below.Local);
            Il.If(Condition.True, () =>
            {
                Il.Load(total);
                Il.Constant(1);
                Il.Add();
                Il.Store(total);
                Raise(below, total);
                Statement("}");
            });
        }
    }

    private void Number(List<Part> parts, Local total)
    {
        Statement($"if (w.{nameof(WireWriter.ListsObjects)}) {{ list all that is not null }} else {{ w.{nameof(WireWriter.Count)}({total.Name}); }}");
        Ask(KnownMembers.Method(typeof(WireWriter), "get_" + nameof(WireWriter.ListsObjects)));
        Il.If(Condition.True, () =>
        {
            foreach (Part part in parts)
            {
                Ask(KnownMembers.Method(typeof(WireWriter), part.Local.Type == typeof(string) ? nameof(WireWriter.ListText) : nameof(WireWriter.List)),
                    () => Il.Load(part.Local));
            }
        }, () => Ask(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.Count)), () => Il.Load(total)));
    }

    // An object or a text; of an object, where its kind is held, if that has to be asked for, and the objects that it refers to.
    private sealed record Part(Local Local, Local? Kind)
    {
        public List<Part> Objects { get; } = [];
    }

    // An object that is new as a part of another one.
    private bool TryReferencedPart(SlotPlan slot)
    {
        if (!_new.TryDequeue(out Local? part))
        {
            return false;
        }
        TypePlan plan = Methods.Table[slot.Target];
        Reserve(1 + HeadOf(plan));
        int reserved = _reserved;
        Statement($"if ({part.Name} == null) {{ write 0; }} else {{ write 1; write the body; }}");
        Il.Load(part);
        Il.If(Condition.False, () => Bytes(0, "null"), () =>
        {
            _reserved = reserved;
            Bytes(1, "new");
            ((TypeFamily)plan.Shape.Family).EmitWrite(this, plan, Known(part, slot.Target));
        });
        Forget();
        return true;
    }
}
