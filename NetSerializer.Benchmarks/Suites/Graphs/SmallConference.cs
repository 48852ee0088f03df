using MemoryPack;
using NetSerializer.Benchmarks.Data;
using Orleans;

namespace NetSerializer.Benchmarks.Suites.Graphs;

[Serializable, MemoryPackable(GenerateType.CircularReference), GenerateSerializer]
public sealed partial class Talk
{
    [MemoryPackOrder(0), Id(0)] public int Minutes;
    [MemoryPackOrder(1), Id(1)] public Hall? Hall;
    [MemoryPackOrder(2), Id(2)] public Talk? Next;
    [MemoryPackOrder(3), Id(3)] public Presenter? Presenter;
    [MemoryPackOrder(4), Id(4)] public string? Title;
}

[Serializable, MemoryPackable(GenerateType.CircularReference), GenerateSerializer]
public sealed partial class Presenter
{
    [MemoryPackOrder(0), Id(0)] public string? Name;
    [MemoryPackOrder(1), Id(1)] public List<Talk>? Talks;
}

[Serializable, MemoryPackable(GenerateType.CircularReference), GenerateSerializer]
public sealed partial class Hall
{
    [MemoryPackOrder(0), Id(0)] public int Seats;
    [MemoryPackOrder(1), Id(1)] public string? Name;
    [MemoryPackOrder(2), Id(2)] public List<Talk>? Talks;
}

/// <summary>A conference of one afternoon: 36 objects, lists and texts included, that point at one another in cycles.</summary>
[Serializable, MemoryPackable(GenerateType.CircularReference), GenerateSerializer]
public sealed partial class SmallConference
{
    private const int TalkCount = 6;
    private const int PresenterCount = 5;
    private const int HallCount = 2;

    [MemoryPackOrder(0), Id(0)] public string? Name;
    [MemoryPackOrder(1), Id(1)] public List<Talk>? Talks;

    public static SmallConference Create(MixedRandom random)
    {
        Presenter[] presenters = [.. Enumerable.Range(0, PresenterCount).Select(_ => new Presenter { Name = random.Word(6, 16), Talks = [] })];
        Hall[] halls = [.. Enumerable.Range(0, HallCount).Select(_ => new Hall { Name = random.Word(4, 10), Seats = random.Below(500), Talks = [] })];
        SmallConference conference = new() { Name = random.Word(10, 20), Talks = [] };
        for (int i = 0; i < TalkCount; i++)
        {
            (Presenter presenter, Hall hall) = (presenters[i % PresenterCount], halls[i % HallCount]);
            Talk talk = new() { Minutes = 15 * (1 + random.Below(4)), Title = random.Word(15, 40), Presenter = presenter, Hall = hall };
            if (i >= HallCount)
            {
                conference.Talks[i - HallCount].Next = talk;
            }
            conference.Talks.Add(talk);
            presenter.Talks!.Add(talk);
            hall.Talks!.Add(talk);
        }
        return conference;
    }
}
