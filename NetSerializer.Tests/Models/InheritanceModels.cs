namespace NetSerializer.Tests.Models;

public interface IShape
{
    double Area { get; }
}

[Serializable]
public abstract class NamedShape : IShape
{
    public string? Name;

    public abstract double Area { get; }
}

[Serializable]
public class Circle : NamedShape
{
    public double Radius;

    public override double Area => Math.PI * Radius * Radius;
}

[Serializable]
public sealed class Ring : Circle
{
    public double Hole;
}

[Serializable]
public sealed class Square : NamedShape
{
    public float Side;

    public override double Area => Side * Side;
}

/// <summary>A struct behind the same interface: boxed in every slot that holds it.</summary>
[Serializable]
public struct Dot : IShape
{
    public int X;
    public int Y;

    public readonly double Area => 0;
}

public interface IOnlyOnce
{
    int Number { get; }
}

/// <summary>The only implementation of its interface: slots of the interface need no id.</summary>
[Serializable]
public sealed class OnlyOnce : IOnlyOnce
{
    public int Number { get; set; }
}

[Serializable]
public abstract class OnlyBase
{
    public string? Text;
}

[Serializable]
public class OnlyDerived : OnlyBase
{
    public long Number;
}

[Serializable]
public class Drawing
{
    public IShape? Any;
    public NamedShape? Named;
    public Circle? Circle;
    public Ring? Ring;
    public Square? Square;
    public Dot Dot;
    public Dot? MaybeDot;
    public IOnlyOnce? Once;
    public OnlyBase? Only;
    public IShape[]? All;
    public NamedShape[]? NamedOnes;
    public Circle[]? Circles;
    public List<IShape>? List;
    public Dictionary<string, NamedShape>? ByName;
    public IEnumerable<int>? Numbers;
    public IComparable? Comparable;
}

[Serializable]
public class EmptyClass;

[Serializable]
public class EmptyDerived : EmptyClass;

[Serializable]
public sealed class Emptiness
{
    public EmptyClass? Any;
    public EmptyDerived? Derived;
    public EmptyClass[]? Many;
}
