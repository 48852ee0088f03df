namespace NetSerializer.Tests.Conformance;

/// <summary>Something to verify for a value at the root of a call, whatever its static type.</summary>
internal abstract class RootCheck
{
    public abstract void Check<TRoot>(TypeModel model, string place, TRoot value);
}

/// <summary>A value at the root of a call, with the place of the sample in it.</summary>
internal abstract record Root(string Place)
{
    public abstract Type Type { get; }

    public abstract void Accept(TypeModel model, RootCheck check);
}

internal sealed record Root<TRoot>(string Place, TRoot Value) : Root(Place)
{
    public override Type Type => typeof(TRoot);

    public override void Accept(TypeModel model, RootCheck check) => check.Check(model, Place, Value);
}
