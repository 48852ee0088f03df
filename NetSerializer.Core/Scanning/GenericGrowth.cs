using NetSerializer.Errors;
using NetSerializer.Languages;

namespace NetSerializer.Scanning;

/// <summary>
/// Finds generic types that lead to themselves with ever deeper arguments (<c>class Tree&lt;T&gt; { Tree&lt;T[]&gt; Next; }</c>), of which there is
/// no end. Only such a type comes again and again with deeper arguments on a way through generic types alone: arguments that a program has nested
/// itself become less deep on the way down, and a class without arguments is looked at once.
/// </summary>
internal sealed class GenericGrowth
{
    /// <summary>So many times a type has come back with deeper arguments. More than anybody writes down, and few, because names can double each time.</summary>
    private const int MaxSteps = 8;

    // Ways of thousands of generic types that do not grow must not cost their square.
    private const int MaxWay = 256;

    private readonly Dictionary<Type, int> _depths = [];
    private readonly List<Type> _endless = [];

    /// <summary>Something without end has been found, so that the types found are not all there are.</summary>
    public bool IsFound => _endless.Count > 0;

    /// <summary>The type is one of the endless types that have been reported.</summary>
    public bool IsKnown(Type type) => IsFound && _endless.Exists(type.HasSameMetadataDefinitionAs);

    /// <summary>The problem, and the path where it begins; null when there is none.</summary>
    public (string Path, string Message)? Problem(Visit visit)
    {
        if (!visit.Type.IsGenericType || visit.From == null || !IsConstructed(visit.From.Type))
        {
            return null;
        }
        var steps = new Stack<Visit>([visit]);
        Visit? above = visit.From;
        for (int way = 0; way < MaxWay && above != null && IsConstructed(above.Type); way++, above = above.From)
        {
            if (above.Type.HasSameMetadataDefinitionAs(visit.Type) && Depth(above.Type) < Depth(steps.Peek().Type))
            {
                steps.Push(above);
            }
        }
        if (steps.Count <= MaxSteps)
        {
            return null;
        }
        _endless.Add(visit.Type);
        Visit[] first = [.. steps.Take(3)];
        return (
            first[1].Path,
            $"{TypeNames.Display(first[0].Type)} leads to {TypeNames.Display(first[1].Type)}, that to {TypeNames.Display(first[2].Type)}, and so on: types "
                + $"without end, each of which would need an id and code of its own. Mark the member {SourceLanguages.NonSerialized(first[1].Type)}, "
                + "or declare it as object and give the types that occur.");
    }

    private static bool IsConstructed(Type type)
    {
        while (type.HasElementType)
        {
            type = type.GetElementType()!;
        }
        return type.IsGenericType;
    }

    private int Depth(Type type)
    {
        if (!type.HasElementType && !type.IsGenericType)
        {
            return 0;
        }
        if (!_depths.TryGetValue(type, out int depth))
        {
            depth = 1 + (type.HasElementType ? Depth(type.GetElementType()!) : type.GetGenericArguments().Max(Depth));
            _depths.Add(type, depth);
        }
        return depth;
    }
}
