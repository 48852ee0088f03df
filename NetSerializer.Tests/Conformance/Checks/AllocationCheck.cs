using NUnit.Framework;

namespace NetSerializer.Tests.Conformance.Checks;

/// <summary>Bytes with huge lengths put into every place cost no more memory than the budget allows.</summary>
internal sealed class AllocationCheck : RootCheck
{
    private const long Budget = 1 << 20, Slack = 64 << 10;
    private const int MostPlaces = 12;
    private static readonly byte[][] s_lengths = [[0x80, 0x80, 0x40], [0xFF, 0xFF, 0xFF, 0xFF, 0x0F], [0xFE, 0xFF, 0xFF, 0x7F], [0xFF, 0x7F], [0x7F]];
    private readonly Random _random = new(7);

    public override void Check<TRoot>(TypeModel model, string place, TRoot value)
    {
        byte[] bytes = model.Serialize(value);
        SerializerLimits limits = SerializerLimits.Default with { MaxAllocatedBytes = Budget };
        foreach (int at in bytes.Length <= MostPlaces
            ? Enumerable.Range(0, bytes.Length) : Enumerable.Range(0, MostPlaces).Select(_ => _random.Next(bytes.Length)))
        {
            byte[] length = s_lengths[_random.Next(s_lengths.Length)];
            byte[] hostile = [.. bytes[..at], .. length, .. bytes[(at + 1)..], .. new byte[64]];
            LimitedRead.Result result = LimitedRead.Run<TRoot>(model, limits, hostile);
            if (result.Allocated > Budget + Slack)
            {
                // Bytes that are the first to name a type have its code made, once.
                result = LimitedRead.Run<TRoot>(model, limits, hostile);
            }
            Assert.That(result.Allocated, Is.LessThanOrEqualTo(Budget + Slack), $"{place}: {Convert.ToHexString(length)} at byte {at} of {bytes.Length}");
        }
    }
}
