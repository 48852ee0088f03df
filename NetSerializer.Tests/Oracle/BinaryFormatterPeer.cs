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

    public static object? Read(byte[] bytes) => new BinaryFormatter { Binder = new OwnAssemblies() }.Deserialize(new MemoryStream(bytes));

    /// <summary>Finds the types of this assembly although the test host has loaded it from where BinaryFormatter would not look.</summary>
    private sealed class OwnAssemblies : SerializationBinder
    {
        public override Type? BindToType(string assemblyName, string typeName) => Type.GetType($"{typeName}, {assemblyName}");
    }
}
