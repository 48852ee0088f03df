using System.Runtime.CompilerServices;
using NetSerializer.Benchmarks.Suites;

namespace NetSerializer.Benchmarks.Engine;

internal static partial class NetSerializerPeer
{
    /// <summary>The types of the other suites, with the floor's ids.</summary>
    public static TypeModel CreateSuiteModel()
    {
        Dictionary<Type, ushort> ids = new()
        {
            [typeof(Customer)] = Customer.TypeId,
            [typeof(Person)] = Person.TypeId,
            [typeof(BookShelf)] = BookShelf.TypeId,
            [typeof(Book)] = BookShelf.BookTypeId,
            [typeof(Dawg)] = Dawg.TypeId,
            [typeof(Vector3[])] = VectorsCodec.TypeId,
            [typeof(Person[])] = PeopleCodec.TypeId,
        };
        return TypeModel.Create(ids.Keys, new SerializerOptions { TypeIds = ids });
    }
}

internal readonly struct CustomerCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => model.Serialize(stream, Unsafe.As<Customer>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => model.Deserialize<Customer>(stream);

    public static void Write(ValueWriter writer, object? item) => writer.Write(Unsafe.As<Customer>(item));

    public static object? Read(ValueReader reader) => reader.Read<Customer>();
}

internal readonly struct PersonCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => model.Serialize(stream, Unsafe.As<Person>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => model.Deserialize<Person>(stream);

    public static void Write(ValueWriter writer, object? item) => writer.Write(Unsafe.As<Person>(item));

    public static object? Read(ValueReader reader) => reader.Read<Person>();
}

internal readonly struct BookShelfCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => model.Serialize(stream, Unsafe.As<BookShelf>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => model.Deserialize<BookShelf>(stream);

    public static void Write(ValueWriter writer, object? item) => writer.Write(Unsafe.As<BookShelf>(item));

    public static object? Read(ValueReader reader) => reader.Read<BookShelf>();
}

internal readonly struct DawgCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => model.Serialize(stream, Unsafe.As<Dawg>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => model.Deserialize<Dawg>(stream);

    public static void Write(ValueWriter writer, object? item) => writer.Write(Unsafe.As<Dawg>(item));

    public static object? Read(ValueReader reader) => reader.Read<Dawg>();
}

internal readonly struct VectorsCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => model.Serialize(stream, Unsafe.As<Vector3[]>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => model.Deserialize<Vector3[]>(stream);

    public static void Write(ValueWriter writer, object? item) => writer.Write(Unsafe.As<Vector3[]>(item));

    public static object? Read(ValueReader reader) => reader.Read<Vector3[]>();
}

internal readonly struct PeopleCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => model.Serialize(stream, Unsafe.As<Person[]>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => model.Deserialize<Person[]>(stream);

    public static void Write(ValueWriter writer, object? item) => writer.Write(Unsafe.As<Person[]>(item));

    public static object? Read(ValueReader reader) => reader.Read<Person[]>();
}

internal readonly struct TextCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => model.Serialize(stream, Unsafe.As<string>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => model.Deserialize<string>(stream);

    public static void Write(ValueWriter writer, object? item) => writer.Write(Unsafe.As<string>(item));

    public static object? Read(ValueReader reader) => reader.Read<string>();
}
