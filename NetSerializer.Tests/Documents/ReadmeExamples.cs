using System.Net;
using System.Net.Sockets;
using NetSerializer;
using NUnit.Framework;

namespace NetSerializer.Tests.Documents;

/// <summary>The examples of README.md, block by block: <see cref="ExampleTests"/> finds each of them here.</summary>
[NonParallelizable]
public class ReadmeExamples
{
    private TextWriter _console = null!;
    private StringWriter _printed = null!;

    [SetUp]
    public void Listen()
    {
        _console = Console.Out;
        Console.SetOut(_printed = new StringWriter());
    }

    [TearDown]
    public void Close()
    {
        Console.SetOut(_console);
        _printed.Dispose();
    }

    private string Printed => _printed.ToString().ReplaceLineEndings("\n").Trim();

    private static TypeModel Model { get; } = TypeModel.Create(typeof(Order));

    private static Order Sample { get; } = new() { Id = 7, Customer = "Ada", Lines = [new Line("Tea", 2, 4.5m)] };

    [Test]
    public void First_program()
    {
        TypeModel model = TypeModel.Create(typeof(Order));
        var order = new Order { Id = 7, Customer = "Ada", Lines = [new Line("Tea", 2, 4.5m)] };

        byte[] bytes = model.Serialize(order);
        Order copy = model.Deserialize<Order>(bytes)!;
        Console.WriteLine($"{copy.Customer} orders {copy.Lines[0].Count} {copy.Lines[0].Article}, in {bytes.Length} bytes");

        Assert.That(Printed, Is.EqualTo("Ada orders 2 Tea, in 16 bytes"));
    }

    [Test]
    public void Messages_over_a_socket()
    {
        (TypeModel model, Order order) = (Model, Sample);
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        using var client = new TcpClient("127.0.0.1", ((IPEndPoint)listener.LocalEndpoint).Port);
        using TcpClient server = listener.AcceptTcpClient();

        model.Serialize(client.GetStream(), order);
        object? message = model.Deserialize(server.GetStream());   // one message, and no byte of the next
        Console.WriteLine(message is Order { Customer: var name } ? name : "another message");

        Assert.That(Printed, Is.EqualTo("Ada"));
    }

    [Test]
    public void A_session()
    {
        (TypeModel model, Order order) = (Model, Sample);
        using var stream = new MemoryStream();
        using (ValueWriter writer = model.OpenWriter(stream, leaveOpen: true))
        {
            writer.Write(order);
            writer.Write(order);   // on a socket, Flush sends what has been written so far
        }

        stream.Position = 0;
        using ValueReader reader = model.OpenReader(stream);
        while (reader.TryRead(out Order? next)) { Console.WriteLine(next!.Id); }

        Assert.That(Printed, Is.EqualTo("7\n7"));
    }

    [Test]
    public void A_file()
    {
        (TypeModel model, Order order) = (Model, Sample);
        string path = Path.GetTempFileName();
        using (FileStream file = File.Create(path))
        {
            model.WriteHeader(file);
            model.Serialize(file, order);
        }

        using FileStream saved = File.OpenRead(path);
        model.ReadHeader(saved);   // refuses a file of other types or options
        Console.WriteLine(model.Deserialize<Order>(saved)!.Customer);

        Assert.That(Printed, Is.EqualTo("Ada"));
        saved.Dispose();
        File.Delete(path);
    }

    [Test]
    public void A_cache_entry()
    {
        (TypeModel model, Order order) = (Model, Sample);
        var cache = new Dictionary<string, byte[]>();
        cache["order 7"] = model.SerializeTagged(order);   // behind a tag of the model

        if (model.TryDeserializeTagged(cache["order 7"], out Order? cached))   // false for an entry of another model
        {
            Console.WriteLine(cached!.Customer);
        }

        Assert.That(Printed, Is.EqualTo("Ada"));
    }

    [Test]
    public void A_deep_copy()
    {
        (TypeModel model, Order order) = (Model, Sample);
        Order twin = model.DeepClone(order);
        twin.Lines.Clear();
        Console.WriteLine($"{order.Lines.Count} and {twin.Lines.Count}");

        Assert.That(Printed, Is.EqualTo("1 and 0"));
    }

    [Test]
    public void A_graph_with_options()
    {
        var options = new SerializerOptions { References = ReferenceHandling.Preserve, Strings = StringHandling.Table };
        TypeModel graphs = TypeModel.Create([typeof(Employee)], options);

        var ada = new Employee { Name = "Ada" };
        ada.Boss = ada;
        Employee second = graphs.DeepClone(ada);
        Console.WriteLine(ReferenceEquals(second, second.Boss));

        Assert.That(Printed, Is.EqualTo("True"));
    }

    [Serializable]
    class Order { public int Id; public string Customer = ""; public List<Line> Lines = []; }

    [Serializable]
    record Line(string Article, int Count, decimal Price);

    [Serializable]
    class Employee { public string Name = ""; public Employee? Boss; }
}
