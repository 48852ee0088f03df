using System.Reflection;
using NetSerializer.Errors;

namespace NetSerializer.Scanning;

/// <summary>
/// The assemblies of a model, by identity. Generated code names an assembly by its identity, for each of which there is one: with two copies in one
/// model (in two load contexts, or a plugin's own and the program's), code for the types of one would touch the objects of the other, at the places
/// where the fields of the first lie.
/// </summary>
internal sealed class AssemblyCopies
{
    // A type that brought in the first copy of each. (Tables of references only: the precompiled image has no code for others.)
    private readonly Dictionary<string, Type> _first = new(StringComparer.OrdinalIgnoreCase);
    private readonly HashSet<Assembly> _firstCopies = [];
    // Types that neither are of a second copy nor lead to one.
    private readonly HashSet<Type> _sound = [];

    /// <summary>The problem of a type, or of its type arguments, elements or bases; null if there is none.</summary>
    public string? Problem(Type type) =>
        _sound.Contains(type) || SecondIn(type) is not { } second
            ? null
            : $"{TypeNames.Display(type)} needs a copy of the assembly {second.FullName} other than the one that "
                + $"{TypeNames.Display(_first[second.FullName!])} is of or needs, and generated code cannot tell two assemblies of one identity apart. Make "
                + "a model for the types of each copy, or load the assembly once.";

    // The assembly of a type or of one of its parts, if there is another one of the same identity. A class may be a part of itself, as an argument of
    // its base.
    private Assembly? SecondIn(Type type)
    {
        HashSet<Type> found = [];
        var pending = new Stack<Type>();
        Add(type);
        while (pending.TryPop(out Type? part))
        {
            if (IsSecond(part))
            {
                return part.Assembly;
            }
            Array.ForEach(part.IsGenericType ? part.GetGenericArguments() : [], Add);
            Add(part.HasElementType ? part.GetElementType() : null);
            Add(part.BaseType);
        }
        _sound.UnionWith(found);
        return null;

        void Add(Type? part)
        {
            if (part != null && !_sound.Contains(part) && found.Add(part))
            {
                pending.Push(part);
            }
        }
    }

    private bool IsSecond(Type type)
    {
        if (_firstCopies.Contains(type.Assembly))
        {
            return false;
        }
        if (!_first.TryAdd(type.Assembly.FullName!, type))
        {
            return true;
        }
        _firstCopies.Add(type.Assembly);
        return false;
    }
}
