using Google.Protobuf;
using Google.Protobuf.Reflection;

namespace NetSerializer.Benchmarks.Protobuf;

/// <summary>
/// What protoc would generate around the fields of a message, without its reflection part. Written by hand, so that the build needs no protoc; the
/// field code follows the generated form, tag by tag.
/// </summary>
internal abstract class ProtobufMessage<TSelf> : IMessage<TSelf>, IBufferMessage, IEquatable<TSelf> where TSelf : ProtobufMessage<TSelf>, new()
{
    MessageDescriptor IMessage.Descriptor => throw new NotSupportedException("Messages of the benchmark have no reflection.");

    public abstract int CalculateSize();

    public abstract void InternalMergeFrom(ref ParseContext input);

    public abstract void InternalWriteTo(ref WriteContext output);

    public void MergeFrom(CodedInputStream input) => input.ReadRawMessage(this);

    public void WriteTo(CodedOutputStream output) => output.WriteRawMessage(this);

    public void MergeFrom(TSelf message) => MergeFrom(new CodedInputStream(message.ToByteArray()));

    public TSelf Clone()
    {
        TSelf copy = new();
        copy.MergeFrom((TSelf)this);
        return copy;
    }

    public bool Equals(TSelf? other) => other is not null && this.ToByteArray().AsSpan().SequenceEqual(other.ToByteArray());

    public override bool Equals(object? obj) => Equals(obj as TSelf);

    public override int GetHashCode() => CalculateSize();

    protected static void Skip(ref ParseContext input)
    {
        UnknownFieldSet? none = null;
        _ = UnknownFieldSet.MergeFieldFrom(none, ref input);
    }
}
