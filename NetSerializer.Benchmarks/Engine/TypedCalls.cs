using System.Runtime.CompilerServices;
using NetSerializer.Benchmarks.Messages;

namespace NetSerializer.Benchmarks.Engine;

internal readonly struct U8Calls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => TypedRoot.Serialize(model, stream, Unsafe.As<U8Message>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => TypedRoot.Deserialize<U8Message>(model, stream);

    public static void Write(ValueWriter writer, object? item) => TypedRoot.Write(writer, Unsafe.As<U8Message>(item));

    public static object? Read(ValueReader reader) => TypedRoot.Read<U8Message>(reader);
}

internal readonly struct S16Calls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => TypedRoot.Serialize(model, stream, Unsafe.As<S16Message>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => TypedRoot.Deserialize<S16Message>(model, stream);

    public static void Write(ValueWriter writer, object? item) => TypedRoot.Write(writer, Unsafe.As<S16Message>(item));

    public static object? Read(ValueReader reader) => TypedRoot.Read<S16Message>(reader);
}

internal readonly struct S32Calls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => TypedRoot.Serialize(model, stream, Unsafe.As<S32Message>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => TypedRoot.Deserialize<S32Message>(model, stream);

    public static void Write(ValueWriter writer, object? item) => TypedRoot.Write(writer, Unsafe.As<S32Message>(item));

    public static object? Read(ValueReader reader) => TypedRoot.Read<S32Message>(reader);
}

internal readonly struct S64Calls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => TypedRoot.Serialize(model, stream, Unsafe.As<S64Message>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => TypedRoot.Deserialize<S64Message>(model, stream);

    public static void Write(ValueWriter writer, object? item) => TypedRoot.Write(writer, Unsafe.As<S64Message>(item));

    public static object? Read(ValueReader reader) => TypedRoot.Read<S64Message>(reader);
}

internal readonly struct PrimitivesCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => TypedRoot.Serialize(model, stream, Unsafe.As<PrimitivesMessage>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => TypedRoot.Deserialize<PrimitivesMessage>(model, stream);

    public static void Write(ValueWriter writer, object? item) => TypedRoot.Write(writer, Unsafe.As<PrimitivesMessage>(item));

    public static object? Read(ValueReader reader) => TypedRoot.Read<PrimitivesMessage>(reader);
}

internal readonly struct DecimalCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => TypedRoot.Serialize(model, stream, Unsafe.As<DecimalMessage>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => TypedRoot.Deserialize<DecimalMessage>(model, stream);

    public static void Write(ValueWriter writer, object? item) => TypedRoot.Write(writer, Unsafe.As<DecimalMessage>(item));

    public static object? Read(ValueReader reader) => TypedRoot.Read<DecimalMessage>(reader);
}

internal readonly struct NullableDecimalCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => TypedRoot.Serialize(model, stream, Unsafe.As<NullableDecimalMessage>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => TypedRoot.Deserialize<NullableDecimalMessage>(model, stream);

    public static void Write(ValueWriter writer, object? item) => TypedRoot.Write(writer, Unsafe.As<NullableDecimalMessage>(item));

    public static object? Read(ValueReader reader) => TypedRoot.Read<NullableDecimalMessage>(reader);
}

internal readonly struct ComplexCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => TypedRoot.Serialize(model, stream, Unsafe.As<ComplexMessage>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => TypedRoot.Deserialize<ComplexMessage>(model, stream);

    public static void Write(ValueWriter writer, object? item) => TypedRoot.Write(writer, Unsafe.As<ComplexMessage>(item));

    public static object? Read(ValueReader reader) => TypedRoot.Read<ComplexMessage>(reader);
}

internal readonly struct StringCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => TypedRoot.Serialize(model, stream, Unsafe.As<StringMessage>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => TypedRoot.Deserialize<StringMessage>(model, stream);

    public static void Write(ValueWriter writer, object? item) => TypedRoot.Write(writer, Unsafe.As<StringMessage>(item));

    public static object? Read(ValueReader reader) => TypedRoot.Read<StringMessage>(reader);
}

internal readonly struct StructCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => TypedRoot.Serialize(model, stream, Unsafe.As<StructMessage>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => TypedRoot.Deserialize<StructMessage>(model, stream);

    public static void Write(ValueWriter writer, object? item) => TypedRoot.Write(writer, Unsafe.As<StructMessage>(item));

    public static object? Read(ValueReader reader) => TypedRoot.Read<StructMessage>(reader);
}

internal readonly struct BoxedPrimitivesCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => TypedRoot.Serialize(model, stream, Unsafe.As<BoxedPrimitivesMessage>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => TypedRoot.Deserialize<BoxedPrimitivesMessage>(model, stream);

    public static void Write(ValueWriter writer, object? item) => TypedRoot.Write(writer, Unsafe.As<BoxedPrimitivesMessage>(item));

    public static object? Read(ValueReader reader) => TypedRoot.Read<BoxedPrimitivesMessage>(reader);
}

internal readonly struct ByteArrayCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => TypedRoot.Serialize(model, stream, Unsafe.As<ByteArrayMessage>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => TypedRoot.Deserialize<ByteArrayMessage>(model, stream);

    public static void Write(ValueWriter writer, object? item) => TypedRoot.Write(writer, Unsafe.As<ByteArrayMessage>(item));

    public static object? Read(ValueReader reader) => TypedRoot.Read<ByteArrayMessage>(reader);
}

internal readonly struct IntArrayCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => TypedRoot.Serialize(model, stream, Unsafe.As<IntArrayMessage>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => TypedRoot.Deserialize<IntArrayMessage>(model, stream);

    public static void Write(ValueWriter writer, object? item) => TypedRoot.Write(writer, Unsafe.As<IntArrayMessage>(item));

    public static object? Read(ValueReader reader) => TypedRoot.Read<IntArrayMessage>(reader);
}

internal readonly struct TriDimensionalCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => TypedRoot.Serialize(model, stream, Unsafe.As<TriDimensionalMessage>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => TypedRoot.Deserialize<TriDimensionalMessage>(model, stream);

    public static void Write(ValueWriter writer, object? item) => TypedRoot.Write(writer, Unsafe.As<TriDimensionalMessage>(item));

    public static object? Read(ValueReader reader) => TypedRoot.Read<TriDimensionalMessage>(reader);
}

internal readonly struct DictionaryCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => TypedRoot.Serialize(model, stream, Unsafe.As<DictionaryMessage>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => TypedRoot.Deserialize<DictionaryMessage>(model, stream);

    public static void Write(ValueWriter writer, object? item) => TypedRoot.Write(writer, Unsafe.As<DictionaryMessage>(item));

    public static object? Read(ValueReader reader) => TypedRoot.Read<DictionaryMessage>(reader);
}

internal readonly struct MessageBatchCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => TypedRoot.Serialize(model, stream, Unsafe.As<MessageBase[]>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => TypedRoot.Deserialize<MessageBase[]>(model, stream);

    public static void Write(ValueWriter writer, object? item) => TypedRoot.Write(writer, Unsafe.As<MessageBase[]>(item));

    public static object? Read(ValueReader reader) => TypedRoot.Read<MessageBase[]>(reader);
}

internal readonly struct LargeStructBatchCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => TypedRoot.Serialize(model, stream, Unsafe.As<LargeStruct[]>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => TypedRoot.Deserialize<LargeStruct[]>(model, stream);

    public static void Write(ValueWriter writer, object? item) => TypedRoot.Write(writer, Unsafe.As<LargeStruct[]>(item));

    public static object? Read(ValueReader reader) => TypedRoot.Read<LargeStruct[]>(reader);
}
