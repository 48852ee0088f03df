using System.Runtime.CompilerServices;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>So many objects that the tables of writer and reader grow through all their forms.</summary>
public sealed class ManyObjectsTests
{
    // More than the tables that stay from one value to the next have room for.
    private const int Objects = 150_000, Watched = 10_000;

    private static readonly TypeModel s_model = TypeModel.Create([typeof(object[])], new SerializerOptions { References = ReferenceHandling.Preserve });

    [Test]
    public void Each_of_them_is_found_again()
    {
        object[] all = new object[2 * Objects];
        for (int i = 0; i < Objects; i++)
        {
            all[i] = all[^(i + 1)] = new object();
        }
        object[] copy = s_model.DeepClone(all);
        Assert.Multiple(() =>
        {
            Assert.That(Enumerable.Range(0, Objects).All(i => ReferenceEquals(copy[i], copy[^(i + 1)])));
            Assert.That(copy.Distinct(ReferenceEqualityComparer.Instance).Count(), Is.EqualTo(Objects));
        });
        // Those that were read lie elsewhere in memory than those that were made by hand, and have never been moved.
        Assert.That(s_model.Serialize(copy).AsSpan().SequenceEqual(s_model.Serialize(all)));
    }

    [Test, Category(TestRun.Liveness)]
    public void Nothing_that_has_been_written_or_read_is_kept(
        [Values(1, 60, 600, 5_000, Objects)] int count, [Values] bool appearsAgain, [Values] bool fails)
    {
        WeakReference[] used = Use(count, appearsAgain, fails);
        GC.Collect();
        Assert.That(used.Count(one => one.IsAlive), Is.Zero);
    }

    // Counts the memory of the process.
    [Test, NonParallelizable]
    public void Tracking_takes_no_more_than_24_bytes_for_each() =>
        Assert.That(ScaleCommand.AliveWhileWriting(ScaleCommand.Make(1_000_000)), Is.LessThanOrEqualTo(24));

    // In a method of its own, which keeps nothing when it has ended.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference[] Use(int count, bool appearsAgain, bool fails)
    {
        object?[] all = [.. Enumerable.Range(0, count).Select(i => i % 2 == 0 ? new object() : new string('t', 1 + (i % 9))), null, null];
        all[^2] = appearsAgain ? all[count / 2] : null;
        all[^1] = fails ? new Random() : null;
        WeakReference[] used = Watch(all);
        foreach (Action<object?[]> write in (Action<object?[]>[])[
            value => s_model.Serialize(value),
            value => s_model.Serialize(new MemoryStream(), value),
            value => s_model.OpenWriter(new MemoryStream()).Write(value)])
        {
            if (fails)
            {
                Assert.That(() => write(all), Throws.TypeOf<ValueNotSerializableException>());
            }
            else
            {
                write(all);
            }
        }
        if (fails)
        {
            return used;
        }
        object?[] copy = s_model.DeepClone(all);
        return [.. used, .. Watch(copy)];
    }

    // Of very many, some in each segment of a table stand for all: a collection goes through the references to them one by one.
    private static WeakReference[] Watch(object?[] all) =>
        [.. all.Where((item, i) => i % (1 + (all.Length / Watched)) == 0 && item is not (null or Random)).Append(all).Select(item => new WeakReference(item))];
}
