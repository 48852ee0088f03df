using NetSerializer.Dispatch;
using NetSerializer.Schema.Reading;
using NetSerializer.Tests.Conformance;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Fuzzing;
using NUnit.Framework;

namespace NetSerializer.Tests.Versions;

/// <summary>
/// Every form in every position: the values of all conformance fixtures, read by the schema of their writer, are what the reader's own model would have
/// read from itself. The writer has the same options, or others.
/// </summary>
[TestFixture]
[Parallelizable(ParallelScope.All)]
internal sealed class ReaderConformanceTests
{
    private static IEnumerable<TestCaseData> Fixtures =>
        FixtureTargets.Types.Select(fixture => new TestCaseData(fixture.Type, fixture.Arguments).SetArgDisplayNames(
            $"{fixture.Type.Name} {string.Join(' ', fixture.Arguments)}"));

    private static IEnumerable<TestCaseData> TypicalFixtures =>
        Fixtures.Where(fixture => FixtureTargets.IsTypical((Type)fixture.Arguments[0]!)).Where((_, i) => i % 3 == 0 || Thoroughness.IsFull);

    // The forms are the same under other options, so each eighth fixture stands for its neighbours.
    private static IEnumerable<TestCaseData> EighthOfFixtures => Fixtures.Where((_, i) => i % 8 == 0 || Thoroughness.IsFull);

    private static IEnumerable<TestCaseData> SharedFixtures =>
        FixtureTargets.Types.DistinctBy(fixture => fixture.Type).Index().Where(fixture => fixture.Index % 8 == 0 || Thoroughness.IsFull).Select(fixture =>
            new TestCaseData(fixture.Item.Type, fixture.Item.Arguments, fixture.Index / 8)
                .SetArgDisplayNames($"{fixture.Item.Type.Name} {SharedForms.NameOf(fixture.Index / 8)}"));

    [TestCaseSource(nameof(TypicalFixtures))]
    public void Trees_of_the_same_schema_are_read(Type fixture, object?[] arguments)
    {
        (IReadOnlyList<Root> roots, IReadOnlyList<Type> types, SerializerOptions options) = FixtureTargets.Describe(fixture, arguments);
        TypeModel model = TypeModel.Create(types, options);
        Check(roots, model, model, cuts: true);
    }

    [TestCaseSource(nameof(EighthOfFixtures))]
    public void Trees_of_other_integers_are_read(Type fixture, object?[] arguments)
    {
        (IReadOnlyList<Root> roots, IReadOnlyList<Type> types, SerializerOptions options) = FixtureTargets.Describe(fixture, arguments);
        IntegerEncoding other = options.Integers == IntegerEncoding.Fixed ? IntegerEncoding.Varint : IntegerEncoding.Fixed;
        Check(roots, TypeModel.Create(types, options with { Integers = other }), TypeModel.Create(types, options), cuts: false);
    }

    [TestCaseSource(nameof(SharedFixtures))]
    public void Graphs_are_read(Type fixture, object?[] arguments, int form)
    {
        (IReadOnlyList<Root> roots, IReadOnlyList<Type> types, SerializerOptions options) = FixtureTargets.Describe(fixture, arguments);
        TypeModel writer = SharedForms.Create(types, options, form), reader = SharedForms.Create(types, options, form + 1);
        Check(roots, writer, writer, cuts: true);
        if (writer.Options.References == reader.Options.References)
        {
            Check(roots, writer, reader, cuts: false);
        }
    }

    private static void Check(IReadOnlyList<Root> roots, TypeModel writer, TypeModel reader, bool cuts)
    {
        WireSchema schema = WireSchema.Parse(writer.Schema.ToBytes(), new SchemaLimits { MaxNesting = 64 });
        var resolved = new ResolvedModel(reader.Core, schema, ResolveOptions.Default);
        ModelCore?[] ways = [resolved.Decoding, WriterPlans.TryCompile(resolved)];
        foreach (ModelCore way in ways.OfType<ModelCore>())
        {
            var check = new ReaderCheck(writer, new ModelReader(reader, schema, way), way, cuts);
            foreach (Root root in Thoroughness.Sample(roots))
            {
                root.Accept(reader, check);
            }
        }
        bool isNested = reader.Core.Plans.Plans.Any(plan => plan.Shape.Custom != null && !plan.Slots.IsEmpty);
        Assert.That(ways[1] != null || !cuts, Is.Not.EqualTo(isNested && cuts), "code for an equal schema");
    }

    private sealed class ReaderCheck(TypeModel writer, ModelReader resolved, ModelCore way, bool cuts) : RootCheck
    {
        private const int MostCuts = 12, Earnest = 16;
        private int _values;

        public override void Check<TRoot>(TypeModel model, string place, TRoot value)
        {
            byte[] bytes = writer.Serialize(value);
            TRoot? own = model.Deserialize<TRoot>(model.Serialize(value)), read;
            try
            {
                read = resolved.Deserialize<TRoot>(bytes);
            }
            catch (Exception failure) when (failure is not AssertionException)
            {
                throw new AssertionException($"{place}: {failure}", failure);
            }
            SurfaceCheck.AssertBytes(place, model.Serialize(read), model.Serialize(own));
            bool isInEarnest = _values++ % Earnest == 0;
            for (int cut = 0; cuts && cut < bytes.Length; cut += 1 + bytes.Length / MostCuts)
            {
                byte[] prefix = bytes[..cut];
                if (isInEarnest)
                {
                    Malformed.AssertRejected($"{place}, {cut} bytes", () => resolved.Deserialize<TRoot>(prefix));
                }
                // Of most values the readers alone are asked, which do not look for a path then: that would take code of its own.
                else if (LimitedRead.Run<TRoot>(way, SerializerLimits.Default, prefix).Failure is null)
                {
                    Assert.Fail($"{place}, {cut} bytes: accepted");
                }
            }
        }
    }
}
