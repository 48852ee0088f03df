namespace NetSerializer.Tests.Graphs;

[Serializable]
internal sealed class Item
{
    public string? Title { get; set; }

    public int Price { get; set; }
}

[Serializable]
internal struct Wrapping
{
    public string? Label { get; set; }

    public Item? Inside { get; set; }
}

/// <summary>Several places lead to objects of one type.</summary>
[Serializable]
internal sealed class Basket
{
    public Item? Best { get; set; }

    public List<Item?>? Items { get; set; }

    public string? Name { get; set; }

    public Item?[]? Others { get; set; }

    public List<string?>? Tags { get; set; }

    public Wrapping Wrapping { get; set; }
}

/// <summary>Nothing but the list leads to its elements, and nothing but their owner to the list.</summary>
[Serializable]
internal sealed class Case
{
    public List<Item?>? Items { get; set; }

    public string? Secret { get; set; }
}

/// <summary>The elements lead to more than texts.</summary>
[Serializable]
internal sealed class Crate
{
    public Case?[]? Cases { get; set; }

    public Wrapping[]? Wrappings { get; set; }
}

/// <summary>It leads to objects of its type.</summary>
[Serializable]
internal sealed class Twig
{
    public Twig? Left { get; set; }

    public string? Name { get; set; }

    public List<Twig?>? Twigs { get; set; }
}

[Serializable]
internal class Tool
{
    public string? Name { get; set; }
}

[Serializable]
internal sealed class PowerTool : Tool;

[Serializable]
internal sealed class Toolbox
{
    public Tool? Best { get; set; }

    public Tool[]? Others { get; set; }

    public List<Tool?>? Tools { get; set; }
}

/// <summary>Lists in lists, and nothing that a reader without numbers does not read.</summary>
[Serializable]
internal sealed class Chest
{
    public Item? Best { get; set; }

    public Case?[]? Cases { get; set; }

    public List<string?>? Tags { get; set; }

    public Tool? Tool { get; set; }
}

/// <summary>The elements have a form of their own.</summary>
[Serializable]
internal sealed class Tally
{
    public List<int>? Counts { get; set; }

    public string? Name { get; set; }
}

/// <summary>So many texts that room is asked for in the middle, in front of an object that may be missing, within it and behind it.</summary>
[Serializable]
internal sealed class Wide
{
    public Six A { get; set; }

    public Six B { get; set; }

    public Six C { get; set; }

    public string? D { get; set; }

    public string? E { get; set; }

    public string? F { get; set; }

    public string? G { get; set; }

    public string? H { get; set; }

    public Middle? I { get; set; }

    public Six J { get; set; }

    public string? K { get; set; }

    public string? L { get; set; }

    public string? M { get; set; }

    public string? N { get; set; }
}

[Serializable]
internal struct Six
{
    public string? A { get; set; }

    public string? B { get; set; }

    public string? C { get; set; }

    public string? D { get; set; }

    public string? E { get; set; }

    public string? F { get; set; }
}

[Serializable]
internal sealed class Middle
{
    public string? A { get; set; }

    public string? B { get; set; }

    public string? C { get; set; }
}
