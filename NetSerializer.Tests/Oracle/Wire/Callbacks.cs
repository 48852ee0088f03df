using System.Collections.Concurrent;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>docs/object-model.md: the methods of a type that are called while its values are written and read.</summary>
internal static class Callbacks
{
    private const BindingFlags Declared = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    // With the type, which may be unloaded.
    private static readonly ConditionalWeakTable<Type, ConcurrentDictionary<Type, List<MethodInfo>>> s_methods = [];

    public static bool Has(Type type, Type attribute) => Of(type, attribute).Count > 0;

    /// <summary>The methods with the attribute, those of the most basic class first.</summary>
    public static void Call(object target, Type attribute)
    {
        foreach (MethodInfo method in Of(target.GetType(), attribute))
            method.Invoke(target, [new StreamingContext(StreamingContextStates.All)]);
    }

    /// <summary>The type, or a class of its author's below one of the framework, says what is to be done when all is read.</summary>
    public static bool IsNotified(Type type) =>
        type.IsAssignableTo(typeof(IDeserializationCallback)) && IsOwn(type.GetInterfaceMap(typeof(IDeserializationCallback)).TargetMethods[0].DeclaringType!);

    // The framework's own collections are filled through their members: ObservableCollection<T> has a callback for others.
    private static bool IsOwn(Type type) => type.Namespace?.StartsWith("System", StringComparison.Ordinal) != true;

    private static List<MethodInfo> Of(Type type, Type attribute) =>
        s_methods.GetValue(type, static _ => []).GetOrAdd(attribute, static (attribute, type) => Find(type, attribute), type);

    private static List<MethodInfo> Find(Type type, Type attribute)
    {
        var methods = new List<MethodInfo>();
        for (Type? level = type; level is not null && IsOwn(level); level = level.BaseType)
            methods.InsertRange(0, level.GetMethods(Declared).Where(method => method.IsDefined(attribute, false)));
        return methods;
    }
}
