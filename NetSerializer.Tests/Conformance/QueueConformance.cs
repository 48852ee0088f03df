using NUnit.Framework;

namespace NetSerializer.Tests.Conformance;

/// <summary>A collection of the form of arrays, in 3, no and 140 elements: short, empty, in several blocks.</summary>
internal abstract class SequenceCollectionConformance<TCollection, T>(WireVariant variant) : FamilyConformance<TCollection>(variant) where TCollection : class,
    IEnumerable<T>
{
    /// <summary>A collection that is enumerated in the order of the elements.</summary>
    protected abstract TCollection Make(IEnumerable<T> elements);

    protected abstract T Element(int index);

    protected virtual int Most => 140;

    protected override IEnumerable<Type> Types => [typeof(T[])];

    protected override IEnumerable<Sample<TCollection>> Samples =>
        ((int[])[3, 0, Most]).Select(length => new Sample<TCollection>($"{length} elements", Make(Enumerable.Range(0, length).Select(Element))));

    [Test]
    public void TheBodyIsThatOfAnArray()
    {
        var model = TypeModel.Create([typeof(FieldOf<TCollection>), typeof(FieldOf<T[]>), .. Types], Variant.Options());
        foreach (Sample<TCollection> sample in Samples)
        {
            byte[] collection = model.SerializeDirect(new FieldOf<TCollection> { Value = sample.Value }),
                array = model.SerializeDirect(new FieldOf<T[]> { Value = [.. sample.Value] });
            Assert.That(Convert.ToHexString(collection), Is.EqualTo(Convert.ToHexString(array)), sample.Name);
        }
    }
}

[TestFixture(WireVariant.Varint)]
[TestFixture(WireVariant.Fixed)]
internal sealed class Int32QueueConformance(WireVariant variant) : SequenceCollectionConformance<Queue<int>, int>(variant)
{
    protected override string GoldenName => "queue-int32";

    // The ring of the queue is turned, so that its first element is not the first of its array.
    protected override Queue<int> Make(IEnumerable<int> elements)
    {
        var queue = new Queue<int>([-1, -2, .. elements]);
        queue.Dequeue();
        queue.Dequeue();
        return queue;
    }

    protected override int Element(int index) => 1000 * index;
}

internal sealed class StringQueueConformance(WireVariant variant) : SequenceCollectionConformance<Queue<string?>, string?>(variant)
{
    protected override string GoldenName => "queue-string";

    protected override Queue<string?> Make(IEnumerable<string?> elements) => new(elements);

    protected override string? Element(int index) => index % 3 == 2 ? null : $"text {index}";

    protected override int Most => 20;
}

internal sealed class ClassQueueConformance(WireVariant variant) : SequenceCollectionConformance<Queue<Person?>, Person?>(variant)
{
    protected override Queue<Person?> Make(IEnumerable<Person?> elements) => new(elements);

    protected override Person? Element(int index) => index % 3 == 2 ? null : new Person($"name {index}", index);

    protected override int Most => 5;
}

internal sealed class DoubleStackConformance(WireVariant variant) : SequenceCollectionConformance<Stack<double>, double>(variant)
{
    protected override string GoldenName => "stack-double";

    protected override Stack<double> Make(IEnumerable<double> elements) => new(elements.Reverse());

    protected override double Element(int index) => index / 2.0;
}

internal sealed class ObjectStackConformance(WireVariant variant) : SequenceCollectionConformance<Stack<object?>, object?>(variant)
{
    protected override string GoldenName => "stack-object";

    protected override Stack<object?> Make(IEnumerable<object?> elements) => new(elements.Reverse());

    protected override object? Element(int index) => index % 3 == 0 ? index : index % 3 == 1 ? new Stack<object?>([index]) : null;

    protected override int Most => 5;
}

internal sealed class StructStackConformance(WireVariant variant) : SequenceCollectionConformance<Stack<Flat>, Flat>(variant)
{
    protected override Stack<Flat> Make(IEnumerable<Flat> elements) => new(elements.Reverse());

    protected override Flat Element(int index) => new() { Id = index, Name = "n" };

    protected override int Most => 5;
}

internal sealed class StringLinkedListConformance(WireVariant variant) : SequenceCollectionConformance<LinkedList<string?>, string?>(variant)
{
    protected override string GoldenName => "linkedlist-string";

    protected override LinkedList<string?> Make(IEnumerable<string?> elements) => new(elements);

    protected override string? Element(int index) => index % 3 == 2 ? null : $"text {index}";

    protected override int Most => 20;
}

internal sealed class ByteLinkedListConformance(WireVariant variant) : SequenceCollectionConformance<LinkedList<byte>, byte>(variant)
{
    protected override LinkedList<byte> Make(IEnumerable<byte> elements) => new(elements);

    protected override byte Element(int index) => (byte)index;
}
