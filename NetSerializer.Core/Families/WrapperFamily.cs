using System.Reflection;
using NetSerializer.Emit;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Wire.Protocols;

namespace NetSerializer.Families;

/// <summary>
/// With References=Preserve, collections that show another one and refer to it, which may be held elsewhere too, and classes derived from them:
/// members of their own, then that other one in a slot (docs/wire-format.md, section 7a). In trees they travel as their content, with
/// <see cref="CollectionFamily"/>.
/// </summary>
internal sealed class WrapperFamily : TypeFamily
{
    public override TypeShape? Describe(Type type, ScanContext context)
    {
        if (!context.Options.PreservesReferences || type is not { IsAbstract: false, IsClass: true } || CollectionCatalogue.FindBase(type) is not { } wrapper
            || Code(wrapper) is not { } code)
        {
            return null;
        }
        bool isDerived = type != wrapper;
        if (isDerived && (CollectionFamily.SpeaksForItself(type, wrapper) || !ObjectFamily.AdmitsAll(type, wrapper, context)))
        {
            return null;
        }
        Type inside = Inside(code).ReturnType;
        return new TypeShape(type, this, isDerived ? "class+cover" : "cover", NullForm.Presence)
        {
            Slots = [.. isDerived ? MemberSelector.Select(type, context, wrapper).Select(field => new SlotShape(SlotRole.Member, field.FieldType, field)) : [],
                new SlotShape(SlotRole.Covered, inside)],
            BoundedFirst = isDerived,
            IsSumOfSlots = true,
            Callbacks = isDerived ? Callbacks.Find(type, context) : null,
            IsReplaced = isDerived && ObjectData.IsReplaced(type),
        };
    }

    public override ReadForm ReadForm(TypePlan plan) => Families.ReadForm.Fill;

    public override void EmitWrite(WriteEmitter e, TypePlan plan, Place value)
    {
        BodyWriter il = e.Il;
        MethodInfo get = Inside(CodeOf(plan));
        Place written = CallbackCode.Serializing(e, plan, value);
        e.Members(plan.Slots[..^1], i => written.Field(plan.Slots[i].Shape.Field!));
        e.Forget();
        Local inside = il.NewLocal("inside", get.ReturnType);
        e.Statement($"var inside = {get.DeclaringType!}.Inside({written.Text});");
        written.Load();
        il.Call(get);
        il.Store(inside);
        e.Members(plan.Slots[^1..], _ => Place.Of(il, inside));
    }

    public override void EmitRead(ReadEmitter e, TypePlan plan, Place destination)
    {
        BodyWriter il = e.Il;
        Type code = CodeOf(plan);
        e.Members(plan.Slots[..^1], i => destination.Field(plan.Slots[i].Shape.Field!));
        e.Forget();
        Local item = il.NewLocal("item", typeof(long)), inside = il.NewLocal("inside", Inside(code).ReturnType);
        e.Statement("long item = r.Position(ref p);");
        e.CallAt(KnownMembers.Method(typeof(WireReader), nameof(WireReader.Position)));
        il.Store(item);
        e.Members(plan.Slots[^1..], _ => Place.Of(il, inside));
        e.Forget();
        e.Statement($"{code.Name}.Put(ref r, ref p, {destination.Text}, inside, item);");
        e.CallAt(KnownMembers.Method(code, "Put"), destination.Load, () => il.Load(inside), () => il.Load(item));
        CallbackCode.BodyEnds(e, plan, destination);
    }

    private static MethodInfo Inside(Type code) => KnownMembers.Method(code, "Inside");

    private static Type CodeOf(TypePlan plan) => Code(CollectionCatalogue.FindBase(plan.Type)!)!;

    private static Type? Code(Type wrapper) => CollectionCatalogue.FindAny(wrapper)!.Wrapper?.MakeGenericType(wrapper.GetGenericArguments());
}
