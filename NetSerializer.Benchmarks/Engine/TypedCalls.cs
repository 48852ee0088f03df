using System.Runtime.CompilerServices;
using NetSerializer.Benchmarks.Messages;

namespace NetSerializer.Benchmarks.Engine;

internal readonly struct U8Calls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => model.Serialize(stream, Unsafe.As<U8Message>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => model.Deserialize<U8Message>(stream);

    public static void Write(ValueWriter writer, object? item) => writer.Write(Unsafe.As<U8Message>(item));

    public static object? Read(ValueReader reader) => reader.Read<U8Message>();
}

internal readonly struct S16Calls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => model.Serialize(stream, Unsafe.As<S16Message>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => model.Deserialize<S16Message>(stream);

    public static void Write(ValueWriter writer, object? item) => writer.Write(Unsafe.As<S16Message>(item));

    public static object? Read(ValueReader reader) => reader.Read<S16Message>();
}

internal readonly struct S32Calls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => model.Serialize(stream, Unsafe.As<S32Message>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => model.Deserialize<S32Message>(stream);

    public static void Write(ValueWriter writer, object? item) => writer.Write(Unsafe.As<S32Message>(item));

    public static object? Read(ValueReader reader) => reader.Read<S32Message>();
}

internal readonly struct S64Calls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => model.Serialize(stream, Unsafe.As<S64Message>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => model.Deserialize<S64Message>(stream);

    public static void Write(ValueWriter writer, object? item) => writer.Write(Unsafe.As<S64Message>(item));

    public static object? Read(ValueReader reader) => reader.Read<S64Message>();
}

internal readonly struct PrimitivesCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => model.Serialize(stream, Unsafe.As<PrimitivesMessage>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => model.Deserialize<PrimitivesMessage>(stream);

    public static void Write(ValueWriter writer, object? item) => writer.Write(Unsafe.As<PrimitivesMessage>(item));

    public static object? Read(ValueReader reader) => reader.Read<PrimitivesMessage>();
}

internal readonly struct DecimalCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => model.Serialize(stream, Unsafe.As<DecimalMessage>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => model.Deserialize<DecimalMessage>(stream);

    public static void Write(ValueWriter writer, object? item) => writer.Write(Unsafe.As<DecimalMessage>(item));

    public static object? Read(ValueReader reader) => reader.Read<DecimalMessage>();
}

internal readonly struct NullableDecimalCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => model.Serialize(stream, Unsafe.As<NullableDecimalMessage>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => model.Deserialize<NullableDecimalMessage>(stream);

    public static void Write(ValueWriter writer, object? item) => writer.Write(Unsafe.As<NullableDecimalMessage>(item));

    public static object? Read(ValueReader reader) => reader.Read<NullableDecimalMessage>();
}

internal readonly struct ComplexCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => model.Serialize(stream, Unsafe.As<ComplexMessage>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => model.Deserialize<ComplexMessage>(stream);

    public static void Write(ValueWriter writer, object? item) => writer.Write(Unsafe.As<ComplexMessage>(item));

    public static object? Read(ValueReader reader) => reader.Read<ComplexMessage>();
}

internal readonly struct StringCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => model.Serialize(stream, Unsafe.As<StringMessage>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => model.Deserialize<StringMessage>(stream);

    public static void Write(ValueWriter writer, object? item) => writer.Write(Unsafe.As<StringMessage>(item));

    public static object? Read(ValueReader reader) => reader.Read<StringMessage>();
}

internal readonly struct StructCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => model.Serialize(stream, Unsafe.As<StructMessage>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => model.Deserialize<StructMessage>(stream);

    public static void Write(ValueWriter writer, object? item) => writer.Write(Unsafe.As<StructMessage>(item));

    public static object? Read(ValueReader reader) => reader.Read<StructMessage>();
}

internal readonly struct BoxedPrimitivesCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => model.Serialize(stream, Unsafe.As<BoxedPrimitivesMessage>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => model.Deserialize<BoxedPrimitivesMessage>(stream);

    public static void Write(ValueWriter writer, object? item) => writer.Write(Unsafe.As<BoxedPrimitivesMessage>(item));

    public static object? Read(ValueReader reader) => reader.Read<BoxedPrimitivesMessage>();
}

internal readonly struct ByteArrayCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => model.Serialize(stream, Unsafe.As<ByteArrayMessage>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => model.Deserialize<ByteArrayMessage>(stream);

    public static void Write(ValueWriter writer, object? item) => writer.Write(Unsafe.As<ByteArrayMessage>(item));

    public static object? Read(ValueReader reader) => reader.Read<ByteArrayMessage>();
}

internal readonly struct IntArrayCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => model.Serialize(stream, Unsafe.As<IntArrayMessage>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => model.Deserialize<IntArrayMessage>(stream);

    public static void Write(ValueWriter writer, object? item) => writer.Write(Unsafe.As<IntArrayMessage>(item));

    public static object? Read(ValueReader reader) => reader.Read<IntArrayMessage>();
}

internal readonly struct TriDimensionalCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => model.Serialize(stream, Unsafe.As<TriDimensionalMessage>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => model.Deserialize<TriDimensionalMessage>(stream);

    public static void Write(ValueWriter writer, object? item) => writer.Write(Unsafe.As<TriDimensionalMessage>(item));

    public static object? Read(ValueReader reader) => reader.Read<TriDimensionalMessage>();
}

internal readonly struct DictionaryCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => model.Serialize(stream, Unsafe.As<DictionaryMessage>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => model.Deserialize<DictionaryMessage>(stream);

    public static void Write(ValueWriter writer, object? item) => writer.Write(Unsafe.As<DictionaryMessage>(item));

    public static object? Read(ValueReader reader) => reader.Read<DictionaryMessage>();
}

internal readonly struct MessageBatchCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => model.Serialize(stream, Unsafe.As<MessageBase[]>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => model.Deserialize<MessageBase[]>(stream);

    public static void Write(ValueWriter writer, object? item) => writer.Write(Unsafe.As<MessageBase[]>(item));

    public static object? Read(ValueReader reader) => reader.Read<MessageBase[]>();
}

internal readonly struct LargeStructBatchCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => model.Serialize(stream, Unsafe.As<LargeStruct[]>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => model.Deserialize<LargeStruct[]>(stream);

    public static void Write(ValueWriter writer, object? item) => writer.Write(Unsafe.As<LargeStruct[]>(item));

    public static object? Read(ValueReader reader) => reader.Read<LargeStruct[]>();
}
