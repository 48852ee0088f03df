using NetSerializer.Benchmarks.Data;

namespace NetSerializer.Benchmarks.Suites.Graphs;

[Serializable]
public sealed class Talk
{
    public int Minutes;
    public Hall? Hall;
    public Talk? Next;
    public Presenter? Presenter;
    public string? Title;
}

[Serializable]
public sealed class Presenter
{
    public string? Name;
    public List<Talk>? Talks;
}

[Serializable]
public sealed class Hall
{
    public int Seats;
    public string? Name;
    public List<Talk>? Talks;
}

/// <summary>A conference of one afternoon: 36 objects, lists and texts included, that point at one another in cycles.</summary>
[Serializable]
public sealed class SmallConference
{
    private const int TalkCount = 6;
    private const int PresenterCount = 5;
    private const int HallCount = 2;

    public string? Name;
    public List<Talk>? Talks;

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
