namespace NetSerializer.Tests.Models;

[Serializable]
public class Box<T>
{
    public T? Content;
    public T[]? Many;
    public List<T>? Listed;
}

[Serializable]
public struct Slice<T>
{
    public T First;
    public T Second;
}

[Serializable]
public class Node<TKey, TValue>
{
    public TKey? Key;
    public TValue? Value;
    public Node<TKey, TValue>? Next;
}

[Serializable]
public class GenericOuter<T>
{
    public Inner? Part;
    public Deep<int>? Deeper;

    [Serializable]
    public class Inner
    {
        public T? Value;
    }

    [Serializable]
    public class Deep<TOther>
    {
        public T? Left;
        public TOther? Right;
    }
}

[Serializable]
public class GenericBase<T>
{
    private readonly T? value;

    public GenericBase(T? value) => this.value = value;

    public T? BaseValue => value;
}

/// <summary>A private field of the same name in a constructed generic base class.</summary>
[Serializable]
public class ClosedGeneric(int number, string? text) : GenericBase<int>(number)
{
    private readonly string? value = text;

    public string? OwnValue => value;
}

[Serializable]
public class GenericUser
{
    public Box<int>? Ints;
    public Box<string>? Strings;
    public Box<Box<double>>? Nested;
    public Slice<float> Floats;
    public Slice<decimal?> Decimals;
    public Slice<Slice<byte>> Bytes;
    public Node<Guid, object>? Chain;
    public GenericOuter<short>? Outer;
    public ClosedGeneric? Closed;
}
