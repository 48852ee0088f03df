using System.Runtime.Serialization;
using System.Xml;

namespace NetSerializer.Benchmarks.Contenders;

/// <summary>DataContractSerializer with the binary XML writer and reader.</summary>
internal sealed class DataContractContender(Type declaredType, Type[] knownTypes, object?[] items) : FramedContender("DataContract", items)
{
    private readonly DataContractSerializer _serializer = new(declaredType, knownTypes);

    protected override void Write(MemoryStream destination, object? item)
    {
        using XmlDictionaryWriter writer = XmlDictionaryWriter.CreateBinaryWriter(destination, null, null, ownsStream: false);
        _serializer.WriteObject(writer, item);
    }

    protected override object? Read(byte[] source, int length)
    {
        using XmlDictionaryReader reader = XmlDictionaryReader.CreateBinaryReader(source, 0, length, XmlDictionaryReaderQuotas.Max);
        return _serializer.ReadObject(reader);
    }
}
