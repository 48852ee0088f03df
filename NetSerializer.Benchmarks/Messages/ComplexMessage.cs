using System.Text.Json.Serialization;
using NetSerializer.Benchmarks.Data;

namespace NetSerializer.Benchmarks.Messages;

[Serializable]
[JsonDerivedType(typeof(Leaf), 1)]
public abstract class LeafBase
{
    public int Number;
}

[Serializable]
public sealed class Leaf : LeafBase
{
    public long Value;

    public static Leaf Create(MixedRandom random) => new() { Number = (int)random.Mixed(), Value = (long)random.Mixed() };
}

[JsonDerivedType(typeof(Marked), 1)]
public interface IMarked;

[Serializable]
public sealed class Marked : IMarked
{
    public long Value;

    public static Marked Create(MixedRandom random) => new() { Value = (long)random.Mixed() };
}

/// <summary>Members of a message type, a sealed class, an abstract class and an interface; one in a hundred is null.</summary>
[Serializable]
public sealed class ComplexMessage : MessageBase
{
    public LeafBase? Abstract;
    public IMarked? Interface;
    public S16Message? Message;
    public Leaf? Sealed;

    public static ComplexMessage Create(MixedRandom random) => new()
    {
        Message = random.Once(100) ? null : S16Message.Create(random),
        Sealed = random.Once(100) ? null : Leaf.Create(random),
        Abstract = random.Once(100) ? null : Leaf.Create(random),
        Interface = random.Once(100) ? null : Marked.Create(random),
    };
}
