using System.Collections.Immutable;
using System.Reflection;
using System.Runtime.Serialization;
using NetSerializer.Errors;

namespace NetSerializer.Scanning;

/// <summary>
/// The methods of a user's type that are told of serialization (docs/object-model.md): the methods with one of the four attributes, the most basic
/// class first.
/// </summary>
internal sealed record Callbacks
{
    private const BindingFlags Declared = BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic
        | BindingFlags.DeclaredOnly;

    private static readonly Type[] s_attributes =
        [typeof(OnSerializingAttribute), typeof(OnSerializedAttribute), typeof(OnDeserializingAttribute), typeof(OnDeserializedAttribute)];

    public ImmutableArray<MethodInfo> Serializing { get; private init; } = [];

    public ImmutableArray<MethodInfo> Serialized { get; private init; } = [];

    public ImmutableArray<MethodInfo> Deserializing { get; private init; } = [];

    public ImmutableArray<MethodInfo> Deserialized { get; private init; } = [];

    /// <summary>Implements IDeserializationCallback.</summary>
    public bool IsNotified { get; private init; }

    /// <summary>The callbacks of a type, or null when it has none.</summary>
    public static Callbacks? Find(Type type, ScanContext context)
    {
        var found = new Callbacks { IsNotified = IsToBeNotified(type) };
        bool any = found.IsNotified;
        foreach (Type level in MemberSelector.Levels(type))
        {
            foreach (MethodInfo method in level.GetMethods(Declared))
            {
                // Nobody marks accessors and operators, which are most methods of a type of data. Most other methods have no attribute at all: one look
                // tells.
                if (!method.IsSpecialName && method.IsDefined(typeof(Attribute), false))
                {
                    found = found.With(method, context, ref any);
                }
            }
        }
        return any ? found : null;
    }

    /// <summary>Whether a type has callbacks, in a form that is called or not. Reports nothing.</summary>
    public static bool Has(Type type) => IsToBeNotified(type) || MemberSelector.Levels(type).Exists(level =>
        Array.Exists(level.GetMethods(Declared), method =>
            !method.IsSpecialName && Array.Exists(s_attributes, attribute => method.IsDefined(attribute, false))));

    private static bool HasForm(MethodInfo method) => !method.IsStatic && method.ReturnType == typeof(void);

    private static bool TakesContext(MethodInfo method) =>
        method.GetParameters() is { Length: 1 } parameters && parameters[0].ParameterType == typeof(StreamingContext);

    // The collections of the framework implement the interface for formatters that restore their fields; a class derived from one says more only when
    // it overrides that.
    private static bool IsToBeNotified(Type type) =>
        typeof(IDeserializationCallback).IsAssignableFrom(type) && (type.IsInterface || IsOwn(type, typeof(IDeserializationCallback)));

    /// <summary>
    /// Whether a call of the one method of an interface, which a class implements, runs code of its author, and not that of the framework's class
    /// from which it is derived alone.
    /// </summary>
    public static bool IsOwn(Type type, Type contract)
    {
        if (!MemberSelector.IsFrameworkType(type.GetInterfaceMap(contract).TargetMethods[0].DeclaringType!))
        {
            return true;
        }
        // A SortedSet passes the call on to a protected method of the same name and parameters, which may be overridden.
        MethodInfo called = contract.GetMethods()[0];
        MethodInfo? passedOn = type.GetMethod(
            called.Name, BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic,
            [.. called.GetParameters().Select(parameter => parameter.ParameterType)]);
        return passedOn is { IsVirtual: true } && !MemberSelector.IsFrameworkType(passedOn.DeclaringType!)
            && MemberSelector.IsFrameworkType(passedOn.GetBaseDefinition().DeclaringType!);
    }

    private Callbacks With(MethodInfo method, ScanContext context, ref bool any)
    {
        bool serializing = method.IsDefined(typeof(OnSerializingAttribute), false), serialized = method.IsDefined(typeof(OnSerializedAttribute), false);
        bool deserializing = method.IsDefined(typeof(OnDeserializingAttribute), false), deserialized = method.IsDefined(typeof(OnDeserializedAttribute), false);
        if (!(serializing | serialized | deserializing | deserialized) || MemberSelector.IsFrameworkType(method.DeclaringType!))
        {
            return this;
        }
        if (method.IsGenericMethod || !HasForm(method) || !TakesContext(method))
        {
            context.Problem(
                ErrorCode.TypeNotSupported,
                $"{TypeNames.Display(method.DeclaringType!)}.{method.Name} carries a serialization attribute, but is not an instance method that takes a "
                    + "StreamingContext and returns nothing. Make it one, or remove the attribute.", method.Name);
            return this;
        }
        any = true;
        return this with
        {
            Serializing = serializing ? Serializing.Add(method) : Serializing,
            Serialized = serialized ? Serialized.Add(method) : Serialized,
            Deserializing = deserializing ? Deserializing.Add(method) : Deserializing,
            Deserialized = deserialized ? Deserialized.Add(method) : Deserialized,
        };
    }
}
