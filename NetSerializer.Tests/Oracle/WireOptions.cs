namespace NetSerializer.Tests.Oracle;

/// <summary>Which strings are written once, section 7a.</summary>
public enum TextForm
{
    /// <summary>As the schema text says when it names no other: like other objects.</summary>
    ByReference,
    Values,
    Table,
}

/// <summary>The options that change the wire.</summary>
public sealed record WireOptions(bool FixedIntegers, bool FiniteFloats, bool Preserve = false, TextForm Texts = TextForm.ByReference,
    Func<Type, bool>? NeverShared = null, bool FramedCustoms = false)
{
    /// <summary>Trees.</summary>
    public static IReadOnlyList<WireOptions> All { get; } =
        [new(false, false), new(true, false), new(false, true), new(true, true)];

    /// <summary>The forms of section 7a.</summary>
    public static IReadOnlyList<WireOptions> Shared { get; } =
        [new(false, false, true), new(false, false, true, TextForm.Values), new(true, false, true, TextForm.Table), new(false, false, false, TextForm.Table)];

    /// <summary>The forms of section 7a with which a theme of a number is tested: by reference, and one of the others in turn.</summary>
    public static IEnumerable<WireOptions> SharedFor(int theme) => [Shared[0], Shared[1 + (theme % (Shared.Count - 1))]];

    /// <summary>As the engine has them.</summary>
    public SerializerOptions ApplyTo(SerializerOptions others) => others with
    {
        Integers = FixedIntegers ? IntegerEncoding.Fixed : IntegerEncoding.Varint,
        NonFiniteFloats = FiniteFloats ? NonFiniteFloats.Reject : NonFiniteFloats.Accept,
        NeverShared = NeverShared,
        FrameCustomForms = FramedCustoms,
        References = Preserve ? ReferenceHandling.Preserve : ReferenceHandling.None,
        Strings = Texts switch { TextForm.Values => StringHandling.Values, TextForm.Table => StringHandling.Table, _ => StringHandling.ByReference },
    };

    /// <summary>As the first line of the schema text says them.</summary>
    public override string ToString() =>
        $"integers={(FixedIntegers ? "fixed" : "varint")} floats={(FiniteFloats ? "finite" : "any")}{(Preserve ? " references=preserve" : "")}"
        + Texts switch { TextForm.Values => " strings=values", TextForm.Table => " strings=table", _ => "" }
        + (FramedCustoms ? " customs=framed" : "");
}
