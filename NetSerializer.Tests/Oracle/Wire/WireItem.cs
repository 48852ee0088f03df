namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>What a reader takes a run of bytes for.</summary>
public enum WireItemKind
{
    Varint,
    Fixed,

    /// <summary>The varint of a number of elements or code units.</summary>
    Count,

    /// <summary>The varint of a type id.</summary>
    TypeId,

    /// <summary>The varint in front of a slot of section 7a: null, a new object or the number of one.</summary>
    Reference,

    /// <summary>A whole member, element, key or value.</summary>
    Slot,
}

/// <summary>A run of bytes of a value that is one thing.</summary>
/// <param name="Bits">How many bits the type of a varint has.</param>
/// <param name="Declared">The declared type of a slot.</param>
public readonly record struct WireItem(int Offset, int Length, WireItemKind Kind, int Bits, Type? Declared);
