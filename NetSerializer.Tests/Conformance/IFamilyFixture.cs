namespace NetSerializer.Tests.Conformance;

/// <summary>What the fixture of a family knows, for tests that go over all families.</summary>
internal interface IFamilyFixture
{
    /// <summary>The golden file of its samples under its options.</summary>
    string GoldenFileName { get; }

    /// <summary>Values in every position, the types of a model that holds them, and its options.</summary>
    (IReadOnlyList<Root> Roots, IReadOnlyList<Type> Types, SerializerOptions Options) Describe();
}
