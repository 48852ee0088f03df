using NetSerializer.Benchmarks.Data;

namespace NetSerializer.Benchmarks.Suites.App;

/// <summary>Values that several of the workloads have.</summary>
internal static class AppRandom
{
    private const int MinutesOfYears = 5_000_000;

    public static DateTime Date(MixedRandom random) => new DateTime(2020, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddMinutes(random.Below(MinutesOfYears));

    /// <summary>As random as a Guid is.</summary>
    public static Guid Id(MixedRandom random) =>
        new(random.Below(int.MaxValue), (short)random.Below(65_536), (short)random.Below(65_536), BitConverter.GetBytes(random.Fraction()));

    public static T[] Many<T>(int count, Func<T> create)
    {
        T[] items = new T[count];
        for (int i = 0; i < count; i++)
        {
            items[i] = create();
        }
        return items;
    }
}
