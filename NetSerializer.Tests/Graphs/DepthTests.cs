using System.Collections;
using System.Collections.Immutable;
using NUnit.Framework;
using static NetSerializer.Tests.Graphs.NestingShapes;

namespace NetSerializer.Tests.Graphs;

/// <summary>
/// Every recursive shape stops at MaxDepth in both directions and both modes, with the code that the documents name; deeper with a larger limit. The
/// largest depths are measured by the verb scale-graph.
/// </summary>
public sealed class DepthTests
{
    private const int TooDeep = 20_500;
    private const int Deep = 40_000;

    private static readonly (string Name, Func<object?, object> Hold)[] s_shapes =
    [
        ("class", inner => new Vertex { Left = inner as Vertex, Any = inner is Vertex ? null : inner }),
        ("array", inner => new[] { inner }),
        ("list", inner => new List<object?> { inner }),
        ("box", inner => new Edge { Target = inner }),
        ("tuple", inner => Tuple.Create(inner, (object?)null)),
        ("dictionary", inner => new Dictionary<string, object?> { ["a"] = inner }),
        ("object data", inner => new Carrier { Load = inner }),
        ("linked list", inner => new LinkedList<object?>([inner])),
        ("derived list", inner => new Row { inner }),
        ("exception", inner => new Fault { Cause = inner }),
        ("array of arrays", inner => new object?[][] { [inner] }),
        ("grid", inner => new[,] { { inner } }),
        ("typed arrays of arrays", inner => new Jagged { Children = [[(Jagged?)inner]] }),
        ("generic nest", inner => new Nest<Nest<object?>> { Value = new Nest<object?> { Value = inner } }),
        ("nullable struct", inner => new Held { Value = new Holding { Inner = (Held?)inner } }),
        ("immutable list", inner => ImmutableList.Create(inner)),
        ("untyped table", inner => new Hashtable { ["a"] = inner }),
        ("custom serializer", inner => new Wrapped(inner)),
        ("surrogate", inner => new Sent(inner)),
    ];

    private static readonly Dictionary<ReferenceHandling, (TypeModel Limited, TypeModel Trusted)> s_models =
        Enum.GetValues<ReferenceHandling>()
            .ToDictionary(references => references, references => (Create(references, SerializerLimits.Default), Create(references, SerializerLimits.Trusted)));

    // Each shape in one of the two modes. DepthBoundaryTests have all in both, less deep.
    private static IEnumerable<object[]> Cases() =>
        from shape in s_shapes.Index()
        from references in Enum.GetValues<ReferenceHandling>()
        where (shape.Index + (int)references) % 2 == 0
        select new object[] { shape.Item.Name, references };

    [TestCaseSource(nameof(Cases))]
    public void Stops_at_the_default_limit(string shape, ReferenceHandling references)
    {
        (TypeModel limited, TypeModel trusted) = s_models[references];
        object value = Nested(shape, TooDeep);
        byte[] bytes = trusted.Serialize<object>(value);
        Assert.Multiple(() =>
        {
            Assert.That(() => limited.Serialize<object>(value),
                Throws.InstanceOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.ValueTooDeep));
            Assert.That(() => limited.Deserialize<object>(bytes),
                Throws.InstanceOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.DataTooDeep));
            Conformance.Checks.SurfaceCheck.AssertBytes("written again", trusted.Serialize(trusted.Deserialize<object>(bytes)), bytes);
        });
    }

    [Test]
    public void A_long_list_and_a_deep_tree_work_when_the_limit_allows([Values] ReferenceHandling references)
    {
        TypeModel trusted = s_models[references].Trusted;
        byte[] bytes = trusted.Serialize<object>(Nested("class", Deep));
        var copy = (Vertex?)trusted.Deserialize<object>(bytes);
        int depth = 0;
        for (; copy is not null; copy = copy.Left)
        {
            depth++;
        }
        Assert.That(depth, Is.EqualTo(Deep));
    }

    private static object Nested(string shape, int depth)
    {
        Func<object?, object> hold = s_shapes.Single(row => row.Name == shape).Hold;
        object? value = null;
        for (int i = 0; i < depth; i++)
        {
            value = hold(value);
        }
        return value!;
    }

    private static TypeModel Create(ReferenceHandling references, SerializerLimits limits) =>
        TypeModel.Create(
            [.. RandomGraph.Types, typeof(object[][]), typeof(object[,]), typeof(Jagged), typeof(Nest<Nest<object>>), typeof(Held),
                typeof(ImmutableList<object>), typeof(Hashtable), typeof(Wrapped), typeof(Sent)],
            new SerializerOptions { References = references, Limits = limits, Serializers = NestingShapes.Serializers });

    [Serializable]
    private sealed class Jagged
    {
        public Jagged?[]?[]? Children { get; set; }
    }

    [Serializable]
    private sealed class Nest<T>
    {
        public T? Value { get; set; }
    }
}
