using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using System.Runtime.CompilerServices;
using NetSerializer.Tests.Emit.Checking;
using NetSerializer.Tests.Model;

namespace NetSerializer.Tests.Load;

/// <summary>
/// <c>scale [--types 5000] [--models 1000] [--ids 65000]</c>: as many of each as a program is promised, each of them used; docs/load.md. Throws when
/// one of them does not work.
/// </summary>
internal static class ScaleCommand
{
    private static readonly Type[] s_kinds = [typeof(int), typeof(string), typeof(long?), typeof(double), typeof(List<int>), typeof(object)];

    public static void Run(int types, int models, int ids, TextWriter output)
    {
        // The checks of generated code belong to the tests, and would be most of the time here.
        EveryModel.IsUnchecked();
        Report(output, $"{types} types of six members in one model", () => UseEach(types, s_kinds, 1));
        Report(output, $"{models} models at once", () => ManyModels(models));
        Report(output, $"{models} collectible models, one after the other, all gone in the end", () => ManyGone(models));
        Report(output, $"{ids} types, each with an id of its own", () => UseEach(ids, [typeof(int)], 50));
    }

    // All are in the model; one in so many is written, read and looked up.
    private static string UseEach(int count, Type[] members, int every)
    {
        var clock = Stopwatch.StartNew();
        Type[] types = Classes(count, members);
        double made = clock.Elapsed.TotalSeconds;
        clock.Restart();
        TypeModel model = TypeModel.Create(types);
        double created = clock.Elapsed.TotalSeconds;
        clock.Restart();
        for (int i = 0; i < types.Length; i += i + every < types.Length ? every : Math.Max(1, types.Length - 1 - i))
        {
            Use(model, types[i], i);
        }
        return string.Create(CultureInfo.InvariantCulture,
            $"classes made in {made:F1} s, the model in {created:F1} s, used in {clock.Elapsed.TotalSeconds:F1} s, ids up to "
                + $"{model.TypeIds.Max(pair => pair.Value)}");
    }

    private static string ManyModels(int count)
    {
        Type[] types = Classes(count + 5, s_kinds);
        TypeModel[] models = [.. Enumerable.Range(0, count).Select(i => TypeModel.Create(types.Skip(i).Take(5)))];
        for (int i = 0; i < count; i++)
        {
            Use(models[i], types[i + 4], i);
            Require(IsRefused(models[i], types[i + 5]), "a type of another model is refused");
        }
        GC.KeepAlive(models);
        return "each used, each refuses the types of the others";
    }

    private static string ManyGone(int count)
    {
        long before = GC.GetTotalMemory(forceFullCollection: true);
        WeakReference[] gone = [.. Enumerable.Range(0, count).Select(i => new WeakReference(UseAndDrop(i)))];
        for (int i = 0; i < 20 && gone.Any(model => model.IsAlive); i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        Require(gone.All(model => !model.IsAlive), "collectible models are gone");
        return string.Create(CultureInfo.InvariantCulture, $"heap {before >> 10} KiB before, {GC.GetTotalMemory(forceFullCollection: true) >> 10} KiB after");
    }

    // The type that holds the generated code: it goes when nothing of the model is left.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static object UseAndDrop(int i)
    {
        Type type = new DynamicTypes($"Plugin{i}", collectible: true).Make("Plugged", [.. s_kinds.Select((kind, k) => ($"Member{k}", kind))]);
        TypeModel model = TypeModel.Create([type], new SerializerOptions { Collectible = true });
        Use(model, type, i);
        return CollectibleTests.GeneratedType(model);
    }

    private static void Use(TypeModel model, Type type, int i)
    {
        object value = Activator.CreateInstance(type)!;
        FieldInfo number = type.GetField("Member0")!;
        number.SetValue(value, i);
        byte[] bytes = model.Serialize(value);
        object copy = model.Deserialize((ReadOnlySpan<byte>)bytes)!;
        Require(copy.GetType() == type && (int)number.GetValue(copy)! == i, "a value comes back");
        Require(model.PeekType(bytes) == type && model.TypeIds[model.TypeIds[type]] == type, "its type is found by its id");
    }

    private static bool IsRefused(TypeModel model, Type type)
    {
        try
        {
            model.Serialize(Activator.CreateInstance(type));
            return false;
        }
        catch (ValueNotSerializableException)
        {
            return true;
        }
    }

    private static Type[] Classes(int count, Type[] members)
    {
        // A thousand for each assembly: what Reflection.Emit takes for a class grows with their number.
        (string, Type)[] fields = [.. members.Select((member, k) => ($"Member{k}", member))];
        return [.. Enumerable.Range(0, count).Chunk(1_000).SelectMany(numbers =>
        {
            var types = new DynamicTypes($"Dynamic{numbers[0]}");
            return numbers.Select(i => types.Make($"Class{i}", fields));
        })];
    }

    private static void Require(bool holds, string what)
    {
        if (!holds)
        {
            throw new InvalidDataException($"It does not hold that {what}.");
        }
    }

    private static void Report(TextWriter output, string what, Func<string> run)
    {
        var clock = Stopwatch.StartNew();
        string result = run();
        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{what}: {result}; {clock.Elapsed.TotalSeconds:F1} s, {GC.GetTotalMemory(forceFullCollection: true) >> 20} MiB of managed heap, "
                + $"{Environment.WorkingSet >> 20} MiB working set"));
    }
}
