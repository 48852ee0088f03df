namespace NetSerializer.Benchmarks.Contenders;

/// <summary>
/// One serializer on one data set. The loop over the messages lies inside, so that each call is compiled as a user's own call would be. Not
/// thread-safe: each thread has its own.
/// </summary>
internal abstract class Contender(string name)
{
    /// <summary>What the tables call it.</summary>
    public string Name { get; } = name;

    /// <summary>How many messages a pass has.</summary>
    public abstract int Count { get; }

    /// <summary>Whether <see cref="WriteSession"/> and <see cref="ReadSession"/> differ from a call per message.</summary>
    public virtual bool HasSessions => false;

    /// <summary>False for those that NetTest has no time for.</summary>
    public virtual bool HasNetwork => true;

    /// <summary>The original messages, as values that can be compared.</summary>
    public abstract object?[] Originals { get; }

    /// <summary>Writes each message with a call of its own.</summary>
    public abstract void Serialize(Stream stream);

    /// <summary>Reads as many messages as <see cref="Serialize"/> wrote.</summary>
    public abstract void Deserialize(Stream stream);

    /// <summary>Writes all messages <paramref name="passes"/> times through one session.</summary>
    public virtual void WriteSession(Stream stream, int passes) => throw new NotSupportedException($"{Name} has no sessions.");

    /// <summary>Reads what <see cref="WriteSession"/> wrote.</summary>
    public virtual void ReadSession(Stream stream, int passes) => throw new NotSupportedException($"{Name} has no sessions.");

    /// <summary>The messages that the last pass read.</summary>
    public abstract object?[] Results();
}

/// <summary>A contender that takes its messages as objects.</summary>
internal abstract class ObjectContender(string name, object?[] items) : Contender(name)
{
    protected readonly object?[] Items = items;
    protected readonly object?[] Received = new object?[items.Length];

    public override int Count => Items.Length;

    public override object?[] Originals => Items;

    public override object?[] Results() => Received;
}

/// <summary>A contender that takes values of one value type.</summary>
internal abstract class ValueContender<T>(string name, T[] items) : Contender(name) where T : struct
{
    protected readonly T[] Items = items;
    protected readonly T[] Received = new T[items.Length];

    public override int Count => Items.Length;

    public override object?[] Originals => Array.ConvertAll(Items, item => (object?)item);

    public override object?[] Results() => Array.ConvertAll(Received, item => (object?)item);
}
