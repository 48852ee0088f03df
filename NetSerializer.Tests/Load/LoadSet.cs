using NetSerializer.Benchmarks.Data;
using NetSerializer.Tests.Model;

namespace NetSerializer.Tests.Load;

/// <summary>Values of one classic set, written and read back in each form of the calls. Immutable: all threads share it.</summary>
internal abstract class LoadSet(string name)
{
    public string Name { get; } = name;

    /// <summary>Its values take many buffers.</summary>
    public abstract bool IsLarge { get; }

    /// <summary>Takes a value of the set through one form of the calls; throws when it does not come back as it was.</summary>
    public abstract void RoundTrip(Passage passage, LoadThread thread, int index);

}

/// <inheritdoc cref="LoadSet"/>
internal sealed class LoadSet<T> : LoadSet
{
    // A session on a socket sends before it reads: what fits the buffers of the system does not wait for a reader.
    private const int SessionBatch = 12, SessionBytes = 32 << 10, DeepCheckEvery = 31;

    private readonly TypeModel _model;
    private readonly T[] _values;
    private readonly byte[][] _bytes;

    public LoadSet(TypeModel model, string name, int count, Func<MixedRandom, T> create) : base(name)
    {
        _model = model;
        var random = new MixedRandom(5);
        _values = [.. Enumerable.Range(0, count).Select(_ => create(random))];
        _bytes = [.. _values.Select(model.Serialize<T>)];
        IsLarge = _bytes.Any(value => value.Length > 10_000);
    }

    public override bool IsLarge { get; }

    public override void RoundTrip(Passage passage, LoadThread thread, int index)
    {
        int i = index % _values.Length;
        switch (passage)
        {
            case Passage.Array:
                byte[] written = _model.Serialize(_values[i]);
                Require(written.AsSpan().SequenceEqual(_bytes[i]), "its bytes");
                Verify(i, index, _model.Deserialize<T>(written), thread);
                break;
            case Passage.Sequence:
                Verify(i, index, _model.Deserialize<T>(Segments.Cut(_bytes[i], 1 + (_bytes[i].Length / 3))), thread);
                break;
            case Passage.BufferWriter:
                thread.Buffer.ResetWrittenCount();
                _model.Serialize(thread.Buffer, _values[i]);
                Verify(i, index, _model.Deserialize<T>(thread.Buffer.WrittenSpan), thread);
                break;
            case Passage.MemoryStream:
                thread.Memory.SetLength(0);
                _model.Serialize(thread.Memory, _values[i]);
                thread.Memory.Position = 0;
                Verify(i, index, _model.Deserialize<T>(thread.Memory), thread);
                break;
            case Passage.Stream:
                thread.Memory.SetLength(0);
                _model.Serialize(thread.Pieces, _values[i]);
                thread.Memory.Position = 0;
                Verify(i, index, _model.Deserialize<T>(thread.Pieces), thread);
                break;
            case Passage.Session:
                Session(i, index, thread);
                break;
            case Passage.Socket:
                Task sending = _model.SerializeAsync(thread.Client, _values[i]).AsTask();
                T? received = index % 2 == 0 ? _model.Deserialize<T>(thread.Server)
                    : _model.DeserializeAsync<T>(thread.Server).AsTask().GetAwaiter().GetResult();
                sending.GetAwaiter().GetResult();
                Verify(i, index, received, thread);
                break;
            default:
                SocketSession(i, index, thread);
                break;
        }
    }

    private void Session(int i, int index, LoadThread thread)
    {
        thread.Memory.SetLength(0);
        using (ValueWriter writer = _model.OpenWriter(thread.Pieces, leaveOpen: true))
        {
            writer.Write(_values[i]);
            writer.Write(_values[0]);
        }
        thread.Memory.Position = 0;
        using ValueReader reader = _model.OpenReader(thread.Pieces, leaveOpen: true);
        Verify(i, index, reader.Read<T>(), thread);
        Verify(0, index, reader.Read<T>(), thread);
    }

    private void SocketSession(int i, int index, LoadThread thread)
    {
        int count = 0;
        for (int bytes = 0; count < SessionBatch; count++)
        {
            bytes += _bytes[(i + count) % _values.Length].Length;
            if (bytes > SessionBytes)
            {
                break;
            }
            thread.Writer.Write(_values[(i + count) % _values.Length]);
        }
        thread.Writer.Flush();
        for (int k = 0; k < count; k++)
        {
            T? read = (index + k) % 2 == 0 ? thread.Reader.Read<T>() : thread.Reader.ReadAsync<T>().AsTask().GetAwaiter().GetResult();
            Verify((i + k) % _values.Length, index, read, thread);
        }
    }

    // All by their bytes, some field by field.
    private void Verify(int i, int index, T? copy, LoadThread thread)
    {
        thread.Check.ResetWrittenCount();
        _model.Serialize(thread.Check, copy);
        Require(thread.Check.WrittenSpan.SequenceEqual(_bytes[i]), "the bytes of its copy");
        if (index % DeepCheckEvery == 0 && _bytes[i].Length < 4_096)
        {
            string? difference = DeepEquality.FirstDifference(_values[i], copy);
            Require(difference == null, difference ?? "");
        }
        thread.Verified++;
    }

    private void Require(bool holds, string what)
    {
        if (!holds)
        {
            throw new InvalidDataException($"{Name}: {what}");
        }
    }
}

/// <summary>The way a value takes from its writer to its reader.</summary>
internal enum Passage
{
    Array,
    Sequence,
    BufferWriter,
    MemoryStream,
    Stream,
    Session,
    Socket,
    SocketSession,
}
