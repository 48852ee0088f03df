namespace NetSerializer.Tests.Conformance;

/// <summary>A value of a family with the name that messages and golden files call it by.</summary>
internal sealed record Sample<T>(string Name, T Value);

/// <summary>The option sets under which a family is tested.</summary>
public enum WireVariant
{
    Varint,
    Fixed,
    Finite,
    Framed,
}

internal static class WireVariants
{
    public static SerializerOptions Options(this WireVariant variant) => variant switch
    {
        WireVariant.Fixed => new SerializerOptions { Integers = IntegerEncoding.Fixed },
        WireVariant.Finite => new SerializerOptions { NonFiniteFloats = NonFiniteFloats.Reject },
        WireVariant.Framed => new SerializerOptions { FrameCustomForms = true },
        _ => SerializerOptions.Default,
    };
}
