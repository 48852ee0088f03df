using System.Runtime.Serialization;
using System.Runtime.Serialization.Formatters.Binary;

namespace NetSerializer.Tests.Oracle;

/// <summary>BinaryFormatter, whose behaviour users of it rely on: what came out of it is compared with what comes out of a model.</summary>
internal static class BinaryFormatterPeer
{
    public static T Clone<T>(T value) => (T)Read(Write(value!))!;

    public static byte[] Write(object value)
    {
        using var stream = new MemoryStream();
        new BinaryFormatter().Serialize(stream, value);
        return stream.ToArray();
    }

    public static object? Read(byte[] bytes) => Read(bytes, (assemblyName, typeName) => Type.GetType($"{typeName}, {assemblyName}"));

    /// <param name="bytes">What <see cref="Write"/> gave.</param>
    /// <param name="find">Gives a type by the names of its assembly and its own.</param>
    public static object? Read(byte[] bytes, Func<string, string, Type?> find) =>
        new BinaryFormatter { Binder = new Binder(find) }.Deserialize(new MemoryStream(bytes));

    /// <summary>Finds types although they are loaded from where BinaryFormatter would not look.</summary>
    private sealed class Binder(Func<string, string, Type?> find) : SerializationBinder
    {
        public override Type? BindToType(string assemblyName, string typeName) => find(assemblyName, typeName);
    }
}
