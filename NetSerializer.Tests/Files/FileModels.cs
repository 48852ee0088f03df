namespace NetSerializer.Tests.Files;

[Serializable]
internal sealed record Note(int Number, string? Text);

/// <summary>Calls the test while it is written.</summary>
[Serializable]
internal sealed class Caller
{
    [NonSerialized]
    public Action? Call;

    [System.Runtime.Serialization.OnSerializing]
    private void Writing(System.Runtime.Serialization.StreamingContext context) => Call?.Invoke();
}

/// <summary>What the tests of files have in common.</summary>
internal static class FileModels
{
    public static TypeModel Notes { get; } = TypeModel.Create(typeof(Note));

    /// <summary>Each in a block of its own.</summary>
    public static ValueFileOptions SmallBlocks { get; } = new() { BlockBytes = 1 };

    public static Note[] Some(int count) => [.. Enumerable.Range(0, count).Select(i => new Note(i, i % 3 == 0 ? null : new string((char)('a' + i), i)))];

    /// <summary>The bytes of a file.</summary>
    public static byte[] Write<T>(TypeModel model, IEnumerable<T> values, ValueFileOptions? options = null)
    {
        using var stream = new MemoryStream();
        using (ValueFileWriter<T> file = model.CreateFile<T>(stream, options, leaveOpen: true))
        {
            foreach (T value in values)
            {
                file.Write(value);
            }
        }
        return stream.ToArray();
    }

    /// <summary>The bytes of a file to which values were appended.</summary>
    public static byte[] Append<T>(TypeModel model, byte[] file, IEnumerable<T> values, ValueFileOptions? options = null)
    {
        using var stream = new MemoryStream();
        stream.Write(file);
        stream.Position = 0;
        using (ValueFileWriter<T> appended = model.AppendFile<T>(stream, options, leaveOpen: true))
        {
            foreach (T value in values)
            {
                appended.Write(value);
            }
        }
        return stream.ToArray();
    }

    public static ValueFileReader<T> Open<T>(TypeModel model, byte[] file, ValueFileOptions? options = null) =>
        model.OpenFile<T>(new MemoryStream(file), options);

    public static T?[] Read<T>(TypeModel model, byte[] file, ValueFileOptions? options = null)
    {
        using ValueFileReader<T> opened = Open<T>(model, file, options);
        return [.. opened];
    }

    /// <summary>The file as its writer leaves it when the program ends before the file is closed.</summary>
    public static byte[] WithoutEnd(byte[] file) => file[..(int)BitConverter.ToInt64(file.AsSpan(file.Length - FileForge.FooterLength))];
}
