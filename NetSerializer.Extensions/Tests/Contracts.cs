namespace NetSerializer.Extensions.Tests.V1
{
    /// <summary>A contract as the first version of a program has it.</summary>
    [Serializable, FormerlyNamed("NetSerializer.Extensions.Tests.V2.Order")]
    public sealed record Order(int Id, string Customer, List<Line> Lines);

    [Serializable, FormerlyNamed("NetSerializer.Extensions.Tests.V2.Line")]
    public sealed record Line(string Article, int Count);
}

namespace NetSerializer.Extensions.Tests.V2
{
    /// <summary>The same contract in the next version, with a member more.</summary>
    [Serializable, FormerlyNamed("NetSerializer.Extensions.Tests.V1.Order")]
    public sealed record Order(int Id, string Customer, List<Line> Lines, string? Note = null);

    [Serializable, FormerlyNamed("NetSerializer.Extensions.Tests.V1.Line")]
    public sealed record Line(string Article, int Count);
}

namespace NetSerializer.Extensions.Tests
{
    /// <summary>
    /// The models of two versions of a program, and stores by which each reads the data of the other. The types of two versions have one name in a
    /// program; here each has that of the other as a former one.
    /// </summary>
    internal static class Versions
    {
        public static TypeModel First { get; } = TypeModel.Create(typeof(V1.Order), typeof(List<V1.Order>), typeof(DayOfWeek));

        public static TypeModel Second { get; } = TypeModel.Create(typeof(V2.Order), typeof(List<V2.Order>), typeof(DayOfWeek));

        /// <summary>A model that no store knows.</summary>
        public static TypeModel Unknown { get; } = TypeModel.Create(typeof(V2.Order));

        public static SchemaStore FirstStore { get; } = new(First, source: SchemaSource.Of(Second.Schema));

        public static SchemaStore SecondStore { get; } = new(Second, source: SchemaSource.Of(First.Schema));

        public static V1.Order Sample(int id) => new(id, "Ada", [new V1.Line("Tea", 2)]);

        public static V2.Order NextSample(int id) => new(id, "Ada", [new V2.Line("Tea", 2)], "soon");

        public static string Tag(TypeModel model) => Convert.ToHexStringLower(model.Fingerprint.Span[..TypeModel.TagLength]);
    }
}
