using NetSerializer.Tests.Conformance;
using NetSerializer.Tests.Conformance.Checks;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>The row "shared mutable state, first use from many threads".</summary>
[TestFixture]
internal sealed class FirstUseTests
{
    private const int Threads = 8, Models = 12;

    [Test]
    public void ManyThreadsUseAModelForTheFirstTimeAtOnce()
    {
        object[] values = [new Cat { Age = 1 }, new Person("p", 2, new Person("q", 3)), new[] { 1, 2, 3 }, "text", new Flat
            { Id = 5 }, new List<Flat> { new() { Name = "n" } }, Shade.Dark, new Holder { Animal = new Dog("d") }];
        byte[][] expected = [.. values.Select(value => NewModel().Serialize<object>(value))];
        for (int i = 0; i < Models; i++)
        {
            TypeModel model = NewModel();
            RunAtOnce(thread =>
            {
                for (int at = 0; at < values.Length; at++)
                {
                    int own = (at + thread) % values.Length;
                    Assert.That(model.Serialize<object>(values[own]), Is.EqualTo(expected[own]));
                    SurfaceCheck.AssertSame("read", values[own], model.Deserialize<object>((ReadOnlySpan<byte>)expected[own]));
                    Assert.That(model.Deserialize<Flat>(model.Serialize(new Flat { Id = thread })).Id, Is.EqualTo(thread));
                    Malformed.AssertRejected("cut", () => model.Deserialize<object>(expected[own].AsSpan(0, 1)));
                    using var stream = new MemoryStream();
                    model.Serialize(stream, new Cat { Age = thread });
                    stream.Position = 0;
                    Assert.That(model.Deserialize<Animal>(stream)!.Age, Is.EqualTo(thread));
                }
            });
        }
    }

    private static TypeModel NewModel() =>
        TypeModel.Create(typeof(Cat), typeof(Dog), typeof(Person), typeof(Flat), typeof(List<Flat>), typeof(Shade), typeof(Holder), typeof(PlainValue<int>));

    private static void RunAtOnce(Action<int> body)
    {
        using var barrier = new Barrier(Threads);
        var failures = new System.Collections.Concurrent.ConcurrentQueue<Exception>();
        Thread[] threads =
        [
            .. Enumerable.Range(0, Threads).Select(number => new Thread(() =>
            {
                barrier.SignalAndWait();
                try
                {
                    body(number);
                }
                catch (Exception failure)
                {
                    failures.Enqueue(failure);
                }
            })),
        ];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        Assert.That(failures, Is.Empty);
    }
}
