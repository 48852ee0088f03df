using NetSerializer.Errors;

namespace NetSerializer.Scanning;

/// <summary>
/// Walks from the roots through members, elements and bases to every type that can occur. Depth first, each type before its parts, roots in the order
/// given, so the same roots give the same order on every machine, and a root added at the end moves nothing.
/// </summary>
/// <param name="families">The families that may describe a type; the first one that does is taken.</param>
/// <param name="options">The settings of the model.</param>
/// <param name="last">A custom serializer that is asked after the ones of the options.</param>
internal sealed class TypeScanner(IReadOnlyList<ShapeFamily> families, SerializerOptions options, CustomSerializer? last = null) : ScanContext
{
    private readonly List<TypeShape> _shapes = [];
    private readonly Dictionary<Type, Visit> _found = [];
    private readonly List<TypeModelProblem> _problems = [];
    private readonly Stack<Visit> _pending = new();
    private readonly Stack<Visit> _implied = new();
    private readonly GenericGrowth _growth = new();
    private readonly AssemblyCopies _copies = new();
    private readonly HashSet<Type> _visited = [];
    // Of bools, but as objects: no code for tables of value types is in the precompiled image, and a first call would wait for it.
    private readonly Dictionary<Type, object> _filtered = [];
    private readonly Dictionary<Type, CustomCode?> _custom = [];
    private readonly bool _isTrial;
    private EntryTrials? _trials;
    private Visit? _current;
    private int _count;

    // Asks the filter and the serializers about no type again that the other one has asked about.
    private TypeScanner(TypeScanner other, IReadOnlyList<ShapeFamily> families, SerializerOptions options, CustomSerializer? last, HashSet<Type> visited)
        : this(families, options, last) =>
        (_filtered, _custom, _visited, _isTrial) = (other._filtered, other._custom, visited, true);

    /// <summary>The scan ends when it has found more types with ids than this: there are no more ids, which is reported where these are given.</summary>
    public int MaxTypes { get; init; } = ushort.MaxValue;

    /// <summary>Tells how a program can get rid of a root, without a capital.</summary>
    public string RootOmission { get; init; } = "remove it from the types.";

    public override SerializerOptions Options => options;

    public override bool IsMarked(Type type)
    {
        if (MemberSelector.HasAttribute(type))
        {
            return true;
        }
        if (options.TypeFilter == null)
        {
            return false;
        }
        if (!_filtered.TryGetValue(type, out object? answer))
        {
            _filtered.Add(type, answer = options.TypeFilter(type));
        }
        return (bool)answer;
    }

    public override CustomCode? Custom(Type type)
    {
        if (options.Serializers == null && last == null)
        {
            return null;
        }
        if (!_custom.TryGetValue(type, out CustomCode? code))
        {
            foreach (CustomSerializer entry in options.Serializers ?? [])
            {
                code ??= entry.Find(type);
            }
            _custom.Add(type, code ??= last?.Find(type));
        }
        return code;
    }

    /// <summary>Every problem, in the order of discovery.</summary>
    public IReadOnlyList<TypeModelProblem> Problems => _problems;

    /// <summary>The way to a type that has been found.</summary>
    public string PathOf(Type type) => _found[type].Path;

    public IReadOnlyList<TypeShape> Scan(Type?[] roots)
    {
        foreach (Type? root in roots)
        {
            if (root == null)
            {
                _problems.Add(new TypeModelProblem(ErrorCode.InvalidRoot, "(null)", "One of the types is null. Remove it."));
                continue;
            }
            if (root.GetType() != typeof(object).GetType())
            {
                _problems.Add(new TypeModelProblem(
                    ErrorCode.TypeNotSupported, root.ToString(),
                    $"{root} is not, or is made of, a type of the running program: one that is still built (a TypeBuilder) or only looked at. Give the "
                        + "loaded type; of a TypeBuilder it is the result of CreateType."));
                continue;
            }
            _pending.Push(new Visit(root, null, ""));
            while (_count <= MaxTypes && !(_isTrial && _problems.Count > 0) && _pending.TryPop(out _current))
            {
                Describe(_current);
            }
        }
        if (!_shapes.Exists(shape => shape is { IsReplaced: true, Type.IsValueType: false }))
        {
            RefuseUnread();
        }
        // The types of which keys are made may be without end as well.
        if (!_growth.IsFound)
        {
            RefuseUnsafeKeys();
        }
        return _shapes;
    }

    public override void Problem(ErrorCode code, string message, string? member = null, Exception? cause = null) =>
        _problems.Add(new TypeModelProblem(code, member == null ? _current!.Path : $"{_current!.Path} -> {member}", message) { Cause = cause });

    public override string Omission => _current!.From == null ? RootOmission : _current.Omission;

    public override void Implies(Type type) => _implied.Push(new Visit(type, _current, "implementation"));

    private void Describe(Visit visit)
    {
        Type type = visit.Type;
        if (!_visited.Add(type) || (type == typeof(object) && visit.From != null))
        {
            return;
        }
        if (type.ContainsGenericParameters)
        {
            Problem(ErrorCode.OpenGenericType,
                $"{TypeNames.Display(type)} has open type parameters; give the closed types that occur, for instance List<int>.");
            return;
        }
        if (type.IsPointer || type.IsFunctionPointer)
        {
            Problem(ErrorCode.TypeNotSupported, $"{TypeNames.Display(type)} cannot travel: a pointer has no meaning elsewhere. {OmissionSentence}");
            return;
        }
        if (type.IsAbstract && type.IsSealed)
        {
            Problem(ErrorCode.InvalidRoot, $"{TypeNames.Display(type)} is a static class: it has no instances. {OmissionSentence}");
            return;
        }
        if (type.IsCollectible && !options.Collectible)
        {
            Problem(ErrorCode.TypeNotSupported,
                $"{TypeNames.Display(type)} can be unloaded; set {nameof(SerializerOptions)}.{nameof(SerializerOptions.Collectible)}, so that the generated "
                    + "code can be too.");
            return;
        }
        if (_copies.Problem(type) is { } copy)
        {
            Problem(ErrorCode.TypeNotSupported, copy);
            return;
        }
        if (IsEndless(visit))
        {
            return;
        }
        int before = _problems.Count;
        Describe(visit, before);
        // From one stack to the other, so that they come off the last one in order.
        while (_implied.TryPop(out Visit? implied))
        {
            _pending.Push(implied);
        }
    }

    private bool IsEndless(Visit visit)
    {
        if (_growth.IsKnown(visit.Type))
        {
            return true;
        }
        if (_growth.Problem(visit) is not { } problem)
        {
            return false;
        }
        _problems.Add(new TypeModelProblem(ErrorCode.TooManyTypes, problem.Path, problem.Message));
        return true;
    }

    private void Describe(Visit visit, int before)
    {
        Type type = visit.Type;
        foreach (ShapeFamily family in families)
        {
            if (family.Describe(type, this) is { } shape)
            {
                Add(shape, visit);
                return;
            }
            if (_problems.Count > before || _implied.Count > 0)
            {
                return;
            }
        }
        if (!type.IsAbstract)
        {
            string reason = type == typeof(void) ? ": no value has that type" : type.IsByRef ? ": a reference to a variable has no meaning elsewhere" : "";
            Problem(ErrorCode.TypeNotSupported, $"{TypeNames.Display(type)} cannot travel{reason}. {OmissionSentence}");
        }
    }

    private void Add(TypeShape shape, Visit visit)
    {
        _shapes.Add(shape);
        _found[shape.Type] = visit;
        _count += shape.HasId ? 1 : 0;
        // A trial asks whether a type can travel, and these change nothing about that.
        if (!_isTrial && !shape.EntryTypes.IsEmpty)
        {
            AddEntries(shape, visit);
        }
        foreach (Type companion in shape.Companions)
        {
            _pending.Push(new Visit(companion, visit, "entries"));
        }
        // Pushed in reverse, so that they come off the stack in order.
        for (int i = shape.Slots.Length - 1; i >= 0; i--)
        {
            SlotShape slot = shape.Slots[i];
            _pending.Push(new Visit(slot.DeclaredType, visit, slot.Field?.Name ?? slot.Role.ToString().ToLowerInvariant(), slot.Field != null));
        }
        if (shape.Type is { IsClass: true, BaseType: { } baseType } && baseType != typeof(object) && !shape.Type.IsArray && shape.BoundedFirst)
        {
            _pending.Push(new Visit(baseType, visit, "base class"));
        }
    }

    // In reverse, like the slots.
    private void AddEntries(TypeShape shape, Visit visit)
    {
        _trials ??= new EntryTrials(visited => new TypeScanner(this, families, options, last, visited));
        foreach (Type type in shape.EntryTypes.Reverse())
        {
            if (!_visited.Contains(type) && _trials.CanTravel(type))
            {
                _pending.Push(new Visit(type, visit, "entries"));
            }
        }
    }

    // When all types are known: such a class may be written as one of them.
    private void RefuseUnread()
    {
        foreach (TypeShape shape in _shapes)
        {
            if (shape.ProblemWithoutReference is { } problem)
            {
                _problems.Add(new TypeModelProblem(ErrorCode.TypeNotSupported, PathOf(shape.Type), problem));
            }
        }
    }

    // When all types are known: a key may be of any type that is derived from the declared one.
    private void RefuseUnsafeKeys()
    {
        KeySafety? safety = null;
        foreach (TypeShape table in _shapes)
        {
            if (options.UnsafeKeys == UnsafeKeys.Refuse && KeySafety.KeyOf(table) is { } key
                && (safety ??= new KeySafety(_shapes)).Problem(table, key) is { } problem)
            {
                _problems.Add(new TypeModelProblem(ErrorCode.UnsafeKey, PathOf(table.Type), problem));
            }
        }
    }
}
