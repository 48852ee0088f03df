using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Fuzzing;
using NetSerializer.Tests.Golden;
using NUnit.Framework;

namespace NetSerializer.Tests.Conformance;

/// <summary>
/// What every family must do, in every position and through every surface. A family inherits it, supplies values, and adds the variants of the
/// options that change its wire.
/// </summary>
[TestFixture(WireVariant.Varint)]
[Parallelizable(ParallelScope.Self)]
internal abstract class FamilyConformance<T>(WireVariant variant) : IFamilyFixture
{
    private TypeModel _model = null!;
    private Root[] _roots = null!;
    private Root[] _sampled = null!;

    /// <summary>Values that cover the family; the first one is put into positions that take only one. Null is added where T admits it.</summary>
    protected abstract IEnumerable<Sample<T>> Samples { get; }

    /// <summary>Types of the model that the samples need beside T.</summary>
    protected virtual IEnumerable<Type> Types => [];

    /// <summary>Custom serializers that the model is given.</summary>
    protected virtual IReadOnlyList<CustomSerializer>? Serializers => null;

    /// <summary>
    /// The form is the business of a user's code: it need not be canonical, nor charge what it allocates, and its counts are not those of the value.
    /// </summary>
    protected virtual bool IsOpaque => false;

    /// <summary>The golden file of the samples: by the name of the fixture unless it has a better one.</summary>
    protected virtual string GoldenName => GoldenFile.NameOf(GetType().Name[..^"Conformance".Length]);

    /// <summary>Those whose bytes are the same in every process; some orders follow hashes that each process has of its own.</summary>
    protected virtual IEnumerable<Sample<T>> GoldenSamples => AllSamples();

    /// <summary>Positions that only some families have.</summary>
    protected virtual IEnumerable<Root> MoreRoots => [];

    /// <summary>
    /// False where several encodings are read as the same value: the order on the wire may be another one on another machine, or code of the type decides.
    /// </summary>
    protected virtual bool HasOneEncoding => true;

    /// <summary>The same for the other types of the model, which a changed id may name.</summary>
    protected virtual bool HaveOthersOneEncoding => true;

    protected WireVariant Variant => variant;

    // The others take smaller samples in the dear checks, and no models of their own for limits and numbers of objects, which are the same in all variants.
    private bool IsTypical => FixtureTargets.IsTypical(GetType()) && (variant == WireVariant.Varint || Thoroughness.IsFull);

    public string GoldenFileName => variant == WireVariant.Varint ? GoldenName : $"{GoldenName}.{variant}".ToLowerInvariant();

    [OneTimeSetUp]
    public void MakeModel()
    {
        (IReadOnlyList<Root> roots, IReadOnlyList<Type> types, SerializerOptions options) = Describe();
        IEnumerable<Root> sampled = IsTypical ? Thoroughness.Sample(roots) : Thoroughness.SampleOfOther(roots, turn: GetType().Name.Length);
        (_roots, _sampled, _model) = ([.. roots], [.. sampled], TypeModel.Create(types, options));
    }

    public (IReadOnlyList<Root> Roots, IReadOnlyList<Type> Types, SerializerOptions Options) Describe()
    {
        Sample<T>[] samples = AllSamples();
        IEnumerable<Root> roots = [.. Positions.All(samples), .. MoreRoots];
        IEnumerable<Type> types = [.. Positions.Types<T>(), .. MoreRoots.Select(root => root.Type), .. Types];
        if (NullablePositions.For(typeof(T)) is { } nullables)
        {
            roots = [.. roots, .. nullables.Roots(samples[0].Value!)];
            types = [.. types, .. nullables.Types];
        }
        return ([.. roots], [.. types.Distinct()], variant.Options() with { Serializers = Serializers });
    }

    /// <summary>Fixtures live as long as the run, and generated code with them.</summary>
    [OneTimeTearDown]
    public void ReleaseModel() => (_model, _roots, _sampled) = (null!, [], []);

    [Test]
    public void RoundTripsThroughEverySurface() => CheckAll(new SurfaceCheck());

    [Test]
    public void RoundTripsThroughSegmentsPartedAnywhere() => CheckAll(new SegmentCheck());

    [Test]
    public void RoundTripsThroughStreams() => CheckSample(new StreamCheck());

    [Test]
    public void SessionsWaitForNoByteBehindTheValue() => CheckSample(new SessionCheck());

    [Test]
    public void EveryPrefixIsRejected() => CheckSample(new PrefixCheck());

    [Test]
    public void ChangedBytesAreRejectedOrAnotherValue()
    {
        var check = new ByteChangeCheck(HasOneEncoding, HaveOthersOneEncoding ? null : _model.TypeIds[typeof(T)], IsOpaque, IsTypical);
        CheckSample(check);
        Assert.That(check.Rejected, Is.GreaterThan(0), "some change must be rejected, or nothing was tried");
    }

    [Test]
    public void LimitsHold() => CheckAll(new LimitCheck(IsOpaque));

    /// <summary>One model for each limit serves all values: those that are longer are refused, the others read.</summary>
    [Test]
    public void TheInputIsLimited()
    {
        if (!IsTypical)
        {
            return;
        }
        var lengths = new LengthCollector();
        CheckSample(lengths);
        foreach (int most in lengths.Limits)
        {
            CheckSample(new InputLimitCheck(Limited(limits => limits with { MaxInputBytes = most })));
        }
    }

    [Test]
    public void TheDepthIsLimited()
    {
        var depths = new DepthCheck();
        CheckAll(depths);
        if (depths.Deepest > 1 && IsTypical)
        {
            CheckAll(new DepthCheck(Limited(limits => limits with { MaxDepth = depths.Deepest - 1 })));
        }
    }

    [Test]
    public void CollisionsOfKeysAreLimited() => CheckAll(new KeyCollisionCheck());

    [Test]
    public void HostileBytesAllocateNoMoreThanTheBudget() => CheckAll(new AllocationCheck());

    [Test]
    public void TheOracleReadsEveryValue()
    {
        if (UserCosts.HasOwnForms(_model))
        {
            return; // what a user's own code writes is known to that alone
        }
        FuzzTarget target = FixtureTargets.Make(GetType().Name, _model, _roots);
        Assert.That(target.Oracle, Is.Not.Null);
        Assert.That(target.Payloads.Where(payload => payload.Bytes.Length > 0 && payload.Items.Count == 0).Select(payload => payload.Place), Is.Empty);
    }

    [Test]
    public void ThousandsOfAValueStayWithinTheBudget()
    {
        if (UserCosts.HasCostlyKeys(_model) || UserCosts.HasOwnForms(_model))
        {
            return; // what user code allocates is charged to nobody: docs/fuzzing.md
        }
        var check = new ManyCheck<T>(IsTypical ? SharedForms.Create([typeof(T), typeof(object[]), .. Types], _model.Options, form: 0) : null);
        CheckAll(check);
        Assert.That(check.Tried, Is.GreaterThan(0));
    }

    // Tables of data take the culture that they are made in.
    [Test, SetCulture("")]
    public void BytesAreTheGoldenOnes() =>
        GoldenFile.AssertEqual(
            GoldenFileName, WireListing.Of(TypeModel.Create([typeof(T), .. Types], variant.Options() with { Serializers = Serializers }), GoldenSamples));

    private TypeModel Limited(Func<SerializerLimits, SerializerLimits> with)
    {
        (_, IReadOnlyList<Type> types, SerializerOptions options) = Describe();
        return TypeModel.Create(types, options with { Limits = with(options.Limits) });
    }

    private void CheckAll(RootCheck check) => Check(_roots, check);

    // For the checks that take most of the time.
    private void CheckSample(RootCheck check) => Check(_sampled, check);

    private void Check(Root[] roots, RootCheck check)
    {
        foreach (Root root in roots)
        {
            try
            {
                root.Accept(_model, check);
            }
            catch (NetSerializerException unexpected)
            {
                throw new AssertionException($"{root.Place}: {unexpected}");
            }
        }
    }

    private Sample<T>[] AllSamples() =>
        default(T) is null && Samples.All(sample => sample.Value is not null) ? [.. Samples, new Sample<T>("null", default!)] : [.. Samples];
}
