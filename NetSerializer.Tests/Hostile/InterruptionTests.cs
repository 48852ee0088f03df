using System.Runtime.Serialization;
using NetSerializer.Wire;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>
/// Deep data are gone through on a thread with a larger stack, which works on what lies on the stack of the caller: that waits for it, interrupted or
/// not, and passes the interruption on.
/// </summary>
[TestFixture]
internal sealed class InterruptionTests
{
    private static readonly TypeModel s_model = TypeModel.Create([typeof(Node)], new SerializerOptions { Limits = SerializerLimits.Trusted });

    [Test]
    public void Code_that_waits_is_interrupted_and_the_call_ends_with_that([Values] bool isReading)
    {
        Exception? failure = Run(isReading, () => Thread.Sleep(Timeout.Infinite), out bool isPending);
        Assert.That(failure, Is.TypeOf<ThreadInterruptedException>());
        Assert.That(isPending, Is.False);
    }

    [Test]
    public void Code_that_does_not_wait_comes_to_its_end_and_the_interruption_stays([Values] bool isReading)
    {
        Exception? failure = Run(isReading, () =>
        {
            DateTime end = DateTime.UtcNow.AddMilliseconds(100);
            while (DateTime.UtcNow < end)
            {
                // Busy.
            }
        }, out bool isPending);
        Assert.That(failure, Is.Null);
        Assert.That(isPending, Is.True);
    }

    [Test]
    public void An_interruption_at_the_end_is_not_lost()
    {
        for (int i = 0; i < 200; i++)
        {
            using var atEnd = new ManualResetEventSlim();
            bool isDelivered = false;
            var thread = new Thread(() =>
            {
                try
                {
                    Recursion.TryRunOnLargerStack(long.MaxValue, atEnd.Set);
                    // Until it comes, or for ever.
                    Thread.Sleep(Timeout.Infinite);
                }
                catch (ThreadInterruptedException)
                {
                    isDelivered = true;
                }
            })
            { IsBackground = true };
            thread.Start();
            atEnd.Wait();
            Thread.SpinWait(i * 20);
            thread.Interrupt();
            Assert.That(thread.Join(TimeSpan.FromSeconds(10)) && isDelivered, $"round {i}");
        }
    }

    // In a thread with a small stack, whose last node calls the hook.
    private static Exception? Run(bool isReading, Action hook, out bool isPending)
    {
        Node? chain = null;
        for (int i = 0; i < 60_000; i++)
        {
            chain = new Node { Next = chain, Text = "text" };
        }
        byte[] bytes = s_model.Serialize(chain);
        Node.Begin();
        using var reached = new ManualResetEventSlim();
        Exception? failure = null;
        bool pending = false;
        var thread = new Thread(
            () =>
            {
                Node.Hook = () =>
                {
                    reached.Set();
                    hook();
                };
                try
                {
                    _ = isReading ? s_model.Deserialize<Node>(bytes) : (object)s_model.Serialize(chain);
                }
                catch (Exception exception)
                {
                    failure = exception;
                }
                try
                {
                    Thread.Sleep(1);
                }
                catch (ThreadInterruptedException)
                {
                    pending = true;
                }
            },
            1 << 20);
        thread.Start();
        Assert.That(reached.Wait(TimeSpan.FromSeconds(30)), "the last object is reached");
        thread.Interrupt();
        Assert.That(thread.Join(TimeSpan.FromSeconds(30)), "the call ends");
        Node.Hook = null;
        isPending = pending;
        return failure;
    }

    [Serializable]
    private sealed class Node
    {
        public static Action? Hook { get; set; }

        public Node? Next { get; set; }

        public string? Text { get; set; }

        [OnSerializing]
        private void Writing(StreamingContext context) => CallAtEnd(Next == null);

        // Read from the outside in: the member is not there yet, and the last one made is the last one called.
        [OnDeserializing]
        private void Reading(StreamingContext context) => CallAtEnd(++s_read == 60_000);

        // Of whatever thread.
        private static int s_read;

        public static void Begin() => s_read = 0;

        private static void CallAtEnd(bool isEnd)
        {
            if (isEnd)
            {
                Hook?.Invoke();
            }
        }
    }
}
