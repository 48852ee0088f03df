using System.Reflection;
using NetSerializer.Emit;
using NetSerializer.Families;
using NetSerializer.Families.Columns;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Wire.Tables;

namespace NetSerializer.Dispatch;

/// <summary>
/// Plans turned into machine code. A model of many types would take seconds for all of it, and a program may use few of them, in one direction. So the
/// writer of a type is compiled when one is first asked for, its reader when that is, together with the code that they call. Thread-safe.
/// </summary>
internal sealed class CompiledModel
{
    private readonly Lock _compiling = new();
    private readonly MethodSet _methods;
    private readonly bool _isTraced;
    private GeneratedAssembly? _assembly;
    // So many of the custom serializers have the methods of their nested slots.
    private int _nested;

    public CompiledModel(PlanTable table, bool isTraced)
    {
        (Table, _isTraced) = (table, isTraced);
        Observer?.Invoke(Methods);
        _methods = new MethodSet(table, isTraced, hasTexts: false);
    }

    /// <summary>Is shown the methods of each model when it is made. The tests set it, once, to check them; otherwise null.</summary>
    internal static Action<IReadOnlyList<GeneratedMethod>>? Observer { get; set; }

    public PlanTable Table { get; }

    /// <summary>All methods with their statements, for listings: written once more, since they take more room than the rest of a model.</summary>
    public IReadOnlyList<GeneratedMethod> Methods => Write(new MethodSet(Table, _isTraced, hasTexts: true));

    /// <summary>How many methods have been compiled so far.</summary>
    public int MethodCount => _methods.All.Count;

    /// <summary>One for each type with an id.</summary>
    public List<DispatchEntry> Entries
    {
        get
        {
            var entries = new List<DispatchEntry>();
            foreach (TypePlan plan in Table.Plans)
            {
                if (plan.Id != 0)
                {
                    entries.Add(new DispatchEntry(plan.Type, plan.Id, KindOf(plan.Shape), plan.Shape.CoversDerived));
                }
            }
            return entries;
        }
    }

    /// <summary>The custom serializers, by handle.</summary>
    public List<object> CustomSerializers => _methods.CustomSerializers;

    /// <summary>The slots that they use, by <see cref="NestedType{T}"/>.</summary>
    // One place that says that there is none: an empty array would have to be compiled at start.
    public NestedSlot[] NestedSlots { get; private set; } = new NestedSlot[1];

    /// <summary>The declared types of open slots, by handle.</summary>
    public IReadOnlyList<Type> SlotTypes => _methods.SlotTypes;

    /// <summary>The run shapes, by handle.</summary>
    public List<string> Shapes => _methods.Shapes;

    /// <summary>The handle of the run shape of a bounded body.</summary>
    public int ShapeHandle(TypePlan plan)
    {
        lock (_compiling)
        {
            return plan.IsBounded ? _methods.ShapeHandle(plan.Run) : 0;
        }
    }

    /// <summary>
    /// The address of the writer of id and body: <c>static ref byte (ref WireWriter, ref byte, object)</c>. Good as long as this object lives.
    /// </summary>
    public nint Writer(TypePlan plan) => Compile(methods => methods.WriteTagged(plan));

    /// <summary>The address of the reader of the body behind an id: <c>static ref byte (ref WireReader, ref byte, out object)</c>.</summary>
    public nint Reader(TypePlan plan) => Compile(methods => methods.ReadNew(plan));

    /// <summary>The address of the writer of a value type's body: <c>static ref byte (ref WireWriter, ref byte, ref T)</c>.</summary>
    public nint BodyWriter(TypePlan plan) => Compile(methods => methods.WriteBody(plan));

    /// <summary>The address of the reader of a value type's body: <c>static ref byte (ref WireReader, ref byte, ref T)</c>.</summary>
    public nint BodyReader(TypePlan plan) => Compile(methods => methods.ReadBody(plan));

    /// <summary>The address of the writer of a block of structs: <c>static ref byte (ref WireWriter, ref byte, ref T, int)</c>.</summary>
    public nint ColumnWriter(TypePlan plan) => Compile(methods => methods.WriteColumns(plan));

    /// <summary>The address of the reader of a block of structs: <c>static ref byte (ref WireReader, ref byte, ref T, int)</c>.</summary>
    public nint ColumnReader(TypePlan plan) => Compile(methods => methods.ReadColumns(plan));

    /// <summary>The address of the writer of a slot: <c>static ref byte (ref WireWriter, ref byte, object)</c>.</summary>
    public nint DirectWriter(SlotPlan slot) => Compile(methods => methods.WriteDirect(slot));

    /// <summary>The address of the reader of a slot: <c>static ref byte (ref WireReader, ref byte, out object)</c>.</summary>
    public nint DirectReader(SlotPlan slot) => Compile(methods => methods.ReadDirect(slot));

    /// <summary>Writes all methods that a model can have.</summary>
    /// <inheritdoc cref="MethodSet.Complete"/>
    public static IReadOnlyList<GeneratedMethod> Write(MethodSet methods, Func<GeneratedMethod, IInstructionSink>? open = null)
    {
        if (methods.Table.ReadsOnly)
        {
            foreach (TypePlan plan in methods.Table.Plans)
            {
                _ = plan.Type.IsValueType ? methods.ReadBody(plan) : plan.Id != 0 ? methods.ReadNew(plan) : null;
                if (plan.Shape.Keyword == ColumnStructs.Keyword)
                {
                    methods.ReadColumns(plan);
                }
            }
            methods.Complete(open);
            return methods.All;
        }
        foreach (TypePlan plan in methods.Table.Plans)
        {
            if (plan.Id != 0)
            {
                methods.WriteTagged(plan);
                methods.ReadNew(plan);
            }
            if (plan.Type.IsValueType)
            {
                methods.WriteBody(plan);
                methods.ReadBody(plan);
            }
            else if (plan.Direct is { Kind: SlotKind.Own or SlotKind.Presence } direct && direct.Target == plan.Type)
            {
                methods.WriteDirect(direct);
                methods.ReadDirect(direct);
            }
        }
        foreach (TypePlan plan in methods.Table.Plans)
        {
            if (plan.Shape.Keyword == ColumnStructs.Keyword)
            {
                methods.WriteColumns(plan);
                methods.ReadColumns(plan);
            }
            if (plan.Shape.Custom != null)
            {
                Declare(methods, plan.Slots);
            }
        }
        methods.Complete(open);
        return methods.All;
    }

    private static EntryKind KindOf(TypeShape shape) =>
        (shape.IsReplaced ? EntryKind.Replaced : EntryKind.Plain) | (shape.MaySetType ? EntryKind.ObjectData : EntryKind.Plain)
            | (shape.HasMembersBesideEntries ? EntryKind.ExceptionWithMembers : EntryKind.Plain);

    private static void Declare(MethodSet methods, IReadOnlyList<SlotPlan> slots)
    {
        foreach (SlotPlan slot in slots)
        {
            methods.WriteDirect(slot);
            methods.ReadDirect(slot);
        }
    }

    private nint Compile(Func<MethodSet, GeneratedMethod> declare)
    {
        lock (_compiling)
        {
            GeneratedAssembly assembly = _assembly ??= new GeneratedAssembly(Table.Options.Collectible, AccessedAssemblies(Table));
            try
            {
                GeneratedMethod method = declare(_methods);
                Complete(assembly);
                return assembly.AddressOf(method);
            }
            catch
            {
                // Methods that were begun are written anew by the next call. Code that was compiled before stays.
                _methods.Forget();
                assembly.Forget();
                throw;
            }
        }
    }

    // The methods declared so far and all that they call, and the nested slots of custom serializers, which code of the user may ask for.
    private void Complete(GeneratedAssembly assembly)
    {
        var slots = new List<SlotPlan>();
        int nested = _nested;
        _methods.Complete(assembly.Begin);
        for (; nested < _methods.CustomSerializers.Count; nested++)
        {
            foreach (TypePlan plan in Table.Plans)
            {
                if (ReferenceEquals(plan.Shape.Custom?.Serializer, _methods.CustomSerializers[nested]))
                {
                    slots.AddRange(plan.Slots);
                }
            }
            Declare(_methods, slots);
            _methods.Complete(assembly.Begin);
        }
        assembly.Complete();
        if (slots.Count > 0)
        {
            NestedSlots = FindNested(assembly, slots);
        }
        _nested = nested;
    }

    private NestedSlot[] FindNested(GeneratedAssembly assembly, List<SlotPlan> slots)
    {
        NestedSlot[] found = [.. NestedSlots];
        foreach (SlotPlan slot in slots)
        {
            int index = (int)typeof(NestedType<>).MakeGenericType(slot.DeclaredType).GetField(nameof(NestedType<int>.Index))!.GetValue(null)!;
            if (index >= found.Length)
            {
                Array.Resize(ref found, index + 1);
            }
            found[index] = new NestedSlot(assembly.AddressOf(_methods.WriteDirect(slot)), assembly.AddressOf(_methods.ReadDirect(slot)));
        }
        return found;
    }

    // Loops: each kind of LINQ iterator is a dozen types to load at start.
    private static HashSet<Assembly> AccessedAssemblies(PlanTable table)
    {
        var assemblies = new HashSet<Assembly>();
        foreach (TypePlan plan in table.Plans)
        {
            AddRelated(assemblies, plan.Type);
            foreach (SlotPlan slot in plan.Slots)
            {
                if (slot.Shape.Field?.DeclaringType is { } owner)
                {
                    assemblies.Add(owner.Assembly);
                }
            }
            // Callbacks and serialization constructors are called on the levels that declare them, and derived collections are given the fields of their bases.
            if (plan.Shape.Callbacks != null || plan.Shape.Lateness != Lateness.None || plan.Shape.Keyword.StartsWith("class+", StringComparison.Ordinal))
            {
                foreach (Type level in MemberSelector.Levels(plan.Type))
                {
                    assemblies.Add(level.Assembly);
                }
            }
        }
        return assemblies;
    }

    // Type arguments and elements are named in signatures.
    private static void AddRelated(HashSet<Assembly> assemblies, Type type)
    {
        assemblies.Add(type.Assembly);
        if (type.HasElementType)
        {
            AddRelated(assemblies, type.GetElementType()!);
        }
        else if (type.IsGenericType)
        {
            foreach (Type argument in type.GetGenericArguments())
            {
                AddRelated(assemblies, argument);
            }
        }
    }
}
