using System.Globalization;
using MemoryPack;
using NetSerializer.Benchmarks.Data;
using Orleans;

namespace NetSerializer.Benchmarks.Suites.Graphs;

/// <summary>A member of a doubly linked list of the user's own.</summary>
[Serializable, MemoryPackable(GenerateType.CircularReference), GenerateSerializer]
public sealed partial class Link
{
    [MemoryPackOrder(0), Id(0)] public int Value;
    [MemoryPackOrder(1), Id(1)] public Link? Next;
    [MemoryPackOrder(2), Id(2)] public Link? Previous;

    /// <summary>The first of <paramref name="count"/> links.</summary>
    public static Link CreateList(int count)
    {
        Link first = new();
        Link last = first;
        for (int i = 1; i < count; i++)
        {
            Link link = new() { Value = i, Previous = last };
            last.Next = link;
            last = link;
        }
        return first;
    }
}

/// <summary>An index of shared articles: several lists hold the same one, and the lists are shared too.</summary>
[Serializable, GenerateSerializer]
public sealed class Catalogue
{
    [Id(0)] public Dictionary<string, List<OrderLine>> Lists = [];

    /// <summary><paramref name="count"/> lists of ten out of as many articles, each tenth list a second name of another.</summary>
    public static Catalogue Create(int count, MixedRandom random)
    {
        OrderLine[] articles = new OrderLine[count];
        for (int i = 0; i < count; i++)
        {
            articles[i] = new() { Article = random.Word(6, 12), Quantity = random.Below(1_000), Price = random.Below(100_000) / 100m };
        }
        Catalogue catalogue = new();
        List<OrderLine> last = [];
        for (int i = 0; i < count; i++)
        {
            last = i % 10 == 9 ? last : [.. Enumerable.Range(0, 10).Select(_ => articles[random.Below(count)])];
            catalogue.Lists.Add(string.Create(CultureInfo.InvariantCulture, $"List {i}"), last);
        }
        return catalogue;
    }
}
