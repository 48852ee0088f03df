using MemoryPack;
using MessagePack;
using NetSerializer.Benchmarks.Data;
using Orleans;
using ProtoBuf;

namespace NetSerializer.Benchmarks.Suites.App;

[GenerateSerializer]
public enum LogLevel
{
    Debug,
    Information,
    Warning,
    Error,
}

/// <summary>A line of a log, whose texts come again and again.</summary>
[Serializable, MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class LogLine
{
    [Key(0), ProtoMember(1), Id(0)] public DateTime Time;
    [Key(1), ProtoMember(2), Id(1)] public LogLevel Level;
    [Key(2), ProtoMember(3), Id(2)] public int Thread;
    [Key(3), ProtoMember(4), Id(3)] public string? Source;
    [Key(4), ProtoMember(5), Id(4)] public string? Message;
    [Key(5), ProtoMember(6), Id(5)] public string? User;

    public static List<LogLine> CreateLog(int count, MixedRandom random)
    {
        string[] sources = AppRandom.Many(12, () => $"{random.Word(4, 10)}.{random.Word(4, 12)}.{random.Word(6, 16)}");
        string[] messages = AppRandom.Many(40, () => string.Join(' ', AppRandom.Many(4 + random.Below(10), () => random.Word(2, 10))));
        string[] users = AppRandom.Many(25, () => random.Word(4, 10));
        DateTime time = new(2026, 3, 2, 8, 0, 0, DateTimeKind.Utc);
        return [.. AppRandom.Many(count, () => new LogLine
        {
            Time = time = time.AddMilliseconds(random.Below(500)),
            Level = (LogLevel)random.Below(4),
            Thread = 1 + random.Below(16),
            Source = sources[random.Below(sources.Length)],
            Message = messages[random.Below(messages.Length)],
            User = random.Once(3) ? null : users[random.Below(users.Length)],
        })];
    }
}

/// <summary>What people write to each other, in other scripts than this one.</summary>
[Serializable, MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class Post
{
    [Key(0), ProtoMember(1), Id(0)] public long Id;
    [Key(1), ProtoMember(2), Id(1)] public string? Author;
    [Key(2), ProtoMember(3), Id(2)] public string? Text;
    [Key(3), ProtoMember(4), Id(3)] public int Likes;

    private const int HanFirst = 0x4E00, HanCount = 3_000, CyrillicFirst = 0x430, CyrillicCount = 32, EmojiFirst = 0x1F600, EmojiCount = 64;

    /// <summary>A third in Chinese, a third in Cyrillic letters, a third of emoji between short words.</summary>
    public static Post[] CreateMany(int count, MixedRandom random)
    {
        int script = 0;
        return AppRandom.Many(count, () => new Post
        {
            Id = (long)random.Mixed(),
            Author = random.Word(4, 12),
            Text = TextOf(script++ % 3, random),
            Likes = random.Below(500),
        });
    }

    private static string TextOf(int script, MixedRandom random) => script switch
    {
        0 => string.Concat(AppRandom.Many(20 + random.Below(100), () => (char)(HanFirst + random.Below(HanCount)))),
        1 => string.Join(' ', AppRandom.Many(5 + random.Below(20), () =>
            string.Concat(AppRandom.Many(1 + random.Below(9), () => (char)(CyrillicFirst + random.Below(CyrillicCount)))))),
        _ => string.Concat(AppRandom.Many(2 + random.Below(12), () => random.Word(1, 6) + char.ConvertFromUtf32(EmojiFirst + random.Below(EmojiCount)))),
    };
}

/// <summary>A file that goes with a message.</summary>
[Serializable, MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class Attachment
{
    [Key(0), ProtoMember(1), Id(0)] public string? Name;
    [Key(1), ProtoMember(2), Id(1)] public string? ContentType;
    [Key(2), ProtoMember(3), Id(2)] public byte[]? Content;

    public static Attachment Create(int length, MixedRandom random)
    {
        byte[] content = new byte[length];
        for (int i = 0; i < length; i++)
        {
            content[i] = (byte)random.Below(256);
        }
        return new() { Name = random.Word(5, 20) + ".jpg", ContentType = "image/jpeg", Content = content };
    }
}
