using Google.Protobuf;
using NetSerializer.Benchmarks.Protobuf;

namespace NetSerializer.Benchmarks.Contenders;

/// <summary>
/// Google.Protobuf on messages of its own, which are made before and compared after the measurement. One coded stream serves all messages of a pass.
/// </summary>
internal sealed class ProtobufContender(
    object?[] items, Func<object, IBufferMessage> toProtobuf, Func<IBufferMessage> create, Func<IBufferMessage, object?> fromProtobuf)
    : Contender("Google.Protobuf")
{
    private readonly IBufferMessage[] _messages = Array.ConvertAll(items, item => toProtobuf(item!));
    private readonly IBufferMessage?[] _received = new IBufferMessage?[items.Length];
    private Stream? _inputStream;
    private CodedInputStream? _input;

    public override int Count => _messages.Length;

    public override bool HasSessions => true;

    public override object?[] Originals => items;

    public override object?[] Results() => Array.ConvertAll(_received, message => message is null ? null : fromProtobuf(message));

    public override void Serialize(Stream stream)
    {
        using CodedOutputStream output = new(stream, leaveOpen: true);
        foreach (IBufferMessage message in _messages)
        {
            output.WriteMessage(message);
            output.Flush();
        }
    }

    public override void Deserialize(Stream stream) => Receive(Input(stream));

    private void Receive(CodedInputStream input)
    {
        for (int i = 0; i < _received.Length; i++)
        {
            IBufferMessage message = create();
            input.ReadMessage(message);
            _received[i] = message;
        }
    }

    public override void WriteSession(Stream stream, int passes)
    {
        using CodedOutputStream output = new(stream, leaveOpen: true);
        for (int pass = 0; pass < passes; pass++)
        {
            foreach (IBufferMessage message in _messages)
            {
                output.WriteMessage(message);
            }
        }
    }

    public override void ReadSession(Stream stream, int passes)
    {
        CodedInputStream input = Input(stream);
        for (int pass = 0; pass < passes; pass++)
        {
            Receive(input);
        }
    }

    // A coded stream reads ahead: on a socket it has to stay the same one, in memory each call begins anew.
    private CodedInputStream Input(Stream stream)
    {
        if (_input is null || !ReferenceEquals(stream, _inputStream) || stream.CanSeek)
        {
            _input = new CodedInputStream(stream, leaveOpen: true);
            _inputStream = stream;
        }
        return _input;
    }
}
