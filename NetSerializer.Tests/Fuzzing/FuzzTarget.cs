using NetSerializer.Tests.Oracle.Schema;
using NetSerializer.Tests.Oracle.Wire;

namespace NetSerializer.Tests.Fuzzing;

/// <summary>Bytes of a value at a root, before anything happens to them.</summary>
/// <param name="Place">What the value is, for messages.</param>
internal sealed record Payload(FuzzRoot Root, byte[] Bytes, string Place)
{
    /// <summary>What the oracle makes of the bytes when it is first asked.</summary>
    public Lazy<IReadOnlyList<WireItem>>? Map { get; init; }

    /// <summary>What each byte is, as the oracle reads it; empty where it cannot.</summary>
    public IReadOnlyList<WireItem> Items => Map?.Value ?? [];
}

/// <summary>A model with values to begin from.</summary>
internal sealed class FuzzTarget
{
    /// <summary>Small enough that every limit is met by inputs of a few hundred bytes, and that no input keeps the machine busy.</summary>
    public static readonly SerializerLimits Limits = new()
    { MaxAllocatedBytes = 1 << 20, MaxCollectionLength = 1 << 16, MaxStringBytes = 1 << 16, MaxInputBytes = 1 << 20, MaxDepth = 200 };

    /// <summary>Room for values that take several windows of a stream.</summary>
    public static readonly SerializerLimits LargeLimits = new()
    { MaxAllocatedBytes = 8 << 20, MaxCollectionLength = 1 << 20, MaxStringBytes = 1 << 20, MaxInputBytes = 1 << 20, MaxDepth = 200 };

    private const int LongestPayload = 3000, LongestLargePayload = 250_000, MostPayloads = 400, LargeInputsPerOther = 60;

    private readonly HashSet<Type> _warm = [];
    // Most targets are asked for few of their payloads, and some for none.
    private readonly Lazy<OracleModel?> _oracle;

    /// <param name="name">What it is called.</param>
    /// <param name="model">The model.</param>
    /// <param name="payloads">Where inputs come from.</param>
    /// <param name="oracle">One that knows more than the description says; null for the one that this makes.</param>
    public FuzzTarget(string name, TypeModel model, IEnumerable<Payload> payloads, OracleModel? oracle = null)
    {
        Name = name;
        Model = model;
        _oracle = new(() => oracle ?? OracleOf(model));
        IsLarge = model.Options.Limits == LargeLimits;
        Payloads = [.. payloads.Where(payload => payload.Bytes.Length <= (IsLarge ? LongestLargePayload : LongestPayload)).Take(MostPayloads)
            .DefaultIfEmpty(new Payload(FuzzRoot.Of(typeof(object)), [], "nothing")).Select(Mapped)];
        HasCostlyKeys = UserCosts.HasCostlyKeys(model);
        HasOwnForms = UserCosts.HasOwnForms(model);
        HasEntries = UserCosts.HasEntries(model);
        HasTextTable = model.Options.Strings == StringHandling.Table;
        HasSoleObjects = SharedForms.HasSoleObjects(model);
        IsGraph = model.Options.References == ReferenceHandling.Preserve;
        Ids = [.. model.TypeIds.Select(pair => pair.Value)];
    }

    public string Name { get; }

    /// <summary>Inputs cost a hundred times as much as those of other targets.</summary>
    public bool IsLarge { get; }

    /// <summary>Keys whose own Equals allocates: nobody charges that.</summary>
    public bool HasCostlyKeys { get; }

    /// <summary>Some forms are made by user code, which need not have one encoding for each value.</summary>
    public bool HasOwnForms { get; }

    /// <summary>Different bytes may be read as one value, but what is written of it is written again as it is.</summary>
    public bool HasEntries { get; }

    /// <summary>A text that has a number may be written out again: a reader does not look, a writer does not do it (docs/wire-format.md, section 7a).</summary>
    public bool HasTextTable { get; }

    /// <inheritdoc cref="SharedForms.HasSoleObjects"/>
    public bool HasSoleObjects { get; }

    /// <summary>Objects have numbers.</summary>
    public bool IsGraph { get; }

    /// <summary>What a read may allocate, in bytes.</summary>
    public long Budget => Model.Options.Limits.MaxAllocatedBytes;

    /// <summary>How many inputs of a large target cost what so many of another do.</summary>
    public int InputsFor(int others) => IsLarge ? Math.Max(1, others / LargeInputsPerOther) : others;

    public TypeModel Model { get; }

    /// <summary>Null where the oracle does not know a shape of the model.</summary>
    public OracleModel? Oracle => _oracle.Value;

    public IReadOnlyList<Payload> Payloads { get; }

    /// <summary>All type ids of the model.</summary>
    public IReadOnlyList<ushort> Ids { get; }

    /// <summary>Makes what the first read and the first failure of a root make once: code, tables, the traced twin.</summary>
    public void Warm(FuzzRoot root)
    {
        if (!_warm.Add(root.Type))
        {
            return;
        }
        foreach (byte[] bytes in (byte[][])[[], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]])
        {
            try
            {
                root.Read(Model, bytes, out _);
            }
            catch (MalformedDataException)
            {
                continue;
            }
        }
    }

    private static OracleModel? OracleOf(TypeModel model)
    {
        try
        {
            return new OracleModel(model.Describe(), model.TypeIds.Select(pair => (pair.Value, pair.Key)));
        }
        catch (Exception unknown) when (unknown is FormatException or ArgumentException)
        {
            return null;
        }
    }

    private Payload Mapped(Payload payload) =>
        payload with { Map = new(() => Oracle is null ? [] : WireMap.Of(Oracle, payload.Root.Type, payload.Bytes)) };
}
