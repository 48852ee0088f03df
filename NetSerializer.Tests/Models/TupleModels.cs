namespace NetSerializer.Tests.Models;

[Serializable]
public class Tuples
{
    public Tuple<int>? One;
    public Tuple<string?, int>? Two;
    public Tuple<byte, object?, double>? Three;
    public Tuple<int, int, int, int, int, int, int, Tuple<string?>>? Eight;
    public Tuple<Tuple<int>, Tuple<int>[]>? Nested;
    public List<Tuple<long, string?>>? Listed;
}

[Serializable]
public class ValueTuples
{
    public ValueTuple None;
    public ValueTuple<int> One;
    public (string? Name, int Age) Two;
    public (float X, float Y, float Z) Three;
    public (byte, int, long, string?, decimal, DateTime, Guid) Seven;
    public (int, string?, int, string?, int, string?, int, string?) Eight;
    public (int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, string?) Sixteen;
    public (int, string?)? Maybe;
    public (float, float)[]? Floats;
    public List<(int, (string?, bool))>? Listed;
    public Dictionary<(int, int), (int, int)>? Table;
}

[Serializable]
public class KeyValuePairs
{
    public KeyValuePair<string?, int> One;
    public KeyValuePair<float, float> Floats;
    public KeyValuePair<int, NamedShape?>? Maybe;
    public KeyValuePair<Guid, object?>[]? Many;
    public List<KeyValuePair<string?, List<int>?>>? Listed;
}
