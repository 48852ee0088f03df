using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.ComponentModel;
using System.Dynamic;
using System.Net;
using System.Numerics;
using System.Reflection;
using System.Reflection.Emit;
using System.Text;
using Microsoft.FSharp.Collections;

namespace NetSerializer.Tests.Oracle.RandomTypes;

/// <summary>What members, elements, keys and arguments may be declared as: scalars, types of the world, and all of docs/types.md over these.</summary>
/// <param name="random">Decides.</param>
/// <param name="world">The types of the world.</param>
/// <param name="isClassic">Of the framework only what BinaryFormatter takes as well.</param>
internal sealed class MemberTypes(Random random, WorldTypes world, bool isClassic)
{
    private const int DeepestNesting = 3;

    private static readonly Type[] s_scalars =
    [
        typeof(bool), typeof(byte), typeof(sbyte), typeof(char), typeof(short), typeof(ushort), typeof(int), typeof(uint), typeof(long), typeof(ulong),
        typeof(nint), typeof(nuint), typeof(Half), typeof(float), typeof(double),
        typeof(Int128), typeof(UInt128), typeof(decimal), typeof(DateTime), typeof(DateTimeOffset), typeof(TimeSpan), typeof(DateOnly), typeof(TimeOnly),
        typeof(Guid),
    ];

    private static readonly Type[] s_frameworkStructs =
    [
        typeof(BigInteger), typeof(Rune), typeof(Complex), typeof(Vector3), typeof(Matrix4x4), typeof(Index), typeof(Range), typeof(System.Drawing.Point),
        typeof(System.Drawing.Color), typeof(BitVector32), typeof(ValueTuple),
    ];

    private static readonly Type[] s_frameworkClasses =
    [
        typeof(Uri), typeof(Version), typeof(StringBuilder), typeof(IPAddress), typeof(Type), typeof(DBNull), typeof(Encoding), typeof(BitArray),
        typeof(ArrayList), typeof(Queue), typeof(Stack), typeof(Hashtable), typeof(SortedList),
        typeof(StringCollection), typeof(StringDictionary), typeof(NameValueCollection), typeof(ExpandoObject), typeof(Exception), typeof(AggregateException),
        typeof(ValueType), typeof(Enum), typeof(Array),
        typeof(IEnumerable), typeof(IList), typeof(ICollection), typeof(IDictionary), typeof(IComparable), typeof(IFormattable), typeof(EndPoint),
    ];

    private static readonly Type[] s_keyScalars =
        [typeof(int), typeof(string), typeof(long), typeof(byte), typeof(char), typeof(Guid), typeof(DateTime), typeof(double), typeof(decimal), typeof(ulong),
            typeof(bool), typeof(nint)];

    private static readonly Type[] s_orders =
        [typeof(int), typeof(string), typeof(long), typeof(Guid), typeof(DateTime), typeof(decimal), typeof(ushort), typeof(UInt128)];

    private static readonly Type[] s_sequences =
    [
        typeof(List<>), typeof(List<>), typeof(List<>), typeof(Queue<>), typeof(Stack<>), typeof(LinkedList<>), typeof(Collection<>),
        typeof(ObservableCollection<>), typeof(BindingList<>), typeof(ReadOnlyCollection<>), typeof(ReadOnlyObservableCollection<>),
        typeof(ImmutableList<>), typeof(ImmutableQueue<>), typeof(ImmutableStack<>), typeof(ConcurrentQueue<>), typeof(ConcurrentStack<>),
        typeof(ConcurrentBag<>), typeof(FSharpList<>),
        typeof(IList<>), typeof(IEnumerable<>), typeof(ICollection<>), typeof(IReadOnlyList<>), typeof(IReadOnlyCollection<>),
    ];

    private static readonly Type[] s_views = [typeof(ImmutableArray<>), typeof(ArraySegment<>), typeof(Memory<>), typeof(ReadOnlyMemory<>)];

    private static readonly Type[] s_sets =
        [typeof(HashSet<>), typeof(HashSet<>), typeof(ReadOnlySet<>), typeof(ImmutableHashSet<>), typeof(FrozenSet<>), typeof(ISet<>), typeof(IReadOnlySet<>)];

    private static readonly Type[] s_sortedSets = [typeof(SortedSet<>), typeof(ImmutableSortedSet<>), typeof(FSharpSet<>)];

    private static readonly Type[] s_tables =
    [
        typeof(Dictionary<,>), typeof(Dictionary<,>), typeof(OrderedDictionary<,>), typeof(ReadOnlyDictionary<,>), typeof(ConcurrentDictionary<,>),
        typeof(ImmutableDictionary<,>), typeof(FrozenDictionary<,>), typeof(IDictionary<,>), typeof(IReadOnlyDictionary<,>),
    ];

    private static readonly Type[] s_sortedTables =
        [typeof(SortedDictionary<,>), typeof(SortedList<,>), typeof(ImmutableSortedDictionary<,>), typeof(FSharpMap<,>)];

    private static readonly Type[] s_dataClasses = [typeof(Entry<>), typeof(Entry<>), typeof(Rows<>), typeof(Proxied<>)];

    private static readonly Type[] s_dataStructs = [typeof(Line<>)];

    private static readonly Type[] s_queues = [typeof(PriorityQueue<,>), typeof(SortedList<,>)];

    private static readonly Type[] s_tuples = [typeof(Tuple<>), typeof(Tuple<,>), typeof(Tuple<,,>), typeof(Tuple<,,,>), typeof(Tuple<,,,,>)];

    private static readonly Type[] s_valueTuples =
        [typeof(ValueTuple<>), typeof(ValueTuple<,>), typeof(ValueTuple<,>), typeof(ValueTuple<,,>), typeof(ValueTuple<,,,>), typeof(KeyValuePair<,>)];

    private static readonly Choices<Func<MemberTypes, int, bool, Type>> s_any = new(
        (22, (types, _, _) => types.Scalar()),
        (8, (_, _, _) => typeof(string)),
        (5, (_, _, _) => typeof(object)),
        (6, (types, _, _) => types.OneOf(types._world.Enums) ?? types.Scalar()),
        (10, (types, _, isInline) => types.Struct(isInline)),
        (18, (types, _, _) => types.OneOf(types._world.Classes) ?? typeof(object)),
        (6, (types, _, _) => types.OneOf(types._world.Interfaces) ?? typeof(object)),
        (3, (types, _, _) => types.OneOf(s_frameworkStructs)),
        (3, (types, _, _) => types.OneOf(s_frameworkClasses)),
        (6, (types, nesting, _) => types.OneOf(types._world.GenericClasses) is { } definition
            ? definition.MakeGenericType(types.Argument(nesting)) : typeof(string)),
        (4, (types, nesting, isInline) =>
            types.OneOf(types._world.GenericStructs) is { } definition ? definition.MakeGenericType(types.Any(nesting, isInline)) : types.Scalar()),
        (5, (types, _, isInline) => typeof(Nullable<>).MakeGenericType(types.Value(isInline))),
        (8, (types, nesting, _) => types.Array(types.Any(nesting))),
        (8, (types, nesting, _) => types.OneOf(s_sequences).MakeGenericType(types.Any(nesting))),
        (4, (types, nesting, isInline) => types.OneOf(s_views).MakeGenericType(types.Any(nesting, isInline))),
        (4, (types, _, _) => types.OneOf(s_sets).MakeGenericType(types.Key())),
        (2, (types, _, _) => types.OneOf(s_sortedSets).MakeGenericType(types.Order())),
        (5, (types, nesting, _) => types.OneOf(s_tables).MakeGenericType(types.Key(), types.Any(nesting))),
        (2, (types, nesting, _) => types.OneOf(s_sortedTables).MakeGenericType(types.Order(), types.Any(nesting))),
        (1, (types, nesting, _) => types.OneOf(s_queues).MakeGenericType(types.Any(nesting), types.Order())),
        (3, (types, nesting, _) => types.Data(s_dataClasses, nesting, isInline: false)),
        (1, (types, nesting, isInline) => types.Data(s_dataStructs, nesting, isInline)),
        (3, (types, nesting, _) => types.Tuple(s_tuples, nesting, isInline: false)),
        (4, (types, nesting, isInline) => types.Tuple(s_valueTuples, nesting, isInline)));

    private readonly WorldTypes _world = world;

    /// <param name="nesting">How many types it may be the argument of already.</param>
    /// <param name="isInline">It lies in a struct that is being laid out: structs around it must be whole.</param>
    public Type Any(int nesting = 0, bool isInline = false) => nesting >= DeepestNesting ? Leaf(isInline) : s_any.Pick(random)(this, nesting + 1, isInline);

    public Type Scalar() => OneOf(s_scalars);

    /// <summary>A number or a struct of numbers whose size is known.</summary>
    public Type Sized() => OneOf([.. _world.Sizes.Keys]);

    public Type Key() => random.Next(6) switch
    {
        0 => OneOf(_world.Classes) ?? typeof(object),
        1 => OneOf(_world.Enums) ?? typeof(object),
        2 => OneOf(_world.KeyStructs) ?? typeof(string),
        3 when random.Next(3) == 0 => typeof(ValueTuple<,>).MakeGenericType(OneOf(s_keyScalars), OneOf(_world.KeyStructs) ?? typeof(string)),
        _ => OneOf(s_keyScalars),
    };

    public Type Order() => random.Next(4) == 0 ? OneOf(_world.Enums) ?? typeof(string) : OneOf(s_orders);

    public Type Array(Type element) => random.Next(7) switch
    {
        0 => element.MakeArrayType(random.Next(2, 5)),
        1 => element.MakeArrayType().MakeArrayType(),
        2 => random.Next(3) == 0 ? element.MakeArrayType(1) : element.MakeArrayType(2).MakeArrayType(),
        _ => element.MakeArrayType(),
    };

    private Type Struct(bool isInline) => OneOf(isInline ? _world.WholeStructs : _world.Structs) ?? Scalar();

    private Type Value(bool isInline) => random.Next(3) switch
    {
        0 => Scalar(),
        1 => OneOf(_world.Enums) ?? typeof(int),
        _ => Struct(isInline),
    };

    private Type Leaf(bool isInline) => random.Next(5) switch
    {
        0 => typeof(string),
        1 => OneOf(_world.Classes) ?? typeof(object),
        2 => Struct(isInline),
        _ => Scalar(),
    };

    // Arguments of generic classes stay small: each makes a type of its own.
    private Type Argument(int nesting) => random.Next(2) == 0 ? Leaf(isInline: false) : Any(nesting + 1);

    private Type Data(Type[] definitions, int nesting, bool isInline)
    {
        Type argument = Any(nesting, isInline), definition = definitions[random.Next(definitions.Length)];
        // Nothing but the argument says that values of it are in the model, and what they are written as.
        _world.Entries.AddRange(definition == typeof(Rows<>)
            ? [argument, argument.MakeArrayType()]
            : definition == typeof(Proxied<>)
            ? [argument, typeof(Proxied<>).MakeGenericType(argument), typeof(Proxy<>).MakeGenericType(argument)] : [argument]);
        return definition.MakeGenericType(argument);
    }

    private Type Tuple(Type[] definitions, int nesting, bool isInline)
    {
        Type definition = OneOf(definitions);
        return definition.MakeGenericType([.. definition.GetGenericArguments().Select(_ => Any(nesting, isInline))]);
    }

    private TypeBuilder? OneOf(List<TypeBuilder> choices) => choices.Count == 0 ? null : choices[random.Next(choices.Count)];

    private Type OneOf(Type[] choices)
    {
        Type[] taken = isClassic ? [.. choices.Where(type => type.IsInterface || type is TypeBuilder || (type.Attributes & TypeAttributes.Serializable) != 0)]
            : choices;
        return taken[random.Next(taken.Length)];
    }
}
