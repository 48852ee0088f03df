using System.Collections;
using System.Collections.ObjectModel;
using System.Reflection;
using System.Reflection.Emit;

namespace NetSerializer.Tests.Oracle.RandomTypes;

/// <summary>Defines the types of a world: first what they are called and derived from, then their fields.</summary>
internal sealed class WorldBuilder
{
    /// <summary>The type whose static fields are of the types to make models of.</summary>
    public const string RootsName = "World.Roots";

    private const int MostDefinitions = 15, MostOfSmall = 4, FewestOfFamily = 3, LongestBaseChain = 6;

    private static readonly Choices<Action<WorldBuilder>> s_definitions = new(
        (2, world => world.DefineEnum()),
        (2, world => world._types.Interfaces.Add(world.Define("I", TypeAttributes.Interface | TypeAttributes.Abstract, null))),
        (5, world => world._layouts.Define()),
        (8, world => world.DefineClass()),
        (2, world => world.DefineGenericClass()),
        (1, world => world.DefineGenericStruct()),
        (2, world => world.DefineCollection()),
        (1, world => world.DefineKeyedCollection()),
        (1, world => world.DefineException()),
        (3, world => world.DefineData()),
        (1, world => world.DefineDataStruct()),
        (1, world => world.DefineFamily()));

    private static readonly Type[] s_underlying =
        [typeof(byte), typeof(sbyte), typeof(short), typeof(ushort), typeof(int), typeof(uint), typeof(long), typeof(ulong)];

    private static readonly Type[] s_keys = [typeof(int), typeof(string), typeof(Guid), typeof(ulong)];

    private static readonly Choices<int> s_familySizes = new((4, FewestOfFamily), (4, 5), (3, 17), (1, 66));

    private static readonly Choices<Func<MemberTypes, Type>> s_collections = new(
        (4, types => typeof(List<>).MakeGenericType(types.Any())),
        (3, types => typeof(Dictionary<,>).MakeGenericType(types.Key(), types.Any())),
        (2, types => typeof(Collection<>).MakeGenericType(types.Any())),
        (2, types => typeof(ReadOnlyCollection<>).MakeGenericType(types.Any())),
        (1, types => typeof(ObservableCollection<>).MakeGenericType(types.Any())),
        (1, types => typeof(ReadOnlyDictionary<,>).MakeGenericType(types.Key(), types.Any())),
        (1, types => typeof(HashSet<>).MakeGenericType(types.Key())),
        (1, types => typeof(Queue<>).MakeGenericType(types.Any())),
        (1, types => typeof(Stack<>).MakeGenericType(types.Any())),
        (1, types => typeof(LinkedList<>).MakeGenericType(types.Any())),
        (1, types => typeof(SortedSet<>).MakeGenericType(types.Order())),
        (1, types => typeof(SortedDictionary<,>).MakeGenericType(types.Order(), types.Any())),
        (1, types => typeof(PriorityQueue<,>).MakeGenericType(types.Any(), types.Order())),
        (1, _ => typeof(ArrayList)),
        (1, _ => typeof(Hashtable)),
        (1, _ => typeof(CollectionBase)),
        (1, _ => typeof(DictionaryBase)));

    private readonly Random _random;
    private readonly ModuleBuilder _module;
    private readonly WorldTypes _types = new();
    private readonly MemberTypes _members;
    private readonly FieldBuilders _fields;
    private readonly ProtocolBuilders _protocols;
    private readonly StructLayouts _layouts;
    private readonly List<TypeBuilder> _defined = [];
    private readonly Dictionary<TypeBuilder, int> _depths = [];
    private readonly List<Action> _waiting = [];
    private readonly List<TypeBuilder> _dataClasses = [];
    private readonly Dictionary<TypeBuilder, DataMembers> _data = [];

    private readonly WorldEdits? _edits;
    private readonly bool _isSmall;

    private WorldBuilder(int seed, ModuleBuilder module, WorldEdits? edits, bool isSmall)
    {
        _isSmall = isSmall;
        // Neighbouring seeds must not give neighbouring worlds.
        _random = new Random(unchecked(seed * (int)2654435761));
        _module = module;
        _members = new MemberTypes(_random, _types, RandomWorld.IsClassicSeed(seed));
        _edits = edits;
        // What an object names in its place would change with its fields.
        _protocols = new ProtocolBuilders(_random, RandomWorld.IsClassicSeed(seed), hasReferences: edits == null);
        _fields = new FieldBuilders(_random, _members, _protocols, RandomWorld.IsClassicSeed(seed), edits);
        _layouts = new StructLayouts(_random, _types, _members, _fields, _protocols, Define, _waiting.Add);
    }

    /// <param name="seed">All that decides the types.</param>
    /// <param name="edits">The differences of a version; null for a world without versions.</param>
    /// <param name="isSmall">Few types.</param>
    /// <returns>The image of an assembly.</returns>
    public static byte[] Build(int seed, WorldEdits? edits, bool isSmall)
    {
        var assembly = new PersistedAssemblyBuilder(new AssemblyName($"World{seed}"), typeof(object).Assembly);
        new WorldBuilder(seed, assembly.DefineDynamicModule("World"), edits, isSmall).DefineAll();
        using var image = new MemoryStream();
        assembly.Save(image);
        return image.ToArray();
    }

    private void DefineAll()
    {
        DefineClass();
        for (int i = _isSmall ? _random.Next(1, MostOfSmall) : _random.Next(2, MostDefinitions); i > 0; i--)
            s_definitions.Pick(_random)(this);
        foreach (Action define in _waiting)
            define();
        DefineRoots();
        foreach (TypeBuilder type in _defined)
        {
            // Nobody calls it, but without one a type gets one that calls that of its base, which some have none of.
            if (type is { IsInterface: false, IsValueType: false } && !type.Name.StartsWith('K'))
                type.DefineConstructor(MethodAttributes.Family, CallingConventions.Standard, []).GetILGenerator().Emit(OpCodes.Ret);
            type.CreateType();
        }
    }

    private TypeBuilder Define(string prefix, TypeAttributes attributes, Type? parent) => Define(prefix, attributes, parent, PackingSize.Unspecified, 0);

    private TypeBuilder Define(string prefix, TypeAttributes attributes, Type? parent, PackingSize packing, int size)
    {
        string former = $"{prefix}{_defined.Count}";
        // The first class may have others in it, whose names have its own.
        string name = prefix == "C" && _types.Classes.Count > 0 && _edits != null ? _edits.NameOf(former) : former;
        attributes |= TypeAttributes.Serializable;
        TypeBuilder type = _random.Next(8) == 0 && _types.Classes.Count > 0
            ? _types.Classes[0].DefineNestedType(name, attributes | TypeAttributes.NestedAssembly, parent, packing, size)
            : _module.DefineType($"World.{name}", attributes | (_random.Next(3) == 0 ? TypeAttributes.NotPublic : TypeAttributes.Public), parent, packing,
                size);
        if (name != former)
            WorldEdits.SetFormerName(type, former);
        _defined.Add(type);
        return type;
    }

    private void DefineEnum()
    {
        Type underlying = s_underlying[_random.Next(s_underlying.Length)];
        TypeBuilder type = Define("E", TypeAttributes.Sealed, typeof(Enum));
        type.DefineField("value__", underlying, FieldAttributes.Public | FieldAttributes.SpecialName | FieldAttributes.RTSpecialName);
        for (int i = _random.Next(1, 6); i > 0; i--)
            type.DefineField($"V{i}", type, FieldAttributes.Public | FieldAttributes.Static | FieldAttributes.Literal)
                .SetConstant(Convert.ChangeType(_random.Next(128), underlying));
        _types.Enums.Add(type);
        _types.Sizes[type] = _types.Sizes[underlying];
    }

    private void DefineClass()
    {
        TypeBuilder type = Define("C", _random.Next(6) == 0 ? TypeAttributes.Abstract : 0, null);
        Derive(type);
        Implement(type);
        _types.Classes.Add(type);
        _waiting.Add(() => _fields.AddTo(type));
    }

    private void Derive(TypeBuilder type)
    {
        TypeBuilder[] bases = [.. _types.Classes.Where(known => _depths.GetValueOrDefault(known) < LongestBaseChain)];
        switch (_random.Next(8))
        {
            case 0 when _types.GenericClasses.Count > 0:
                type.SetParent(_types.GenericClasses[_random.Next(_types.GenericClasses.Count)].MakeGenericType(type));
                break;
            case 1 when _types.GenericClasses.Count > 0:
                type.SetParent(_types.GenericClasses[_random.Next(_types.GenericClasses.Count)].MakeGenericType(
                    _random.Next(2) == 0 ? _members.Scalar() : typeof(string)));
                break;
            case 2 or 3 or 4 when bases.Length > 0:
                TypeBuilder parent = bases[_random.Next(bases.Length)];
                type.SetParent(parent);
                _depths[type] = _depths.GetValueOrDefault(parent) + 1;
                break;
        }
    }

    private void Implement(TypeBuilder type)
    {
        foreach (TypeBuilder implemented in _types.Interfaces.Where(_ => _random.Next(2) == 0))
            type.AddInterfaceImplementation(implemented);
    }

    private void DefineGenericClass()
    {
        TypeBuilder type = Define("G", _random.Next(4) == 0 ? TypeAttributes.Abstract : 0, null);
        Type parameter = type.DefineGenericParameters("T")[0];
        if (_random.Next(4) == 0 && _types.GenericClasses.Count > 0)
            type.SetParent(_types.GenericClasses[_random.Next(_types.GenericClasses.Count)].MakeGenericType(parameter));
        Implement(type);
        _types.GenericClasses.Add(type);
        _waiting.Add(() =>
        {
            _fields.AddTo(type);
            foreach (Type over in (Type[])[parameter, parameter.MakeArrayType(), typeof(List<>).MakeGenericType(parameter), type.MakeGenericType(parameter),
                typeof(Dictionary<,>).MakeGenericType(typeof(int), parameter), typeof(ValueTuple<,>).MakeGenericType(parameter, typeof(string))])
            {
                if (_random.Next(3) == 0)
                    _fields.Add(type, over);
            }
        });
    }

    private void DefineGenericStruct()
    {
        TypeBuilder type = Define("V", TypeAttributes.Sealed | TypeAttributes.SequentialLayout, typeof(ValueType));
        Type parameter = type.DefineGenericParameters("T")[0];
        for (int i = _random.Next(3); i > 0; i--)
            _fields.Add(type, _members.Scalar());
        _fields.Add(type, parameter);
        if (_random.Next(3) == 0)
            _fields.Add(type, parameter.MakeArrayType());
        _types.GenericStructs.Add(type);
    }

    private void DefineCollection()
    {
        TypeBuilder type = Define("L", 0, null);
        _types.Classes.Add(type);
        Implement(type);
        type.SetParent(s_collections.Pick(_random)(_members));
        // What is derived from it once more has members of two classes.
        _depths[type] = LongestBaseChain - 1;
        _waiting.Add(() => _fields.AddTo(type));
    }

    private void DefineKeyedCollection()
    {
        Type key = s_keys[_random.Next(s_keys.Length)], parent = typeof(KeyedCollection<,>).MakeGenericType(key, key);
        TypeBuilder type = Define("K", 0, parent);
        _types.Classes.Add(type);
        _depths[type] = LongestBaseChain;
        ConstructorInfo made = parent.GetConstructor(BindingFlags.Instance | BindingFlags.NonPublic, [])!;
        ILGenerator constructor = type.DefineConstructor(MethodAttributes.Public, CallingConventions.Standard, []).GetILGenerator();
        constructor.Emit(OpCodes.Ldarg_0);
        constructor.Emit(OpCodes.Call, made);
        constructor.Emit(OpCodes.Ret);
        ILGenerator keyOf = type.DefineMethod("GetKeyForItem", MethodAttributes.Family | MethodAttributes.Virtual | MethodAttributes.HideBySig, key, [key])
            .GetILGenerator();
        keyOf.Emit(OpCodes.Ldarg_1);
        keyOf.Emit(OpCodes.Ret);
        _waiting.Add(() => _fields.AddTo(type));
    }

    private void DefineException()
    {
        TypeBuilder type = Define("X", 0, _random.Next(2) == 0 ? typeof(Exception) : typeof(ApplicationException));
        _types.Classes.Add(type);
        Implement(type);
        _waiting.Add(() => _fields.AddTo(type));
    }

    /// <summary>A class with ISerializable, perhaps derived from another.</summary>
    private void DefineData()
    {
        TypeBuilder? parent = _dataClasses.Count > 0 && _random.Next(3) == 0 ? _dataClasses[_random.Next(_dataClasses.Count)] : null;
        TypeBuilder type = Define("O", _random.Next(8) == 0 ? TypeAttributes.Abstract : 0, parent);
        Implement(type);
        // What is derived from it needs a constructor of its own.
        _depths[type] = LongestBaseChain;
        _types.Classes.Add(type);
        _dataClasses.Add(type);
        _waiting.Add(() => AddData(type, parent));
    }

    private void DefineDataStruct()
    {
        TypeBuilder type = Define("D", TypeAttributes.Sealed | TypeAttributes.SequentialLayout, typeof(ValueType));
        _types.Structs.Add(type);
        _waiting.Add(() =>
        {
            AddData(type, null);
            _types.WholeStructs.Add(type);
        });
    }

    private void AddData(TypeBuilder type, TypeBuilder? parent)
    {
        FieldBuilder[] fields = [.. Enumerable.Range(0, _random.Next(5)).Select(_ => _fields.Add(type, _members.Any(isInline: true)))];
        _protocols.AddCallbacks(type);
        _data[type] = _protocols.AddData(type, fields, parent is null ? null : _data[parent]);
        // Nothing but their own types says that the values of its entries are in the model.
        _types.Entries.AddRange(fields.Select(field => field.FieldType));
    }

    /// <summary>Many classes of one base, which the code tells apart in one way or another as there are few or many.</summary>
    private void DefineFamily()
    {
        TypeBuilder parent = Define("B", _random.Next(2) == 0 ? TypeAttributes.Abstract : 0, null);
        Implement(parent);
        _types.Classes.Add(parent);
        _waiting.Add(() => _fields.AddTo(parent));
        for (int i = _isSmall ? FewestOfFamily : s_familySizes.Pick(_random); i > 0; i--)
        {
            TypeBuilder member = Define("M", TypeAttributes.Sealed, parent);
            if (_random.Next(2) == 0)
                _waiting.Add(() => _fields.Add(member, _random.Next(4) == 0 ? _members.Any() : _members.Scalar()));
            _family.Add(member);
        }
    }

    private readonly List<TypeBuilder> _family = [];

    private void DefineRoots()
    {
        TypeBuilder roots = _module.DefineType(RootsName, TypeAttributes.Public | TypeAttributes.Abstract | TypeAttributes.Sealed);
        int added = 0;
        foreach (Type type in _types.Classes.Where(type => added == 0 || _random.Next(2) == 0).Concat(_family)
            .Concat(_types.Structs.Where(_ => _random.Next(3) == 0)).Concat(_types.Enums.Where(_ => _random.Next(3) == 0)))
            Add(type);
        // Types made of parameters are made of arguments elsewhere.
        foreach (Type entry in _types.Entries.Where(entry => !entry.ContainsGenericParameters).ToList())
            Add(entry);
        for (int i = _random.Next(4); i > 0; i--)
            Add(_members.Any());
        _defined.Add(roots);

        void Add(Type type) => roots.DefineField($"Root{added++}", type, FieldAttributes.Public | FieldAttributes.Static);
    }
}
