using System.Collections.ObjectModel;
using System.ComponentModel;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>Objects in collections that exist only while they are written, or that run code of the user, keep their identity.</summary>
public sealed class SharedInCollectionsTests
{
    private const int Many = 3_000;

    private static readonly SerializerOptions s_preserve = new() { References = ReferenceHandling.Preserve };

    [Test]
    public void A_collection_expression_in_front_of_objects_that_appear_again_late([Values(10, 600, Many)] int count)
    {
        Volume[] all = Make(count);
        IReadOnlyList<Volume> first = [new Volume(), new Volume()];
        AssertShared(new Library { First = first, All = all, Last = all[7] });
    }

    [Test]
    public void A_collection_expression_behind_objects_of_which_nothing_has_appeared_again([Values(10, 600, Many)] int count)
    {
        Volume[] all = Make(count);
        IReadOnlyList<Volume> second = [new Volume(), all[9]];
        Library copy = AssertShared(new Library { All = all, Second = second, Last = all[7] });
        Assert.That(copy.Second![1], Is.SameAs(copy.All![9]));
    }

    [Test]
    public void A_collection_expression_as_the_root([Values(10, 600, Many)] int count)
    {
        var model = TypeModel.Create([typeof(IReadOnlyList<Volume>)], s_preserve);
        Volume[] all = Make(count);
        IReadOnlyList<Volume> value = [.. all, all[7]];
        IReadOnlyList<Volume> copy = model.DeepClone(value)!;
        Assert.That(copy[count], Is.SameAs(copy[7]));
    }

    [Test]
    public void The_items_of_a_list_that_a_collection_is_around_are_asked_for_once([Values] bool binding)
    {
        var model = TypeModel.Create([typeof(Collection<Volume>), typeof(BindingList<Volume>), typeof(object[])], s_preserve);
        var items = new CountingList(Make(Many));
        object[] graph = [binding ? new BindingList<Volume>(items) : new Collection<Volume>(items), items.Held[7]];
        items.Asked = 0;
        object[] copy = model.DeepClone(graph)!;
        Assert.That(items.Asked, Is.EqualTo(Many));
        Assert.That(copy[1], Is.SameAs(((Collection<Volume>)copy[0])[7]));
    }

    private static Library AssertShared(Library value)
    {
        var model = TypeModel.Create([typeof(Library)], s_preserve);
        Library copy = model.DeepClone(value)!;
        Assert.That(copy.Last, Is.SameAs(copy.All![7]));
        return copy;
    }

    private static Volume[] Make(int count) => [.. Enumerable.Range(0, count).Select(i => new Volume { Number = i })];

    private sealed class CountingList(Volume[] items) : Collection<Volume>, IList<Volume>
    {
        public Volume[] Held { get; } = items;

        public int Asked { get; set; }

        int ICollection<Volume>.Count => Held.Length;

        Volume IList<Volume>.this[int index]
        {
            get
            {
                Asked++;
                return Held[index];
            }
            set => throw new NotSupportedException();
        }
    }

    [Serializable]
    public sealed class Volume
    {
        public int Number { get; set; }
    }

    [Serializable]
    public sealed class Library
    {
        public IReadOnlyList<Volume>? First { get; set; }

        public Volume[]? All { get; set; }

        public IReadOnlyList<Volume>? Second { get; set; }

        public Volume? Last { get; set; }
    }
}
