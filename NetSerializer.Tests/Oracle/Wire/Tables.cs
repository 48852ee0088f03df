using System.Collections;
using System.Collections.ObjectModel;
using System.Reflection;
using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>Section 5: dictionaries and sets.</summary>
internal static class Tables
{
    public static readonly IEqualityComparer<string>[] StringComparers =
    [
        EqualityComparer<string>.Default,
        StringComparer.Ordinal,
        StringComparer.OrdinalIgnoreCase,
        StringComparer.InvariantCulture,
        StringComparer.InvariantCultureIgnoreCase,
    ];

    public static void WriteDictionary(OracleOutput output, DictionaryShape shape, IDictionary? value)
    {
        if (!WriteHead(output, shape.Key, value, value?.Count))
            return;
        foreach (DictionaryEntry entry in value!)
        {
            Slots.Write(output, shape.Key, entry.Key);
            Slots.Write(output, shape.Value, entry.Value);
        }
    }

    public static void WriteSet(OracleOutput output, SetShape shape, object? value)
    {
        object?[]? elements = value is null ? null : [.. ((IEnumerable)value).Cast<object?>()];
        if (!WriteHead(output, shape.Element, value, elements?.Length))
            return;
        foreach (object? element in elements!)
            Slots.Write(output, shape.Element, element);
    }

    public static object? ReadDictionary(OracleInput input, DictionaryShape shape)
    {
        Type type = shape.Type.GetGenericTypeDefinition() == typeof(ReadOnlyDictionary<,>)
            ? typeof(Dictionary<,>).MakeGenericType(shape.Type.GetGenericArguments()) : shape.Type;
        if (ReadHead(input, type, shape.Key, SmallestSize.Of(input.Model, shape.Key) + SmallestSize.Of(input.Model, shape.Value)) is not var (count, instance))
            return null;
        var table = (IDictionary)instance;
        object result = type == shape.Type ? table : Activator.CreateInstance(shape.Type, table)!;
        input.Numbers.Made(result);
        var fill = new TableFill(input, shape, shape.Key);
        for (int i = 0; i < count; i++)
        {
            int start = input.Position;
            object? key = fill.ReadKey(shape.Key);
            if (key is null)
                throw input.Reject(RejectionCode.KeyNull, start, "a null key");
            if (!fill.IsLate && key is not null && table.Contains(key))
                throw input.Reject(RejectionCode.KeyDuplicate, start, $"the key {key} again");
            object? value = Slots.Read(input, shape.Value);
            fill.Add(start, offset =>
            {
                if (key is null)
                    throw input.Reject(RejectionCode.KeyNull, offset, "a null key");
                if (table.Contains(key))
                    throw input.Reject(RejectionCode.KeyDuplicate, offset, $"the key {key} again");
                table.Add(key, value);
            });
        }

        fill.Done();
        return result;
    }

    public static object? ReadSet(OracleInput input, SetShape shape)
    {
        Type type = shape.Type.GetGenericTypeDefinition() == typeof(ReadOnlySet<>)
            ? typeof(HashSet<>).MakeGenericType(shape.Type.GetGenericArguments()) : shape.Type;
        if (ReadHead(input, type, shape.Element, SmallestSize.Of(input.Model, shape.Element)) is not var (count, instance))
            return null;
        object result = type == shape.Type ? instance : Activator.CreateInstance(shape.Type, instance)!;
        input.Numbers.Made(result);
        MethodInfo add = type.GetMethod("Add")!;
        var fill = new TableFill(input, shape, shape.Element);
        for (int i = 0; i < count; i++)
        {
            int start = input.Position;
            input.CountElement();
            object? element = fill.ReadKey(shape.Element);
            fill.Add(start, offset =>
            {
                if (!(bool)add.Invoke(instance, [element])!)
                    throw input.Reject(RejectionCode.KeyDuplicate, offset, $"the element {element} again");
            });
        }

        fill.Done();
        return result;
    }

    private static bool WriteHead(OracleOutput output, Slot key, object? table, int? count)
    {
        Varints.Write(output, table is null ? 0 : (ulong)count!.Value + 1);
        if (table is null)
            return false;
        object comparer = ComparerOf(table);
        if (key.Declared == typeof(string))
            output.Byte(NumberOf(comparer));
        else if (!comparer.Equals(DefaultComparer(key.Declared)))
            throw new OracleRefusal($"the comparer {comparer}");
        return true;
    }

    private static (int Count, object Table)? ReadHead(OracleInput input, Type type, Slot key, int smallestEntry)
    {
        int start = input.Position;
        ulong head = Varints.Read(input, 32);
        if (head == 0)
            return null;
        int count = Varints.CheckLength(input, head - 1, start);
        input.Announce((long)count * smallestEntry, start);
        object? comparer = key.Declared == typeof(string) ? ReadComparer(input) : null;
        return (count, comparer is null ? Activator.CreateInstance(type)! : Activator.CreateInstance(type, comparer)!);
    }

    private static IEqualityComparer<string>? ReadComparer(OracleInput input)
    {
        int start = input.Position;
        byte number = input.Byte();
        if (number >= StringComparers.Length)
            throw input.Reject(RejectionCode.ComparerUnknown, start, $"comparer {number}");
        return number == 0 ? null : StringComparers[number];
    }

    public static void WriteKeyed(OracleOutput output, KeyedShape shape, IEnumerable value)
    {
        object?[] elements = [.. value.Cast<object?>()];
        Varints.Write(output, (ulong)elements.Length + 1);
        if (shape.Key == typeof(string))
            output.Byte(NumberOf(ComparerOf(value)));
        foreach (object? element in elements)
            Slots.Write(output, shape.Element, element);
    }

    /// <summary>Adds the elements to an object of a derived class that has its fields.</summary>
    public static void ReadKeyed(OracleInput input, KeyedShape shape, object instance)
    {
        int start = input.Position;
        ulong head = Varints.Read(input, 32);
        if (head == 0)
            throw input.Reject(RejectionCode.NullNotAllowed, start, $"no content of {shape.Type}");
        int count = Varints.CheckLength(input, head - 1, start);
        input.Announce((long)count * SmallestSize.Of(input.Model, shape.Element), start);
        object? comparer = shape.Key == typeof(string) ? ReadComparer(input) : null;
        ConstructorInfo constructor = shape.Type.GetConstructors(BindingFlags.Instance | BindingFlags.NonPublic)
            .Single(candidate => candidate.GetParameters().Length == 2);
        constructor.Invoke(instance, [comparer, 0]);
        MethodInfo add = typeof(ICollection<>).MakeGenericType(shape.Element.Declared).GetMethod("Add")!;
        var fill = new TableFill(input, shape, shape.Element);
        for (int i = 0; i < count; i++)
        {
            int elementStart = input.Position;
            input.CountElement();
            object? element = fill.ReadKey(shape.Element);
            fill.Add(elementStart, offset =>
            {
                try
                {
                    add.Invoke(instance, [element]);
                }
                catch (TargetInvocationException refused)
                {
                    throw input.Reject(refused.InnerException is ArgumentException ? RejectionCode.KeyDuplicate : RejectionCode.KeyUnknown, offset,
                        $"the element {element}");
                }
            });
        }

        fill.Done();
    }

    private static int NumberOf(object comparer)
    {
        int number = Array.FindIndex(StringComparers, known => known.Equals(comparer));
        return number >= 0 ? number : throw new OracleRefusal($"the comparer {comparer}");
    }

    private static object ComparerOf(object table)
    {
        foreach (string covered in (string[])["Dictionary", "Set"])
        {
            if (table.GetType().GetProperty(covered, BindingFlags.Instance | BindingFlags.NonPublic) is { } property
                && property.DeclaringType!.Name.StartsWith("ReadOnly", StringComparison.Ordinal))
                return ComparerOf(property.GetValue(table)!);
        }

        return table.GetType().GetProperty("Comparer")!.GetValue(table)!;
    }

    private static object DefaultComparer(Type key) =>
        typeof(EqualityComparer<>).MakeGenericType(key).GetProperty("Default")!.GetValue(null)!;
}
