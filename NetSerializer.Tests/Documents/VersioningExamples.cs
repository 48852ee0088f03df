using System.Globalization;
using NUnit.Framework;

namespace NetSerializer.Tests.Documents;

/// <summary>The examples of docs/versioning.md, block by block: <see cref="ExampleTests"/> finds each of them here.</summary>
public class VersioningExamples
{
    [Test]
    public void Data_of_another_version_are_read()
    {
        string folder = Directory.CreateTempSubdirectory("versioning").FullName, schemaFile = Path.Combine(folder, "orders.schema");
        string schemaPath = Path.Combine(folder, "wire.schema.txt");
        try
        {
            TypeModel writer = TypeModel.Create([typeof(Order)], new SerializerOptions { Integers = IntegerEncoding.Fixed });
            TypeModel model = TypeModel.Create(typeof(Order));
            File.WriteAllBytes(schemaFile, writer.Schema.ToBytes());
            byte[] bytes = writer.Serialize(new Order { Number = 5 }), tagged = writer.SerializeTagged(new Order { Number = 6 });

            WireSchema theirs = WireSchema.Parse(File.ReadAllBytes(schemaFile));
            ModelReader reader = model.ReaderFor(theirs);
            Order? order = reader.Deserialize<Order>(bytes);

            var options = new ResolveOptions
            {
                MissingMembers = MissingMembers.Error,
                Narrowing = Narrowing.Checked,
                Conversions = [SchemaConversion.For<string, int>(text => int.Parse(text, CultureInfo.InvariantCulture))],
            };
            ModelReader strict = model.ReaderFor(theirs, options);

            SchemaAssert.Compatible(writer, folder);
            var store = new SchemaStore(model, source: SchemaSource.Folder(folder));
            if (store.TryDeserialize(tagged, out Order? found) != TaggedResult.Value)
            {
                found = new Order();
            }
            Assert.That((order!.Number, strict.Deserialize<Order>(bytes)!.Number, found!.Number), Is.EqualTo((5, 5, 6)));

            using var stream = new MemoryStream();
            var withSchema = new SessionOptions { Header = SessionHeader.Schema, LeaveOpen = true };
            using (ValueWriter sending = writer.OpenWriter(stream, withSchema))
            {
                sending.Write(new Order { Number = 7 });
            }

            stream.Position = 0;
            using ValueReader receiving = model.OpenReader(stream, withSchema);
            Order? received = receiving.Read<Order>();
            Assert.That(received!.Number, Is.EqualTo(7));

            WireSchema mine = model.Schema;
            File.WriteAllBytes(schemaFile, mine.ToBytes());
            Console.Write(WireSchema.Compare(WireSchema.Parse(File.ReadAllBytes(schemaFile)), mine));

            SchemaAssert.Compatible(model, schemaPath, SchemaCompatibility.Full);
            Assert.That(File.ReadAllText(schemaPath), Is.EqualTo(model.Schema.ToString()));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Test]
    public void A_former_name_changes_nothing_else() =>
        Assert.That(TypeModel.Create(typeof(Client)).DeepClone(new Client { LastName = "x" }).LastName, Is.EqualTo("x"));

    [Serializable]
    private sealed class Order
    {
        public int Number;
    }

    [Serializable, FormerlyNamed("Customer")]
    sealed class Client
    {
        [FormerlyNamed("Surname")]
        public string? LastName { get; set; }
    }
}
