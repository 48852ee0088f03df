using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>
/// Lists of objects whose class is not sealed are written as those of a sealed class, of which the bytes tell what theirs must be, and an object of a class
/// derived from theirs is refused wherever it stands.
/// </summary>
internal sealed class UnsealedTests
{
    private static readonly SerializerOptions s_options = new() { References = ReferenceHandling.Preserve, Limits = SerializerLimits.Trusted };
    private static readonly TypeModel s_sealed = TypeModel.Create([typeof(Rack<Closed>)], s_options);
    private static readonly TypeModel s_open = TypeModel.Create([typeof(Rack<Open>)], s_options);
    private static readonly TypeModel s_trees = TypeModel.Create([typeof(Rack<Open>)], new SerializerOptions { Limits = SerializerLimits.Trusted });

    public enum Order
    {
        Ascending,
        Backwards,
        Shuffled,
        WithNulls,
        Twice,
    }

    [Test]
    public void The_bytes_are_those_of_a_sealed_class([Values] Order order, [Values(1, 3, 31, 32, 40, 300, 5_000)] int count, [Values] bool sharesTexts)
    {
        Rack<Open> open = Make<Open>(order, count, sharesTexts);
        byte[] bytes = s_open.Serialize(open);
        Assert.That(bytes.AsSpan().SequenceEqual(s_sealed.Serialize(Make<Closed>(order, count, sharesTexts))));
        Rack<Open> copy = s_open.Deserialize<Rack<Open>>(bytes)!;
        Assert.That(Shape(copy), Is.EqualTo(Shape(open)));
    }

    [Test]
    public void An_object_of_a_derived_class_is_refused_wherever_it_stands(
        [Values] Order order, [Values(1, 31, 32, 600, 3_000)] int count, [Values(0, 1, 2)] int where, [Values] bool hasText)
    {
        Rack<Open> rack = Make<Open>(order, count, sharesTexts: false);
        int place = where * (rack.List.Count - 1) / 2;
        var derived = new Derived { Number = 1, Text = hasText ? new string('d', 5) : null };
        foreach (Action put in (Action[])[() => rack.List[place] = derived, () => rack.Array[place] = derived, () => rack.One = derived,
            () => rack.Array = new Derived[1]])
        {
            (List<Open?> list, Open?[] array) = ([.. rack.List], [.. rack.Array]);
            put();
            Assert.That(Refusal(s_open, rack), Is.EqualTo(Refusal(s_trees, rack)));
            (rack.List, rack.Array, rack.One) = (list, array, null);
            Assert.That(s_open.Deserialize<Rack<Open>>(s_open.Serialize(rack)), Is.Not.Null, "what failed leaves nothing behind");
        }
    }

    [Test]
    public void An_object_of_a_derived_class_is_refused_among_those_that_hold_nothing([Values(32, 600)] int count, [Values(0, 1, 2)] int where)
    {
        TypeModel model = TypeModel.Create([typeof(Bare[])], s_options);
        Bare[] all = [.. Enumerable.Range(0, count).Select(_ => new Bare())];
        Assert.That(model.Deserialize<Bare[]>(model.Serialize(all)), Has.Length.EqualTo(count));
        int place = where * (count - 1) / 2;
        all = [.. Enumerable.Range(0, count).Select(i => i == place ? new MoreThanBare() : new Bare())];
        ValueNotSerializableException failure = Assert.Throws<ValueNotSerializableException>(() => model.Serialize(all))!;
        Assert.That(failure.Code, Is.EqualTo(ErrorCode.TypeNotRegistered));
    }

    private static (ErrorCode Code, string? Path) Refusal(TypeModel model, object rack)
    {
        ValueNotSerializableException failure = Assert.Throws<ValueNotSerializableException>(() => model.Serialize(rack))!;
        Assert.That(failure.Code, Is.EqualTo(ErrorCode.TypeNotRegistered));
        return (failure.Code, failure.Path);
    }

    private static Rack<T> Make<T>(Order order, int count, bool sharesTexts)
        where T : class, INote, new()
    {
        var random = new Random(count);
        string[] texts = [.. Enumerable.Range(0, count).Select(i => "text " + i)];
        T[] made = [.. Enumerable.Range(0, count).Select(i => new T { Number = i, Text = texts[sharesTexts ? random.Next(i + 1) : i] })];
        T?[] items = [.. made];
        switch (order)
        {
            case Order.Backwards:
                Array.Reverse(items);
                break;
            case Order.Shuffled:
                random.Shuffle(items);
                break;
            case Order.WithNulls:
                items = [.. items.SelectMany((item, i) => i % 7 == 3 ? new[] { item, null } : [item])];
                break;
            case Order.Twice:
                items = [.. items, .. items];
                break;
        }
        return new Rack<T> { List = [.. items], Array = [.. items.Reverse()] };
    }

    // For each object and text, in the order of the wire, its content and which of the different ones it is.
    private static IEnumerable<string> Shape(Rack<Open> rack)
    {
        var first = new Dictionary<object, int>(ReferenceEqualityComparer.Instance);
        return rack.List.Concat(rack.Array).Append(rack.One).Select(note =>
            note == null ? "null" : $"{Number(note)} {note.Number} {Number(note.Text!)} {note.Text}");

        int Number(object item)
        {
            first.TryAdd(item, first.Count);
            return first[item];
        }
    }

    private interface INote
    {
        int Number { get; set; }

        string? Text { get; set; }
    }

    [Serializable]
    private sealed class Closed : INote
    {
        public int Number { get; set; }

        public string? Text { get; set; }
    }

    [Serializable]
    private class Open : INote
    {
        public int Number { get; set; }

        public string? Text { get; set; }
    }

    private sealed class Derived : Open;

    [Serializable]
    private class Bare
    {
        public int X { get; set; }
    }

    private sealed class MoreThanBare : Bare;

    [Serializable]
    private sealed class Rack<T>
        where T : class
    {
        public List<T?> List { get; set; } = [];

        public T?[] Array { get; set; } = [];

        public T? One { get; set; }
    }
}
