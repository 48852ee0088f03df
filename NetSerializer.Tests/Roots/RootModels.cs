namespace NetSerializer.Tests.Roots;

[Serializable]
internal record struct Two
{
    public int First;
    public int Second;
}

[Serializable]
internal record struct Named
{
    public string? Name;
    public Item? Item;
    public Item? Again;
}

internal enum Level : byte
{
    Low = 1,
    High = 200,
}

[Serializable]
internal sealed class Item
{
    public int Number;
    public string? Text;
}

[Serializable]
internal abstract class Shape
{
    public int Sides = 4;
}

[Serializable]
internal sealed class Square : Shape
{
    public double Edge;
}

[Serializable]
internal class Animal
{
    public string? Name;
}

[Serializable]
internal sealed class Dog : Animal
{
    public int Age;
}

/// <summary>A struct that ends as another value: it has no plain form.</summary>
[Serializable]
internal record struct Chain
{
    public int Link;
    public object? Next;
}
