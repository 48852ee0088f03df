using System.Runtime.InteropServices;
using NetSerializer.Wire;
using NUnit.Framework;

namespace NetSerializer.Tests.Wire;

/// <summary>Lists whose array is not cleared are lists like others.</summary>
internal sealed class FreshListTests
{
    [Test]
    public void The_field_of_this_runtime_is_known() => Assert.That(FreshList.IsKnown);

    [Test]
    public void A_list_has_its_room_and_grows_like_others([Values(0, 1, 2_047, 2_048, 2_049, 100_000)] int capacity)
    {
        List<long> list = FreshList.Allocate<long>(capacity), other = FreshList.Allocate<long>(capacity);
        Assert.That((list.Count, list.Capacity), Is.EqualTo((0, capacity)));
        long[] numbers = [.. Enumerable.Range(0, capacity).Select(i => (long)i * i)];
        CollectionsMarshal.SetCount(list, capacity);
        numbers.CopyTo(CollectionsMarshal.AsSpan(list));
        CollectionsMarshal.SetCount(other, capacity);
        CollectionsMarshal.AsSpan(other).Fill(-1);
        Assert.That(list.Capacity, Is.EqualTo(capacity));
        Assert.That(list, Is.EqualTo(numbers));
        list.Add(-7);
        list.Insert(0, -8);
        Assert.That(list, Is.EqualTo((long[])[-8, .. numbers, -7]));
        list.RemoveAt(0);
        list.TrimExcess();
        Assert.That((list.Count, list.Capacity, list[^1]), Is.EqualTo((capacity + 1, capacity + 1, -7L)));
        Assert.That(other, Is.All.EqualTo(-1L));
    }

    [Test]
    public void A_list_that_is_read_has_what_was_written_and_no_more_room([Values(3, 600, 5_000, 70_000)] int count, [Values] bool isSeekable)
    {
        var model = TypeModel.Create([typeof(List<int>)]);
        List<int> numbers = [.. Enumerable.Range(0, count).Select(i => i * 7919)];
        byte[] bytes = model.Serialize(numbers);
        List<int> fromBytes = model.Deserialize<List<int>>(bytes)!;
        Assert.That(fromBytes, Is.EqualTo(numbers));
        Assert.That(fromBytes.Capacity, Is.EqualTo(count));
        using var stream = new MemoryStream();
        model.Serialize(stream, numbers);
        stream.Position = 0;
        Stream source = isSeekable ? stream : new Streams.ArrivingStream(stream.ToArray(), 1000);
        Assert.That(model.Deserialize<List<int>>(source), Is.EqualTo(numbers));
    }
}
