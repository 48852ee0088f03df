namespace NetSerializer.Tests.Streams;

[Serializable]
internal sealed class Message
{
    public int Number;
    public string? Text;
    public byte[]? Bytes;
    public List<Message>? Replies;

    public static Message Filled(int bytes) => new() { Number = bytes, Text = "message", Bytes = [.. Enumerable.Range(0, bytes).Select(i => (byte)(i * 31))] };
}

/// <summary>Holds what no writer accepts behind as much text as one likes, so that writing fails late.</summary>
[Serializable]
internal sealed class Doomed
{
    public string? Before;
    public object? Refused;
}

internal static class StreamModels
{
    public static TypeModel Messages { get; } =
        TypeModel.Create(typeof(Message), typeof(Doomed), typeof(int[]), typeof(List<string>), typeof(Dictionary<int, string>), typeof(long[,]));

    /// <summary>Values whose encodings take several chunks, in every shape that is written and read in pieces.</summary>
    public static IEnumerable<object> LargeValues()
    {
        yield return Message.Filled(200_000);
        yield return Message.Filled((1 << 20) + 12_345);
        yield return Enumerable.Range(0, 300_000).Select(i => i * 7919).ToArray();
        yield return Enumerable.Range(0, 30_000).Select(i => $"element {i}").ToList();
        yield return Enumerable.Range(0, 20_000).ToDictionary(i => i, i => $"value {i}");
        yield return new string('n', 150_000);
        yield return string.Concat(Enumerable.Range(0, 150_000).Select(i => (char)(0x400 + (i % 200))));
        yield return Grid(300, 301);
        yield return new Message { Number = 1, Replies = [.. Enumerable.Range(0, 200).Select(i => Message.Filled(700 + i))] };
        yield return new object[] { new string('x', 70_000), 5, new byte[70_000], null! };
    }

    private static long[,] Grid(int rows, int columns)
    {
        var grid = new long[rows, columns];
        for (int i = 0; i < grid.Length; i++)
        {
            grid[i / columns, i % columns] = i * 1_000_003L;
        }
        return grid;
    }
}
