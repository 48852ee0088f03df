using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>So many objects that the tables of writer and reader grow through all their forms.</summary>
public sealed class ManyObjectsTests
{
    // Beyond the reader's segments that double, and one more of the largest.
    private const int Objects = 500_000;

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
        Assert.That(s_model.Serialize(copy), Is.EqualTo(s_model.Serialize(all)));
    }

    [Test, NonParallelizable]
    public void Tracking_takes_no_more_than_24_bytes_for_each() =>
        Assert.That(ScaleCommand.AliveWhileWriting(ScaleCommand.Make(1_000_000)), Is.LessThanOrEqualTo(24));
}
