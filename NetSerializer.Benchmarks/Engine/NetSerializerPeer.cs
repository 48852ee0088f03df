using System.Runtime.CompilerServices;
using NetSerializer.Benchmarks.Contenders;
using NetSerializer.Benchmarks.Floor;
using NetSerializer.Benchmarks.Messages;

namespace NetSerializer.Benchmarks.Engine;

/// <summary>
/// The calls of one message type, as a user writes them: generic code over a reference type is shared and looks its type up at run time, so each type
/// has calls of its own.
/// </summary>
internal interface IEngineCalls
{
    static abstract void Serialize(TypeModel model, Stream stream, object? item);

    static abstract object? Deserialize(TypeModel model, Stream stream);

    static abstract void Write(ValueWriter writer, object? item);

    static abstract object? Read(ValueReader reader);
}

/// <summary>This library on messages of reference type.</summary>
internal sealed class EngineContender<TCalls>(TypeModel model, object?[] items) : ObjectContender(NetSerializerPeer.Name, items)
    where TCalls : struct, IEngineCalls
{
    public override bool HasSessions => true;

    public override void Serialize(Stream stream)
    {
        TypeModel own = model;
        foreach (object? item in Items)
        {
            TCalls.Serialize(own, stream, item);
        }
    }

    public override void Deserialize(Stream stream)
    {
        TypeModel own = model;
        object?[] received = Received;
        for (int i = 0; i < received.Length; i++)
        {
            received[i] = TCalls.Deserialize(own, stream);
        }
    }

    public override void WriteSession(Stream stream, int passes)
    {
        using ValueWriter writer = model.OpenWriter(stream, leaveOpen: true);
        for (int pass = 0; pass < passes; pass++)
        {
            foreach (object? item in Items)
            {
                TCalls.Write(writer, item);
            }
        }
    }

    public override void ReadSession(Stream stream, int passes)
    {
        object?[] received = Received;
        using ValueReader reader = model.OpenReader(stream, leaveOpen: true);
        for (int pass = 0; pass < passes; pass++)
        {
            for (int i = 0; i < received.Length; i++)
            {
                received[i] = TCalls.Read(reader);
            }
        }
    }
}

/// <summary>This library on values.</summary>
internal sealed class EngineValueContender<T>(TypeModel model, T[] items) : ValueContender<T>(NetSerializerPeer.Name, items) where T : struct
{
    public override bool HasSessions => true;

    public override void Serialize(Stream stream)
    {
        TypeModel own = model;
        foreach (T item in Items)
        {
            TypedRoot.Serialize(own, stream, item);
        }
    }

    public override void Deserialize(Stream stream)
    {
        TypeModel own = model;
        T[] received = Received;
        for (int i = 0; i < received.Length; i++)
        {
            received[i] = TypedRoot.Deserialize<T>(own, stream);
        }
    }

    public override void WriteSession(Stream stream, int passes)
    {
        using ValueWriter writer = model.OpenWriter(stream, leaveOpen: true);
        for (int pass = 0; pass < passes; pass++)
        {
            foreach (T item in Items)
            {
                TypedRoot.Write(writer, item);
            }
        }
    }

    public override void ReadSession(Stream stream, int passes)
    {
        T[] received = Received;
        using ValueReader reader = model.OpenReader(stream, leaveOpen: true);
        for (int pass = 0; pass < passes; pass++)
        {
            for (int i = 0; i < received.Length; i++)
            {
                received[i] = TypedRoot.Read<T>(reader);
            }
        }
    }
}

/// <summary>Everything of this program that calls the library lies in this folder.</summary>
internal static partial class NetSerializerPeer
{
    public const string Name = "NetSerializer";

    /// <summary>The types of the classic sets, with the floor's ids.</summary>
    public static TypeModel CreateClassicModel()
    {
        Dictionary<Type, ushort> ids = new()
        {
            [typeof(U8Message)] = ClassicIds.U8,
            [typeof(S16Message)] = ClassicIds.S16,
            [typeof(S32Message)] = ClassicIds.S32,
            [typeof(S64Message)] = ClassicIds.S64,
            [typeof(PrimitivesMessage)] = ClassicIds.Primitives,
            [typeof(DecimalMessage)] = ClassicIds.Decimal,
            [typeof(NullableDecimalMessage)] = ClassicIds.NullableDecimal,
            [typeof(ComplexMessage)] = ClassicIds.Complex,
            [typeof(StringMessage)] = ClassicIds.String,
            [typeof(StructMessage)] = ClassicIds.Struct,
            [typeof(BoxedPrimitivesMessage)] = ClassicIds.BoxedPrimitives,
            [typeof(ByteArrayMessage)] = ClassicIds.ByteArray,
            [typeof(IntArrayMessage)] = ClassicIds.IntArray,
            [typeof(TriDimensionalMessage)] = ClassicIds.TriDimensional,
            [typeof(DictionaryMessage)] = ClassicIds.Dictionary,
            [typeof(LargeStruct)] = ClassicIds.LargeStruct,
            [typeof(Figure)] = ClassicIds.Figure,
            [typeof(Leaf)] = ClassicIds.Leaf,
            [typeof(Marked)] = ClassicIds.Marked,
        };
        return TypeModel.Create([.. ids.Keys, typeof(MessageBase[]), typeof(LargeStruct[])], new SerializerOptions { TypeIds = ids });
    }

    /// <summary>A model of any types.</summary>
    public static TypeModel CreateModel(params Type[] types) => TypeModel.Create(types);

    /// <inheritdoc cref="CreateModel(Type[])"/>
    public static TypeModel CreateModel(Type[] types, SerializerOptions options) => TypeModel.Create(types, options);
}

/// <summary>The untyped calls.</summary>
internal readonly struct UntypedCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => model.Serialize(stream, item);

    public static object? Deserialize(TypeModel model, Stream stream) => model.Deserialize(stream);

    public static void Write(ValueWriter writer, object? item) => writer.Write(item);

    public static object? Read(ValueReader reader) => reader.Read<object>();
}
