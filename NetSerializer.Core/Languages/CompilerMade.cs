using System.Collections;
using System.Runtime.CompilerServices;

namespace NetSerializer.Languages;

/// <summary>Classes that the compilers of C#, F# and Visual Basic make: no program can name or mark them.</summary>
internal static class CompilerMade
{
    /// <summary>Made for a lambda, an iterator, an object expression or an anonymous type.</summary>
    public static bool Is(Type type) =>
        IsOfFSharp(type)
            || ((type.Name.StartsWith('<') || type.Name.StartsWith("VB$", StringComparison.Ordinal)
                    || type.Name.StartsWith("_Closure$", StringComparison.Ordinal))
                && type.IsDefined(typeof(CompilerGeneratedAttribute), false));

    /// <summary>A closure, an object expression or a sequence of F#, whose name says where it stands: these carry [Serializable].</summary>
    public static bool IsOfFSharp(Type type) => type.Name.IndexOf('@') > 0;

    /// <summary>An anonymous type. Anonymous records of F# travel as other records do.</summary>
    public static bool IsAnonymous(Type type) => type.Name.Contains("AnonymousType", StringComparison.Ordinal);

    /// <summary>Elements that come when they are asked for.</summary>
    public static bool IsEnumeration(Type type) => typeof(IEnumerable).IsAssignableFrom(type) || typeof(IEnumerator).IsAssignableFrom(type);
}
