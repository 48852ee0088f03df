using System.Reflection;
using NetSerializer.Emit;
using NetSerializer.Families;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Wire.Tables;

namespace NetSerializer.Dispatch;

/// <summary>Plans turned into machine code: the generated assembly and its entry points.</summary>
internal sealed partial class CompiledModel
{
    // Of its writer and its reader.
    private const int AddressesOfType = 2;

    private readonly GeneratedAssembly _assembly;
    private readonly MethodSet _methods;
    private readonly bool _isTraced;

    private CompiledModel(PlanTable table, bool isTraced, bool isLate)
    {
        (Table, _isTraced, _isLate) = (table, isTraced, isLate);
        _assembly = new GeneratedAssembly(table.Options.Collectible, AccessedAssemblies(table));
        Observer?.Invoke(Methods);
        _methods = new MethodSet(table, isTraced, hasTexts: false);
        if (isLate)
        {
            Entries = [.. Tagged(table).Select(plan => EntryOf(plan, 0, 0))];
            return;
        }
        GeneratedMethod[] all = Write(_methods, _assembly.Begin);
        _assembly.Complete();
        foreach (TypePlan plan in table.Plans)
        {
            ShapeHandle(plan);
        }
        TypePlan[] tagged = Tagged(table);
        nint[] addresses = new nint[AddressesOfType * tagged.Length];
        _assembly.Find(all[^1]).CreateDelegate<Action<nint[]>>()(addresses);
        var entries = new DispatchEntry[tagged.Length];
        for (int i = 0; i < entries.Length; i++)
        {
            entries[i] = EntryOf(tagged[i], addresses[AddressesOfType * i], addresses[AddressesOfType * i + 1]);
        }
        Entries = entries;
        NestedSlots = FindNested(NestedSlots, NestedSlotsOf(table));
    }

    /// <summary>Is shown the methods of each model before they are compiled. The tests set it, once, to check them; otherwise null.</summary>
    internal static Action<IReadOnlyList<GeneratedMethod>>? Observer { get; set; }

    private static DispatchEntry EntryOf(TypePlan plan, nint writer, nint reader) =>
        new(plan.Type, plan.Id, writer, reader, plan.Shape.CoversDerived)
        {
            Kind = (plan.Shape.IsReplaced ? EntryKind.Replaced : EntryKind.Plain) | (plan.Shape.MaySetType ? EntryKind.ObjectData : EntryKind.Plain)
                | (plan.Shape.HasMembersBesideEntries ? EntryKind.ExceptionWithMembers : EntryKind.Plain),
        };

    public PlanTable Table { get; }

    /// <summary>The methods with their statements, for listings: written once more, since they take more room than the rest of a model.</summary>
    public IReadOnlyList<GeneratedMethod> Methods => Write(new MethodSet(Table, _isTraced, hasTexts: true));

    /// <summary>How many methods have been compiled so far.</summary>
    public int MethodCount => _methods.All.Count;

    /// <summary>One for each type with an id.</summary>
    public IReadOnlyList<DispatchEntry> Entries { get; }

    /// <summary>The custom serializers, by handle.</summary>
    public object[] CustomSerializers => [.. _methods.CustomSerializers];

    /// <summary>The slots that they use, by <see cref="NestedType{T}"/>.</summary>
    // One place that says that there is none: an empty array would have to be compiled at start.
    public NestedSlot[] NestedSlots { get; private set; } = new NestedSlot[1];

    /// <summary>The declared types of open slots, by handle.</summary>
    public IReadOnlyList<Type> SlotTypes => _methods.SlotTypes;

    /// <summary>The run shapes, by handle.</summary>
    public string[] Shapes => _methods.Shapes;

    /// <summary>The handle of the run shape of a bounded body.</summary>
    public int ShapeHandle(TypePlan plan) => plan.IsBounded ? _methods.ShapeHandle(plan.Run) : 0;

    public static CompiledModel Compile(PlanTable table, bool isTraced = false) => new(table, isTraced, isLate: false);

    /// <summary>
    /// The address of the writer of a value type's body: <c>static ref byte (ref WireWriter, ref byte, ref T)</c>. Good as long as this object lives.
    /// </summary>
    public nint BodyWriter(TypePlan plan) => AddressOf(_methods.WriteBody(plan));

    /// <summary>The address of the reader of a value type's body: <c>static ref byte (ref WireReader, ref byte, ref T)</c>.</summary>
    public nint BodyReader(TypePlan plan) => AddressOf(_methods.ReadBody(plan));

    /// <summary>The address of the writer of a slot: <c>static ref byte (ref WireWriter, ref byte, object)</c>.</summary>
    public nint DirectWriter(SlotPlan slot) => AddressOf(_methods.WriteDirect(slot));

    /// <summary>The address of the reader of a slot: <c>static ref byte (ref WireReader, ref byte, out object)</c>.</summary>
    public nint DirectReader(SlotPlan slot) => AddressOf(_methods.ReadDirect(slot));

    /// <summary>Writes all methods of a model; the last one is Fill, which gives their addresses.</summary>
    /// <inheritdoc cref="MethodSet.Complete"/>
    public static GeneratedMethod[] Write(MethodSet methods, Func<GeneratedMethod, IInstructionSink>? open = null)
    {
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
        foreach (SlotPlan slot in NestedSlotsOf(methods.Table))
        {
            methods.WriteDirect(slot);
            methods.ReadDirect(slot);
        }
        methods.Complete(open);
        var fill = new GeneratedMethod("Fill", typeof(void), ("addresses", typeof(nint[]))) { HasTexts = methods.HasTexts };
        MethodSet.Write(fill, method => Fill(method, methods), open);
        return [.. methods.All, fill];
    }

    private static TypePlan[] Tagged(PlanTable table) => [.. table.Plans.Where(plan => plan.Id != 0)];

    private static SlotPlan[] NestedSlotsOf(PlanTable table)
    {
        List<SlotPlan>? slots = null;
        foreach (TypePlan plan in table.Plans)
        {
            if (plan.Shape.Custom != null)
            {
                (slots ??= []).AddRange(plan.Slots);
            }
        }
        return slots?.ToArray() ?? [];
    }

    private NestedSlot[] FindNested(NestedSlot[] known, IReadOnlyList<SlotPlan> slots)
    {
        NestedSlot[] found = [.. known];
        foreach (SlotPlan slot in slots)
        {
            int index = (int)typeof(NestedType<>).MakeGenericType(slot.DeclaredType).GetField(nameof(NestedType<int>.Index))!.GetValue(null)!;
            if (index >= found.Length)
            {
                Array.Resize(ref found, index + 1);
            }
            found[index] = new NestedSlot(AddressOf(_methods.WriteDirect(slot)), AddressOf(_methods.ReadDirect(slot)));
        }
        return found;
    }

    // static void Fill(nint[] addresses): one method asks for all addresses at once, which is cheaper than reflection for each.
    private static void Fill(GeneratedMethod method, MethodSet methods)
    {
        TypePlan[] plans = Tagged(methods.Table);
        var il = new Emit.BodyWriter(method);
        for (int i = 0; i < plans.Length; i++)
        {
            int first = AddressesOfType * i;
            il.Statement($"addresses[{first}] = &writer; addresses[{first + 1}] = &reader;");
            StoreAddress(il, first, methods.WriteTagged(plans[i]));
            StoreAddress(il, first + 1, methods.ReadNew(plans[i]));
        }
        il.Return();
    }

    private static void StoreAddress(Emit.BodyWriter il, int index, GeneratedMethod target)
    {
        il.Load(il.Argument(0));
        il.Constant(index);
        il.LoadFunction(target);
        il.StoreElement(typeof(nint));
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
