using System.Collections.Immutable;
using NetSerializer.Emit;
using NetSerializer.Errors;
using NetSerializer.Planning;
using NetSerializer.Wire;

namespace NetSerializer.Families;

/// <summary>
/// The generated methods of a model: declared when first called for, written afterwards, so that mutual recursion needs no order. When
/// <see cref="IsTraced"/> the same methods say which member is under way: the twin that finds the path of a failure.
/// </summary>
internal sealed partial class MethodSet
{
    /// <summary>More admitted types than this are told apart by a hash on writing.</summary>
    public const int MaxTests = 8;

    /// <summary>More admitted types than this are found in a table on reading.</summary>
    public const int MaxCases = 64;

    /// <summary>Bodies of more members than this are not repeated in their owners' methods.</summary>
    private const int MaxInlineSlots = 8;

    private static readonly Type s_byte = typeof(byte).MakeByRefType();
    private static readonly Type s_writer = typeof(WireWriter).MakeByRefType();
    private static readonly Type s_reader = typeof(WireReader).MakeByRefType();

    private readonly Dictionary<Type, Dictionary<string, GeneratedMethod>> _methods = [];
    private readonly List<GeneratedMethod> _all = [];
    // So many of them have their bodies.
    private int _written;
    private readonly HashSet<string> _names = [];
    private readonly Dictionary<Type, string> _simpleNames = [];
    // The built-in types are compiled apart, for all models alike, so the types that they refer to have the same handles everywhere.
    private readonly Dictionary<Type, int> _slots = new() { [typeof(object)] = 0 };
    private readonly List<Type> _slotTypes = [typeof(object)];
    private readonly List<object> _customSerializers = [];
    private readonly Dictionary<string, int> _shapeHandles = [];
    private readonly List<string> _shapes = [RunShape.VarIntText];
    private readonly List<TypePlan> _settingTypes = [];

    public MethodSet(PlanTable table, bool isTraced, bool hasTexts)
    {
        (Table, IsTraced, HasTexts) = (table, isTraced, hasTexts);
        foreach (string shape in RunShape.BuiltIn)
        {
            ShapeHandle(shape);
        }
        foreach (TypePlan plan in table.Plans)
        {
            if (plan.Shape.MaySetType || plan.Shape.MaySetException)
            {
                _settingTypes.Add(plan);
            }
        }
    }

    public PlanTable Table { get; }

    public bool IsTraced { get; }

    /// <summary>Statements are recorded too. The instructions are the same.</summary>
    public bool HasTexts { get; }

    /// <summary>Every method, in order of declaration.</summary>
    public IReadOnlyList<GeneratedMethod> All => _all;

    /// <summary>The declared types of slots by handle.</summary>
    public IReadOnlyList<Type> SlotTypes => _slotTypes;

    /// <summary>The custom serializers by handle.</summary>
    public List<object> CustomSerializers => _customSerializers;

    /// <summary>Run shapes by handle.</summary>
    public List<string> Shapes => _shapes;

    /// <summary>Writes the bodies of all methods declared so far, and of the methods that they call.</summary>
    /// <param name="open">Where the instructions of a method go; null to record them.</param>
    public void Complete(Func<GeneratedMethod, IInstructionSink>? open)
    {
        for (; _written < _all.Count; _written++)
        {
            GeneratedMethod method = _all[_written];
            method.Sink = open?.Invoke(method);
            method.Body!(method);
            (method.Sink, method.Body) = (null, null);
        }
    }

    /// <summary>Leaves out all methods, which are declared anew when they are called for. Handles stay.</summary>
    public void Forget()
    {
        _methods.Clear();
        _all.Clear();
        _names.Clear();
        _written = 0;
    }

    /// <summary>The body stands in its owner's method: scalars and their kin, and small classes and structs of bounded size.</summary>
    public bool IsInline(TypePlan plan) =>
        ((TypeFamily)plan.Shape.Family).IsInline(plan, Table)
        || (plan.Shape is { IsSumOfSlots: true, Callbacks: null } && plan.IsBounded && !plan.IsRecursive && !IsTraced && plan.Slots.Length <= MaxInlineSlots
            && AreInline(plan.Slots));

    private bool AreInline(ImmutableArray<SlotPlan> slots)
    {
        foreach (SlotPlan slot in slots)
        {
            if (!((TypeFamily)Table[slot.Target].Shape.Family).IsInline(Table[slot.Target], Table))
            {
                return false;
            }
        }
        return true;
    }

    /// <summary>A handle for the declared type of a slot. The dispatch tables know by it the types that the slot admits.</summary>
    public int SlotHandle(Type declaredType)
    {
        if (!_slots.TryGetValue(declaredType, out int handle))
        {
            _slots.Add(declaredType, handle = _slotTypes.Count);
            _slotTypes.Add(declaredType);
        }
        return handle;
    }

    public int ShapeHandle(string shape)
    {
        if (shape == RunShape.VarIntText)
        {
            return RunShape.OneVarInt;
        }
        if (!_shapeHandles.TryGetValue(shape, out int handle))
        {
            _shapeHandles.Add(shape, handle = _shapes.Count);
            _shapes.Add(shape);
        }
        return handle;
    }

    /// <summary>A handle for a custom serializer.</summary>
    public int CustomHandle(object serializer)
    {
        int handle = _customSerializers.IndexOf(serializer);
        if (handle < 0)
        {
            handle = _customSerializers.Count;
            _customSerializers.Add(serializer);
        }
        return handle;
    }

    /// <summary>Objects in the slot may write themselves as one of a base class that is in the model, but that the slot does not admit.</summary>
    public bool MayLeave(SlotPlan slot) => Leaving(slot).Count > 0;

    /// <summary>The types of such objects.</summary>
    public IReadOnlyList<TypePlan> Leaving(SlotPlan slot)
    {
        if (slot.DeclaredType == typeof(object) || _settingTypes.Count == 0)
        {
            return [];
        }
        var leaving = new List<TypePlan>();
        foreach (TypePlan plan in _settingTypes)
        {
            bool leaves = false;
            for (Type? level = plan.Type.BaseType; level != null; level = level.BaseType)
            {
                leaves |= Table.Find(level) is { Id: > 0 } && !slot.DeclaredType.IsAssignableFrom(level);
            }
            if (leaves && slot.DeclaredType.IsAssignableFrom(plan.Type))
            {
                leaving.Add(plan);
            }
        }
        return leaving;
    }

    /// <summary>The name of a member in the path of a failure.</summary>
    public static string TraceName(SlotPlan slot) =>
        (slot.Shape.Field?.Name ?? slot.Shape.Origin?.Name) is { } name ? TypeNames.Member(name) : slot.Shape.Role.ToString();

    /// <summary>
    /// A method that calls the user's code, entered by its address: <c>static void Verb_X(object target, object state, object context)</c>, or
    /// <c>(ref X target, object state, object context)</c> for a struct in its place.
    /// </summary>
    public GeneratedMethod Hook(Type type, string verb, Type target, Action<GeneratedMethod> write) =>
        Enter(type, verb, typeof(void), write, ("target", target), ("state", typeof(object)), ("context", typeof(object)));

    private GeneratedMethod Enter(Type type, string verb, Type result, Action<GeneratedMethod> write, params (string Name, Type Type)[] parameters)
    {
        Dictionary<string, GeneratedMethod> known = Known(type);
        if (!known.TryGetValue(verb, out GeneratedMethod? method))
        {
            method = new GeneratedMethod(UniqueName(verb, type), result, parameters) { HasTexts = HasTexts, Subject = Subject(verb, type) };
            Add(known, verb, method, write);
        }
        return method;
    }

    private Dictionary<string, GeneratedMethod> Known(Type type)
    {
        if (!_methods.TryGetValue(type, out Dictionary<string, GeneratedMethod>? known))
        {
            _methods.Add(type, known = []);
        }
        return known;
    }

    private void Add(Dictionary<string, GeneratedMethod> known, string verb, GeneratedMethod method, Action<GeneratedMethod> write)
    {
        known.Add(verb, method);
        _all.Add(method);
        method.Body = write;
    }

    private GeneratedMethod Declare(
        Type type, string verb, Type argument, string argumentName, Action<GeneratedMethod> write, params (string Name, Type Type)[] more)
    {
        Dictionary<string, GeneratedMethod> known = Known(type);
        if (!known.TryGetValue(verb, out GeneratedMethod? method))
        {
            Type state = verb.StartsWith("Write", StringComparison.Ordinal) ? s_writer : s_reader;
            method = new GeneratedMethod(
                UniqueName(verb, type), s_byte, [(state == s_writer ? "w" : "r", state), ("p", s_byte), (argumentName, argument), .. more])
            {
                HasTexts = HasTexts,
                Subject = Subject(verb, type),
            };
            Add(known, verb, method, write);
        }
        return method;
    }

    private static string SimpleName(Type type)
    {
        char[] letters = OperandText.Name(type).ToCharArray();
        for (int i = 0; i < letters.Length; i++)
        {
            letters[i] = char.IsLetterOrDigit(letters[i]) ? letters[i] : '_';
        }
        return new string(letters);
    }

    private string Subject(string verb, Type type) => HasTexts ? $"{verb} {TypeNames.Display(type)}" : verb;

    private string UniqueName(string verb, Type type)
    {
        if (!_simpleNames.TryGetValue(type, out string? simple))
        {
            _simpleNames.Add(type, simple = SimpleName(type));
        }
        string name = $"{verb}_{simple}";
        for (int i = 2; !_names.Add(name); i++)
        {
            name = $"{verb}_{simple}_{i}";
        }
        return name;
    }
}
