using NetSerializer.Emit;
using NetSerializer.Errors;
using NetSerializer.Planning;
using NetSerializer.Wire;

namespace NetSerializer.Families;

// Slots: docs/wire-format.md, section 6.
internal sealed partial class WriteEmitter
{
    /// <summary>Writes the value at <paramref name="value"/> in the form of its slot. Room for a bounded one is reserved if need be.</summary>
    public void Slot(SlotPlan slot, Place value)
    {
        if (!slot.HoldsDepth)
        {
            Content(slot, value);
            return;
        }
        Local held = Il.NewLocal("held", typeof(int));
        Statement("int held = w.HoldDepth();");
        CallPlain(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.HoldDepth)));
        Il.Store(held);
        Content(slot, value);
        Statement("w.ReleaseDepth(held);");
        CallPlain(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.ReleaseDepth)), () => Il.Load(held));
    }

    private void Content(SlotPlan slot, Place value)
    {
        switch (slot.Kind)
        {
            case SlotKind.Value:
                if (slot.IsBounded)
                {
                    Reserve(slot.MaxSize);
                }
                Body(Methods.Table[slot.Target], value);
                break;
            case SlotKind.Own or SlotKind.Presence when slot.IsReference:
                Referenced(slot, value);
                break;
            case SlotKind.Own:
                Own(slot, value);
                break;
            case SlotKind.Presence:
                Presence(slot, value);
                break;
            default:
                Any(slot, value);
                break;
        }
    }

    /// <summary>Writes a body, here or in a method of its own.</summary>
    public void Body(TypePlan plan, Place value)
    {
        TypeFamily family = (TypeFamily)plan.Shape.Family;
        if (Methods.IsInline(plan))
        {
            family.EmitWrite(this, plan, value);
            return;
        }
        Reserve(HeadOf(plan));
        GeneratedMethod body = Methods.WriteBody(plan);
        bool byReference = plan.Type.IsValueType;
        Statement($"p = ref {body.Name}(ref w, ref p, {(byReference ? "ref " : "")}{value.Text});");
        CallAdvancing(body, byReference ? value.LoadAddress : value.Load);
        if (plan.IsBounded)
        {
            Use(plan.MaxSize);
        }
        else
        {
            Forget();
        }
    }

    // Strings and collections have a null of their own. A value of a class derived from the declared one must not lose its further members.
    private void Own(SlotPlan slot, Place value)
    {
        TypePlan plan = Methods.Table[slot.Target];
        if (!IsExact(slot))
        {
            Local local = Il.SharedLocal("own" + plan.Id, slot.DeclaredType);
            Statement($"{slot.DeclaredType} {local.Name} = {value.Text};");
            value.Load();
            Il.Store(local);
            bool isExact = !Methods.Table[slot.Target].Shape.CoversDerived;
            Statement($"if ({local.Name} != null && {local.Name}{(isExact ? ".GetType() != typeof(" : " is not (")}{slot.Target})) throw NotRegistered;");
            Il.Load(local);
            Il.If(Condition.True, () => RequireExactType(slot, local));
            value = Known(local, slot.Target);
        }
        NewBody(plan, value.Load, () => Body(plan, value));
        Forget();
    }

    private void Presence(SlotPlan slot, Place value)
    {
        TypePlan plan = Methods.Table[slot.Target];
        bool inline = plan.IsBounded && Methods.IsInline(plan);
        Reserve(inline ? 1 + plan.MaxSize : 1 + HeadOf(plan));
        Local local = Il.NewLocal(LocalName(value.Text), slot.DeclaredType);
        Statement($"{slot.DeclaredType} {local.Name} = {value.Text};");
        value.Load();
        Il.Store(local);
        int reserved = _reserved;
        Statement($"if ({local.Name} == null) {{ write 0; }} else {{ write 1; write the body; }}");
        Il.Load(local);
        Il.If(
            Condition.False,
            () => Bytes(0, "null"),
            () =>
            {
                _reserved = reserved;
                if (!IsExact(slot))
                {
                    RequireExactType(slot, local);
                }
                Bytes(1, "present");
                if (plan.IsBounded)
                {
                    Reserve(plan.MaxSize);
                }
                NewBody(plan, () => Il.Load(local), () => Body(plan, Known(local, slot.Target)));
            });
        Forget();
    }

    // With References=Preserve: null, or a new object and its body, or the number of one that has appeared.
    private void Referenced(SlotPlan slot, Place value)
    {
        TypePlan plan = Methods.Table[slot.Target];
        Local local = Il.NewLocal(LocalName(value.Text), slot.DeclaredType);
        int reserved = Math.Max(VarInt.Max32 + Math.Max(0, plan.MaxSize), 1 + HeadOf(plan));
        Reserve(reserved);
        Statement($"{slot.DeclaredType} {local.Name} = {value.Text};");
        value.Load();
        Il.Store(local);
        if (!IsExact(slot))
        {
            Statement($"if ({local.Name} != null && !({TypeTest(local.Name, slot.Target, !plan.Shape.CoversDerived)})) throw NotRegistered;");
            Il.Load(local);
            Il.If(Condition.True, () => RequireExactType(slot, local));
        }
        Statement($"if ({local.Name} == null) {{ write 0; }} else if (w.IsNew({local.Name})) {{ write 1; write the body; }} else {{ p = ref "
            + "w.WriteFound(ref p); }}");
        Il.Load(local);
        Il.If(
            Condition.False,
            () => Bytes(0, "null"),
            () =>
            {
                CallPlain(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.IsNew)), () => Il.Load(local));
                Il.If(
                    Condition.True,
                    () => NewBody(plan, () => Il.Load(local), () =>
                    {
                        _reserved = reserved;
                        Bytes(1, "new");
                        Body(plan, Known(local, slot.Target));
                    }),
                    () => CallAdvancing(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.WriteFound))));
            });
        Forget();
    }

    /// <summary>
    /// Writes the content of an object that has just been numbered, or has no number. With References=Preserve the writer is told of one that its content
    /// must not lead back to.
    /// </summary>
    public void NewBody(TypePlan plan, Action load, Action body)
    {
        bool isMadeLast = plan.HasNumber && ((TypeFamily)plan.Shape.Family).NeedsContentFirst(plan),
            isRepeated = Options.PreservesReferences && !plan.HasNumber && plan.IsRecursive;
        if (isMadeLast)
        {
            Statement("w.OpenNumber();");
            CallPlain(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.OpenNumber)));
        }
        if (isRepeated)
        {
            Statement("w.EnterUnshared(value);");
            CallPlain(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.EnterUnshared)), load);
        }
        body();
        if (isMadeLast)
        {
            Statement("w.CloseNumber();");
            CallPlain(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.CloseNumber)));
        }
        if (isRepeated)
        {
            Statement("w.LeaveUnshared();");
            CallPlain(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.LeaveUnshared)));
        }
    }

    /// <summary>In front of the id of an object: returns when only its number had to be written.</summary>
    public void ReturnIfKnown(TypePlan plan, Argument value)
    {
        bool isText = plan.Shape.Family is StringFamily;
        if (!plan.HasNumber || (isText && !Options.NumbersStrings))
        {
            return;
        }
        string test = !isText ? nameof(WireWriter.IsNew)
            : Options.Strings == StringHandling.Table ? nameof(WireWriter.IsNewContent) : nameof(WireWriter.IsNewText);
        Statement($"if (!w.{test}(value)) return ref w.WriteKnown(ref p);");
        CallPlain(KnownMembers.Method(typeof(WireWriter), test), () => Il.Load(value));
        Il.If(Condition.False, () =>
        {
            CallAdvancing(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.WriteKnown)));
            Return();
        });
        Forget();
    }

    private void Any(SlotPlan slot, Place value)
    {
        if (IsHashed(slot) && slot.DeclaredType.IsArray)
        {
            int handle = Methods.SlotHandle(slot.DeclaredType);
            Statement($"p = ref w.WriteArrayIn(ref p, {value.Text}, {handle});");
            CallAdvancing(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.WriteArrayIn)), value.Load, () => Il.Constant(handle));
        }
        else if (IsHashed(slot) && !Methods.MayLeave(slot))
        {
            Statement($"p = ref w.WriteObject(ref p, {value.Text});");
            CallAdvancing(KnownMembers.WriteObject, value.Load);
        }
        else
        {
            GeneratedMethod tests = Methods.WriteSlot(slot);
            Statement($"p = ref {tests.Name}(ref w, ref p, {value.Text});");
            CallAdvancing(tests, value.Load);
        }
        Forget();
    }

    /// <summary>
    /// The body of a slot method: null, or one exact-type test for each admitted type. For few types that is cheaper than a hash.
    /// </summary>
    public void TypeTests(SlotPlan slot)
    {
        Argument value = Il.Argument(2);
        Statement("if (value == null) { write 0; return ref p; }");
        Il.Load(value);
        Il.If(Condition.False, () =>
        {
            Bytes(0, "null");
            Return();
        });
        foreach (TypePlan leaving in Methods.Leaving(slot))
        {
            Test(leaving.Type, isExact: true, Methods.WriteTaggedIn(leaving, slot.DeclaredType));
        }
        if (IsHashed(slot))
        {
            Forget();
            Statement("return ref w.WriteObject(ref p, value);");
            CallAdvancing(KnownMembers.WriteObject, () => Il.Load(value));
            Return();
            return;
        }
        foreach (Type admitted in slot.Admitted)
        {
            // A type that does not fit is admitted for the object that it names when it is read.
            if (slot.DeclaredType.IsAssignableFrom(admitted))
            {
                Test(admitted, isExact: true);
            }
        }
        foreach (Type admitted in slot.Admitted)
        {
            if (Methods.Table[admitted].Shape.CoversDerived)
            {
                Test(admitted, isExact: false);
            }
        }
        Forget();
        if (slot.DeclaredType.IsAssignableTo(typeof(System.Collections.IEnumerable)) || slot.Admitted.Contains(typeof(RemoteException)))
        {
            // Of a collection expression the program does not know the type; an exception of any type may have one that stands for it.
            Statement($"return ref w.WriteStandIn(ref p, value, typeof({TypeNames.Display(slot.DeclaredType)}));");
            CallAdvancing(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.WriteStandIn)), () => Il.Load(value), () => Il.TypeOf(slot.DeclaredType));
        }
        else
        {
            ThrowNotRegistered(() => Il.Load(value), slot.DeclaredType);
        }
        Return();

        void Test(Type admitted, bool isExact, GeneratedMethod? special = null)
        {
            if (isExact && admitted.IsAbstract)
            {
                return;
            }
            Forget();
            GeneratedMethod tagged = special ?? Methods.WriteTagged(Methods.Table[admitted]);
            Statement($"if ({TypeTest("value", admitted, isExact)}) return ref {tagged.Name}(ref w, ref p, value);");
            TestType(() => Il.Load(value), admitted, isExact);
            Il.If(Condition.True, () =>
            {
                CallAdvancing(tagged, () =>
                {
                    Il.Load(value);
                    if (tagged.Arguments[2].Type != value.Type && tagged.Arguments[2].Type != typeof(object))
                    {
                        Il.As(tagged.Arguments[2].Type);
                    }
                });
                Return();
            });
        }
    }

    // The tables know nothing of the slot: in one that takes no RemoteException they would write one.
    private bool IsHashed(SlotPlan slot) => slot.IsOpen || (slot.Admitted.Length > MethodSet.MaxTests && !MayMeetRemoteException(slot));

    private bool MayMeetRemoteException(SlotPlan slot) =>
        Options.UnknownExceptions == UnknownExceptions.AsRemoteException && !slot.Admitted.Contains(typeof(RemoteException))
        && (slot.DeclaredType.IsInterface || slot.DeclaredType.IsAssignableTo(typeof(Exception)));

    private Place Known(Local local, Type type)
    {
        TypePlan plan = Methods.Table[type];
        // Of a class without members nothing is read.
        if (local.Type == type || (plan is { IsBounded: true, MaxSize: 0 } && Methods.IsInline(plan)))
        {
            return Place.Of(Il, local);
        }
        Local known = Il.SharedLocal("known" + plan.Id, type);
        Statement($"{type} {known.Name} = Unsafe.As<{type}>({local.Name});");
        Il.Load(local);
        Il.As(type);
        Il.Store(known);
        return Place.Of(Il, known);
    }

    private void RequireExactType(SlotPlan slot, Local local)
    {
        TestType(() => Il.Load(local), slot.Target, !Methods.Table[slot.Target].Shape.CoversDerived);
        Il.If(Condition.False, () => ThrowNotRegistered(() => Il.Load(local), slot.DeclaredType));
    }

    // The values of a type that covers derived ones, a frozen collection or a culture, are of classes that nobody can name.
    private void TestType(Action load, Type type, bool isExact)
    {
        load();
        if (!isExact)
        {
            Il.Call(KnownMembers.Is(type));
            return;
        }
        Il.Call(KnownMembers.ObjectGetType);
        Il.TypeOf(type);
        Il.Call(KnownMembers.TypeEquals);
    }

    private static string TypeTest(string value, Type type, bool isExact) =>
        isExact ? $"{value}.GetType() == typeof({TypeNames.Display(type)})" : $"{value} is {TypeNames.Display(type)}";

    private void ThrowNotRegistered(Action load, Type declared)
    {
        Statement($"throw NotRegistered(value, typeof({TypeNames.Display(declared)}));");
        load();
        Il.TypeOf(declared);
        Il.Call(KnownMembers.NotRegistered);
    }

    // A run-time type that differs from the target cannot occur. An array can be one of a derived type, and the run-time lets int[], uint[] and an
    // enum's array pass for one another.
    private bool IsExact(SlotPlan slot) => IsExact(slot, Methods.Table);

    /// <summary>A run-time type that differs from the target cannot occur.</summary>
    public static bool IsExact(SlotPlan slot, PlanTable table) =>
        slot.Target == slot.DeclaredType
        && (table[slot.Target].Shape.CoversDerived || (slot.Target.IsArray ? IsExactElement(slot.Target.GetElementType()!) : slot.Target.IsSealed));

    private static bool IsExactElement(Type element) =>
        element.IsArray ? IsExactElement(element.GetElementType()!) : element is { IsSealed: true, IsPrimitive: false, IsEnum: false };

    private static string LocalName(string text)
    {
        string name = text[(text.LastIndexOf('.') + 1)..];
        return name.All(char.IsLetterOrDigit) && char.IsLetter(name[0]) ? char.ToLowerInvariant(name[0]) + name[1..] : "item";
    }
}
