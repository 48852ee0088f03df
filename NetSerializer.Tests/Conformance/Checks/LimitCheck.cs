using NUnit.Framework;

namespace NetSerializer.Tests.Conformance.Checks;

/// <summary>
/// The limits on collections and strings, at the longest of the value and just below it; and that what a value allocates is charged to the budget,
/// but for the rounding of each object to 8 bytes.
/// </summary>
internal sealed class LimitCheck(bool isOpaque = false) : RootCheck
{
    private const int Rounding = 8, Header = 32;

    public override void Check<TRoot>(TypeModel model, string place, TRoot value)
    {
        byte[] bytes = model.Serialize(value);
        (int longest, int longestText, int objects) = ValueExtent.Of(value);
        SerializerLimits limits = isOpaque
            ? SerializerLimits.Default : SerializerLimits.Default with
            { MaxCollectionLength = Math.Max(1, longest), MaxStringBytes = Math.Max(1, 2 * longestText) };
        LimitedRead.Result within = LimitedRead.Run<TRoot>(model, limits, bytes);
        Assert.That(within.Failure, Is.Null, place);
        within = Steady<TRoot>(model, limits, bytes);
        if (isOpaque)
        {
            AssertBudget<TRoot>(model, place, limits, within.Charged, bytes);
            return;
        }
        Assert.That(within.Allocated, Is.LessThanOrEqualTo(within.Charged + Header + (Rounding * objects)),
            $"{place}: {within.Allocated} bytes are allocated, more than are charged to the budget");
        if (longest > 1)
        {
            AssertCode<TRoot>(model, place, ErrorCode.CollectionTooLong, limits with { MaxCollectionLength = longest - 1 }, bytes);
        }
        if (longestText > 0)
        {
            AssertCode<TRoot>(model, place, ErrorCode.StringTooLong, limits with { MaxStringBytes = (2 * longestText) - 1 }, bytes);
        }
        AssertBudget<TRoot>(model, place, limits, within.Charged, bytes);
    }

    // The runtime grows tables of its own at the expense of whoever comes by: the slots of thread-local variables, of which each ConcurrentBag takes
    // one until it is finalized.
    private static LimitedRead.Result Steady<TRoot>(TypeModel model, SerializerLimits limits, byte[] bytes) =>
        Enumerable.Range(0, 3).Select(_ => LimitedRead.Run<TRoot>(model, limits, bytes)).MinBy(result => result.Allocated);

    private static void AssertBudget<TRoot>(TypeModel model, string place, SerializerLimits limits, long charged, byte[] bytes)
    {
        if (charged > 1)
        {
            Assert.That(LimitedRead.Run<TRoot>(model, limits with { MaxAllocatedBytes = charged }, bytes).Failure, Is.Null, place);
            AssertCode<TRoot>(model, place, ErrorCode.AllocationTooLarge, limits with { MaxAllocatedBytes = charged - 1 }, bytes);
        }
    }

    private static void AssertCode<TRoot>(TypeModel model, string place, ErrorCode code, SerializerLimits limits, byte[] bytes) =>
        Assert.That(LimitedRead.Run<TRoot>(model, limits, bytes).Failure?.Code, Is.EqualTo(code), place);
}
