using NetSerializer.Schema.Reading;
using NetSerializer.Tests.Fuzzing;
using NetSerializer.Tests.Oracle;
using NetSerializer.Tests.Oracle.RandomTypes;
using NetSerializer.Tests.Oracle.Schema;
using NetSerializer.Tests.Oracle.Values;

namespace NetSerializer.Tests.Versions;

/// <summary>
/// A world of random types and its next version. Values of the one are read into the types of the other, by the decoder and by the code that is made for
/// both schemas: each must give the value that the edits demand, and both the same verdict on damaged bytes.
/// </summary>
internal sealed class EditedWorld(int seed, bool isSmall = false)
{
    private const int DamagesPerValue = 4;

    private readonly Random _random = new(seed);

    /// <summary>Values that were read.</summary>
    public int Values { get; private set; }

    /// <summary>Values of types that the next version does not have.</summary>
    public int Lost { get; private set; }

    /// <summary>Whether code was made for the two schemas.</summary>
    public bool IsCompiled { get; private set; }

    /// <returns>False when one of the versions has no model.</returns>
    /// <exception cref="InvalidOperationException">A value is another than the edits demand, or the two ways differ.</exception>
    public bool Run(int values)
    {
        bool hasModels = false;
        FuzzThread.Run(() => hasModels = RunHere(values));
        return hasModels;
    }

    private bool RunHere(int values)
    {
        using RandomWorld first = new(seed, new WorldEdits(seed, isNext: false), isSmall),
            second = new(seed, new WorldEdits(seed, isNext: true), isSmall);
        WireOptions writing = WorldCheck.AllOptions[_random.Next(WorldCheck.AllOptions.Count)];
        WireOptions reading = writing with
        { FixedIntegers = _random.Next(2) == 0, Preserve = writing.Preserve || _random.Next(4) == 0, Texts = (TextForm)_random.Next(3) };
        Type[] roots = [.. second.Roots];
        _random.Shuffle(roots);
        TypeModel old, @new;
        try
        {
            old = Create(first.Roots, writing, first.IsCollectible);
            @new = Create(roots, reading, second.IsCollectible);
        }
        catch (TypeModelException)
        {
            return false;
        }
        // Read-only collections of a tree have another form than those of a graph, which show a collection that others hold too.
        if (writing.Preserve != reading.Preserve && @new.Schema.Types.Any(type => type.Content == "cover"))
        {
            return false;
        }
        WireSchema schema = WireSchema.Parse(old.Schema.ToBytes(), new SchemaLimits { MaxNesting = 64 });
        var types = old.TypeIds.ToDictionary(pair => pair.Value, pair => pair.Key);
        Type[] own = [.. types.Where(row => !Scalars.IsReservedId(row.Key)).Select(row => row.Value)];
        bool losesTypes = own.Any(type => !@new.TypeIds.Any(pair => VersionWalk.IsSuccessor(type, pair.Key)));
        ResolvedModel resolved;
        try
        {
            resolved = new ResolvedModel(@new.Core, schema, ResolveOptions.Default);
        }
        // A member that led to a type is gone, and a slot of the data holds that type alone.
        catch (SchemaMismatchException lost)
            when (losesTypes && lost.Problems.All(problem => problem.Message.Contains("does not have", StringComparison.Ordinal)))
        {
            return false;
        }
        ModelReader reader = @new.ReaderFor(schema), decoder = new(@new, schema, resolved.Decoding);
        IsCompiled = WriterPlans.TryCompile(resolved) != null;
        if (own.Length == 0)
        {
            return false;
        }
        for (int i = 0; i < values; i++)
        {
            var sample = new Sample(seed + i, i % 7 * 12);
            object? value = new ValueGenerator(types, sample, writing.FiniteFloats, writing.Preserve).CreateRoot(own[sample.Seed % own.Length]);
            byte[] bytes;
            try
            {
                bytes = old.Serialize(value);
            }
            // Cycles through values that are made of their content.
            catch (ValueNotSerializableException)
            {
                continue;
            }
            Check(old, reader, decoder, bytes, losesTypes, writing.Preserve && reading.Preserve);
            for (int damage = 0; damage < DamagesPerValue; damage++)
            {
                CheckDamaged(reader, decoder, Damage.Of(bytes, _random));
            }
        }
        return true;
    }

    private static TypeModel Create(IEnumerable<Type> roots, WireOptions options, bool isCollectible) => TypeModel.Create(roots,
        options.ApplyTo(new SerializerOptions { Collectible = isCollectible, Delegates = DelegateHandling.Skip, Limits = FuzzTarget.LargeLimits }));

    private void Check(TypeModel old, ModelReader reader, ModelReader decoder, byte[] bytes, bool losesTypes, bool isGraph)
    {
        (object? read, MalformedDataException? refused) = Read(reader, bytes);
        (object? decoded, MalformedDataException? refusedToo) = Read(decoder, bytes);
        if (refused != null || refusedToo != null)
        {
            bool isLost = losesTypes && refused?.Code is ErrorCode.ForeignDataMismatch or ErrorCode.UnknownTypeId or ErrorCode.TypeIdNotAdmitted;
            if (!isLost || refusedToo == null)
                throw Failure(bytes, $"read: {refused?.Message ?? "a value"}, decoded: {refusedToo?.Message ?? "a value"}");
            Lost++;
            return;
        }
        Values++;
        object? demanded = old.Deserialize(bytes);
        foreach ((string way, object? value) in new[] { ("read", read), ("decoded", decoded) })
        {
            if (VersionWalk.FirstDifference(demanded, value, isGraph) is { } difference)
                throw Failure(bytes, $"{way}: {difference}");
        }
    }

    private void CheckDamaged(ModelReader reader, ModelReader decoder, byte[] bytes)
    {
        (_, MalformedDataException? refused) = Read(reader, bytes);
        (_, MalformedDataException? refusedToo) = Read(decoder, bytes);
        // An object that is dropped is made meanwhile, and its own code may refuse the damage.
        bool isOfDropped = refused?.Code == ErrorCode.UserCodeFailed && refusedToo == null;
        if (!isOfDropped && refused == null != (refusedToo == null))
            throw Failure(bytes, $"damaged, read: {refused?.Message ?? "a value"}, decoded: {refusedToo?.Message ?? "a value"}");
    }

    private static (object? Value, MalformedDataException? Refused) Read(ModelReader reader, byte[] bytes)
    {
        try
        {
            return (reader.Deserialize(bytes), null);
        }
        catch (MalformedDataException refused)
        {
            return (null, refused);
        }
    }

    private InvalidOperationException Failure(byte[] bytes, string what) => new($"world {seed}, {Convert.ToHexString(bytes)}: {what}");
}
