using System.Collections.Immutable;
using System.Reflection;
using NetSerializer.Emit;
using NetSerializer.Planning;
using NetSerializer.Scanning;

namespace NetSerializer.Families;

/// <summary>The calls of a type's serialization callbacks (docs/object-model.md); nothing for types that have none.</summary>
internal static class CallbackCode
{
    /// <summary>Nothing of the type's is called while a value is written.</summary>
    private static bool AreNoneOnWriting(TypePlan plan) =>
        plan.Shape.Callbacks is not { } callbacks || (callbacks.Serializing.IsEmpty && callbacks.Serialized.IsEmpty);

    /// <summary>
    /// The value to write, its OnSerializing called and its OnSerialized put down for the end. A struct is copied first: changes that the callbacks
    /// make are written, but the caller's own value stays as it is.
    /// </summary>
    public static Place Serializing(WriteEmitter e, TypePlan plan, Place value)
    {
        if (AreNoneOnWriting(plan))
        {
            return value;
        }
        Callbacks callbacks = plan.Shape.Callbacks!;
        BodyWriter il = e.Il;
        Action loadObject = value.Load;
        if (plan.Type.IsValueType)
        {
            Local box = il.NewLocal("box", typeof(object));
            e.Statement($"object box = {value.Text};");
            value.Load();
            il.Box(plan.Type);
            il.Store(box);
            loadObject = () => il.Load(box);
            value = Place.At(il, plan.Type, $"(({plan.Type.Name})box)", () =>
            {
                il.Load(box);
                il.UnboxAddress(plan.Type);
            });
        }
        CallAll(il, callbacks.Serializing, value, () =>
        {
            il.Load(il.Argument(0));
            il.LoadField(KnownMembers.WriterUserContext);
        });
        if (!callbacks.Serialized.IsEmpty)
        {
            GeneratedMethod hook = Hook(e.Methods, plan.Type, "Serialized", (body, target) => CallAll(body, callbacks.Serialized, target, LoadContext(body)));
            e.Statement($"w.CallAtEnd({value.Text}, &{hook.Name});");
            il.Load(il.Argument(0));
            loadObject();
            il.LoadFunction(hook);
            il.Call(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.CallAtEnd)));
        }
        return value;
    }

    /// <summary>An object was made: OnDeserializing, and IDeserializationCallback put down for the end, from the outside in.</summary>
    public static void Created(ReadEmitter e, TypePlan plan, Local made)
    {
        if (plan.Shape.Callbacks is not { } callbacks)
        {
            return;
        }
        if (!callbacks.Deserializing.IsEmpty)
        {
            GeneratedMethod hook = Hook(e.Methods, plan.Type, "Deserializing", (body, target) =>
                CallAll(body, callbacks.Deserializing, target, LoadContext(body)));
            e.Statement($"r.CallNow(ref p, {made.Name}, &{hook.Name});");
            e.CallAt(KnownMembers.Method(typeof(WireReader), nameof(WireReader.CallNow)), () => e.Il.Load(made), () => e.Il.LoadFunction(hook));
        }
        if (callbacks.IsNotified)
        {
            e.Statement($"r.NotifyAtEnd(ref p, {made.Name});");
            e.CallAt(KnownMembers.Method(typeof(WireReader), nameof(WireReader.NotifyAtEnd)), () => e.Il.Load(made));
        }
    }

    /// <summary>In front of the body of a struct: OnDeserializing.</summary>
    public static void BodyBegins(ReadEmitter e, TypePlan plan, Place target)
    {
        if (plan.Type.IsValueType && plan.Shape.Callbacks is { Deserializing.IsEmpty: false } callbacks)
        {
            CallInPlace(e, plan.Type, "Deserializing", target, callbacks.Deserializing);
        }
    }

    /// <summary>
    /// The body has been read: OnDeserialized of an object is put down for the end, from the inside out; that of a struct is called where it lies,
    /// and its IDeserializationCallback after it.
    /// </summary>
    public static void BodyEnds(ReadEmitter e, TypePlan plan, Place target)
    {
        if (plan.Shape.Callbacks is not { } callbacks)
        {
            return;
        }
        if (plan.Type.IsValueType)
        {
            ImmutableArray<MethodInfo> methods = callbacks.IsNotified ? callbacks.Deserialized.Add(Notification(plan.Type)) : callbacks.Deserialized;
            if (!methods.IsEmpty)
            {
                CallInPlace(e, plan.Type, "Deserialized", target, methods);
            }
        }
        else if (!callbacks.Deserialized.IsEmpty)
        {
            GeneratedMethod hook = Hook(e.Methods, plan.Type, "Deserialized", (body, value) =>
                CallAll(body, callbacks.Deserialized, value, LoadContext(body)));
            e.Statement($"r.CallAtEnd(ref p, {target.Text}, &{hook.Name});");
            e.CallAt(KnownMembers.Method(typeof(WireReader), nameof(WireReader.CallAtEnd)), target.Load, () => e.Il.LoadFunction(hook));
        }
    }

    /// <summary><c>static void Verb_X(object target, object state, object context)</c>.</summary>
    public static GeneratedMethod Hook(MethodSet methods, Type type, string verb, Action<BodyWriter, Place> write) =>
        methods.Hook(type, verb, typeof(object), method =>
        {
            var il = new BodyWriter(method);
            if (type.IsValueType)
            {
                write(il, Place.At(il, type, $"(({type.Name})target)", () =>
                {
                    il.Load(il.Argument(0));
                    il.UnboxAddress(type);
                }));
            }
            else
            {
                Local self = il.NewLocal("self", type);
                il.Load(il.Argument(0));
                il.As(type);
                il.Store(self);
                write(il, Place.Of(il, self));
            }
            il.Return();
        });

    private static void CallInPlace(ReadEmitter e, Type type, string verb, Place target, ImmutableArray<MethodInfo> callbacks)
    {
        GeneratedMethod hook = e.Methods.Hook(type, verb + "InPlace", type.MakeByRefType(), method =>
        {
            var il = new BodyWriter(method);
            CallAll(il, callbacks, Place.At(il, type, "target", () => il.Load(il.Argument(0))), LoadContext(il));
            il.Return();
        });
        e.Statement($"r.CallInPlace(ref p, ref {target.Text}, &{hook.Name});");
        e.CallAt(KnownMembers.Method(typeof(WireReader), nameof(WireReader.CallInPlace)).MakeGenericMethod(type), target.LoadAddress, () =>
            e.Il.LoadFunction(hook));
    }

    // In a method for user code.
    private static Action LoadContext(BodyWriter il) => () => il.Load(il.Argument(2));

    private static void CallAll(BodyWriter il, ImmutableArray<MethodInfo> callbacks, Place target, Action loadContext)
    {
        foreach (MethodInfo callback in callbacks)
        {
            il.Statement($"{target.Text}.{callback.Name}(...);");
            if (target.Type.IsValueType)
            {
                target.LoadAddress();
            }
            else
            {
                target.Load();
            }
            if (callback.GetParameters()[0].ParameterType == typeof(object))
            {
                il.Null();
            }
            else
            {
                loadContext();
                il.Call(KnownMembers.StreamingContext);
            }
            il.Call(callback);
        }
    }

    // The method of a struct that implements the interface, called without a box.
    private static MethodInfo Notification(Type type) => type.GetInterfaceMap(typeof(System.Runtime.Serialization.IDeserializationCallback)).TargetMethods[0];
}
