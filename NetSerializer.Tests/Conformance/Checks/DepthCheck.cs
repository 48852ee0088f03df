using NetSerializer.Tests.Streams;
using NUnit.Framework;

namespace NetSerializer.Tests.Conformance.Checks;

/// <summary>
/// A value is read from some MaxDepth on, and for any less of it rejected as too deep. With a limited model: it is written and read there exactly where
/// that depth is admitted.
/// </summary>
internal sealed class DepthCheck(TypeModel? limited = null) : RootCheck
{
    /// <summary>The greatest depth that one of the values has.</summary>
    public int Deepest { get; private set; }

    public override void Check<TRoot>(TypeModel model, string place, TRoot value)
    {
        byte[] bytes = model.Serialize(value);
        int depth = DepthOf<TRoot>(model, place, bytes);
        Deepest = Math.Max(Deepest, depth);
        if (limited == null)
        {
            return;
        }
        place = $"{place}, {depth} levels under a limit of {limited.Options.Limits.MaxDepth}";
        if (depth <= limited.Options.Limits.MaxDepth)
        {
            SurfaceCheck.AssertBytes(place, limited.Serialize(value), bytes);
            SurfaceCheck.AssertSame(place, value, limited.Deserialize<TRoot>(bytes));
            SurfaceCheck.AssertSame(place, value, limited.Deserialize<TRoot>(new MemoryStream(Frames.Of(bytes))));
            return;
        }
        Assert.That(Assert.Throws<ValueNotSerializableException>(() => limited.Serialize(value), place).Code, Is.EqualTo(ErrorCode.ValueTooDeep), place);
        AssertTooDeep(place, () => limited.Deserialize<TRoot>(bytes));
        AssertTooDeep(place, () => limited.Deserialize<TRoot>(new MemoryStream(Frames.Of(bytes))));
        AssertTooDeep(place, () =>
        {
            using ValueReader reader = limited.OpenReader(new MemoryStream(bytes));
            reader.Read<TRoot>();
        });
    }

    private static int DepthOf<TRoot>(TypeModel model, string place, byte[] bytes)
    {
        for (int depth = 1; ; depth++)
        {
            ErrorCode? failure = LimitedRead.Run<TRoot>(model, SerializerLimits.Default with { MaxDepth = depth }, bytes).Failure?.Code;
            if (failure == null)
            {
                return depth;
            }
            Assert.That(failure, Is.EqualTo(ErrorCode.DataTooDeep), $"{place} under a limit of {depth} levels");
        }
    }

    private static void AssertTooDeep(string place, Action read) =>
        Assert.That(Malformed.AssertRejected(place, read).Code, Is.EqualTo(ErrorCode.DataTooDeep), place);
}
