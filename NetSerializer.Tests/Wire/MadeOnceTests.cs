using NetSerializer.Wire;
using NUnit.Framework;

namespace NetSerializer.Tests.Wire;

/// <summary>What is made at first use: once, and a failure of that is nobody's but the call's.</summary>
[TestFixture]
internal sealed class MadeOnceTests
{
    [Test]
    public void AFailureIsNotKept()
    {
        int calls = 0;
        var made = new MadeOnce<string>(() => ++calls < 3 ? throw new InsufficientExecutionStackException() : $"call {calls}");
        Assert.Multiple(() =>
        {
            Assert.That(() => made.Value, Throws.TypeOf<InsufficientExecutionStackException>());
            Assert.That(() => made.Value, Throws.TypeOf<InsufficientExecutionStackException>());
            Assert.That(made.Value, Is.EqualTo("call 3"));
            Assert.That(made.Value, Is.EqualTo("call 3"));
        });
    }

    [Test]
    public void AnInterruptionIsThatOfOneCall()
    {
        var made = new MadeOnce<string>(() =>
        {
            // Where a thread that is interrupted waits, as for a lock of the runtime.
            Thread.CurrentThread.Join(0);
            return "made";
        });
        Thread.CurrentThread.Interrupt();
        Assert.That(() => made.Value, Throws.TypeOf<ThreadInterruptedException>());
        Assert.That(made.Value, Is.EqualTo("made"));
    }

    [Test]
    public void ThreadsThatMeetGetTheSame()
    {
        int calls = 0;
        using var meeting = new Barrier(4);
        var made = new MadeOnce<object>(() =>
        {
            Interlocked.Increment(ref calls);
            return new object();
        });
        object[] got = new object[4];
        Thread[] threads = [.. Enumerable.Range(0, 4).Select(i => new Thread(() =>
        {
            meeting.SignalAndWait();
            got[i] = made.Value;
        }))];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        Assert.That(calls, Is.EqualTo(1));
        Assert.That(got, Is.All.SameAs(got[0]));
    }
}
