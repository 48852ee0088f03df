using System.Collections;
using System.Runtime.Serialization;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Equality;
using NetSerializer.Tests.Fuzzing;
using NetSerializer.Tests.Oracle;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>
/// Each kind of cycle by itself, in every way that strings travel: the copy has the shape of the original, and that of BinaryFormatter's where
/// BinaryFormatter closes the cycle.
/// </summary>
public sealed class CycleKindTests
{
    private const int MostBefore = 20, MostWithin = 40;

    private static readonly Type[] s_types =
        [.. RandomGraph.Types, typeof(Linked), typeof(List<Vertex>), typeof(Dictionary<string, object>), typeof(Dictionary<ByName, object>),
            typeof(HashSet<ByName>), typeof(SortedDictionary<ByName, object>)];

    private static readonly TypeModel[] s_models =
        [.. Enum.GetValues<StringHandling>()
            .Select(strings => TypeModel.Create(s_types, new SerializerOptions { References = ReferenceHandling.Preserve, Strings = strings }))];
    private static readonly TypeModel s_trees = TypeModel.Create(s_types);

    private static IEnumerable<TestCaseData> Cycles() => Make(ring: 100, chain: 50);

    // Short enough for all that can happen to their bytes.
    private static IEnumerable<TestCaseData> ShortCycles() => Make(ring: 6, chain: 6);

    private static IEnumerable<TestCaseData> Make(int ring, int chain)
    {
        yield return Case("an object that is its own neighbour", () =>
        {
            var self = new Vertex { Name = "self" };
            self.Left = self;
            return self;
        });
        yield return Case("a pair", () =>
        {
            Vertex first = new(), second = new() { Right = first };
            first.Left = second;
            return first;
        });
        yield return Case($"a ring of {ring}", () =>
        {
            Vertex[] vertices = [.. Enumerable.Range(0, ring).Select(i => new Vertex { Number = i })];
            Array.ForEach(vertices, vertex => vertex.Left = vertices[(vertex.Number + 1) % ring]);
            return vertices[0];
        });
        yield return Case("a doubly linked list", () =>
        {
            Linked first = new() { Value = "0" }, last = first;
            for (int i = 1; i < chain; i++)
            {
                last = last.Next = new Linked { Value = $"{i}", Previous = last };
            }
            return first;
        });
        yield return Case("children that know their parent", () =>
        {
            var parent = new Vertex { Name = "parent" };
            parent.Any = new List<Vertex> { new() { Left = parent }, new() { Left = parent } };
            return parent;
        });
        yield return Case("an array that contains itself", () =>
        {
            object[] array = new object[2];
            array[0] = array[1] = array;
            return array;
        });
        yield return Case("a list that contains itself", () =>
        {
            List<object?> list = [null];
            list.Add(list);
            return list;
        });
        yield return Case("a derived list that is its own title", () =>
        {
            Row row = [];
            row.Title = row;
            row.Add(row);
            return row;
        });
        yield return Case("a dictionary among its values", () =>
        {
            var table = new Dictionary<string, object>();
            table["self"] = table;
            return table;
        });
        yield return Case("a dictionary among its keys", () =>
        {
            var table = new Dictionary<object, object?>();
            table[table] = "itself";
            return table;
        });
        yield return Case("a key that leads back to its dictionary", () =>
        {
            var table = new Dictionary<ByName, object>();
            table[new ByName("a") { Back = table }] = table;
            table[new ByName("b") { Back = table }] = 1;
            return table;
        });
        yield return Case("a key that leads back to its sorted dictionary", () =>
        {
            var table = new SortedDictionary<ByName, object>();
            table[new ByName("b") { Back = table }] = table;
            table[new ByName("a") { Back = table }] = "x";
            return table;
        });
        yield return Case("a set that contains itself", () =>
        {
            HashSet<object> set = ["text"];
            set.Add(set);
            return set;
        });
        yield return Case("an element that leads back to its set", () =>
        {
            var set = new HashSet<ByName>();
            set.Add(new ByName("a") { Back = set });
            return set;
        });
        yield return Case("a struct in a class that leads back to it", () =>
        {
            var vertex = new Vertex();
            vertex.Edge = new Edge { Target = vertex, Vertex = vertex };
            return vertex;
        });
        yield return Case("a boxed struct that leads back to its box", () =>
        {
            object box = new Edge { Weight = 1 };
            typeof(Edge).GetField(nameof(Edge.Target))!.SetValue(box, box);
            return box;
        });
        yield return Case("an ISerializable that loads itself", () =>
        {
            var carrier = new Carrier { Label = "c" };
            carrier.Load = new object[] { carrier };
            return carrier;
        });
        yield return Case("an exception whose inner one leads back", () =>
        {
            var inner = new Fault();
            Fault outer = Within(inner);
            inner.Cause = outer;
            return outer;
        });
        yield return Case("a KeyedCollection whose element leads back", () =>
        {
            var parts = new Parts();
            parts.Add(new Vertex { Number = 1, Any = parts });
            parts.Add(new Vertex { Number = 2, Left = parts[1] });
            return parts;
        });
    }

    [TestCaseSource(nameof(Cycles))]
    public void Comes_back(object graph)
    {
        foreach (TypeModel model in s_models)
        {
            TextIdentity texts = model.Options.Strings == StringHandling.ByReference ? TextIdentity.ByReference : TextIdentity.Values;
            object copy = model.DeepClone(graph);
            Assert.That(GraphComparer.FirstDifference(graph, copy, texts), Is.Null, $"{model.Options.Strings}");
            RequireFound(copy);
            if (BinaryFormatterCopy(graph) is { } theirs)
            {
                Assert.That(GraphComparer.FirstDifference(theirs, copy, texts), Is.Null, $"{model.Options.Strings}, beside BinaryFormatter");
            }
        }
    }

    /// <summary>At some depths the writer looks for cycles, which only trees must not have.</summary>
    [Test]
    public void Comes_back_from_any_depth_to_any_depth([Values] bool isBox)
    {
        for (int before = 0; before < MostBefore; before++)
        {
            for (int within = 0; within < MostWithin; within++)
            {
                object self = isBox ? new Edge() : new Carrier();
                object inner = Nested(self, within);
                (isBox ? typeof(Edge).GetField(nameof(Edge.Target))! : typeof(Carrier).GetField(nameof(Carrier.Load))!).SetValue(self, inner);
                object outer = Nested(self, before);
                Assert.That(GraphComparer.FirstDifference(outer, s_models[0].DeepClone(outer)), Is.Null, $"{before} levels above, {within} in between");
            }
        }
    }

    [TestCaseSource(nameof(Cycles))]
    public void Is_refused_with_its_path_in_a_model_of_trees(object graph)
    {
        ValueNotSerializableException refused = Assert.Throws<ValueNotSerializableException>(() => s_trees.Serialize(graph));
        Assert.That(refused.Code, Is.EqualTo(ErrorCode.Cycle));
        // The type of the root, and at least one step from there.
        Assert.That(refused.Path, Does.Match(@"^[\w.<>, \[\]]+(\.\w+|\[\d+\])"));
    }

    /// <summary>
    /// All other values of each byte: rejected, or a sound value of which those very bytes are the encoding, where it has only one (docs/fuzzing.md); where
    /// it may have others, what is written of it is written again as it is. Of the forms of strings, the first takes all of them and the others a third.
    /// </summary>
    [TestCaseSource(nameof(ShortCycles))]
    public void Every_prefix_and_every_change_of_a_byte_is_rejected_or_another_value(object graph)
    {
        foreach (TypeModel model in s_models)
        {
            int step = model == s_models[0] || Thoroughness.IsFull ? 1 : 3;
            bool hasOneEncoding = model.Options.Strings != StringHandling.Table && graph is not (Carrier or Exception);
            byte[] bytes = model.Serialize(graph);
            for (int at = 0; at < bytes.Length; at++)
            {
                RequireRejectedOrSound(model, bytes.AsSpan(0, at), hasOneEncoding);
                byte original = bytes[at];
                for (int other = 1 + at % step; other <= byte.MaxValue; other += step)
                {
                    bytes[at] = (byte)(original ^ other);
                    RequireRejectedOrSound(model, bytes, hasOneEncoding);
                }
                bytes[at] = original;
            }
        }
    }

    [Test]
    public void BinaryFormatter_closes_most_of_them() =>
        Assert.That(Cycles().Count(cycle => BinaryFormatterCopy(cycle.Arguments[0]!) is null), Is.LessThanOrEqualTo(2));

    // Null where it throws or comes back with another shape.
    private static object? BinaryFormatterCopy(object graph)
    {
        try
        {
            object copy = BinaryFormatterPeer.Clone(graph);
            return GraphComparer.FirstDifference(graph, copy) is null ? copy : null;
        }
        catch (SerializationException)
        {
            return null;
        }
    }

    // A table lists its keys even if it was filled by the hash of half an object; it finds them only if it was not.
    private static void RequireFound(object copy)
    {
        if (copy is IDictionary table)
        {
            Assert.That(table.Keys.Cast<object>().All(table.Contains), "keys are found by what they are now");
        }
        if (copy is HashSet<ByName> set)
        {
            Assert.That(set.All(element => set.Contains(new ByName(element.Name))), "so are elements");
        }
    }

    private static void RequireRejectedOrSound(TypeModel model, ReadOnlySpan<byte> bytes, bool hasOneEncoding)
    {
        object? value;
        try
        {
            value = model.Deserialize<object>(bytes);
        }
        catch (MalformedDataException)
        {
            return;
        }
        var walk = new TypeSafetyWalk(model);
        if (walk.Visit(typeof(object), value) is { } fault)
        {
            Assert.Fail($"{Convert.ToHexString(bytes)}: {fault}");
        }
        byte[] again = model.Serialize(value);
        if (!again.AsSpan().SequenceEqual(bytes)
            && ((hasOneEncoding && !walk.HasSeveralEncodings) || !model.Serialize(model.Deserialize<object>(again)).AsSpan().SequenceEqual(again)))
        {
            Assert.Fail($"{Convert.ToHexString(bytes)} is read as what is written as {Convert.ToHexString(again)}");
        }
    }

    private static object Nested(object value, int levels)
    {
        for (int i = 0; i <= levels; i++)
        {
            value = new object[] { value };
        }
        return value;
    }

    private static Fault Within(Exception inner)
    {
        var outer = new Fault();
        typeof(Exception).GetField("_innerException", System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.NonPublic)!.SetValue(
            outer, inner);
        return outer;
    }

    private static TestCaseData Case(string name, Func<object> make) => new TestCaseData(make()).SetArgDisplayNames(name);

    [Serializable]
    private sealed class Linked
    {
        public string? Value { get; set; }

        public Linked? Next { get; set; }

        public Linked? Previous { get; set; }
    }

    /// <summary>Its hash and order are those of a member that is read after the way back.</summary>
    [Serializable]
    private sealed class ByName(string name) : IEquatable<ByName>, IComparable<ByName>
    {
        public object? Back { get; set; }

        public string Name { get; } = name;

        public bool Equals(ByName? other) => other is not null && Name == other.Name;

        public override bool Equals(object? obj) => Equals(obj as ByName);

        public override int GetHashCode() => Name.GetHashCode(StringComparison.Ordinal);

        public int CompareTo(ByName? other) => string.CompareOrdinal(Name, other?.Name);
    }
}
