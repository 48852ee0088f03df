#pragma warning disable SYSLIB0011 // The comparison with BinaryFormatter, on data made in this process, is the purpose of this file.
using System.Runtime.Serialization.Formatters.Binary;

namespace NetSerializer.Benchmarks.Contenders;

/// <summary>The formatter of the framework until .NET 8, out of its package. It has no typed calls.</summary>
internal sealed class BinaryFormatterContender(object?[] items) : ObjectContender("BinaryFormatter", items)
{
    // The project file sets this too, but not for the processes that BenchmarkDotNet makes.
    static BinaryFormatterContender() => AppContext.SetSwitch("System.Runtime.Serialization.EnableUnsafeBinaryFormatterSerialization", true);

    // Two, because one thread writes while another reads.
    private readonly BinaryFormatter _writing = new();
    private readonly BinaryFormatter _reading = new();

    public override void Serialize(Stream stream)
    {
        foreach (object? item in Items)
        {
            _writing.Serialize(stream, item!);
        }
    }

    public override void Deserialize(Stream stream)
    {
        for (int i = 0; i < Received.Length; i++)
        {
            Received[i] = _reading.Deserialize(stream);
        }
    }
}
