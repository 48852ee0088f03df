using System.Runtime.ExceptionServices;
using System.Runtime.Serialization;
using System.Xml;

namespace NetSerializer.Benchmarks.Contenders;

/// <summary>
/// DataContractSerializer with PreserveObjectReferences and the binary XML writer and reader. It recurses without a guard, so its calls are made on a
/// thread with a stack for the longest of the lists; the start of that thread is a tenth of a millisecond.
/// </summary>
internal sealed class DataContractGraphContender(object root) : FramedContender("DataContract", [root])
{
    private const int StackSize = 512 << 20;

    private readonly DataContractSerializer _serializer =
        new(root.GetType(), new DataContractSerializerSettings { PreserveObjectReferences = true, MaxItemsInObjectGraph = int.MaxValue });

    protected override void Write(MemoryStream destination, object? item) =>
        OnLargeStack(() =>
        {
            using XmlDictionaryWriter writer = XmlDictionaryWriter.CreateBinaryWriter(destination, null, null, ownsStream: false);
            _serializer.WriteObject(writer, item);
        });

    protected override object? Read(byte[] source, int length)
    {
        object? result = null;
        OnLargeStack(() =>
        {
            using XmlDictionaryReader reader = XmlDictionaryReader.CreateBinaryReader(source, 0, length, XmlDictionaryReaderQuotas.Max);
            result = _serializer.ReadObject(reader);
        });
        return result;
    }

    private static void OnLargeStack(Action action)
    {
        ExceptionDispatchInfo? failure = null;
        Thread thread = new(
            () =>
            {
                try
                {
                    action();
                }
                catch (Exception exception)
                {
                    failure = ExceptionDispatchInfo.Capture(exception);
                }
            },
            StackSize);
        thread.Start();
        thread.Join();
        failure?.Throw();
    }
}
