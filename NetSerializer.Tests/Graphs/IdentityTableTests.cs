using System.Reflection;
using System.Runtime.CompilerServices;
using NetSerializer.Graph;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>Beside a dictionary by reference, with both hashes, while collections move the objects.</summary>
[NonParallelizable]
internal sealed class IdentityTableTests
{
    private const int Values = 4;

    [Test]
    public void Each_object_has_the_number_of_its_first_appearance([Range(1, 8)] int seed, [Values] bool usesHashCodes, [Values] bool collects)
    {
        var random = new Random(seed);
        IdentityTable table = Create(usesHashCodes);
        int wrong = 0;
        for (int value = 0; value < Values; value++)
        {
            object[] objects = Make(random.Next(4) switch { 0 => 3, 1 => 140, 2 => 1_500, _ => 9_000 }, random);
            var expected = new Dictionary<object, int>(ReferenceEqualityComparer.Instance);
            for (int i = 0; i < 2 * objects.Length; i++)
            {
                object item = objects[random.Next(3) == 0 ? random.Next(objects.Length) : i % objects.Length];
                int number = expected.TryAdd(item, expected.Count) ? -1 : expected[item];
                if (collects && random.Next(objects.Length / 8 + 2) == 0)
                {
                    GC.Collect(random.Next(2), GCCollectionMode.Forced, blocking: true, compacting: true);
                }
                wrong += table.FindOrAdd(item) == number ? 0 : 1;
            }
            Assert.That(wrong, Is.Zero);
            Assert.That(table.Count, Is.EqualTo(expected.Count));
            table.Clear();
            Assert.That(table.Count, Is.Zero);
        }
    }

    [Test]
    public void Objects_a_power_of_two_apart_are_told_apart([Values(4_096, 65_536)] int distance, [Values] bool usesHashCodes)
    {
        IdentityTable table = Create(usesHashCodes);
        // An array has a header of 24 bytes.
        byte[][] objects = [.. Enumerable.Range(0, 1_000).Select(_ => new byte[distance - 24])];
        for (int round = 0; round < 2; round++)
        {
            for (int i = 0; i < objects.Length; i++)
            {
                Assert.That(table.FindOrAdd(objects[i]), Is.EqualTo(round == 0 ? -1 : i));
            }
        }
    }

    [Test]
    public void Hash_codes_take_over_where_collections_come_all_the_time_until_the_next_value()
    {
        IdentityTable table = Create(usesHashCodes: false);
        object[] objects = Make(100, new Random(1));
        foreach (object item in objects)
        {
            GC.Collect(0);
            Assert.That(table.FindOrAdd(item), Is.EqualTo(-1));
        }
        Assert.That(UsesHashCodes(table));
        Assert.That(objects.Select(table.FindOrAdd), Is.EqualTo(Enumerable.Range(0, objects.Length)));
        table.Clear();
        Assert.That(UsesHashCodes(table), Is.False);
        Assert.That(objects.Select(table.FindOrAdd), Has.All.EqualTo(-1));
    }

    [Test]
    public void The_switch_stays_on_from_one_value_to_the_next()
    {
        IdentityTable table = Create(usesHashCodes: true);
        Assert.That(UsesHashCodes(table));
        table.FindOrAdd(table);
        table.Clear();
        Assert.That(UsesHashCodes(table));
    }

    [Test, Category(TestRun.Liveness)]
    public void Objects_are_not_kept_alive([Values(1, 100, 5_000, 70_000)] int count)
    {
        IdentityTable table = Create(usesHashCodes: false);
        WeakReference[] gone = Number(table, count);
        GC.Collect();
        Assert.That(gone.Count(reference => reference.IsAlive), Is.Zero);
        GC.KeepAlive(table);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference[] Number(IdentityTable table, int count)
    {
        object[] objects = [.. Enumerable.Range(0, count).Select(_ => new object())];
        Array.ForEach(objects, item => table.FindOrAdd(item));
        Assert.That(table.FindOrAdd(objects[^1]), Is.EqualTo(count - 1));
        table.Clear();
        return [.. objects.Select(item => new WeakReference(item))];
    }

    /// <summary>A table made while the switch says so.</summary>
    public static IdentityTable Create(bool usesHashCodes)
    {
        using var _ = new HeaderHashes(usesHashCodes);
        return new IdentityTable();
    }

    private static bool UsesHashCodes(IdentityTable table) =>
        (bool)typeof(IdentityTable).GetField("_usesHashCodes", BindingFlags.Instance | BindingFlags.NonPublic)!.GetValue(table)!;

    // Garbage between them makes them move.
    private static object[] Make(int count, Random random) => [.. Enumerable.Range(0, count).Select(i =>
    {
        GC.KeepAlive(new byte[random.Next(60)]);
        return random.Next(5) switch { 0 => $"text {i}", 1 => new byte[random.Next(100)], 2 => i, _ => new object() };
    })];
}

/// <summary>The switch of <see cref="IdentityTable"/>, until it is disposed of. The process has one, so one thread at a time has it.</summary>
internal sealed class HeaderHashes : IDisposable
{
    private static readonly Lock s_lock = new();

    private readonly bool _was;

    public HeaderHashes(bool isOn)
    {
        s_lock.Enter();
        _was = AppContext.TryGetSwitch(IdentityTable.UseHeaderHashes, out bool wasOn) && wasOn;
        AppContext.SetSwitch(IdentityTable.UseHeaderHashes, isOn);
    }

    public void Dispose()
    {
        AppContext.SetSwitch(IdentityTable.UseHeaderHashes, _was);
        s_lock.Exit();
    }
}
