using System.Runtime.Serialization.Formatters.Binary;
using NUnit.Framework;

namespace NetSerializer.Tests.Documents;

/// <summary>The examples of the two documents about migrating, block by block: <see cref="ExampleTests"/> finds each of them here.</summary>
public class MigrationExamples
{
    [Test]
    public void Old_and_new_bytes_are_read()
    {
        TypeModel model = TypeModel.Create([typeof(Order)], new SerializerOptions { References = ReferenceHandling.Preserve });
        var first = new Order();
        first.Next = first;
        foreach (byte[] bytes in (byte[][])[Old(first), model.Serialize(first)])
        {
            Order? order = BinaryFormatterReader.IsPayload(bytes)
                ? BinaryFormatterReader.Read<Order>(model, bytes)
                : model.Deserialize<Order>(bytes);

            Assert.That(order!.Next, Is.SameAs(order));
        }
    }

    [Test]
    public void A_folder_of_old_files_is_converted()
    {
        string folder = Directory.CreateTempSubdirectory("old-files").FullName;
        try
        {
            File.WriteAllBytes(Path.Combine(folder, "a.dat"), Old(new Order()));
            File.WriteAllBytes(Path.Combine(folder, "b.dat"), [26, 0]);
            Convert(folder);
            TypeModel model = TypeModel.Create([typeof(Order)], new SerializerOptions { References = ReferenceHandling.Preserve });
            Assert.That(File.ReadAllBytes(Path.Combine(folder, "a.dat")), Is.EqualTo(model.Serialize(new Order())));
            Assert.That(File.ReadAllBytes(Path.Combine(folder, "b.dat")), Has.Length.EqualTo(2));
            Assert.That(Directory.GetFiles(folder), Has.Length.EqualTo(2));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static void Convert(string folder)
    {
        TypeModel model = TypeModel.Create([typeof(Order)], new SerializerOptions { References = ReferenceHandling.Preserve });
        List<PayloadChange> report = [];
        var options = new BinaryFormatterOptions { Report = report };
        foreach (string file in Directory.GetFiles(folder, "*.dat"))
        {
            byte[] bytes = File.ReadAllBytes(file);
            if (BinaryFormatterReader.IsPayload(bytes))
            {
                byte[] converted = BinaryFormatterReader.Convert(model, bytes, options);
                model.Deserialize<Order>(converted);
                File.WriteAllBytes(file + ".new", converted);
                File.Move(file + ".new", file, overwrite: true);
            }
        }
        foreach (PayloadChange change in report)
        {
            Console.WriteLine($"{change.Kind}: {change.Type} {change.Name}");
        }
    }

    private static byte[] Old(object value)
    {
        using var old = new MemoryStream();
        new BinaryFormatter().Serialize(old, value);
        return old.ToArray();
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
