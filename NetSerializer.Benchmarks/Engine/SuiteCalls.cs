using System.Runtime.CompilerServices;
using NetSerializer.Benchmarks.Suites;

namespace NetSerializer.Benchmarks.Engine;

internal static partial class NetSerializerPeer
{
    /// <summary>The types of the other suites.</summary>
    public static TypeModel CreateSuiteModel() =>
        CreateModel(typeof(Customer), typeof(Person), typeof(BookShelf), typeof(Book), typeof(Dawg), typeof(Vector3[]), typeof(Person[]));
}

internal readonly struct CustomerCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => TypedRoot.Serialize(model, stream, Unsafe.As<Customer>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => TypedRoot.Deserialize<Customer>(model, stream);

    public static void Write(ValueWriter writer, object? item) => TypedRoot.Write(writer, Unsafe.As<Customer>(item));

    public static object? Read(ValueReader reader) => TypedRoot.Read<Customer>(reader);
}

internal readonly struct PersonCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => TypedRoot.Serialize(model, stream, Unsafe.As<Person>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => TypedRoot.Deserialize<Person>(model, stream);

    public static void Write(ValueWriter writer, object? item) => TypedRoot.Write(writer, Unsafe.As<Person>(item));

    public static object? Read(ValueReader reader) => TypedRoot.Read<Person>(reader);
}

internal readonly struct BookShelfCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => TypedRoot.Serialize(model, stream, Unsafe.As<BookShelf>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => TypedRoot.Deserialize<BookShelf>(model, stream);

    public static void Write(ValueWriter writer, object? item) => TypedRoot.Write(writer, Unsafe.As<BookShelf>(item));

    public static object? Read(ValueReader reader) => TypedRoot.Read<BookShelf>(reader);
}

internal readonly struct DawgCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => TypedRoot.Serialize(model, stream, Unsafe.As<Dawg>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => TypedRoot.Deserialize<Dawg>(model, stream);

    public static void Write(ValueWriter writer, object? item) => TypedRoot.Write(writer, Unsafe.As<Dawg>(item));

    public static object? Read(ValueReader reader) => TypedRoot.Read<Dawg>(reader);
}

internal readonly struct VectorsCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => TypedRoot.Serialize(model, stream, Unsafe.As<Vector3[]>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => TypedRoot.Deserialize<Vector3[]>(model, stream);

    public static void Write(ValueWriter writer, object? item) => TypedRoot.Write(writer, Unsafe.As<Vector3[]>(item));

    public static object? Read(ValueReader reader) => TypedRoot.Read<Vector3[]>(reader);
}

internal readonly struct PeopleCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => TypedRoot.Serialize(model, stream, Unsafe.As<Person[]>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => TypedRoot.Deserialize<Person[]>(model, stream);

    public static void Write(ValueWriter writer, object? item) => TypedRoot.Write(writer, Unsafe.As<Person[]>(item));

    public static object? Read(ValueReader reader) => TypedRoot.Read<Person[]>(reader);
}

internal readonly struct TextCalls : IEngineCalls
{
    public static void Serialize(TypeModel model, Stream stream, object? item) => TypedRoot.Serialize(model, stream, Unsafe.As<string>(item));

    public static object? Deserialize(TypeModel model, Stream stream) => TypedRoot.Deserialize<string>(model, stream);

    public static void Write(ValueWriter writer, object? item) => TypedRoot.Write(writer, Unsafe.As<string>(item));

    public static object? Read(ValueReader reader) => TypedRoot.Read<string>(reader);
}
