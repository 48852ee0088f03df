using System.Reflection;
using System.Runtime.Serialization;
using NetSerializer.Emit;
using NetSerializer.Errors;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Wire.Protocols;

namespace NetSerializer.Families;

/// <summary>
/// Exceptions, the framework's and users': the entries that GetObjectData gives and the serialization constructor takes, in a form of their own
/// (docs/wire-format.md, section 5g). User classes that lack one of the two have their fields besides, and the entries of their base.
/// </summary>
internal sealed class ExceptionFamily : TypeFamily
{
    public override TypeShape? Describe(Type type, ScanContext context)
    {
        if (!typeof(Exception).IsAssignableFrom(type))
        {
            return null;
        }
        Type[] levels = [.. MemberSelector.Levels(type)];
        Type framework = levels.Last(MemberSelector.IsFrameworkType);
        const string instead = $"Send an exception of your own with what you need of it, or give it {Cures.Serializer}.";
        // By name: it is of a package.
        if (levels.FirstOrDefault(level => level.FullName == "System.Configuration.ConfigurationErrorsException") is { } loading)
        {
            context.Problem(
                ErrorCode.TypeNotSupported,
                $"{TypeNames.Display(loading)}{(loading == type ? "" : $", the base of {TypeNames.Display(type)},")} loads types by names that were sent, in "
                    + $"its serialization constructor, and no type is ever loaded by such a name. {instead}");
            return null;
        }
        if (!MemberSelector.HasAttribute(framework) || ObjectData.FindConstructor(framework) == null)
        {
            string derived = framework == type ? "" : $", the base of {TypeNames.Display(type)},";
            context.Problem(
                ErrorCode.TypeNotSupported,
                $"{TypeNames.Display(framework)}{derived} is an exception of the framework that cannot be brought back: it has no serialization "
                    + $"constructor, and its private fields are no contract. {instead}");
            return null;
        }
        foreach (Type level in levels)
        {
            if (!MemberSelector.IsFrameworkType(level) && !context.IsMarked(level))
            {
                ObjectFamily.ReportUnmarked(level, type, context);
                return null;
            }
        }
        if (type.IsAbstract)
        {
            return null;
        }
        Type constructed = ConstructedLevel(type);
        IReadOnlyList<FieldInfo> fields = MemberSelector.Select(
            levels.Where(level => !MemberSelector.IsFrameworkType(level) && (level.IsSubclassOf(constructed) || !ObjectData.Gives(level))), context);
        return new TypeShape(type, this, "exception", NullForm.Presence)
        {
            Slots =
            [
                new SlotShape(SlotRole.Inner, typeof(Exception)), new SlotShape(SlotRole.Key, typeof(object)), new SlotShape(SlotRole.Value, typeof(object)),
                .. fields.Select(field => new SlotShape(SlotRole.Member, field.FieldType, field)),
            ],
            BoundedFirst = true,
            // Five strings, the result, the inner exception, the data and the entries.
            MinSize = 12,
            Callbacks = Callbacks.Find(type, context),
            MaySetException = !MemberSelector.IsFrameworkType(type.GetInterfaceMap(typeof(ISerializable)).TargetMethods[0].DeclaringType!),
            HasMembersBesideEntries = fields.Count > 0,
            IsReplaced = ObjectData.IsReplaced(type),
            Lateness = ObjectData.IsReplaced(type) ? Lateness.None : Lateness.Constructed,
            Companions = Companions(framework),
            EntryTypes = EntryTypes.Of(type, levels.Where(ObjectData.Gives)),
        };
    }

    // Types that the framework's classes put into entries beside scalars and strings. By name: naming the types would load their assemblies.
    private static System.Collections.Immutable.ImmutableArray<Type> Companions(Type framework) => framework.FullName switch
    {
        "System.AggregateException" or "System.Reflection.ReflectionTypeLoadException" => [typeof(Exception[])],
        "System.Net.WebSockets.WebSocketException" => [TypeOf(framework, "WebSocketErrorCode")],
        "System.Net.Mail.SmtpFailedRecipientsException" => [TypeOf(framework, "InnerExceptions")],
        _ => [],
    };

    private static Type TypeOf(Type framework, string property) => framework.GetProperty(property)!.PropertyType;

    public override ReadForm ReadForm(TypePlan plan) => Families.ReadForm.Fill;

    /// <summary>GetObjectData decides on the id.</summary>
    public override bool WritesId => true;

    public override void EmitWrite(WriteEmitter e, TypePlan plan, Place value) => EmitWrite(e, plan, value, null);

    public override void EmitWriteTagged(WriteEmitter e, TypePlan plan, Place value) => EmitWriteTaggedIn(e, plan, value, typeof(object));

    public override void EmitWriteTaggedIn(WriteEmitter e, TypePlan plan, Place value, Type declaredType) => EmitWrite(e, plan, value, declaredType);

    // With its id where a declared type is given.
    private static void EmitWrite(WriteEmitter e, TypePlan plan, Place value, Type? declaredType)
    {
        BodyWriter il = e.Il;
        value = CallbackCode.Serializing(e, plan, value);
        Local state = il.NewLocal("state", typeof(ExceptionState)), inner = il.NewLocal("inner", typeof(Exception));
        e.Statement($"ExceptionState state = ExceptionState.Capture({value.Text}, w.UserContext);");
        value.Load();
        il.Load(il.Argument(0));
        il.LoadField(KnownMembers.WriterUserContext);
        il.Call(KnownMembers.Method(typeof(ExceptionState), nameof(ExceptionState.Capture)));
        il.Store(state);
        if (declaredType == null)
        {
            e.Statement("state.RequireOwnType();");
            il.Load(state);
            il.Call(KnownMembers.Method(typeof(ExceptionState), nameof(ExceptionState.RequireOwnType)));
        }
        else
        {
            e.Statement($"p = ref ExceptionState.WriteId(ref w, ref p, state, {plan.Id}, typeof({TypeNames.Display(declaredType)}));");
            e.CallAdvancing(
                KnownMembers.Method(typeof(ExceptionState), nameof(ExceptionState.WriteId)),
                () => il.Load(state), () => il.Constant(plan.Id << (e.Options.PreservesReferences ? 1 : 0)), () => il.TypeOf(declaredType));
        }
        e.Statement("p = ref ExceptionState.WriteHead(ref w, ref p, state);");
        e.CallAdvancing(KnownMembers.Method(typeof(ExceptionState), nameof(ExceptionState.WriteHead)), () => il.Load(state));
        e.Forget();
        e.Statement("Exception inner = state.Inner;");
        il.Load(state);
        il.Call(KnownMembers.Method(typeof(ExceptionState), "get_" + nameof(ExceptionState.Inner)));
        il.Store(inner);
        e.Members([Inner(plan)], _ => Place.Of(il, inner));
        e.Statement("p = ref ExceptionState.WriteRest(ref w, ref p, state);");
        e.CallAdvancing(KnownMembers.Method(typeof(ExceptionState), nameof(ExceptionState.WriteRest)), () => il.Load(state));
        e.Forget();
        SlotPlan[] members = Members(plan);
        if (members.Length == 0)
        {
            return;
        }
        // The type that it is written as takes entries alone.
        e.Statement("if (state.SetsType) return ref p;");
        il.Load(state);
        il.Call(KnownMembers.Method(typeof(ExceptionState), "get_" + nameof(ExceptionState.SetsType)));
        il.If(Condition.True, e.Return);
        e.Members(members, i => value.Field(members[i].Shape.Field!));
    }

    public override void EmitRead(ReadEmitter e, TypePlan plan, Place destination)
    {
        BodyWriter il = e.Il;
        Local state = il.NewLocal("state", typeof(ExceptionState)), inner = il.NewLocal("inner", typeof(Exception));
        Local? mark = plan.Shape.IsReplaced ? e.LoadMark() : null;
        e.Statement("p = ref ExceptionState.ReadHead(ref r, ref p, out ExceptionState state);");
        e.CallAdvancing(KnownMembers.Method(typeof(ExceptionState), nameof(ExceptionState.ReadHead)), () => il.LoadAddress(state));
        e.Forget();
        e.Members([Inner(plan)], _ => Place.Of(il, inner));
        e.Statement($"p = ref ExceptionState.ReadRest(ref r, ref p, state, inner, typeof({plan.Type}));");
        e.CallAdvancing(KnownMembers.Method(typeof(ExceptionState), nameof(ExceptionState.ReadRest)), () => il.Load(state), () => il.Load(inner), () =>
            il.TypeOf(plan.Type));
        e.Forget();
        SlotPlan[] members = Members(plan);
        e.Members(members, i => destination.Field(members[i].Shape.Field!));
        GeneratedMethod hook = CallbackCode.Hook(e.Methods, plan.Type, "Construct", (body, self) => Construct(body, self, plan.Type, members));
        SerializableFamily.EmitConstruct(e, destination, state, hook, mark);
        CallbackCode.BodyEnds(e, plan, destination);
    }

    // The constructor also initialises the fields of its classes that have been read as members: these are put back behind it.
    private static void Construct(BodyWriter il, Place self, Type type, SlotPlan[] members)
    {
        Type constructed = ConstructedLevel(type);
        FieldInfo[] kept = [.. members.Select(member => member.Shape.Field!).Where(field => !field.DeclaringType!.IsSubclassOf(constructed))];
        Local[] values = [.. kept.Select(field => il.NewLocal("kept", field.FieldType))];
        for (int i = 0; i < kept.Length; i++)
        {
            il.Statement($"{values[i].Name} = self.{kept[i].Name};");
            self.Field(kept[i]).Load();
            il.Store(values[i]);
        }
        il.Statement($"self..ctor(ExceptionState.Restore((ExceptionState)state, typeof({type})), context);");
        self.Load();
        il.Load(il.Argument(1));
        il.As(typeof(ExceptionState));
        il.TypeOf(type);
        il.Call(KnownMembers.Method(typeof(ExceptionState), nameof(ExceptionState.Restore)));
        il.Load(il.Argument(2));
        il.Call(KnownMembers.StreamingContext);
        il.Call(ObjectData.FindConstructor(constructed)!);
        for (int i = 0; i < kept.Length; i++)
        {
            Local value = values[i];
            il.Statement($"self.{kept[i].Name} = {value.Name};");
            self.Field(kept[i]).Store(() => il.Load(value));
        }
    }

    private static SlotPlan Inner(TypePlan plan) => plan.Slots.Single(slot => slot.Shape.Role == SlotRole.Inner);

    private static SlotPlan[] Members(TypePlan plan) => [.. plan.Slots.Where(slot => slot.Shape.Role == SlotRole.Member)];

    // The most derived class with a constructor that takes entries; the classes below it have their fields.
    private static Type ConstructedLevel(Type type)
    {
        while (ObjectData.FindConstructor(type) == null)
        {
            type = type.BaseType!;
        }
        return type;
    }
}
