using NetSerializer.Benchmarks.Contenders;

namespace NetSerializer.Benchmarks.Sets;

/// <summary>How the root is named to the serializer.</summary>
internal enum Form
{
    /// <summary>As <see cref="object"/> or base class.</summary>
    Untyped,

    /// <summary>By its own type: the direct form.</summary>
    Typed,
}

/// <summary>Seeded data and the serializers that can take them.</summary>
internal abstract class DataSet(string name, int count, int quickCount)
{
    /// <summary>What the tables and <c>--filter</c> call it.</summary>
    public string Name { get; } = name;

    /// <summary>Messages have arrays of 8 KiB and more. Their times depend on the memory that the collector gives out.</summary>
    public bool HasLongArrays { get; init; }

    /// <summary>Messages in a pass.</summary>
    public int Count(bool quick) => quick ? quickCount : count;

    /// <summary>The same messages for the same seed.</summary>
    public abstract Array Generate(int count, ulong seed);

    /// <summary>All contenders on these messages, the floor first.</summary>
    public abstract IReadOnlyList<Contender> Contenders(Array items, Form form, TypeModel model);
}
