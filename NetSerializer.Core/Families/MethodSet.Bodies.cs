using System.Reflection;
using NetSerializer.Emit;
using NetSerializer.Families.Columns;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Wire;

namespace NetSerializer.Families;

// The methods that a type can have, and the two of a slot.
internal sealed partial class MethodSet
{
    private static readonly (string, Type) s_count = ("count", typeof(int));

    /// <summary>
    /// <c>Write_X(ref w, ref p, X value)</c>, <c>ref S value</c> for value types: the body. The caller has reserved a bounded one, and the head of others.
    /// </summary>
    public GeneratedMethod WriteBody(TypePlan plan) =>
        Declare(plan.Type, "Write", plan.Type.IsValueType ? plan.Type.MakeByRefType() : plan.Type, "value", method =>
        {
            var e = new WriteEmitter(this, method);
            Argument argument = e.Il.Argument(2);
            Place value = plan.Type.IsValueType ? Place.At(e.Il, plan.Type, "value", () => e.Il.Load(argument)) : Place.Of(e.Il, argument);
            e.Assume(plan.IsBounded ? plan.MaxSize : e.HeadOf(plan));
            var family = (TypeFamily)plan.Shape.Family;
            bool counts = plan.IsRecursive && family.CountsDepth(plan);
            Guarded(e, counts, plan.Shape.Null == NullForm.Own, mayBeKnown: false, counts && plan.Type.IsValueType ? WriteBoxed(plan) : method, () =>
                family.EmitWrite(e, plan, value));
            e.Return();
        });

    /// <summary><c>WriteTagged_X(ref w, ref p, X value)</c>, <c>object value</c> for value types: id and body of a value that is not null.</summary>
    public GeneratedMethod WriteTagged(TypePlan plan) =>
        Declare(plan.Type, "WriteTagged", plan.Type.IsValueType ? typeof(object) : plan.Type, "value", method =>
        {
            var e = new WriteEmitter(this, method);
            Argument argument = e.Il.Argument(2);
            Place value = plan.Type.IsValueType ? Unboxed(e.Il, plan.Type, argument) : Place.Of(e.Il, argument);
            var family = (TypeFamily)plan.Shape.Family;
            // A boxed value has its guard here, where it is an object; others in their bodies, unless these are not called.
            Guarded(e, plan.IsRecursive && (family.WritesId || !family.CountsDepth(plan)), mayBeNull: false, mayBeKnown: plan.HasNumber, method,
                () =>
            {
                e.ReturnIfKnown(plan, argument);
                e.NewBody(plan, () => e.Il.Load(argument), () => family.EmitWriteTagged(e, plan, value));
            });
            e.Return();
        });

    /// <summary>As <see cref="WriteTagged"/>, for an object that may set a type which not every slot admits.</summary>
    public GeneratedMethod WriteTaggedIn(TypePlan plan, Type declaredType) =>
        Declare(plan.Type, $"WriteTaggedIn{SlotHandle(declaredType)}", plan.Type, "value", method =>
        {
            var e = new WriteEmitter(this, method);
            Argument argument = e.Il.Argument(2);
            Guarded(e, plan.IsRecursive, mayBeNull: false, mayBeKnown: plan.HasNumber, method, () =>
            {
                e.ReturnIfKnown(plan, argument);
                e.NewBody(plan, () => e.Il.Load(argument), () =>
                    ((TypeFamily)plan.Shape.Family).EmitWriteTaggedIn(e, plan, Place.Of(e.Il, argument), declaredType));
            });
            e.Return();
        });

    /// <summary>
    /// <c>Read_X(ref r, ref p, ref S target)</c> for value types, <c>(..., X target)</c> for classes that are filled, <c>(..., out X value)</c> for
    /// bodies that make their object. The caller has run a bounded one.
    /// </summary>
    public GeneratedMethod ReadBody(TypePlan plan)
    {
        var family = (TypeFamily)plan.Shape.Family;
        ReadForm form = family.ReadForm(plan);
        return Declare(plan.Type, "Read", form == ReadForm.Fill ? plan.Type : plan.Type.MakeByRefType(), form == ReadForm.Produce ? "value" : "target",
            method =>
        {
            var e = new ReadEmitter(this, method);
            Argument argument = e.Il.Argument(2);
            Place target = form == ReadForm.Fill
                ? Place.Of(e.Il, argument, ReadEmitter.MadeContent(plan))
                : Place.At(e.Il, plan.Type, argument.Name, () => e.Il.Load(argument),
                    form == ReadForm.ByReference ? ReadEmitter.MadeContent(plan) : PlaceContent.Unknown);
            if (plan.IsBounded)
            {
                e.Assume(plan.MaxSize);
            }
            bool counts = plan.IsRecursive && family.CountsDepth(plan);
            Guarded(e, counts, mayBeNull: plan.Shape.Null == NullForm.Own, counts && form == Families.ReadForm.ByReference ? ReadBoxed(plan) : method, form,
                () => family.EmitRead(e, plan, target));
            e.Return();
        });
    }

    /// <summary><c>ReadNew_X(ref r, ref p, out X value)</c>, <c>out object value</c> for value types: reads the body behind an id.</summary>
    public GeneratedMethod ReadNew(TypePlan plan)
    {
        var family = (TypeFamily)plan.Shape.Family;
        ReadForm form = family.ReadForm(plan);
        return Declare(plan.Type, "ReadNew", (form == ReadForm.ByReference || plan.Shape.IsReplaced ? typeof(object) : plan.Type).MakeByRefType(), "value",
            method =>
        {
            var e = new ReadEmitter(this, method);
            Argument argument = e.Il.Argument(2);
            Place value = Place.At(e.Il, argument.Type.GetElementType()!, "value", () => e.Il.Load(argument));
            switch (form)
            {
                case ReadForm.Produce when e.Options.PreservesReferences:
                    e.ProduceNew(plan, value);
                    break;
                case ReadForm.Produce:
                    ReadNewProduced(e, plan, value);
                    break;
                case ReadForm.Fill:
                    Local made = e.Il.NewLocal("made", plan.Type);
                    Local? mark = plan.Shape.IsReplaced ? e.LoadMark() : null, number = mark == null ? null : e.ReserveNumber(plan);
                    e.Create(plan, made);
                    if (mark == null)
                    {
                        value.Store(() => e.Il.Load(made));
                    }
                    RunAndRead(e, plan, Place.Of(e.Il, made, ReadEmitter.MadeContent(plan)));
                    if (mark != null)
                    {
                        e.RealObject(made, mark, typeof(object), value, number);
                    }
                    break;
                default:
                    Guarded(e, plan.IsRecursive && !family.CountsDepth(plan), mayBeNull: false, method, Families.ReadForm.Produce, () =>
                        ReadNewBoxed(e, plan, value, isObject: true));
                    break;
            }
            e.Return();
        });
    }

    // The body of a struct that counts depth, as Descend calls it: the value travels in a box, as nothing else can cross to another stack.
    private GeneratedMethod WriteBoxed(TypePlan plan) =>
        Declare(plan.Type, "WriteBoxed", typeof(object), "value", method =>
        {
            var e = new WriteEmitter(this, method);
            Argument argument = e.Il.Argument(2);
            e.Body(plan, Unboxed(e.Il, plan.Type, argument));
            e.Return();
        });

    private GeneratedMethod ReadBoxed(TypePlan plan) =>
        Declare(plan.Type, "ReadBoxed", typeof(object).MakeByRefType(), "value", method =>
        {
            var e = new ReadEmitter(this, method);
            Argument argument = e.Il.Argument(2);
            ReadNewBoxed(e, plan, Place.At(e.Il, typeof(object), "value", () => e.Il.Load(argument)), isObject: false);
            e.Return();
        });

    private static Place Unboxed(BodyWriter il, Type type, Argument boxed) =>
        Place.At(il, type, $"(({type.Name}){boxed.Name})", () =>
        {
            il.Load(boxed);
            il.UnboxAddress(type);
        });

    /// <summary><c>WriteDirect_D(ref w, ref p, D value)</c>: a slot alone: of a custom serializer, or a root without an id.</summary>
    public GeneratedMethod WriteDirect(SlotPlan slot) =>
        Declare(slot.DeclaredType, "WriteDirect", slot.DeclaredType, "value", method =>
        {
            var e = new WriteEmitter(this, method);
            e.Slot(slot, Place.Of(e.Il, e.Il.Argument(2)));
            e.Return();
        });

    /// <summary><c>ReadDirect_D(ref r, ref p, out D value)</c>: its mirror.</summary>
    public GeneratedMethod ReadDirect(SlotPlan slot) =>
        Declare(slot.DeclaredType, "ReadDirect", slot.DeclaredType.MakeByRefType(), "value", method =>
        {
            var e = new ReadEmitter(this, method);
            Argument argument = e.Il.Argument(2);
            e.Statement("value = default;");
            e.Il.Load(argument);
            e.Il.Initialize(slot.DeclaredType);
            e.Slot(slot, Place.At(e.Il, slot.DeclaredType, "value", () => e.Il.Load(argument), PlaceContent.Zero));
            e.Return();
        });

    /// <summary><c>WriteColumns_X(ref w, ref p, ref S first, int count)</c>: a block of structs that go by columns.</summary>
    public GeneratedMethod WriteColumns(TypePlan plan) =>
        Declare(plan.Type, "WriteColumns", plan.Type.MakeByRefType(), "first", method => ColumnMethods.Write(new WriteEmitter(this, method), plan), s_count);

    /// <summary><c>ReadColumns_X(ref r, ref p, ref S first, int count)</c>: its mirror.</summary>
    public GeneratedMethod ReadColumns(TypePlan plan) =>
        Declare(plan.Type, "ReadColumns", plan.Type.MakeByRefType(), "first", method => ColumnMethods.Read(new ReadEmitter(this, method), plan), s_count);

    /// <summary><c>FillLate_X(ref r, ref p, object state)</c>: puts the entries that have been read for a collection into it.</summary>
    public GeneratedMethod FillLate(TypePlan plan, Action<GeneratedMethod> write) => Declare(plan.Type, "FillLate", typeof(object), "state", write);

    /// <summary><c>WriteSlot_D(ref w, ref p, D value)</c>: null or one of the few types that the slot admits.</summary>
    public GeneratedMethod WriteSlot(SlotPlan slot) =>
        Declare(slot.DeclaredType, "WriteSlot", slot.DeclaredType, "value", method => new WriteEmitter(this, method).TypeTests(slot));

    /// <summary><c>ReadSlot_D(ref r, ref p, out D value)</c>: its mirror.</summary>
    public GeneratedMethod ReadSlot(SlotPlan slot) =>
        Declare(slot.DeclaredType, "ReadSlot", slot.DeclaredType.MakeByRefType(), "value", method => new ReadEmitter(this, method).TypeCases(slot));

    private static void RunAndRead(ReadEmitter e, TypePlan plan, Place target)
    {
        if (plan.IsBounded && plan.MaxSize > 0)
        {
            if (plan.Shape.IsSumOfSlots && e.Methods.IsInline(plan))
            {
                // Its members begin their run themselves, or are checked singly.
                e.Body(plan, target);
                return;
            }
            e.Run(plan.MinSize, plan.MaxSize, plan.Run);
        }
        e.Body(plan, target);
    }

    private static void ReadNewProduced(ReadEmitter e, TypePlan plan, Place value)
    {
        Local made = e.Il.NewLocal("made", plan.Type);
        e.Produce(plan, Place.Of(e.Il, made));
        if (plan.Shape.Null == NullForm.Own)
        {
            e.Statement("if (made == null) r.FailNullBody(ref p);");
            e.Il.Load(made);
            e.Il.If(Condition.False, () => e.CallAt(KnownMembers.FailNullBody));
        }
        value.Store(() => e.Il.Load(made));
    }

    private static void ReadNewBoxed(ReadEmitter e, TypePlan plan, Place value, bool isObject)
    {
        long size = ObjectFactory.SizeOf(plan.Type);
        e.Statement($"r.Charge(ref p, {size});");
        e.CallAt(KnownMembers.Charge, () => e.Il.Constant(size));
        bool isNumbered = isObject && plan.HasNumber, isMadeLast = ((TypeFamily)plan.Shape.Family).NeedsContentFirst(plan);
        if (isNumbered && !isMadeLast && !plan.IsBounded)
        {
            // The content may refer to the box, so the box is made first and filled where it lies.
            Local box = e.Il.NewLocal("box", typeof(object));
            e.Statement($"object box = RuntimeHelpers.GetUninitializedObject(typeof({plan.Type}));");
            e.Il.TypeOf(plan.Type);
            e.Il.Call(KnownMembers.GetUninitializedObject);
            e.Il.Store(box);
            e.Publish(plan, () => e.Il.Load(box));
            RunAndRead(e, plan, Place.At(e.Il, plan.Type, $"(({plan.Type.Name})box)", () =>
            {
                e.Il.Load(box);
                e.Il.UnboxAddress(plan.Type);
            }, ReadEmitter.MadeContent(plan)));
            value.Store(() => e.Il.Load(box));
            return;
        }
        Local? number = isNumbered && isMadeLast ? e.ReserveNumber(plan) : null;
        Local body = e.Il.NewLocal("body", plan.Type);
        // The locals of a method are not cleared, and a struct is filled member by member.
        e.Il.LoadAddress(body);
        e.Il.Initialize(plan.Type);
        RunAndRead(e, plan, Place.Of(e.Il, body, ReadEmitter.MadeContent(plan)));
        value.Store(() =>
        {
            e.Il.Load(body);
            if (!isNumbered && BoxCache.Has(plan.Type))
            {
                e.Il.Call(KnownMembers.Method(typeof(BoxCache), nameof(BoxCache.Get), plan.Type));
            }
            else
            {
                e.Il.Box(plan.Type);
            }
        });
        if (isNumbered)
        {
            e.Publish(plan, value.Load, number);
        }
    }

    // A recursive body counts its depth and, when its credit is used up, goes through Descend, which calls it again.
    private static void Guarded(WriteEmitter e, bool isRecursive, bool mayBeNull, bool mayBeKnown, GeneratedMethod self, Action body)
    {
        if (!isRecursive)
        {
            body();
            return;
        }
        BodyWriter il = e.Il;
        Argument value = il.Argument(2);
        Type? boxed = value.Type.IsByRef ? value.Type.GetElementType() : null;
        // A null has no depth, and no body to go through.
        Label? isNull = null;
        if (mayBeNull)
        {
            isNull = il.NewLabel("body");
            il.Load(value);
            il.Branch(Condition.False, isNull);
        }
        MethodInfo descend = mayBeKnown ? KnownMembers.WriterDescendOrKnown : KnownMembers.WriterDescend;
        il.Statement($"if (w.DepthCredit == 0) return ref w.{descend.Name}(ref p, {(boxed == null ? "" : "(object)")}value, &{self.Name});");
        il.Load(il.Argument(0));
        il.LoadField(KnownMembers.WriterDepthCredit);
        il.If(Condition.False, () =>
        {
            e.CallAt(
                descend,
                () =>
                {
                    il.Load(value);
                    if (boxed != null)
                    {
                        il.LoadIndirect(boxed);
                        il.Box(boxed);
                    }
                },
                () => il.LoadFunction(self));
            il.Return();
        });
        if (isNull != null)
        {
            il.Mark(isNull);
        }
        il.Add(KnownMembers.WriterDepthCredit, -1);
        e.IsCounted = true;
        if (e.Methods.IsTraced && !e.Options.PreservesReferences)
        {
            // A struct where it lies is no object that could be met again.
            il.Statement($"if (!w.TraceEnter({(boxed == null ? "value" : "null")})) return ref p;");
            e.CallPlain(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.TraceEnter)), boxed == null ? () => il.Load(value) : il.Null);
            il.If(Condition.False, () => e.Return());
            e.IsEntered = true;
        }
        body();
    }

    private static void Guarded(ReadEmitter e, bool isRecursive, bool mayBeNull, GeneratedMethod self, ReadForm form, Action body)
    {
        if (!isRecursive)
        {
            body();
            return;
        }
        BodyWriter il = e.Il;
        Argument target = il.Argument(2);
        MethodInfo descend = form == ReadForm.Fill ? KnownMembers.ReaderDescend : mayBeNull ? KnownMembers.ReaderDescendOrNull : KnownMembers.ReaderDescendInto;
        il.Statement($"if (r.DepthCredit == 0) return ref r.{descend.Name}(ref p, {(form == ReadForm.Fill ? "" : "out ")}{target.Name}, &{self.Name});");
        il.Load(il.Argument(0));
        il.LoadField(KnownMembers.ReaderDepthCredit);
        il.If(Condition.False, () =>
        {
            if (form == ReadForm.Fill)
            {
                e.CallAt(descend, () => il.Load(target), () => il.LoadFunction(self));
                il.Return();
                return;
            }
            Local any = il.NewLocal("any", typeof(object));
            e.CallAdvancing(descend, () => il.LoadAddress(any), () => il.LoadFunction(self));
            Type made = target.Type.GetElementType()!;
            Place.At(il, made, target.Name, () => il.Load(target)).Store(() =>
            {
                il.Load(any);
                if (made.IsValueType)
                {
                    il.UnboxAddress(made);
                    il.LoadIndirect(made);
                }
                else if (made != typeof(object))
                {
                    il.As(made);
                }
            });
            e.Return();
        });
        il.Add(KnownMembers.ReaderDepthCredit, -1);
        e.IsCounted = true;
        body();
    }
}
