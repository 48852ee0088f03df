using NetSerializer.Tests.Equality;
using NetSerializer.Tests.Fuzzing;
using NetSerializer.Tests.Models;
using NetSerializer.Tests.Oracle.RandomTypes;
using NetSerializer.Tests.Oracle.Schema;
using NetSerializer.Tests.Oracle.Values;

namespace NetSerializer.Tests.Oracle;

/// <summary>A model of the engine beside the oracle that its own description makes, and what must hold between the two.</summary>
internal sealed class DifferentialModel
{
    private readonly string name;
    private readonly WireOptions options;
    private readonly TypeModel engine;
    private readonly OracleModel oracle;
    private readonly Type[] roots;
    private readonly IReadOnlyDictionary<Type, CustomForm> customs;

    /// <param name="theme">The roots and what they are called.</param>
    /// <param name="options">What changes the wire.</param>
    /// <param name="others">What does not; null for the defaults.</param>
    /// <param name="create">Makes a model of the roots; null for <see cref="TypeModel.Create(IEnumerable{Type}, SerializerOptions?)"/>.</param>
    /// <param name="customs">What the custom serializers write that are among the options; null for none.</param>
    public DifferentialModel(Theme theme, WireOptions options, SerializerOptions? others = null, Func<SerializerOptions, TypeModel>? create = null,
        IReadOnlyDictionary<Type, CustomForm>? customs = null)
    {
        this.customs = customs ?? new Dictionary<Type, CustomForm>();
        create ??= all => TypeModel.Create(theme.Roots, all);
        name = $"{theme} {options}";
        Roots = theme.Roots;
        this.options = options;
        engine = create(options.ApplyTo((others ?? SerializerOptions.Default) with { Limits = FuzzTarget.LargeLimits }));
        Ids = [.. engine.TypeIds.Select(pair => (pair.Value, pair.Key))];
        oracle = new OracleModel(engine.Describe(), Ids, this.customs);
        roots = [.. Ids.Where(row => !Scalars.IsReservedId(row.Id)).Select(row => row.Type), typeof(object)];
    }

    public IReadOnlyList<(ushort Id, Type Type)> Ids { get; }

    /// <summary>That of the engine.</summary>
    public TypeModel Model => engine;

    /// <summary>What the model was made of.</summary>
    public IReadOnlyList<Type> Roots { get; }

    public string Description => engine.Describe();

    public byte[] Fingerprint => engine.Fingerprint.ToArray();

    /// <summary>The line of each type in the schema text, as the format demands it.</summary>
    public string DemandedDescription => SchemaComposer.Compose([.. Ids.Where(row => !Scalars.IsReservedId(row.Id))], options, customs, Roots);

    /// <summary>Values as the fuzzer takes them, which damages them by what their bytes are.</summary>
    public FuzzTarget Corpus(int values) =>
        new(name, engine, Enumerable.Range(0, values).Select(seed => TryGenerate(new Sample(seed, seed * 2))?.AsPayload()).OfType<Payload>(), oracle);

    public Differential Generate(Sample sample, bool wellFormedTexts = false)
    {
        Type root = roots[sample.Seed % roots.Length];
        return new Differential(name, engine, oracle, root, CreateValue(root, sample, wellFormedTexts));
    }

    /// <summary>
    /// Null for a value that the format tells writers to refuse, a cycle that begins in what is made of its content: then the engine does so as well.
    /// </summary>
    public Differential? TryGenerate(Sample sample, bool wellFormedTexts = false)
    {
        Type root = roots[sample.Seed % roots.Length];
        // Made again, tables with keys that are told apart by identity have another order, and another of them is entered first.
        object? value = CreateValue(root, sample, wellFormedTexts);
        try
        {
            return new Differential(name, engine, oracle, root, value);
        }
        catch (OracleRefusal refusal)
        {
            try
            {
                EngineSurface.For(root).Write(engine, value);
            }
            catch (ValueNotSerializableException)
            {
                return null;
            }
            throw new InvalidOperationException($"{name}, {SchemaNames.Of(root)}: the engine writes what the oracle refuses, {refusal.Message}");
        }
    }

    private object? CreateValue(Type root, Sample sample, bool wellFormedTexts = false) =>
        new ValueGenerator(oracle.TypesById, sample, options.FiniteFloats, options.Preserve, wellFormedTexts).CreateRoot(root);
}

/// <summary>One value, its bytes by the oracle, and the comparisons of engine and oracle over them.</summary>
internal sealed class Differential(string name, TypeModel engine, OracleModel oracle, Type root, object? value)
{
    private readonly EngineSurface surface = EngineSurface.For(root);

    /// <summary>What is declared for it.</summary>
    public Type Root => root;

    public byte[] OracleBytes { get; } = new SlowWriter(oracle).Write(root, value);

    public Payload AsPayload() => new(FuzzRoot.Of(root), OracleBytes, $"a {SchemaNames.Of(root)}");

    public void RequireSameBytes()
    {
        byte[] emitted = surface.Write(engine, value);
        int at = emitted.AsSpan().CommonPrefixLength(OracleBytes);
        if (at < emitted.Length || at < OracleBytes.Length)
            throw Failure($"bytes differ at {at}", $"emitted {Convert.ToHexString(emitted)}, oracle {Convert.ToHexString(OracleBytes)}");
    }

    /// <summary>The emitted reader reads the oracle's bytes, and the oracle reads the emitted ones, which were compared before.</summary>
    public void RequireSameValues()
    {
        if (NamesOthers)
        {
            RequireSameVerdict(OracleBytes);
            return;
        }

        RequireEqual(surface.Read(engine, OracleBytes, out int consumed), consumed, "emitted reader");
        RequireEqual(new SlowReader(oracle).Read(root, surface.Write(engine, value), out consumed), consumed, "oracle");
    }

    /// <summary>
    /// Engine and oracle agree about bytes that need not be a value: both reject them for the same reason at the same byte, or both read the same.
    /// </summary>
    public void RequireSameVerdict(byte[] bytes)
    {
        object? expected = null;
        int expectedLength = 0;
        OracleRejection? rejection = null;
        try
        {
            expected = new SlowReader(oracle).Read(root, bytes, out expectedLength);
        }
        catch (OracleRejection rejected)
        {
            rejection = rejected;
        }

        try
        {
            object? actual = surface.Read(engine, bytes, out int consumed);
            if (rejection is not null)
                throw Failure("the engine accepts", $"{Convert.ToHexString(bytes)}, the oracle says {rejection.Message}");
            if (consumed != expectedLength || Difference(expected, actual) is not null)
                throw Failure("values differ", $"{Convert.ToHexString(bytes)}: {consumed} and {expectedLength} bytes, {Difference(expected, actual)}");
        }
        catch (MalformedDataException malformed)
        {
            if (!Verdicts.Agree(rejection, malformed, bytes.Length))
                throw Failure("verdicts differ",
                    $"{Convert.ToHexString(bytes)}: engine {malformed.Code} {malformed.Message}; oracle {rejection?.Message ?? "accepts"}");
        }
    }

    /// <summary>A model that has grown reads what the smaller one has written.</summary>
    public void RequireReadBy(TypeModel larger)
    {
        if (NamesOthers)
            return;
        if (Difference(value, surface.Read(larger, OracleBytes, out int consumed)) is { } difference || consumed != OracleBytes.Length)
            throw Failure("the larger model reads another value",
                $"{Difference(value, surface.Read(larger, OracleBytes, out consumed))}, {consumed} of {Convert.ToHexString(OracleBytes)}");
    }

    /// <summary>What BinaryFormatter copies comes out of the engine as out of it.</summary>
    /// <returns>Whether it takes the value.</returns>
    public bool RequireCopyOf(Func<object, object?> copy)
    {
        // What has come out of it, it can hold.
        if (value is null || copy(value) is not { } held || !root.IsInstanceOfType(held) || copy(held) is not { } theirs)
            return false;
        // It fills boxed structs with ISerializable too late for whoever has copied them.
        if (Difference(held, theirs) is not null)
            return false;
        if (Difference(theirs, surface.Clone(engine, held)) is { } difference)
            throw Failure("BinaryFormatter makes another copy", difference);
        return true;
    }

    /// <summary>A clone is an equal value, and a direct root and one written as an object are as the oracle writes and reads them.</summary>
    public void RequireSameForms()
    {
        if (NamesOthers)
            return;
        RequireSameDirectForm();
        if (Difference(value, surface.Clone(engine, value)) is { } difference)
            throw Failure("the clone is another value", difference);
        byte[] expected = new SlowWriter(oracle).Write(typeof(object), value);
        EngineSurface untyped = EngineSurface.For(typeof(object));
        byte[] emitted = untyped.Write(engine, value);
        if (!emitted.AsSpan().SequenceEqual(expected))
            throw Failure("bytes of the untyped form differ", $"emitted {Convert.ToHexString(emitted)}, oracle {Convert.ToHexString(expected)}");
        if (Difference(value, untyped.Read(engine, expected, out int consumed)) is { } other || consumed != expected.Length)
            throw Failure("the untyped form is read as another value",
                $"{Difference(value, untyped.Read(engine, expected, out consumed))}, {consumed} of {Convert.ToHexString(expected)}");
    }

    private void RequireSameDirectForm()
    {
        if (oracle.DirectSlot(root) is null)
            return;
        byte[] expected = new SlowWriter(oracle).WriteDirect(root, value), emitted = surface.WriteDirect(engine, value);
        if (!emitted.AsSpan().SequenceEqual(expected))
            throw Failure("bytes of the direct form differ", $"emitted {Convert.ToHexString(emitted)}, oracle {Convert.ToHexString(expected)}");
        object? copy = surface.ReadDirect(engine, expected, out int consumed), theirs = new SlowReader(oracle).ReadDirect(root, expected, out int length);
        if ((Difference(value, copy) ?? Difference(value, theirs)) is { } difference || consumed != length || length != expected.Length)
            throw Failure("the direct form is read as another value", $"{consumed} and {length} of {Convert.ToHexString(expected)}");
    }

    /// <summary>What the methods of the value's own types are called for, in which order, and what they see.</summary>
    public void RequireSameCalls()
    {
        if (!oracle.CallsTypes || (NamesOthers && IsRejected()))
            return;
        RequireEqualLines("writing", Told.Of(() => new SlowWriter(oracle).Write(root, value)), Told.Of(() => surface.Write(engine, value)));
        RequireEqualLines("reading", Told.Of(() => new SlowReader(oracle).Read(root, OracleBytes, out _)),
            Told.Of(() => surface.Read(engine, OracleBytes, out _)));
    }

    /// <summary>Then the copy is what the oracle reads, if that fits.</summary>
    private bool NamesOthers => oracle.NamesOthers;

    private bool IsRejected()
    {
        try
        {
            new SlowReader(oracle).Read(root, OracleBytes, out _);
            return false;
        }
        catch (OracleRejection)
        {
            return true;
        }
    }

    private void RequireEqualLines(string when, IReadOnlyList<string> expected, IReadOnlyList<string> actual)
    {
        int at = expected.Zip(actual).TakeWhile(pair => pair.First == pair.Second).Count();
        if (at < Math.Max(expected.Count, actual.Count))
            throw Failure($"{when} calls in another order",
                $"call {at} is\n  {actual.ElementAtOrDefault(at)}\nand not\n  {expected.ElementAtOrDefault(at)}\nof\n  {string.Join("\n  ", expected)}\nfor "
                    + $"{Convert.ToHexString(OracleBytes)}");
    }

    private void RequireEqual(object? copy, int consumed, string reader)
    {
        if (consumed != OracleBytes.Length)
            throw Failure($"{reader} consumed {consumed}", $"of {Convert.ToHexString(OracleBytes)}");
        if (Difference(value, copy) is { } difference)
            throw Failure($"{reader} reads another value", $"{difference}, bytes {Convert.ToHexString(OracleBytes)}");
    }

    private string? Difference(object? expected, object? copy) =>
        Copies.FirstDifference(oracle.Schema, expected, copy);

    private InvalidOperationException Failure(string what, string detail) => new($"{name}, {SchemaNames.Of(root)}: {what}: {detail}");
}
