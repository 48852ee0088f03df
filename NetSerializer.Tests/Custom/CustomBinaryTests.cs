using System.Runtime.Serialization;
using NUnit.Framework;

namespace NetSerializer.Tests.Custom;

/// <summary>Types that write themselves, whatever they do with the writer and the reader that they get.</summary>
public class CustomBinaryTests
{
    [ThreadStatic]
    private static bool s_leavesRest, s_closesStream, s_wantsMore;

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

    /// <summary>As docs/errors.md has it: the stream ends for it, which is its code's affair.</summary>
    [Test]
    public void Who_wants_more_than_was_written_is_told_that_the_stream_ends()
    {
        TypeModel model = TypeModel.Create(typeof(Closing), typeof(Closing[]));
        byte[] bytes = model.Serialize(new Closing[] { new() { Number = 5, Rest = 7 }, new() { Number = 6, Rest = 8 } });
        s_wantsMore = true;
        try
        {
            MalformedDataException failure = Assert.Throws<MalformedDataException>(() => model.Deserialize<Closing[]>(bytes))!;
            Assert.That((failure.Code, failure.InnerException?.GetType()), Is.EqualTo((ErrorCode.UserCodeFailed, typeof(EndOfStreamException))));
        }
        finally
        {
            s_wantsMore = false;
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

    [TestCase(typeof(Adding), "Extra")]
    [TestCase(typeof(AddingBelow), "Extra")]
    [TestCase(typeof(AddingProperty), "Name", "[field: NonSerialized]")]
    [TestCase(typeof(AddingToRecord), "More", "[field: NonSerialized]")]
    [TestCase(typeof(AddingToHalf), "Extra")]
    public void A_field_that_the_base_would_lose_is_refused(Type type, string member, string attribute = "[NonSerialized]")
    {
        TypeModelProblem problem = Assert.Throws<TypeModelException>(() => TypeModel.Create(typeof(List<>).MakeGenericType(type)))!.Problems.Single();
        Assert.Multiple(() =>
        {
            Assert.That(problem.Code, Is.EqualTo(ErrorCode.TypeNotSupported));
            Assert.That(problem.Path, Does.StartWith("System.Collections.Generic.List<").And.EndsWith(
                $"-> element -> {problem.Path.Split(" -> ")[2]} -> {member}"));
            Assert.That(problem.Message, Does.StartWith($"{member} would be lost").And.Contain($"mark the field {attribute}.").And.Contain(
                "Implement the interface"));
        });
    }

    [TestCase(typeof(Base))]
    [TestCase(typeof(Overriding))]
    [TestCase(typeof(BelowOverriding))]
    [TestCase(typeof(Reimplementing))]
    [TestCase(typeof(Template))]
    [TestCase(typeof(LeftOut))]
    [TestCase(typeof(Observed))]
    [TestCase(typeof(Completed))]
    [TestCase(typeof(Notified))]
    public void A_class_that_sees_to_its_own_fields_is_taken(Type type)
    {
        TypeModel model = TypeModel.Create(type);
        var value = (Base)Activator.CreateInstance(type)!;
        value.Number = 5;
        value.Give("text");
        var copy = (Base)model.DeepClone<object>(value)!;
        Assert.That((copy.GetType(), copy.Number, copy.Given), Is.EqualTo((type, 5, value.Given)));
    }

    private class Base : ICustomBinarySerializable
    {
        public int Number { get; set; }

        public virtual string? Given => null;

        public virtual void Give(string text)
        {
        }

        public virtual void WriteDataTo(BinaryWriter writer) => writer.Write(Number);

        public virtual void SetDataFrom(BinaryReader reader) => Number = reader.ReadInt32();
    }

    private class Adding : Base
    {
        public string? Extra = "extra";

        public override string ToString() => $"{Number} {Extra}";
    }

    private sealed class AddingBelow : Adding;

    private sealed class AddingProperty : Base
    {
        public string? Name { get; set; }
    }

    private record BaseRecord : ICustomBinarySerializable
    {
        public int Number { get; set; }

        void ICustomBinarySerializable.WriteDataTo(BinaryWriter writer) => writer.Write(Number);

        void ICustomBinarySerializable.SetDataFrom(BinaryReader reader) => Number = reader.ReadInt32();
    }

    private sealed record AddingToRecord : BaseRecord
    {
        public int More { get; set; }
    }

    private class Half : Base
    {
        public override void WriteDataTo(BinaryWriter writer) => base.WriteDataTo(writer);
    }

    private sealed class AddingToHalf : Half
    {
        public string? Extra = "extra";

        public override string ToString() => $"{Number} {Extra}";
    }

    private class Overriding : Base
    {
        private string? _extra;

        public override string? Given => _extra;

        public override void Give(string text) => _extra = text;

        public override void WriteDataTo(BinaryWriter writer)
        {
            base.WriteDataTo(writer);
            writer.Write(_extra!);
        }

        public override void SetDataFrom(BinaryReader reader)
        {
            base.SetDataFrom(reader);
            _extra = reader.ReadString();
        }
    }

    private sealed class BelowOverriding : Overriding;

    private sealed class Reimplementing : Base, ICustomBinarySerializable
    {
        private readonly List<string> _extra = [];

        void ICustomBinarySerializable.WriteDataTo(BinaryWriter writer)
        {
            WriteDataTo(writer);
            writer.Write(_extra?.Count ?? 0);
        }

        void ICustomBinarySerializable.SetDataFrom(BinaryReader reader)
        {
            SetDataFrom(reader);
            reader.ReadInt32();
        }
    }

    private abstract class Written : Base
    {
        protected abstract string Content { get; set; }

        public sealed override void WriteDataTo(BinaryWriter writer)
        {
            base.WriteDataTo(writer);
            writer.Write(Content);
        }

        public sealed override void SetDataFrom(BinaryReader reader)
        {
            base.SetDataFrom(reader);
            Content = reader.ReadString();
        }
    }

    private sealed class Template : Written
    {
        public override string? Given => Content;

        public override void Give(string text) => Content = text;

        protected override string Content { get; set; } = "";
    }

    private sealed class LeftOut : Base
    {
        [NonSerialized] private int _cache;

        public override string ToString() => $"{_cache++}";
    }

    private sealed class Observed : Base
    {
        public event EventHandler? Changed;

        public bool IsObserved => Changed != null;
    }

    private sealed class Completed : Base
    {
        private int _doubled;

        public override string ToString() => $"{_doubled}";

        [OnDeserialized]
        private void Complete(StreamingContext context) => _doubled = 2 * Number;
    }

    private sealed class Notified : Base, IDeserializationCallback
    {
        private int _doubled;

        public override string ToString() => $"{_doubled}";

        void IDeserializationCallback.OnDeserialization(object? sender) => _doubled = 2 * Number;
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
                _ = s_wantsMore ? reader.ReadByte() : (byte)0;
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
