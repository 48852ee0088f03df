using System.Collections.Immutable;
using System.Numerics;
using System.Runtime.Serialization;
using NetSerializer.Tests.Models;

namespace NetSerializer.Tests.Faults;

/// <summary>Every primitive of the format, and every way in which code of the user takes part in reading.</summary>
[Serializable]
internal sealed class Parcel
{
    public AllScalars Scalars { get; set; } = new();

    public string? Narrow { get; set; }

    public string? Wide { get; set; }

    public int[]? Numbers { get; set; }

    public double[]? Floats { get; set; }

    public bool[]? Flags { get; set; }

    public decimal[]? Amounts { get; set; }

    public Dictionary<string, object?>? Table { get; set; }

    public SortedDictionary<int, string>? Order { get; set; }

    public LinkedList<long>? Links { get; set; }

    public ImmutableArray<short> Shorts { get; set; } = [];

    public string[,]? Grid { get; set; }

    public BigInteger Large { get; set; }

    public (int Number, string? Text)? Pair { get; set; }

    public List<Stamp>? Stamps { get; set; }

    public Stated? Stated { get; set; }

    public Parcel? Inner { get; set; }

    public static Parcel Of(int length) => new()
    {
        Narrow = new string('n', length),
        Wide = string.Concat(Enumerable.Range(0, length).Select(i => (char)(0x416 + (i % 100)))),
        Numbers = [.. Enumerable.Range(0, length).Select(i => i * 7919)],
        Floats = [.. Enumerable.Range(0, length / 4).Select(i => i / 3.0)],
        Flags = [.. Enumerable.Range(0, length).Select(i => i % 3 == 0)],
        Amounts = [.. Enumerable.Range(0, length / 8).Select(i => i * 0.01m)],
        Table = Enumerable.Range(0, length / 10).ToDictionary(i => $"key {i}", i => i % 2 == 0 ? (object?)i : null),
        Order = new(Enumerable.Range(0, length / 10).ToDictionary(i => i, i => $"value {i}")),
        Links = new(Enumerable.Range(0, length / 10).Select(i => (long)i << 40)),
        Shorts = [.. Enumerable.Range(0, length / 10).Select(i => (short)i)],
        Grid = new string[2, 2] { { "a", "b" }, { "c", "d" } },
        Large = BigInteger.Pow(7, length / 10),
        Pair = (length, "pair"),
        Stamps = [.. Enumerable.Range(0, length / 20).Select(i => new Stamp(i, new string('s', i % 9)))],
        Stated = new Stated { Text = "state" },
        Inner = length < 20 ? null : new Parcel { Narrow = "inner", Stamps = [new Stamp(1, "one")] },
    };
}

/// <summary>Travels by <see cref="StampSerializer"/>.</summary>
internal sealed record Stamp(int Number, string Text);

/// <summary>Code of a user below which the stream is read.</summary>
internal sealed class StampSerializer : ICustomSerializer<Stamp>
{
    public int MinimumSize => 2;

    public void Write(ref WireWriter writer, Stamp value)
    {
        writer.WriteInt32(value.Number);
        writer.WriteString(value.Text);
    }

    public Stamp Read(ref WireReader reader) => new(reader.ReadInt32(), reader.ReadNonNullString());
}

/// <summary>Has a callback at each point where reading calls one.</summary>
[Serializable]
internal sealed class Stated
{
    [field: NonSerialized]
    public int Calls { get; private set; }

    public string? Text { get; set; }

    [OnDeserializing]
    private void Begin(StreamingContext context) => Calls++;

    [OnDeserialized]
    private void End(StreamingContext context) => Calls = 0;
}

/// <summary>Throws while it is written.</summary>
[Serializable]
internal sealed class Refusing
{
    public string? Before { get; set; }

    public object? Content { get; set; }

    [field: NonSerialized]
    public Exception? Failure { get; init; }

    [OnSerializing]
    private void Begin(StreamingContext context)
    {
        if (Failure != null)
        {
            throw Failure;
        }
    }
}

internal static class FaultModels
{
    public static TypeModel Model { get; } = TypeModel.Create(
        [typeof(Parcel), typeof(Refusing), typeof(object[]), typeof(Dictionary<string, object>)],
        new SerializerOptions { Serializers = [CustomSerializer.For(new StampSerializer())] });
}
