namespace NetSerializer.Tests.Models;

/// <summary>Private, readonly and init-only members; no constructor without parameters.</summary>
[Serializable]
public class HiddenMembers(int age, string? name, decimal balance)
{
    private readonly int age = age;
    private string? name = name;
    private protected readonly decimal Balance = balance;

    public Guid Identity { get; init; }

    public required string? Title { get; init; }

    internal DateTime Since { private get; set; }

    public string Show() => $"{age} {name} {Balance} {Since.Ticks}";

    public void Rename(string? value) => name = value;
}

/// <summary>The same private field names at three levels.</summary>
[Serializable]
public class ShadowBase(int id, string? note)
{
    private readonly int id = id;
    private readonly string? note = note;

    public string ShowBase() => $"{id} {note}";
}

[Serializable]
public class ShadowMiddle(int id, string? note, long other) : ShadowBase(id, note)
{
    private readonly long id = other;
    private readonly string? note = note;

    public string ShowMiddle() => $"{id} {note}";
}

[Serializable]
public class ShadowLeaf(int id, string? note, byte[]? tail) : ShadowMiddle(id, note, id)
{
    private readonly byte[]? id = tail;
    private readonly int[]? note = [id];

    public int Lengths() => (id?.Length ?? 0) + (note?.Length ?? 0);
}

/// <summary>Fields that stay at home: both ways to say so, and names that sort between the others.</summary>
[Serializable]
public class PartlySerialized
{
    [NonSerialized]
    public int Cache;

    [NonSerialized]
    public object? Owner;

    [NonSerialized]
    public Action? Callback;

    public int Kept;

    [field: NonSerialized]
    public string? Scratch { get; set; }

    [field: NonSerialized]
    public int? MaybeScratch { get; set; }

    public string? Text { get; set; }
}

/// <summary>A struct with a field that stays at home: its bytes cannot be copied whole.</summary>
[Serializable]
public struct PartlySerializedStruct
{
    public float X;

    [NonSerialized]
    public float Cache;

    public float Y;
}

/// <summary>Constructors and initializers that must not run, or whose work must be overwritten.</summary>
[Serializable]
public class Initialised
{
    public int Number = 42;
    public string? Text = "before";
    public List<int>? Items = [1, 2, 3];
}

[Serializable]
public class PrivateConstructor
{
    public int Number;

    private PrivateConstructor()
    {
    }

    public static PrivateConstructor Create(int number) => new() { Number = number };
}

/// <summary>Serializable types that no other type may name.</summary>
[Serializable]
public class Vault
{
    private readonly Secret? secret = new(1, "one");
    private readonly Secret[]? more = [];
    private readonly Token token = new(7);
    private readonly Level level = Level.Low;

    public static IReadOnlyList<Type> HiddenTypes { get; } = [typeof(Secret), typeof(Token), typeof(Level)];

    public string Show() => $"{secret} {more?.Length} {token} {level}";

    private enum Level : short
    {
        Low = -1,
    }

    [Serializable]
    private sealed record Secret(int Number, string? Word);

    [Serializable]
    private readonly record struct Token(ulong Value);
}

[Serializable]
internal sealed class Internal
{
    public int Number { get; set; }

    public Vault? Vault { get; set; }
}
