using NetSerializer.Tests.Fuzzing;
using NetSerializer.Tests.Hostile;
using NUnit.Framework;

namespace NetSerializer.Tests.Conformance.Checks;

/// <summary>
/// The budget against what the thread really allocates: thousands of a value in each kind of place, whose memory is many times the budget while the
/// bytes are honest ones.
/// </summary>
/// <param name="graphs">A model of the same values with numbers of objects; null where another variant has tried it.</param>
internal sealed class ManyCheck<T>(TypeModel? graphs) : RootCheck
{
    private const int Budget = 128 << 10, Slack = 64 << 10, MostBytes = 300_000, Most = 1_500;
    private static readonly SerializerLimits s_limits = SerializerLimits.Default with { MaxAllocatedBytes = Budget };

    public int Tried { get; private set; }

    public override void Check<TRoot>(TypeModel model, string place, TRoot root)
    {
        if (typeof(TRoot) != typeof(T))
        {
            return;
        }
        T value = (T)(object?)root!;
        int count = Math.Min(Most, MostBytes / Math.Max(1, model.Serialize<object?>(value).Length));
        T[] all = [.. Enumerable.Repeat(value, count)];
        var grid = new T[count, 1];
        for (int i = 0; i < count; i++)
        {
            grid[i, 0] = value;
        }
        Read(model, place, all);
        Read<List<T>>(model, place, [.. all]);
        Read(model, place, grid);
        Read<object?[]>(model, place, [.. all]);
        Read(model, place, Enumerable.Range(0, count).ToDictionary(i => i, _ => value));
        Read<object?[]>(model, place, [.. Enumerable.Range(0, count / 20).Select(_ => new Dictionary<string, object?> { [""] = value })]);
        if (graphs != null)
        {
            // Each is a copy of its own, since the same one again would be a number.
            Read(graphs, place, Copies.Of<object?>(model, value, Budget, Most));
        }
        Tried++;
    }

    private static void Read<TRoot>(TypeModel model, string place, TRoot many)
    {
        byte[] bytes = model.Serialize(many);
        // What is made once is made for the first of them.
        LimitedRead.Run<TRoot>(model, s_limits, bytes[..(bytes.Length / 16)]);
        LimitedRead.Result result = LimitedRead.Run<TRoot>(model, s_limits, bytes);
        // Among fixtures that run side by side something else allocated here now and then, as tables of the runtime that grow on whichever thread
        // needs them do. What reading allocates, it allocates each time.
        for (int again = 0; again < 2 && result.Allocated > Budget + Slack; again++)
        {
            result = LimitedRead.Run<TRoot>(model, s_limits, bytes);
        }
        Assert.That(result.Allocated, Is.LessThanOrEqualTo(Budget + Slack),
            $"{place}, in a {typeof(TRoot)}: {result.Failure?.Message ?? "accepted"}, {result.Charged} bytes charged");
        Assert.That(result.Failure?.Code, Is.Null.Or.EqualTo(ErrorCode.AllocationTooLarge), $"{place}, in a {typeof(TRoot)}");
    }
}
