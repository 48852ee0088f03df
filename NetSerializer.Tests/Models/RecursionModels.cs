namespace NetSerializer.Tests.Models;

[Serializable]
public class Tree
{
    public int Value;
    public Tree? Left;
    public Tree? Right;
}

[Serializable]
public sealed class Chain
{
    public string? Text;
    public Chain? Next;
}

[Serializable]
public class Branch
{
    public string? Name;
    public Branch[]? Children;
    public List<Branch?>? More;
    public Dictionary<string, Branch>? ByName;
}

/// <summary>Recursion through a struct, and through a nullable of one.</summary>
[Serializable]
public class Hub
{
    public Spoke Spoke;
    public Spoke? Maybe;
    public Spoke[]? Spokes;
}

[Serializable]
public struct Spoke
{
    public Hub? Hub;
    public int Length;
}

[Serializable]
public class Egg
{
    public Hen? Mother;
    public double Weight;
}

[Serializable]
public class Hen
{
    public Egg[]? Eggs;
    public string? Name;
}

[Serializable]
public abstract class Expression;

[Serializable]
public sealed class Literal : Expression
{
    public double Value;
}

[Serializable]
public sealed class Sum : Expression
{
    public Expression? Left;
    public Expression? Right;
}

[Serializable]
public sealed class Call : Expression
{
    public string? Name;
    public Expression?[]? Arguments;
}

/// <summary>Recursion through <c>object</c> alone.</summary>
[Serializable]
public class Anything
{
    public object? Inner;
}
