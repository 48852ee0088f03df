using NetSerializer.Tests.Conformance;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Fuzzing;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>
/// The budget against what the thread really allocates, for every value of every family: thousands of it in each kind of place, whose memory is many
/// times the budget while the bytes are honest ones.
/// </summary>
[TestFixture]
internal sealed class FamilyBudgetTests
{
    public static IEnumerable<TestCaseData> Fixtures() =>
        FixtureTargets.Types.Select(fixture =>
            new TestCaseData(fixture.Type, fixture.Arguments).SetArgDisplayNames(fixture.Type.Name, string.Join(' ', fixture.Arguments)));

    [TestCaseSource(nameof(Fixtures))]
    public void ThousandsOfAValueStayWithinTheBudget(Type fixture, object?[] arguments)
    {
        (IReadOnlyList<Root> roots, IReadOnlyList<Type> types, SerializerOptions options) = FixtureTargets.Describe(fixture, arguments);
        Type[] all = [.. types, typeof(Dictionary<string, object>[])];
        TypeModel model = TypeModel.Create(all, options);
        if (UserCosts.HasCostlyKeys(model) || UserCosts.HasOwnForms(model))
        {
            return; // what user code allocates is charged to nobody: docs/fuzzing.md
        }
        Type family = FixtureTargets.FamilyOf(fixture);
        var many = (ManyOf)Activator.CreateInstance(typeof(ManyOf<>).MakeGenericType(family))!;
        // Numbers of objects are the same in both forms of integers.
        TypeModel? graphs = options.Integers == IntegerEncoding.Varint ? SharedForms.Create(all, options, form: 0) : null;
        int tried = 0;
        foreach (Root root in roots.Where(root => root.Type == family))
        {
            tried += many.Check(model, root);
            if (graphs != null)
            {
                many.CheckShared(model, graphs, root);
            }
        }
        Assert.That(tried, Is.GreaterThan(0));
    }

    private abstract class ManyOf
    {
        public abstract int Check(TypeModel model, Root root);

        public abstract void CheckShared(TypeModel trees, TypeModel graphs, Root root);
    }

    private sealed class ManyOf<T> : ManyOf
    {
        private const int Budget = 128 << 10, Slack = 64 << 10, MostBytes = 300_000, Most = 1_500;
        private static readonly SerializerLimits s_limits = SerializerLimits.Default with { MaxAllocatedBytes = Budget };

        public override int Check(TypeModel model, Root root)
        {
            T value = ((Root<T>)root).Value;
            int count = Math.Min(Most, MostBytes / Math.Max(1, model.Serialize<object?>(value).Length));
            T[] all = [.. Enumerable.Repeat(value, count)];
            var grid = new T[count, 1];
            for (int i = 0; i < count; i++)
            {
                grid[i, 0] = value;
            }
            return Read(model, root, all) + Read<List<T>>(model, root, [.. all]) + Read(model, root, grid) + Read<object?[]>(model, root, [.. all])
                + Read(model, root, Enumerable.Range(0, count).ToDictionary(i => i, _ => value))
                + Read(model, root, Enumerable.Range(0, count / 20).Select(_ => (Dictionary<string, object?>)new() { [""] = value }).ToArray());
        }

        /// <summary>The same for objects with numbers: each a copy of its own, since the same one again would be a number.</summary>
        public override void CheckShared(TypeModel trees, TypeModel graphs, Root root)
        {
            Read(graphs, root, Copies.Of<object?>(trees, ((Root<T>)root).Value, Budget, Most));
        }

        private static int Read<TRoot>(TypeModel model, Root root, TRoot many)
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
                $"{root.Place}, in a {typeof(TRoot)}: {result.Failure?.Message ?? "accepted"}, {result.Charged} bytes charged");
            Assert.That(result.Failure?.Code, Is.Null.Or.EqualTo(ErrorCode.AllocationTooLarge), $"{root.Place}, in a {typeof(TRoot)}");
            return 1;
        }
    }
}
