using System.Runtime.Serialization;
using NUnit.Framework;

namespace NetSerializer.Tests.Protocols;

/// <summary>
/// Code of users that reads a message inside of the message: what is wrong with the inner one has an offset and a path of its own, and is the cause
/// of the failure and not the failure.
/// </summary>
public class NestedCallTests
{
    private static readonly TypeModel s_inner = TypeModel.Create(typeof(Inner));

    [TestCase(typeof(InCallback))]
    [TestCase(typeof(InEarlyCallback))]
    [TestCase(typeof(InNotification))]
    [TestCase(typeof(InStruct))]
    [TestCase(typeof(InConstructor))]
    [TestCase(typeof(InStructConstructor))]
    [TestCase(typeof(InReference))]
    [TestCase(typeof(InOwnForm))]
    [TestCase(typeof(InCustom))]
    public void A_bad_inner_message_is_the_cause(Type type)
    {
        TypeModel model = TypeModel.Create([type], new SerializerOptions { Serializers = [CustomSerializer.For(new InCustomSerializer())] });
        byte[] good = s_inner.Serialize(new Inner { Text = "inner" });
        foreach (byte[] bad in (byte[][])[good[..^1], [.. good, 0], []])
        {
            MalformedDataException inner = Assert.Throws<MalformedDataException>(() => s_inner.Deserialize<Inner>(bad))!;
            var holder = (IHolder)Activator.CreateInstance(type)!;
            holder.Bytes = bad;
            byte[] bytes = model.Serialize<object>(holder);
            MalformedDataException[] failures =
            [
                Assert.Throws<MalformedDataException>(() => model.Deserialize<object>(bytes))!,
                Assert.Throws<MalformedDataException>(() => model.DeepClone<object>(holder))!,
            ];
            Assert.Multiple(() =>
            {
                foreach (MalformedDataException failure in failures)
                {
                    Assert.That((failure.Code, failure.Path), Is.EqualTo((ErrorCode.UserCodeFailed, "")));
                    Assert.That(failure.Message, Does.Contain(type.Name + " could not be completed"));
                    Assert.That(failure.InnerException, Is.TypeOf<MalformedDataException>());
                    Assert.That(((MalformedDataException)failure.InnerException!).Code, Is.EqualTo(inner.Code));
                }
            });
        }
    }

    [TestCase(typeof(InCustom))]
    [TestCase(typeof(InOwnForm))]
    public void What_the_reader_under_way_finds_stays_its_verdict(Type type)
    {
        TypeModel model = TypeModel.Create(
            [type], new SerializerOptions
            { Serializers = [CustomSerializer.For(new InCustomSerializer())], Limits = SerializerLimits.Default with { MaxAllocatedBytes = 3000 } });
        var holder = (IHolder)Activator.CreateInstance(type)!;
        holder.Bytes = new byte[5000];
        Assert.That(() => model.Deserialize<object>(model.Serialize<object>(holder)),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.AllocationTooLarge).And.InnerException.Null);
    }

    private interface IHolder
    {
        byte[] Bytes { get; set; }
    }

    [Serializable]
    private sealed class Inner
    {
        public string? Text;
    }

    [Serializable]
    private sealed class InCallback : IHolder
    {
        public byte[] Bytes { get; set; } = [];

        [OnDeserialized]
        private void Complete(StreamingContext context) => s_inner.Deserialize<Inner>(Bytes);
    }

    [Serializable]
    private sealed class InEarlyCallback : IHolder
    {
        private static byte[] s_bytes = [];

        public byte[] Bytes
        {
            get => s_bytes;
            set => s_bytes = value;
        }

        [OnDeserializing]
        private void Begin(StreamingContext context) => s_inner.Deserialize<Inner>(s_bytes);
    }

    [Serializable]
    private sealed class InNotification : IHolder, IDeserializationCallback
    {
        public byte[] Bytes { get; set; } = [];

        public void OnDeserialization(object? sender) => s_inner.Deserialize<Inner>(Bytes);
    }

    [Serializable]
    private struct InStruct : IHolder
    {
        public byte[] Bytes { get; set; }

        [OnDeserialized]
        private readonly void Complete(StreamingContext context) => s_inner.Deserialize<Inner>(Bytes);
    }

    [Serializable]
    private sealed class InConstructor : IHolder, ISerializable
    {
        public InConstructor()
        {
        }

        private InConstructor(SerializationInfo info, StreamingContext context) => s_inner.Deserialize<Inner>((byte[])info.GetValue("bytes", typeof(byte[]))!);

        public byte[] Bytes { get; set; } = [];

        public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("bytes", Bytes);
    }

    [Serializable]
    private struct InStructConstructor : IHolder, ISerializable
    {
        private InStructConstructor(SerializationInfo info, StreamingContext context)
        {
            Bytes = [];
            s_inner.Deserialize<Inner>((byte[])info.GetValue("bytes", typeof(byte[]))!);
        }

        public byte[] Bytes { get; set; }

        public readonly void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("bytes", Bytes);
    }

    [Serializable]
    private sealed class InReference : IHolder, IObjectReference
    {
        public byte[] Bytes { get; set; } = [];

        public object GetRealObject(StreamingContext context) => s_inner.Deserialize<Inner>(Bytes)!;
    }

    private sealed class InOwnForm : IHolder, ICustomBinarySerializable
    {
        public byte[] Bytes { get; set; } = [];

        public void WriteDataTo(BinaryWriter writer)
        {
            writer.Write(Bytes.Length);
            writer.Write(Bytes);
        }

        public void SetDataFrom(BinaryReader reader) => s_inner.Deserialize<Inner>(reader.ReadBytes(reader.ReadInt32()));
    }

    private sealed class InCustom : IHolder
    {
        public byte[] Bytes { get; set; } = [];
    }

    private sealed class InCustomSerializer : ICustomSerializer<InCustom>
    {
        public IReadOnlyList<Type> NestedTypes => [typeof(byte[])];

        public void Write(ref WireWriter writer, InCustom value) => writer.Write(value.Bytes);

        public InCustom Read(ref WireReader reader)
        {
            s_inner.Deserialize<Inner>(reader.Read<byte[]>()!);
            return new InCustom();
        }
    }
}
