using System.Runtime.Serialization.Formatters.Binary;
using NUnit.Framework;

namespace NetSerializer.Tests.Documents;

/// <summary>The examples of the two documents about migrating, block by block: <see cref="ExampleTests"/> finds each of them here.</summary>
public class MigrationExamples
{
    [Test]
    public void A_file_of_BinaryFormatter_is_written_anew()
    {
        TypeModel model = TypeModel.Create([typeof(Order)], new SerializerOptions { References = ReferenceHandling.Preserve });

        using var old = new MemoryStream();
        using var converted = new MemoryStream();
        var first = new Order();
        first.Next = first;
        new BinaryFormatter().Serialize(old, first);
        old.Position = 0;
        var order = (Order)new BinaryFormatter().Deserialize(old);
        model.WriteHeader(converted);
        model.Serialize(converted, order);

        converted.Position = 0;
        model.ReadHeader(converted);
        Order read = model.Deserialize<Order>(converted)!;
        Assert.That(read.Next, Is.SameAs(read));
    }

    [Test]
    public void The_calls_of_version_4_have_their_names()
    {
        Type[] types = [typeof(Message)];
        using var stream = new MemoryStream();
        var message = new Message { Text = "Hello" };
        TypeModel model = TypeModel.Create(types);
        model.Serialize(stream, message);
        stream.Position = 0;
        var copy = (Message)model.Deserialize(stream)!;

        Assert.That(copy.Text, Is.EqualTo("Hello"));
    }

    [Serializable]
    private sealed class Order { public Order? Next; }

    [Serializable]
    private sealed class Message { public string Text = ""; }
}
