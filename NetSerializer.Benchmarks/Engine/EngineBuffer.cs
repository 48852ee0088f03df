using System.Buffers;

namespace NetSerializer.Benchmarks.Engine;

/// <summary>One value of the library in memory: written into a buffer that is reused, read from what was written first.</summary>
internal sealed class EngineBuffer<T>
{
    private readonly TypeModel _model;
    private readonly T _value;
    private readonly ArrayBufferWriter<byte> _buffer = new();
    private readonly byte[] _bytes;

    public EngineBuffer(T value, params Type[] types)
    {
        _value = value;
        _model = TypeModel.Create(types);
        _bytes = _model.Serialize(value);
    }

    public byte[] Bytes => _bytes;

    public int Serialize()
    {
        _buffer.ResetWrittenCount();
        _model.Serialize(_buffer, _value);
        return _buffer.WrittenCount;
    }

    public T? Deserialize() => _model.Deserialize<T>(_bytes);
}
