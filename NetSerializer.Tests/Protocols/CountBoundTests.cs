using System.Runtime.Serialization;
using NetSerializer.Tests.Conformance.Checks;
using NUnit.Framework;

namespace NetSerializer.Tests.Protocols;

/// <summary>How much data an exception may have, and how often an object may be replaced: exactly so much.</summary>
internal sealed class CountBoundTests
{
    private const int MostData = 256, MostReplacements = 100;

    private static readonly TypeModel s_model = TypeModel.Create(typeof(InvalidOperationException), typeof(Relay[]));

    [Test]
    public void An_exception_has_256_pairs_of_data_and_no_more()
    {
        byte[] bytes = s_model.Serialize(WithData(MostData));
        Assert.That(s_model.Deserialize<InvalidOperationException>(bytes)!.Data, Has.Count.EqualTo(MostData));
        Assert.That(() => s_model.Serialize(WithData(MostData + 1)), Throws.TypeOf<ValueNotSerializableException>());
        // Their count and one.
        int at = bytes.AsSpan().IndexOf((ReadOnlySpan<byte>)[0x81, 0x02]);
        bytes[at]++;
        Assert.That(Malformed.AssertRejected("one more", () => s_model.Deserialize<InvalidOperationException>(bytes)).Code,
            Is.EqualTo(ErrorCode.CollectionTooLong));
    }

    [TestCase(MostReplacements, true)]
    [TestCase(MostReplacements + 1, false)]
    public void A_hundred_objects_may_be_named_one_after_the_other(int others, bool isTaken)
    {
        byte[] bytes = s_model.Serialize<Relay[]>([new Relay { Others = others }]);
        if (isTaken)
        {
            Assert.That(s_model.Deserialize<Relay[]>(bytes)!.Single().Others, Is.Zero);
        }
        else
        {
            Assert.That(Malformed.AssertRejected("one more", () => s_model.Deserialize<Relay[]>(bytes)).Code, Is.EqualTo(ErrorCode.UserCodeFailed));
        }
    }

    private static InvalidOperationException WithData(int count)
    {
        var exception = new InvalidOperationException();
        for (int i = 0; i < count; i++)
        {
            exception.Data.Add($"{i}", null);
        }
        return exception;
    }

    [Serializable]
    private sealed class Relay : IObjectReference
    {
        public int Others;

        public object GetRealObject(StreamingContext context) => Others == 0 ? this : new Relay { Others = Others - 1 };
    }
}
