using MemoryPack;
using NetSerializer.Benchmarks.Data;
using Orleans;

namespace NetSerializer.Benchmarks.Suites.Graphs;

[Serializable, MemoryPackable(GenerateType.CircularReference), GenerateSerializer]
public sealed partial class Speaker
{
    [MemoryPackOrder(0), Id(0)] public int Id;
    [MemoryPackOrder(1), Id(1)] public string? FirstName;
    [MemoryPackOrder(2), Id(2)] public string? LastName;
    [MemoryPackOrder(3), Id(3)] public string? Email;
    [MemoryPackOrder(4), Id(4)] public string? Biography;
    [MemoryPackOrder(5), Id(5)] public List<Session> Sessions = [];
}

[Serializable, MemoryPackable(GenerateType.CircularReference), GenerateSerializer]
public sealed partial class Session
{
    [MemoryPackOrder(0), Id(0)] public int Id;
    [MemoryPackOrder(1), Id(1)] public string? Title;
    [MemoryPackOrder(2), Id(2)] public string? Code;
    [MemoryPackOrder(3), Id(3)] public string? Level;
    [MemoryPackOrder(4), Id(4)] public DateTime Begin;
    [MemoryPackOrder(5), Id(5)] public TimeSpan Length;
    [MemoryPackOrder(6), Id(6)] public List<Speaker> Speakers = [];
    [MemoryPackOrder(7), Id(7)] public Room? Room;
    [MemoryPackOrder(8), Id(8)] public Track? Track;
    [MemoryPackOrder(9), Id(9)] public Session? Next;
}

[Serializable, MemoryPackable(GenerateType.CircularReference), GenerateSerializer]
public sealed partial class Room
{
    [MemoryPackOrder(0), Id(0)] public int Id;
    [MemoryPackOrder(1), Id(1)] public string? Name;
    [MemoryPackOrder(2), Id(2)] public int Seats;
    [MemoryPackOrder(3), Id(3)] public List<Session> Sessions = [];
}

[Serializable, MemoryPackable(GenerateType.CircularReference), GenerateSerializer]
public sealed partial class Track
{
    [MemoryPackOrder(0), Id(0)] public int Id;
    [MemoryPackOrder(1), Id(1)] public string? Name;
    [MemoryPackOrder(2), Id(2)] public Speaker? Chair;
    [MemoryPackOrder(3), Id(3)] public List<Session> Sessions = [];
}

/// <summary>
/// A conference in memory as an application holds it: everything points at everything else. Sessions of a room form a chain, levels and the codes of
/// tracks are the same string objects each time.
/// </summary>
[Serializable, MemoryPackable(GenerateType.CircularReference), GenerateSerializer]
public sealed partial class Conference
{
    private const int SpeakerCount = 60;
    private const int SessionCount = 120;
    private const int RoomCount = 10;
    private const int TrackCount = 8;

    private static readonly string[] s_levels = ["Introductory", "Intermediate", "Advanced"];

    [MemoryPackOrder(0), Id(0)] public string? Name;
    [MemoryPackOrder(1), Id(1)] public List<Speaker> Speakers = [];
    [MemoryPackOrder(2), Id(2)] public List<Session> Sessions = [];
    [MemoryPackOrder(3), Id(3)] public Room[] Rooms = [];
    [MemoryPackOrder(4), Id(4)] public Dictionary<string, Track> Tracks = [];

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
