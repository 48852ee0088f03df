using NetSerializer.Benchmarks.Data;

namespace NetSerializer.Benchmarks.Suites.Graphs;

[Serializable]
public sealed class Speaker
{
    public int Id;
    public string? FirstName;
    public string? LastName;
    public string? Email;
    public string? Biography;
    public List<Session> Sessions = [];
}

[Serializable]
public sealed class Session
{
    public int Id;
    public string? Title;
    public string? Code;
    public string? Level;
    public DateTime Begin;
    public TimeSpan Length;
    public List<Speaker> Speakers = [];
    public Room? Room;
    public Track? Track;
    public Session? Next;
}

[Serializable]
public sealed class Room
{
    public int Id;
    public string? Name;
    public int Seats;
    public List<Session> Sessions = [];
}

[Serializable]
public sealed class Track
{
    public int Id;
    public string? Name;
    public Speaker? Chair;
    public List<Session> Sessions = [];
}

/// <summary>
/// A conference in memory as an application holds it: everything points at everything else. Sessions of a room form a chain, levels and the codes of
/// tracks are the same string objects each time.
/// </summary>
[Serializable]
public sealed class Conference
{
    private const int SpeakerCount = 60;
    private const int SessionCount = 120;
    private const int RoomCount = 10;
    private const int TrackCount = 8;

    private static readonly string[] s_levels = ["Introductory", "Intermediate", "Advanced"];

    public string? Name;
    public List<Speaker> Speakers = [];
    public List<Session> Sessions = [];
    public Room[] Rooms = [];
    public Dictionary<string, Track> Tracks = [];

    public static Conference Create(MixedRandom random)
    {
        Conference conference = new() { Name = random.Word(12, 20), Rooms = new Room[RoomCount] };
        for (int i = 0; i < RoomCount; i++)
        {
            conference.Rooms[i] = new() { Id = i, Name = random.Word(6, 12), Seats = 50 * (1 + random.Below(20)) };
        }
        for (int i = 0; i < SpeakerCount; i++)
        {
            conference.Speakers.Add(new()
            {
                Id = i,
                FirstName = random.Word(4, 10),
                LastName = random.Word(4, 12),
                Email = random.Word(12, 24),
                Biography = random.Word(80, 200)
            });
        }
        for (int i = 0; i < TrackCount; i++)
        {
            string name = random.Word(5, 12);
            conference.Tracks[name] = new() { Id = i, Name = name, Chair = conference.Speakers[random.Below(SpeakerCount)] };
        }
        Track[] tracks = [.. conference.Tracks.Values];
        for (int i = 0; i < SessionCount; i++)
        {
            conference.AddSession(i, tracks[random.Below(TrackCount)], random);
        }
        return conference;
    }

    private void AddSession(int id, Track track, MixedRandom random)
    {
        Room room = Rooms[random.Below(RoomCount)];
        Session session = new()
        {
            Id = id,
            Title = random.Word(20, 60),
            Code = track.Name,
            Level = s_levels[random.Below(s_levels.Length)],
            Begin = new DateTime(2026, 11, 21, 9, 0, 0, DateTimeKind.Utc).AddHours(random.Below(48)),
            Length = TimeSpan.FromMinutes(60),
            Room = room,
            Track = track,
        };
        if (room.Sessions.Count > 0)
        {
            room.Sessions[^1].Next = session;
        }
        room.Sessions.Add(session);
        track.Sessions.Add(session);
        Sessions.Add(session);
        for (int i = 0; i < 1 + (id % 2); i++)
        {
            Speaker speaker = Speakers[random.Below(SpeakerCount)];
            session.Speakers.Add(speaker);
            speaker.Sessions.Add(session);
        }
    }
}
