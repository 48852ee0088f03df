using System.Reflection;
using System.Runtime.CompilerServices;
using NetSerializer.Languages;
using NetSerializer.Scanning;

namespace NetSerializer;

/// <summary>
/// Finds types for <see cref="TypeModel.Create(IEnumerable{Type})"/>. Each list is in order of names, without repetitions, so that two sides which ask
/// the same have the same ids. Lists can be joined (<c>Concat</c>) and thinned out (<c>Where</c>): Create takes a type that comes twice once.
/// Thread-safe.
/// </summary>
/// <example><code>
/// var model = TypeModel.Create([
///     .. SerializableTypes.In(typeof(Order).Assembly),
///     .. SerializableTypes.DerivedFrom(typeof(Command), typeof(Order).Assembly),
///     .. SerializableTypes.Exceptions]);
/// </code></example>
public static class SerializableTypes
{
    /// <summary>
    /// The classes and structs of an assembly that carry [Serializable], and its enums. Abstract, static and generic ones are left out, delegates, and
    /// types that the compiler has made. Of a generic class the closed types that stand in members are found by Create.
    /// </summary>
    /// <param name="assembly">The assembly; of a library that both sides have in the same version.</param>
    /// <exception cref="ReflectionTypeLoadException">A type of the assembly cannot be loaded.</exception>
    public static IEnumerable<Type> In(Assembly assembly)
    {
        ArgumentNullException.ThrowIfNull(assembly);
        return Ordered(assembly.GetTypes().Where(type => IsConcrete(type) && (type.IsEnum || MemberSelector.HasAttribute(type))));
    }

    /// <summary>
    /// The classes and structs that are derived from a class, implement an interface, or are the class itself. Abstract and generic ones are left out.
    /// Whether they carry [Serializable] does not matter here, so that Create tells of one that has been forgotten.
    /// </summary>
    /// <param name="type">The base class or interface. An open generic one (<c>typeof(Command&lt;&gt;)</c>) stands for all types that are made of it.</param>
    /// <param name="assemblies">Where to look; the assembly of <paramref name="type"/> if none is given.</param>
    /// <exception cref="ReflectionTypeLoadException">A type of an assembly cannot be loaded.</exception>
    public static IEnumerable<Type> DerivedFrom(Type type, params IEnumerable<Assembly> assemblies)
    {
        ArgumentNullException.ThrowIfNull(type);
        ArgumentNullException.ThrowIfNull(assemblies);
        Assembly[] places = [.. assemblies];
        IEnumerable<Type> all = (places.Length == 0 ? [type.Assembly] : places).SelectMany(assembly => assembly.GetTypes());
        return Ordered(all.Where(candidate => IsConcrete(candidate) && Fits(candidate, type)));
    }

    /// <summary>
    /// The exceptions of the framework that travel, some 170. The list is part of this library and the same for every version of the framework. It loads
    /// the assemblies of them all.
    /// </summary>
    public static IEnumerable<Type> Exceptions => Ordered(FrameworkExceptions.All());

    /// <summary>
    /// The types of sample values and of all objects in them, also behind members declared as object, as a base class or as an interface. Members
    /// that are marked [NonSerialized] are left out. Numbers and strings, which every model has, are too. The samples must be the same on both sides.
    /// </summary>
    /// <param name="sampleValues">The samples; null among them is left out. A collection that is one itself is given in brackets: <c>Of([list])</c>.</param>
    public static IEnumerable<Type> Of(params IEnumerable<object?> sampleValues)
    {
        ArgumentNullException.ThrowIfNull(sampleValues);
        return Ordered(new SampleWalk().Find(sampleValues));
    }

    /// <summary>The types that an open generic type makes of arguments: types behind a base class, which no member names.</summary>
    /// <param name="definition">The open type, for instance <c>typeof(Delivery&lt;&gt;)</c>. One of several parameters is closed with every
    /// combination.</param>
    /// <param name="arguments">The types that its parameters stand for.</param>
    /// <exception cref="ArgumentException">It is no open generic type, or its constraints refuse an argument.</exception>
    /// <example><code>SerializableTypes.Closing(typeof(Delivery&lt;&gt;), SerializableTypes.DerivedFrom(typeof(Parcel)))</code></example>
    public static IEnumerable<Type> Closing(Type definition, params IEnumerable<Type> arguments)
    {
        ArgumentNullException.ThrowIfNull(definition);
        ArgumentNullException.ThrowIfNull(arguments);
        if (!definition.IsGenericTypeDefinition)
        {
            throw new ArgumentException($"{definition} is not an open generic type.", nameof(definition));
        }
        Type[] all = [.. arguments];
        IEnumerable<Type[]> rows = [[]];
        foreach (Type _ in definition.GetGenericArguments())
        {
            rows = rows.SelectMany(row => all.Select(argument => (Type[])[.. row, argument]));
        }
        return Ordered(rows.Select(row => definition.MakeGenericType(row)));
    }

    // Names without versions, which the two sides may have in different ones.
    private static Type[] Ordered(IEnumerable<Type> types) =>
    [
        .. types.Distinct().OrderBy(type => type.ToString(), StringComparer.Ordinal).ThenBy(type => type.Assembly.GetName().Name, StringComparer.Ordinal),
    ];

    private static bool IsConcrete(Type type) =>
        type is { IsAbstract: false, ContainsGenericParameters: false, IsByRefLike: false } && !typeof(Delegate).IsAssignableFrom(type)
        && !IsOfCompiler(type);

    // A class for lambdas is in the class that has them, and carries [Serializable].
    private static bool IsOfCompiler(Type type) =>
        CompilerMade.IsOfFSharp(type) || type.IsDefined(typeof(CompilerGeneratedAttribute), false) || (type.DeclaringType is { } outer && IsOfCompiler(outer));

    private static bool Fits(Type candidate, Type type)
    {
        if (!type.IsGenericTypeDefinition)
        {
            return type.IsAssignableFrom(candidate);
        }
        IEnumerable<Type> bases = type.IsInterface ? candidate.GetInterfaces() : MemberSelector.Levels(candidate);
        return bases.Any(level => level.IsGenericType && level.GetGenericTypeDefinition() == type);
    }
}
