using System.Runtime.Serialization;
using System.Xml;

namespace NetSerializer.Benchmarks.Contenders;

/// <summary>
/// DataContractSerializer with PreserveObjectReferences and the binary XML writer and reader. It recurses without a guard.
/// </summary>
internal sealed class DataContractGraphContender(object root) : FramedContender("DataContract", [root])
{
    private readonly DataContractSerializer _serializer =
        new(root.GetType(), new DataContractSerializerSettings { PreserveObjectReferences = true, MaxItemsInObjectGraph = int.MaxValue });

    protected override void Write(MemoryStream destination, object? item) =>
        LargeStack.Run(() =>
        {
            using XmlDictionaryWriter writer = XmlDictionaryWriter.CreateBinaryWriter(destination, null, null, ownsStream: false);
            _serializer.WriteObject(writer, item);
        });

    protected override object? Read(byte[] source, int length)
    {
        object? result = null;
        LargeStack.Run(() =>
        {
            using XmlDictionaryReader reader = XmlDictionaryReader.CreateBinaryReader(source, 0, length, XmlDictionaryReaderQuotas.Max);
            result = _serializer.ReadObject(reader);
        });
        return result;
    }
}
