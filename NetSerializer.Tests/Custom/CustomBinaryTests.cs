using NUnit.Framework;

namespace NetSerializer.Tests.Custom;

/// <summary>Types that write themselves, whatever they do with the writer and the reader that they get.</summary>
public class CustomBinaryTests
{
    [ThreadStatic]
    private static bool s_leavesRest, s_closesStream;

    [Test]
    public void A_writer_and_a_reader_may_be_closed()
    {
        TypeModel model = TypeModel.Create(typeof(Closing), typeof(ClosingStruct));
        var value = new Closing { Number = 5, Rest = 7 };
        Assert.Multiple(() =>
        {
            Assert.That(model.Deserialize<Closing>(model.Serialize(value)), Is.EqualTo(value));
            Assert.That(model.DeepClone(value), Is.EqualTo(value));
            Assert.That(model.DeepClone<object>(value), Is.EqualTo(value));
            Assert.That(model.DeepClone(new ClosingStruct { Number = 8 }).Number, Is.EqualTo(8));
        });
    }

    [Test]
    public void What_a_closed_reader_left_is_noticed()
    {
        TypeModel model = TypeModel.Create(typeof(Closing));
        byte[] bytes = model.Serialize(new Closing { Number = 5, Rest = 7 });
        s_leavesRest = true;
        try
        {
            MalformedDataException failure = Assert.Throws<MalformedDataException>(() => model.Deserialize<Closing>(bytes))!;
            Assert.That(failure.Code, Is.EqualTo(ErrorCode.CustomValueRejected));
            Assert.That(failure.Message, Does.Contain("Closing took 4 of the 8 bytes"));
        }
        finally
        {
            s_leavesRest = false;
        }
    }

    [Test]
    public void Who_closes_the_stream_is_told_so()
    {
        TypeModel model = TypeModel.Create(typeof(Closing));
        byte[] bytes = model.Serialize(new Closing { Number = 5, Rest = 7 });
        s_closesStream = true;
        try
        {
            MalformedDataException reading = Assert.Throws<MalformedDataException>(() => model.Deserialize<Closing>(bytes))!;
            ValueNotSerializableException writing = Assert.Throws<ValueNotSerializableException>(() => model.Serialize(new Closing()))!;
            Assert.Multiple(() =>
            {
                Assert.That((reading.Code, writing.Code), Is.EqualTo((ErrorCode.CustomValueRejected, ErrorCode.ValueNotEncodable)));
                Assert.That(reading.Message, Does.Contain("Closing closed the BaseStream").And.Contain("leaveOpen"));
                Assert.That(writing.Message, Does.Contain("Closing closed the BaseStream").And.Contain("leaveOpen"));
            });
        }
        finally
        {
            s_closesStream = false;
        }
    }

    private sealed record Closing : ICustomBinarySerializable
    {
        public int Number { get; set; }

        public int Rest { get; set; }

        public void WriteDataTo(BinaryWriter writer)
        {
            using (writer)
            {
                writer.Write(Number);
                writer.Write(Rest);
            }
            if (s_closesStream)
            {
                writer.BaseStream.Dispose();
            }
        }

        public void SetDataFrom(BinaryReader reader)
        {
            using (reader)
            {
                Number = reader.ReadInt32();
                Rest = s_leavesRest ? 0 : reader.ReadInt32();
            }
            if (s_closesStream)
            {
                reader.BaseStream.Dispose();
            }
        }
    }

    private struct ClosingStruct : ICustomBinarySerializable
    {
        public int Number;

        public readonly void WriteDataTo(BinaryWriter writer)
        {
            writer.Write(Number);
            writer.Close();
        }

        public void SetDataFrom(BinaryReader reader)
        {
            Number = reader.ReadInt32();
            reader.Close();
        }
    }
}
