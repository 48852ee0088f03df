namespace NetSerializer.Benchmarks.Contenders;

/// <summary>A contender whose passes run on a large stack.</summary>
internal sealed class LargeStackContender(Contender inner) : Contender(inner.Name)
{
    public override int Count => inner.Count;

    public override bool HasNetwork => inner.HasNetwork;

    public override object?[] Originals => inner.Originals;

    public override object?[] Results() => inner.Results();

    public override void Serialize(Stream stream) => LargeStack.Run(() => inner.Serialize(stream));

    public override void Deserialize(Stream stream) => LargeStack.Run(() => inner.Deserialize(stream));
}
