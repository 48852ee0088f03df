namespace NetSerializer.Tests.Emit;

// Types whose generated code is kept as text: small, and one for each thing that the code can contain.

/// <summary>Nothing but bounded members: one run.</summary>
[Serializable]
public sealed class Reading
{
    public int Sensor;
    public double Value;
    public bool IsValid;
}

/// <summary>A member of each kind of slot.</summary>
[Serializable]
public sealed class Order
{
    public int Number;
    public string? Note;
    public Reading? Last;
    public int? Discount;
    public List<string?>? Tags;
    public int[]? Quantities;
    public Payment? Payment;
    public object? Extra;
}

/// <summary>The class of docs/generated-code.md.</summary>
[Serializable]
public sealed class Delivery
{
    public int Number;
    public string? Note;
    public List<string?>? Tags;
    public Payment? Payment;
    public Delivery? Follows;
}

[Serializable]
public abstract class Payment
{
    public decimal Amount;
}

[Serializable]
public sealed class Card : Payment
{
    public string? Holder;
}

[Serializable]
public sealed class Transfer : Payment
{
    public long Account;
}

/// <summary>The graph of docs/generated-code.md.</summary>
[Serializable]
public sealed class Station
{
    public int Line;
    public string? Name;
    public Station? Next;
}

/// <summary>A struct, and one inside another.</summary>
[Serializable]
public struct Place
{
    public string? Name;
    public Point At;
    [NonSerialized]
    public int Visits;
}

[Serializable]
public struct Point
{
    public int X;
    public int Y;
}

/// <summary>A class on a cycle of the type graph.</summary>
[Serializable]
public sealed class Tree
{
    public int Key;
    public Tree? Left;
    public List<Tree>? Others;
}

public enum Level : byte
{
    Low,
    High,
}

[Serializable]
public sealed class Levels
{
    public Level Now;
    public Level? Before;
    public Level[]? History;
}

[Serializable]
public sealed class Tables
{
    public Dictionary<string, int>? Counts;
    public Dictionary<Level, Reading>? Latest;
    public HashSet<Guid>? Seen;
}

[Serializable]
public sealed class Tuples
{
    public (int, string?) Pair;
    public Tuple<Level, Point?>? Mark;
    public KeyValuePair<string, long> Entry;
}

[Serializable]
public sealed class Boards
{
    public string?[,]? Names;
    public Point?[]? Corners;
    public List<Card>? Cards;
}

/// <summary>A struct of bounded size that has more than what travels.</summary>
[Serializable]
public struct Partial
{
    public int Kept;
    [NonSerialized]
    public int Dropped;
}

/// <summary>Partial structs in every position that may lie in a local first.</summary>
[Serializable]
public sealed class Partials
{
    public Partial? Perhaps;
    public Dictionary<Partial, Partial>? Table;
    public HashSet<Partial?>? Set;
    public Tuple<Partial, Partial?>? Pair;
    public List<Partial?>? List;
}

/// <summary>More types in one place than are tested for one by one.</summary>
[Serializable]
public sealed class Crowd
{
    public Guest? Guest;
}

[Serializable]
public abstract class Guest;

[Serializable]
public sealed class Guest<TMark> : Guest;
