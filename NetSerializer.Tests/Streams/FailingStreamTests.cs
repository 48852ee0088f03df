using NetSerializer.Tests.Conformance.Checks;
using NUnit.Framework;

namespace NetSerializer.Tests.Streams;

/// <summary>A stream that throws at any of its calls: that very exception surfaces, and the model works on as if nothing had been.</summary>
[TestFixture]
internal sealed class FailingStreamTests
{
    private static readonly TypeModel s_model = StreamModels.Messages;
    private static readonly Message s_value = Message.Filled(400_000);

    private static IEnumerable<Exception> Failures() =>
        [new IOException("broken"), new ObjectDisposedException("stream"), new InvalidOperationException("odd"), new TimeoutException("late"),
            new OperationCanceledException("enough")];

    [TestCaseSource(nameof(Failures))]
    public void WritingAValue(Exception failure)
    {
        var whole = new CallStream();
        s_model.Serialize(whole, s_value);
        Assert.That(whole.Calls, Is.GreaterThan(3));
        for (int call = 0; call < whole.Calls; call++)
        {
            var failing = new CallStream(failAt: call, failure: failure);
            AssertThrows(failure, () => s_model.Serialize(failing, s_value), $"call {call}");
            AssertWorks();
        }
    }

    [TestCaseSource(nameof(Failures))]
    public void ReadingAValue(Exception failure)
    {
        using var frames = new MemoryStream();
        s_model.Serialize(frames, s_value);
        var whole = new CallStream(frames.ToArray());
        s_model.Deserialize<Message>(whole);
        foreach (int call in Enumerable.Range(0, whole.Calls).Where(call => call < 6 || call % 7 == 0 || call == whole.Calls - 1))
        {
            AssertThrows(failure, () => s_model.Deserialize<Message>(new CallStream(frames.ToArray(), call, failure)), $"call {call}");
            AssertWorks();
        }
    }

    [TestCaseSource(nameof(Failures))]
    public void WritingASession(Exception failure)
    {
        for (int call = 0; call < 8; call++)
        {
            var failing = new CallStream(failAt: call, failure: failure);
            ValueWriter writer = s_model.OpenWriter(failing);
            AssertThrows(
                failure,
                () =>
                {
                    for (int i = 0; i < 60; i++)
                    {
                        writer.Write(Message.Filled(40_000));
                    }
                    writer.Flush();
                },
                $"call {call}");
            Assert.That(() => writer.Write(1), Throws.InvalidOperationException, "nobody knows how much of the value is out");
            writer.Dispose();
            Assert.That(failing.IsDisposed);
            AssertWorks();
        }
    }

    [TestCaseSource(nameof(Failures))]
    public void ReadingASession(Exception failure)
    {
        byte[] bytes = s_model.Serialize(s_value);
        var whole = new CallStream(bytes);
        using (ValueReader reader = s_model.OpenReader(whole))
        {
            reader.Read<Message>();
        }
        foreach (int call in Enumerable.Range(0, whole.Calls).Where(call => call < 6 || call % 7 == 0))
        {
            using ValueReader reader = s_model.OpenReader(new CallStream(bytes, call, failure));
            AssertThrows(failure, () => reader.Read<Message>(), $"call {call}");
            if (call > 0)
            {
                Assert.That(() => reader.Read<Message>(), Throws.InvalidOperationException, "a part of the value is lost");
            }
            AssertWorks();
        }
    }

    private static void AssertThrows(Exception expected, Action action, string place)
    {
        try
        {
            action();
        }
        catch (Exception actual)
        {
            Assert.That(actual, Is.SameAs(expected), place);
            return;
        }
        Assert.Fail($"{place}: nothing was thrown");
    }

    private static void AssertWorks()
    {
        using var stream = new MemoryStream();
        s_model.Serialize(stream, Message.Filled(70_000));
        stream.Position = 0;
        SurfaceCheck.AssertSame("after a failure", Message.Filled(70_000), s_model.Deserialize<Message>(stream));
    }
}
