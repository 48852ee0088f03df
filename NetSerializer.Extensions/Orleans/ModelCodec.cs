using System.Buffers;
using Orleans.Serialization;
using Orleans.Serialization.Buffers;
using Orleans.Serialization.Buffers.Adaptors;
using Orleans.Serialization.Codecs;
using Orleans.Serialization.WireProtocol;

namespace NetSerializer;

/// <summary>
/// Writes and reads the values of one type: a length, the tag of the model, and the value. Another type behind the same declaration has a codec of its own.
/// </summary>
internal sealed class ModelCodec<T>(SchemaStore schemas) : IFieldCodec<T>
{
    /// <exception cref="ValueNotSerializableException">The value cannot be written.</exception>
    public void WriteField<TBufferWriter>(ref Writer<TBufferWriter> writer, uint fieldIdDelta, Type? expectedType, T? value)
        where TBufferWriter : IBufferWriter<byte>
    {
        if (value != null && value.GetType() is var type && type != typeof(T))
        {
            writer.Session.CodecProvider.GetCodec(type).WriteField(ref writer, fieldIdDelta, expectedType!, value);
            return;
        }
        if (typeof(T).IsValueType)
        {
            ReferenceCodec.MarkValueField(writer.Session);
        }
        else if (ReferenceCodec.TryWriteReferenceField(ref writer, fieldIdDelta, expectedType!, value!))
        {
            return;
        }
        writer.WriteFieldHeader(fieldIdDelta, expectedType!, typeof(T), WireType.LengthPrefixed);
        var bytes = new BufferWriterBox<PooledBuffer>(new PooledBuffer());
        try
        {
            schemas.Model.SerializeTagged(bytes, value!);
            writer.WriteVarUInt32((uint)bytes.Value.Length);
            bytes.Value.CopyTo(ref writer);
        }
        finally
        {
            bytes.Value.Dispose();
        }
    }

    /// <exception cref="SerializerException">The bytes are no T of this model, or of an unknown schema.</exception>
    public T ReadValue<TInput>(ref Reader<TInput> reader, Field field)
    {
        if (!typeof(T).IsValueType && field.IsReference)
        {
            return (T)ReferenceCodec.ReadReference(ref reader, typeof(T))!;
        }
        if (field.FieldType is { } type && type != typeof(T))
        {
            return type.IsAssignableTo(typeof(T))
                ? (T)reader.Session.CodecProvider.GetCodec(type).ReadValue(ref reader, field)! : throw Failure("the field is declared as another type");
        }
        if (field.WireType != WireType.LengthPrefixed)
        {
            throw Failure($"the wire type is {field.WireType}");
        }
        if (typeof(T).IsValueType)
        {
            ReferenceCodec.MarkValueField(reader.Session);
            return ReadBytes(ref reader);
        }
        uint reference = ReferenceCodec.CreateRecordPlaceholder(reader.Session);
        T value = ReadBytes(ref reader);
        ReferenceCodec.RecordObject(reader.Session, value!, reference);
        return value;
    }

    private T ReadBytes<TInput>(ref Reader<TInput> reader)
    {
        uint length = ReadLength(ref reader);
        // Nothing is allocated for a length that is not there.
        if (length > reader.Remaining || length > int.MaxValue)
        {
            throw Failure("its length goes beyond the message");
        }
        return Read(reader.TryReadBytes((int)length, out ReadOnlySpan<byte> bytes) ? bytes : reader.ReadBytes(length));
    }

    private static uint ReadLength<TInput>(ref Reader<TInput> reader)
    {
        try
        {
            return reader.ReadVarUInt32();
        }
        catch (OverflowException)
        {
            throw Failure("its length is malformed");
        }
    }

    // The exception goes to the other side, so it has the code and nothing else.
    private T Read(ReadOnlySpan<byte> bytes)
    {
        ModelReader reader = (bytes.Length < TypeModel.TagLength ? null : schemas.FindReader(bytes))
            ?? throw Failure(SchemaStores.Refuse(schemas, bytes));
        try
        {
            return reader.Deserialize<T>(bytes[TypeModel.TagLength..]) ?? throw Failure(nameof(ErrorCode.NullNotAllowed));
        }
        catch (MalformedDataException failure)
        {
            throw Failure(failure.Code.ToString());
        }
    }

    private static SerializerException Failure(string reason) => new($"A value of {typeof(T)} cannot be read: {reason}.");
}
