using System.Collections;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.Reflection;
using System.Runtime.CompilerServices;
using NetSerializer.Tests.Equality;
using NetSerializer.Tests.Oracle.Schema;
using NetSerializer.Tests.Oracle.Wire;

namespace NetSerializer.Tests.Oracle.Values;

/// <summary>Arbitrary values of any type of a model, by reflection: trees, in which nothing is shared, or graphs.</summary>
public sealed class ValueGenerator
{
    private const int LongestRun = 300;
    private const int DeepestNesting = 12;

    private readonly IReadOnlyDictionary<Type, ushort> ids;
    private readonly Dictionary<Type, Type[]> candidates = [];
    private readonly Random random;
    private readonly ScalarValues scalars;
    private readonly IntegerValues integers;
    private readonly SharedValues? shared;
    private readonly bool namedEnums;
    private int remaining;
    private int depth;

    /// <param name="types">The types that slots of base classes, interfaces and <c>object</c> may hold, with their ids.</param>
    /// <param name="areGraphs">Objects are shared and lead back to those that hold them.</param>
    /// <param name="wellFormedTexts">Strings have no halves of surrogate pairs, which not every serializer can hold.</param>
    /// <param name="namedEnums">Values of enums have a name.</param>
    public ValueGenerator(IReadOnlyDictionary<ushort, Type> types, Sample sample, bool finiteFloats = false, bool areGraphs = false,
        bool wellFormedTexts = false, bool namedEnums = false)
    {
        this.namedEnums = namedEnums;
        shared = areGraphs ? new SharedValues() : null;
        ids = types.ToDictionary(row => row.Value, row => row.Key);
        random = new Random(sample.Seed);
        remaining = sample.Size;
        scalars = new ScalarValues(random, finiteFloats, wellFormedTexts);
        integers = new IntegerValues(random);
    }

    /// <summary>A root: null only for a <c>Nullable</c> or about one time in twenty.</summary>
    public object? CreateRoot(Type declared)
    {
        if (Nullable.GetUnderlyingType(declared) is not null || declared.IsValueType)
            return Create(declared);
        return random.Next(20) == 0 ? null : CreateExact(PickType(declared) ?? throw new ArgumentException($"Nothing can be a {declared}"));
    }

    private object? Create(Type declared)
    {
        if (Nullable.GetUnderlyingType(declared) is { } underlying)
            return random.Next(3) == 0 ? null : Create(underlying);
        if (declared.IsValueType)
            return CreateExact(declared);
        if (shared is not null && random.Next(4) == 0 && shared.Pick(random, Admitted(declared)) is { } known)
            return known;
        bool wanted = remaining > 0 && depth < DeepestNesting && random.Next(5) != 0;
        if (!wanted || PickType(declared) is not { } type)
            return null;
        object value = CreateExact(type);
        shared?.Close(value);
        return value;
    }

    private Type[] Admitted(Type declared)
    {
        if (!candidates.TryGetValue(declared, out Type[]? types))
            candidates[declared] = types = [.. Assignability.Admitted(declared, ids).Where(row => declared.IsAssignableFrom(row.Key)).OrderBy(row => row.Value)
                .Select(row => row.Key)];
        return types;
    }

    private Type? PickType(Type declared)
    {
        Type[] types = Admitted(declared);
        if (types.Length == 0)
            return null;
        // The many types that are always in the model would drown those of the model itself.
        Type[] own = [.. types.Where(type => !Scalars.IsReservedId(ids[type]))];
        Type[] from = own.Length > 0 && random.Next(2) == 0 ? own : types;
        return from[random.Next(from.Length)];
    }

    private object CreateExact(Type type)
    {
        if (Scalars.Contains(type))
            return scalars.Create(type);
        if (type.IsEnum)
            return CreateEnum(type);
        remaining--;
        depth++;
        object value = type.IsArray ? CreateArray(type)
            : ArrayViews.Contains(type) ? ArrayViews.Create(
                type, type.IsValueType && random.Next(8) == 0 ? null : CreateArray(ArrayViews.ElementOf(type).MakeArrayType()))!
            : OtherCollections.KindOf(type) is not null ? CreateOther(type)
            : FrameworkValues.Contains(type) ? FrameworkSamples.Any(type, random)
            : type == typeof(BitVector32) ? new BitVector32(random.Next(int.MinValue, int.MaxValue))
            : TypeKinds.IsCollection(type) ? CreateCollection(type)
            : CollectionKinds.ContentOf(type) is { } content ? CreateDerived(type, content)
            : type.IsAssignableTo(typeof(Exception)) ? CreateException(type)
            : CreateMembers(type);
        depth--;
        return value;
    }

    private object CreateEnum(Type type)
    {
        Array named = Enum.GetValues(type);
        return namedEnums || random.Next(2) == 0
            ? named.GetValue(random.Next(named.Length))!
            : Enum.ToObject(type, scalars.Create(type.GetEnumUnderlyingType()));
    }

    private object CreateMembers(Type type)
    {
        object instance = RuntimeHelpers.GetUninitializedObject(type);
        // Keyed collections are made anew of the members.
        if (CollectionKinds.ContentOf(type) is not { } content || CollectionKinds.KindOfContent(content) != SchemaKind.Keyed)
            shared?.Open(instance);
        foreach (FieldInfo field in Fields.AllOf(type))
        {
            if (Fields.Travels(field))
                field.SetValue(instance, field.Name == "m_Rest" ? CreateExact(field.FieldType) : Create(field.FieldType));
            else if (Scalars.Contains(field.FieldType))
                field.SetValue(instance, CreateLeftOut(type, field.FieldType));
        }

        return instance;
    }

    // Fields that do not travel are set too, so that a copy that has them shows: of structs all alike, which may be keys that are told apart by them.
    private object? CreateLeftOut(Type owner, Type type) =>
        owner.IsValueType ? new ScalarValues(new Random(1), finiteFloats: true, wellFormedTexts: true).Create(type) : Create(type);

    private object CreateDerived(Type type, Type content)
    {
        object instance = CreateMembers(type);
        if (CollectionKinds.KindOfContent(content) == SchemaKind.Keyed)
            return CollectionValues.CreateKeyed(instance, content, CreateElements(content.GetGenericArguments()[1], TableLength()));
        if (PlainContent.BaseOf(type) is null)
            CollectionValues.Give(instance, CreateCollection(content));
        else
            PlainContent.Give(instance, CreateOther(PlainContent.PlainType(content)));
        return instance;
    }

    /// <summary>As if made and thrown elsewhere: what all exceptions have, and the fields of its own classes.</summary>
    private Exception CreateException(Type type)
    {
        Exception instance = type == typeof(AggregateException)
            ? new AggregateException(CreateElements(typeof(Exception), random.Next(3)).OfType<Exception>())
            : (Exception)RuntimeHelpers.GetUninitializedObject(type);
        foreach (string name in (string[])["_message", "_helpURL", "_source", "_stackTraceString", "_remoteStackTraceString"])
            SetCommon(instance, name, random.Next(3) == 0 ? null : Create(typeof(string)));
        if (type != typeof(AggregateException))
            SetCommon(instance, "_innerException", Create(typeof(Exception)));
        if (type != typeof(AggregateException))
            shared?.Open(instance);
        instance.HResult = (int)scalars.Create(typeof(int));
        for (int i = random.Next(4); i > 0; i--)
        {
            // BinaryFormatter turns lone surrogates into one and the same character, and so different keys into equal ones.
            instance.Data[random.Next(2) == 0 ? $"key {i}" : scalars.Create(typeof(long))] = Create(typeof(object));
        }

        foreach (FieldInfo field in Fields.OfException(type))
            field.SetValue(instance, Create(field.FieldType));
        return instance;
    }

    private static void SetCommon(Exception instance, string field, object? value) =>
        typeof(Exception).GetField(field, BindingFlags.Instance | BindingFlags.NonPublic)!.SetValue(instance, value);

    private Array CreateArray(Type type)
    {
        Type element = type.GetElementType()!;
        int rank = type.GetArrayRank();
        if (type.IsSZArray)
        {
            int length = RunLength(element);
            Array array = Array.CreateInstance(element, length);
            shared?.Open(array);
            IReadOnlyList<object?> elements = CreateElements(element, length);
            for (int i = 0; i < elements.Count; i++)
                array.SetValue(elements[i], i);
            return array;
        }

        int[] lengths = [.. Enumerable.Range(0, rank).Select(_ => random.Next(8) == 0 ? 0 : random.Next(1, SideLength(element, rank)))];
        int[] bounds = [.. Enumerable.Range(0, rank).Select(_ => random.Next(2) == 0 && rank > 1 ? 0 : random.Next(1, 4) - (4 * random.Next(2)))];
        if (rank == 1 && bounds[0] == 0)
            bounds[0] = 1;
        return FillGrid(Array.CreateInstance(element, lengths, bounds), element);
    }

    private Array FillGrid(Array grid, Type element)
    {
        var elements = new Queue<object?>(CreateElements(element, grid.Length));
        int[] indices = new int[grid.Rank];
        Fill(0);
        return grid;

        void Fill(int dimension)
        {
            for (int i = grid.GetLowerBound(dimension); i <= grid.GetUpperBound(dimension); i++)
            {
                indices[dimension] = i;
                if (dimension + 1 < grid.Rank)
                    Fill(dimension + 1);
                else
                    grid.SetValue(elements.Dequeue(), indices);
            }
        }
    }

    private object CreateCollection(Type type)
    {
        Type[] arguments = type.GetGenericArguments();
        if (shared is not null && Covers.Of(type) is not null)
            return Activator.CreateInstance(type, CreateShown(type))!;
        if (type.GetGenericTypeDefinition() == typeof(ReadOnlyDictionary<,>))
            return Activator.CreateInstance(type, CreateCollection(typeof(Dictionary<,>).MakeGenericType(arguments)))!;
        if (type.GetGenericTypeDefinition() == typeof(ReadOnlySet<>))
            return Activator.CreateInstance(type, CreateCollection(typeof(HashSet<>).MakeGenericType(arguments)))!;
        if (CollectionKinds.Of(type) == SchemaKind.Sequence)
            return CollectionValues.Create(type, CreateElements(arguments[0], RunLength(arguments[0])));
        if (typeof(IDictionary).IsAssignableFrom(type))
        {
            var table = (IDictionary)CreateTable(type, arguments[0]);
            shared?.Open(table);
            foreach (object? key in CreateElements(arguments[0], TableLength()))
            {
                if (key is not null)
                    TryAdd(table, key, () => Create(arguments[1]));
            }

            return table;
        }

        if (typeof(IList).IsAssignableFrom(type))
        {
            var list = (IList)Activator.CreateInstance(type)!;
            shared?.Open(list);
            foreach (object? element in CreateElements(arguments[0], RunLength(arguments[0])))
                list.Add(element);
            return list;
        }

        if (CollectionKinds.Of(type) == SchemaKind.PriorityQueue)
            return CreateQueue(type, arguments);

        object set = CreateTable(type, arguments[0]);
        MethodInfo add = type.GetMethod("Add")!;
        foreach (object? element in CreateElements(arguments[0], TableLength()))
        {
            try
            {
                add.Invoke(set, [element]);
            }
            catch (TargetInvocationException failure) when (failure.InnerException is ArgumentException or InvalidOperationException)
            {
                // A sorted set of what it cannot compare.
            }
        }

        return set;
    }

    /// <summary>What a cover shows in a graph: as often as not what others hold as well.</summary>
    private object CreateShown(Type cover)
    {
        Type[] types = [.. Covers.ImpliedBy(cover).Where(type => !type.Name.StartsWith("Sorted", StringComparison.Ordinal))];
        if (random.Next(2) == 0 && shared!.Pick(random, types) is { } known)
            return known;
        object made = CreateExact(types[random.Next(types.Length)]);
        shared!.Close(made);
        return made;
    }

    private object CreateOther(Type type)
    {
        Type[] types = OtherCollections.SlotTypes(type);
        if (OtherCollections.IsSequence(type))
            return OtherCollections.Create(type, [], [.. CreateElements(types[0], RunLength(types[0])).Select(element => new[] { element })]);
        object[] comparers = [.. OtherCollections.DefaultComparers(type)
            .Select(compared => compared.Numbers[random.Next(compared.Numbers.Length)] ?? compared.Comparer)];
        var entries = new List<object?[]>();
        // What is sorted must be comparable; and keys of a graph without an order are told apart by what they are, not by who else holds them.
        bool hasTextKeys = type == typeof(SortedList)
            || (type.Name is nameof(ListDictionary) or nameof(HybridDictionary) && comparers[0] is IComparer)
            || (shared is not null && types[0] == typeof(object) && !OtherCollections.IsOrdered(type));
        foreach (object? made in CreateElements(hasTextKeys ? typeof(string) : types[0], TableLength()))
        {
            object? key = type == typeof(StringDictionary) ? ((string?)made)?.ToLowerInvariant() : made;
            bool isNew = OtherCollections.DefaultComparers(type)[0].IsOrder
                ? entries.TrueForAll(entry => ((IComparer)comparers[0]).Compare(entry[0], key) != 0)
                : entries.TrueForAll(entry => !((IEqualityComparer)comparers[0]).Equals(entry[0], key));
            if (isNew && (key is not null || types.Length == 1 || type == typeof(NameValueCollection)))
                entries.Add(types.Length == 1 ? [key] : [key, type == typeof(NameValueCollection) ? CreateValues() : Create(types[1])]);
        }

        return OtherCollections.Create(type, comparers, entries);
    }

    /// <summary>The values of a name: none, or some of which only the first may be null.</summary>
    private string?[]? CreateValues()
    {
        string?[] values = [.. CreateElements(typeof(string), random.Next(4)).Cast<string?>().Select((value, i) => i == 0 ? value : value ?? "")];
        return values.Length == 0 ? null : values;
    }

    /// <summary>Adds nothing for a key that is there, or that a sorted table cannot compare.</summary>
    private static void TryAdd(IDictionary table, object key, Func<object?> value)
    {
        try
        {
            if (!table.Contains(key))
                table.Add(key, value());
        }
        catch (Exception failure) when (failure is ArgumentException or InvalidOperationException)
        {
        }
    }

    private object CreateQueue(Type type, Type[] arguments)
    {
        object queue = CreateTable(type, arguments[1]);
        MethodInfo enqueue = type.GetMethod("Enqueue")!;
        int count = TableLength();
        IReadOnlyList<object?> elements = CreateElements(arguments[0], count);
        IReadOnlyList<object?> priorities = CreateElements(arguments[1], count);
        for (int i = 0; i < count; i++)
            enqueue.Invoke(queue, [elements[i], priorities[i]]);
        return queue;
    }

    private object CreateTable(Type type, Type key)
    {
        if (key != typeof(string))
            return Activator.CreateInstance(type)!;
        StringComparer? comparer = random.Next(6) switch
        {
            0 => StringComparer.Ordinal,
            1 => StringComparer.OrdinalIgnoreCase,
            2 => StringComparer.InvariantCulture,
            3 => StringComparer.InvariantCultureIgnoreCase,
            _ => null,
        };
        return comparer is null ? Activator.CreateInstance(type)! : Activator.CreateInstance(type, comparer)!;
    }

    private IReadOnlyList<object?> CreateElements(Type element, int count)
    {
        if (IntegerType.Of(element) is { } integer && !(namedEnums && element.IsEnum))
        {
            remaining -= count / 16;
            return [.. integers.Run(count, integer.Width).Select(bits => IntegerValue(integer, bits, element))];
        }

        var elements = new List<object?>();
        for (int i = 0; i < count; i++)
            elements.Add(Create(element));
        return elements;
    }

    private static object IntegerValue(IntegerType integer, ulong bits, Type element)
    {
        object value = integer.Type == typeof(char) ? (char)bits
            : integer.Type == typeof(nint) ? (nint)bits
            : integer.Type == typeof(nuint) ? (nuint)bits
            : integer.Signed ? Convert.ChangeType((long)integer.Extend(bits, integer.Width), integer.Type)
            : Convert.ChangeType(integer.Extend(bits, integer.Width), integer.Type);
        return element.IsEnum ? Enum.ToObject(element, value) : value;
    }

    private int RunLength(Type element)
    {
        if (Scalars.Contains(element) && element != typeof(object) || element.IsEnum)
            return integers.Length(element == typeof(string) ? Math.Min(40, remaining) : Math.Min(LongestRun, 16 * Math.Max(0, remaining)));
        return integers.Length(Math.Max(0, Math.Min(remaining / 4, random.Next(20) == 0 ? 40 : 5)));
    }

    private int TableLength() => random.Next(0, Math.Clamp(remaining / 4, 1, 12));

    private static int SideLength(Type element, int rank) => Scalars.Contains(element) || element.IsEnum ? (rank == 1 ? 150 : 30 / rank) : 4;
}
