using System.Reflection;
using NetSerializer.Errors;

namespace NetSerializer.Scanning;

/// <summary>
/// The assemblies of a model, by identity. Generated code names an assembly by its identity, for each of which there is one: with two copies in one model (in two load contexts, or a plugin's own and the program's), code for the types of one
/// would touch the objects of the other, at the places where the fields of the first lie.
/// </summary>
internal sealed class AssemblyCopies
{
    // The first copy of each, and a type that brought it in.
    private readonly Dictionary<string, (Assembly Assembly, Type Type)> _first = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<Assembly, bool> _isSecond = [];
    // Types that neither are of a second copy nor lead to one.
    private readonly HashSet<Type> _sound = [];

    /// <summary>What is wrong with a type, or with its type arguments, elements or bases; null if nothing is.</summary>
    public string? Problem(Type type) =>
        SecondIn(type) is not { } second
            ? null
            : $"{TypeNames.Display(type)} needs a copy of the assembly {second.FullName} other than the one that {TypeNames.Display(_first[second.FullName!].Type)} is of or needs, and generated code cannot tell two assemblies of one identity apart. Make a model for the types of each copy, or load the assembly once.";

    // The assembly of a type, or of what it is made of, if there is another one of the same identity. A class may be made of itself: it is an argument of its base, when that is there to know it.
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
        if (!_isSecond.TryGetValue(type.Assembly, out bool isSecond))
        {
            isSecond = !_first.TryAdd(type.Assembly.FullName!, (type.Assembly, type));
            _isSecond.Add(type.Assembly, isSecond);
        }
        return isSecond;
    }
}
