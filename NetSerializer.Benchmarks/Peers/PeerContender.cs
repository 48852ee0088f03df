using System.Buffers.Binary;
using NetSerializer.Benchmarks.Contenders;

namespace NetSerializer.Benchmarks.Peers;

/// <summary>Between a plain message and the model that carries the attributes of the peers.</summary>
internal sealed record PeerModel<T>(Func<object, T> From, Func<T, object?> Back)
{
    /// <summary>The plain type carries the attributes itself.</summary>
    public static PeerModel<T> Plain { get; } = new(item => (T)item, value => value);
}

/// <summary>
/// A peer on one data set. A length of four bytes stands in front of each message, since no reader of a peer stops at the end of its message.
/// Models are made before and compared after the measurement. A message in a <see cref="MemoryStream"/> is read in place.
/// </summary>
internal sealed class PeerContender<T, TPeer>(object?[] items, PeerModel<T> model) : Contender(TPeer.Name) where TPeer : struct, IPeer<T>
{
    private readonly TPeer _peer = new();
    private readonly T[] _values = Array.ConvertAll(items, item => model.From(item!));
    private readonly T?[] _received = new T?[items.Length];
    private readonly MessageBuffer _sending = new();
    private byte[] _receiving = new byte[4096];

    public override int Count => _values.Length;

    public override bool HasNetwork => false;

    public override object?[] Originals => items;

    public override object?[] Results() => Array.ConvertAll(_received, value => value is null ? null : model.Back(value));

    public override void Serialize(Stream stream)
    {
        foreach (T value in _values)
        {
            _sending.Clear();
            _peer.Write(_sending, value);
            _sending.Send(stream);
        }
    }

    public override void Deserialize(Stream stream)
    {
        if (stream is MemoryStream memory && memory.TryGetBuffer(out ArraySegment<byte> all))
        {
            DeserializeInPlace(memory, all);
            return;
        }
        Span<byte> lengthBytes = stackalloc byte[MessageBuffer.LengthBytes];
        for (int i = 0; i < _received.Length; i++)
        {
            stream.ReadExactly(lengthBytes);
            int length = BinaryPrimitives.ReadInt32LittleEndian(lengthBytes);
            if (_receiving.Length < length)
            {
                _receiving = new byte[2 * length];
            }
            stream.ReadExactly(_receiving, 0, length);
            _received[i] = _peer.Read(_receiving.AsMemory(0, length));
        }
    }

    private void DeserializeInPlace(MemoryStream stream, ArraySegment<byte> all)
    {
        Memory<byte> rest = all.AsMemory((int)stream.Position);
        for (int i = 0; i < _received.Length; i++)
        {
            int length = BinaryPrimitives.ReadInt32LittleEndian(rest.Span);
            _received[i] = _peer.Read(rest.Slice(MessageBuffer.LengthBytes, length));
            rest = rest[(MessageBuffer.LengthBytes + length)..];
        }
        stream.Position = all.Count - rest.Length;
    }
}
