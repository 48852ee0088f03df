using System.Reflection;
using NetSerializer.Emit;
using NetSerializer.Families;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Wire;

namespace NetSerializer.Dispatch;

/// <summary>Plans turned into machine code: the generated assembly, and what it is entered by.</summary>
internal sealed class CompiledModel
{
    private readonly GeneratedAssembly _assembly;
    private readonly MethodSet _methods;
    private readonly bool _isTraced;
    private readonly Leaves _leaves;

    private CompiledModel(PlanTable table, bool isTraced, bool collectible)
    {
        (Table, _isTraced, _leaves) = (table, isTraced, new Leaves(table));
        _methods = new MethodSet(table, isTraced);
        foreach (TypePlan plan in table.Plans)
        {
            if (plan.Id != 0)
            {
                _methods.WriteTagged(plan);
                _methods.ReadNew(plan);
            }
            if (plan.Type.IsValueType)
            {
                _methods.WriteBody(plan);
                _methods.ReadBody(plan);
            }
        }
        SlotPlan[] nested = DeclareNested(table);
        _methods.Complete();
        foreach (TypePlan plan in table.Plans)
        {
            ShapeHandle(plan);
        }
        Shapes = _methods.Shapes;
        TypePlan[] tagged = [.. table.Plans.Where(plan => plan.Id != 0)];
        GeneratedMethod fill = FillMethod(tagged);
        GeneratedMethod[] all = [.. _methods.All, fill];
        Methods = all;
        BodyChecker.CheckWhenEnabled(all);
        _assembly = new GeneratedAssembly(collectible, AccessedAssemblies(table));
        _assembly.Build(all);
        nint[] addresses = new nint[2 * tagged.Length];
        _assembly.Find(fill).CreateDelegate<Action<nint[]>>()(addresses);
        var entries = new DispatchEntry[tagged.Length];
        for (int i = 0; i < entries.Length; i++)
        {
            entries[i] = new DispatchEntry(tagged[i].Type, tagged[i].Id, addresses[2 * i], addresses[2 * i + 1], tagged[i].Shape.CoversDerived)
            {
                IsLeaf = IsLeaf(tagged[i]),
                Kind = (tagged[i].Shape.IsReplaced ? EntryKind.Replaced : EntryKind.Plain)
                    | (tagged[i].Shape.MaySetType ? EntryKind.ObjectData : EntryKind.Plain),
            };
        }
        Entries = entries;
        NestedSlots = FindNested(nested);
    }

    public PlanTable Table { get; }

    /// <summary>The recorded methods, for listings and checks.</summary>
    public IReadOnlyList<GeneratedMethod> Methods { get; }

    /// <summary>One for each type with an id.</summary>
    public IReadOnlyList<DispatchEntry> Entries { get; }

    /// <summary>The custom serializers, by handle.</summary>
    public object[] CustomSerializers => [.. _methods.CustomSerializers];

    /// <summary>The slots that they use, by <see cref="NestedType{T}"/>.</summary>
    public NestedSlot[] NestedSlots { get; }

    /// <summary>The declared types of open slots, by handle.</summary>
    public IReadOnlyList<Type> SlotTypes => _methods.SlotTypes;

    /// <summary>The run shapes, by handle.</summary>
    public string[] Shapes { get; }

    /// <summary>To write a value runs no code but the library's own and the framework's; not where members are traced.</summary>
    public bool IsRepeatable => !_isTraced && Table.Plans.All(plan => ((TypeFamily)plan.Shape.Family).IsRepeatable(plan));

    /// <summary>The handle of the run shape of a bounded body.</summary>
    public int ShapeHandle(TypePlan plan) => plan.IsBounded ? _methods.ShapeHandle(plan.Run) : 0;

    public static CompiledModel Compile(PlanTable table, bool isTraced = false) => new(table, isTraced, table.Options.Collectible);

    /// <summary>A <see cref="LeafReader"/> and a <see cref="LeafWriter"/> will do for the type: not where members are traced.</summary>
    public bool IsLeaf(TypePlan plan) => !_isTraced && _leaves.Has(plan);

    /// <summary>
    /// The address of the writer of a value type's body: <c>static ref byte (ref WireWriter, ref byte, ref T)</c>. Good as long as this object lives.
    /// </summary>
    public nint BodyWriter(TypePlan plan) => _assembly.Find(_methods.WriteBody(plan)).MethodHandle.GetFunctionPointer();

    /// <summary>The address of the reader of a value type's body: <c>static ref byte (ref WireReader, ref byte, ref T)</c>.</summary>
    public nint BodyReader(TypePlan plan) => _assembly.Find(_methods.ReadBody(plan)).MethodHandle.GetFunctionPointer();

    private SlotPlan[] DeclareNested(PlanTable table)
    {
        List<SlotPlan>? slots = null;
        foreach (TypePlan plan in table.Plans)
        {
            if (plan.Shape.Custom != null)
            {
                (slots ??= []).AddRange(plan.Slots);
            }
        }
        foreach (SlotPlan slot in slots ?? [])
        {
            _methods.WriteNested(slot);
            _methods.ReadNested(slot);
        }
        return slots?.ToArray() ?? [];
    }

    private NestedSlot[] FindNested(SlotPlan[] slots)
    {
        NestedSlot[] found = [];
        foreach (SlotPlan slot in slots)
        {
            int index = (int)typeof(NestedType<>).MakeGenericType(slot.DeclaredType).GetField(nameof(NestedType<int>.Index))!.GetValue(null)!;
            if (index >= found.Length)
            {
                Array.Resize(ref found, index + 1);
            }
            found[index] = new NestedSlot(_assembly.Find(_methods.WriteNested(slot)).MethodHandle.GetFunctionPointer(),
                _assembly.Find(_methods.ReadNested(slot)).MethodHandle.GetFunctionPointer());
        }
        return found;
    }

    // static void Fill(nint[] addresses): one method asks for all addresses at once, which is cheaper than reflection for each.
    private GeneratedMethod FillMethod(TypePlan[] plans)
    {
        var method = new GeneratedMethod("Fill", typeof(void), ("addresses", typeof(nint[])));
        var il = new Emit.BodyWriter(method);
        for (int i = 0; i < plans.Length; i++)
        {
            il.Statement($"addresses[{2 * i}] = &writer; addresses[{2 * i + 1}] = &reader;");
            StoreAddress(il, 2 * i, _methods.WriteTagged(plans[i]));
            StoreAddress(il, 2 * i + 1, _methods.ReadNew(plans[i]));
        }
        il.Return();
        return method;
    }

    private static void StoreAddress(Emit.BodyWriter il, int index, GeneratedMethod target)
    {
        il.Load(il.Argument(0));
        il.Constant(index);
        il.LoadFunction(target);
        il.StoreElement(typeof(nint));
    }

    private static IEnumerable<Assembly> AccessedAssemblies(PlanTable table) =>
        table.Plans.SelectMany(plan => plan.Slots.Select(slot => slot.Shape.Field?.DeclaringType?.Assembly).Append(plan.Type.Assembly)).OfType<Assembly>()
            .Concat(table.Plans.SelectMany(plan => Related(plan.Type)).Select(type => type.Assembly))
            // Callbacks and serialization constructors are called on the levels that declare them, and derived collections are given the fields of their bases.
            .Concat(table.Plans.Where(plan =>
                plan.Shape.Callbacks != null || plan.Shape.Lateness != Lateness.None || plan.Shape.Keyword.StartsWith("class+", StringComparison.Ordinal))
                .SelectMany(plan => MemberSelector.Levels(plan.Type)).Select(level => level.Assembly)).Distinct();

    // Type arguments and elements are named in signatures.
    private static IEnumerable<Type> Related(Type type) =>
        type.HasElementType ? Related(type.GetElementType()!).Append(type)
            : type.IsGenericType ? type.GetGenericArguments().SelectMany(Related).Append(type) : [type];
}
