using System.Collections.ObjectModel;

namespace NetSerializer.Tests.Golden;

[Serializable]
internal class Being
{
    public string? Name;
    private int _age;

    public int Age
    {
        get => _age;
        init => _age = value;
    }
}

[Serializable]
internal sealed class Customer : Being
{
    public Address? Home;
    public List<Order>? Orders;
    public Being? Contact;
    public object? Tag;
    public decimal Credit;
    public bool IsActive;
}

[Serializable]
internal sealed record Address(string City, int Zip);

[Serializable]
internal sealed class Order
{
    public DateOnly Day;
    public Level Level;
    public int? Discount;
    public Amount[]? Lines;
}

internal enum Level : byte
{
    Low = 1,
    High = 9,
}

[Serializable]
internal struct Amount
{
    public int Count;
    public decimal Price;
}

[Serializable]
internal struct Vector
{
    public float X, Y, Z;
}

[Serializable]
internal struct Pixel
{
    public short X, Y;
    public byte Red, Green, Blue, Alpha;
}

[Serializable]
internal struct Reading
{
    public byte Channel;
    public double Value;
}

internal interface IShape;

[Serializable]
internal sealed class Circle : IShape
{
    public double Radius;
}

[Serializable]
internal struct Square : IShape
{
    public int Side;
}

[Serializable]
internal sealed class Knot
{
    public string? Name;
    public Knot? Next;
    public object? Tag;
    public List<Knot?>? Others;
}

[Serializable]
internal sealed class Drawing
{
    public IShape? First, Second, Third;
}

[Serializable]
internal sealed class Crew : List<string>
{
    public string? Ship;
}

[Serializable]
internal sealed class Ship
{
    public string? Name;
    public int Oars;
}

[Serializable]
internal sealed class Fleet : KeyedCollection<string, Ship>
{
    protected override string GetKeyForItem(Ship item) => item.Name!;
}

/// <summary>A cover with a member of its own.</summary>
[Serializable]
public sealed class Excerpt(IList<string> lines) : ReadOnlyCollection<string>(lines)
{
    public int Page;
}
