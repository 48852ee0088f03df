using System.Buffers;
using NUnit.Framework;

namespace NetSerializer.Tests.Documents;

/// <summary>The examples of docs/guide.md, block by block: <see cref="ExampleTests"/> finds each of them here.</summary>
public class GuideExamples
{
    private static readonly TypeModel s_model = TypeModel.Create(typeof(Login), typeof(Chat));

    [Test]
    public void Listed_types_are_in_the_model()
    {
        TypeModel model = TypeModel.Create(typeof(Login), typeof(Chat));

        Assert.That(model.TypeIds.TryGetId(typeof(Chat), out _));
    }

    [Test]
    public void Messages_are_collected()
    {
        TypeModel model = TypeModel.Create([.. SerializableTypes.DerivedFrom(typeof(Message)), .. SerializableTypes.Exceptions]);

        Assert.That(model.TypeIds.TryGetId(typeof(Login), out _) && model.TypeIds.TryGetId(typeof(Chat), out _));
    }

    [Test]
    public void A_filter_admits_a_type()
    {
        var options = new SerializerOptions { TypeFilter = type => type == typeof(Place) };
        TypeModel model = TypeModel.Create([typeof(Place)], options);

        Assert.That(model.DeepClone(new Place { X = 3 }).X, Is.EqualTo(3));
    }

    [Test]
    public void Files_of_ones_own_may_be_larger()
    {
        var options = new SerializerOptions { Limits = SerializerLimits.Trusted };

        Assert.That(TypeModel.Create([typeof(Chat)], options).Options.Limits.MaxDepth, Is.EqualTo(1_000_000));
    }

    [Test]
    public void A_number_is_read_typed_and_untyped()
    {
        TypeModel model = s_model;
        byte[] bytes = model.Serialize(5);
        object? any = model.Deserialize(bytes);
        int number = model.Deserialize<int>(bytes);
        int? perhaps = model.Deserialize<int?>(bytes);

        Assert.That((any, number, perhaps), Is.EqualTo(((object)5, 5, (int?)5)));
    }

    [Test]
    public void Another_type_is_refused()
    {
        TypeModel model = s_model;
        byte[] bytes = model.Serialize(new Login { Name = "Ada" });
        var error = Assert.Throws<MalformedDataException>(() => model.Deserialize<Chat>(bytes));

        Assert.That(error!.Code, Is.EqualTo(ErrorCode.TypeIdNotAdmitted));
    }

    [Test]
    public void Direct_bytes_are_read_direct()
    {
        TypeModel model = s_model;
        byte[] direct = model.SerializeDirect(12.5);
        double number = model.DeserializeDirect<double>(direct);

        Assert.That((number, direct.Length), Is.EqualTo((12.5, sizeof(double))));
    }

    [Test]
    public void The_type_is_seen_first()
    {
        TypeModel model = s_model;
        List<Message> received = [];
        byte[] bytes = model.Serialize(new Chat { Text = "Hello" });
        if (model.PeekType(bytes) == typeof(Chat))
        {
            received.Add(model.Deserialize<Chat>(bytes)!);
        }

        Assert.That(received, Has.Count.EqualTo(1));
    }

    [Test]
    public void A_span_takes_a_value()
    {
        (TypeModel model, Chat chat) = (s_model, new Chat { Text = "Hello" });
        Span<byte> buffer = stackalloc byte[256];
        bool fits = model.TrySerialize(buffer, chat, out int written);

        Chat copy = model.Deserialize<Chat>(buffer, out int consumed)!;

        Assert.That((fits, copy.Text, consumed), Is.EqualTo((true, "Hello", written)));
    }

    [Test]
    public void Frames_are_taken_off()
    {
        (TypeModel model, Chat chat, var sent) = (s_model, new Chat { Text = "Hello" }, new ArrayBufferWriter<byte>());
        model.SerializeFramed(sent, chat);

        var received = new ReadOnlySequence<byte>(sent.WrittenMemory);
        while (model.TryDeserializeFramed(ref received, out Chat? next)) { Console.WriteLine(next!.Text); }

        Assert.That(received.IsEmpty);
    }

    [Test]
    public async Task Messages_pass_a_session()
    {
        TypeModel model = s_model;
        var received = new List<Message>();
        using var stream = new MemoryStream();
        model.WriteHeader(stream);
        using (ValueWriter writer = model.OpenWriter(stream, leaveOpen: true))
        {
            writer.Write<Message>(new Login { Name = "Ada" });
            writer.Write<Message>(new Chat { Text = "Hello" });
            writer.Flush();
        }

        stream.Position = 0;
        model.ReadHeader(stream);
        using ValueReader reader = model.OpenReader(stream, leaveOpen: true);
        while (await reader.TryReadAsync<Message>() is (true, { } message))
        {
            received.Add(message);
        }

        Assert.That(received.Select(message => message.GetType()), Is.EqualTo((Type[])[typeof(Login), typeof(Chat)]));
    }

    [Test]
    public void Messages_are_kept_in_a_file()
    {
        (TypeModel model, List<Message> received, string path) = (s_model, [], Path.GetTempFileName());
        try
        {
            using (ValueFileWriter<Message> file = model.CreateFile<Message>(path))
            {
                file.Write(new Login { Name = "Ada" });
                file.Write(new Chat { Text = "Hello" });
            }
            Assert.That(Last(), Is.EqualTo("Hello"));
        }
        finally
        {
            File.Delete(path);
        }
        Assert.That(received, Has.Count.EqualTo(2));

        string Last()
        {
            using ValueFileReader<Message> file = model.OpenFile<Message>(path);
            foreach (Message? message in file) { received.Add(message!); }
            Message? last = file[file.Count - 1];
            return ((Chat)last!).Text;
        }
    }

    [Test]
    public void A_child_knows_its_parent()
    {
        TypeModel graphs = TypeModel.Create([typeof(Node)], new SerializerOptions { References = ReferenceHandling.Preserve });
        var parent = new Node();
        parent.Children.Add(new Node { Parent = parent });
        Node copy = graphs.DeepClone(parent);
        bool isSame = ReferenceEquals(copy, copy.Children[0].Parent);

        Assert.That(isSame);
    }

    [Test]
    public void A_surrogate_says_it_all()
    {
        var options = new SerializerOptions
        {
            Serializers = [CustomSerializer.Surrogate<Mail, string>(mail => mail.Address, text => new Mail(text))],
        };

        Assert.That(TypeModel.Create([typeof(Mail)], options).DeepClone(new Mail("ada@example.org")).Address, Is.EqualTo("ada@example.org"));
    }

    [Test]
    public void A_custom_serializer_writes_the_bytes()
    {
        var options = new SerializerOptions { Serializers = [CustomSerializer.For(new MailSerializer())] };
        TypeModel model = TypeModel.Create([typeof(Mail)], options);

        Assert.That(model.DeepClone(new Mail("ada@example.org")).Address, Is.EqualTo("ada@example.org"));
        Assert.That(Assert.Throws<MalformedDataException>(() => model.DeepClone(new Mail("nobody")))!.Code, Is.EqualTo(ErrorCode.CustomValueRejected));
    }

    [TestCase(false, "The peer has gone.")]
    [TestCase(true, "Dropped: UnknownTypeId at byte 0")]
    public void A_server_reads_until_the_peer_goes_or_lies(bool isHostile, string last)
    {
        TypeModel model = s_model;
        using var stream = new MemoryStream();
        model.Serialize(stream, new Chat { Text = "Hello" });
        if (isHostile)
        {
            stream.Write([0x81, 127]);
        }
        stream.Position = 0;
        (List<Message> received, List<string> log) = ([], []);
        try
        {
            while (true) { received.Add(model.Deserialize<Message>(stream)!); }
        }
        catch (EndOfStreamException)
        {
            log.Add("The peer has gone.");
        }
        catch (MalformedDataException e)
        {
            log.Add($"Dropped: {e.Code} at byte {e.Offset}");
        }

        Assert.That(received, Has.Count.EqualTo(1));
        Assert.That(log, Is.EqualTo((string[])[last]));
    }

    [Test]
    public void A_release_is_found_by_its_header()
    {
        TypeModel[] releases = [TypeModel.Create(typeof(Login)), s_model];
        using var stream = new MemoryStream();
        s_model.WriteHeader(stream);
        stream.Position = 0;
        byte[] header = new byte[37];
        stream.ReadExactly(header);
        TypeModel? found = releases.FirstOrDefault(release => header.AsSpan(5).SequenceEqual(release.Fingerprint.Span));

        Assert.That(found, Is.SameAs(s_model));
    }

    [Test]
    public void A_larger_model_keeps_its_ids()
    {
        TypeModel model = s_model;
        TypeModel larger = model.With(typeof(Logout));
        bool isKept = larger.TypeIds[typeof(Chat)] == model.TypeIds[typeof(Chat)];

        Assert.That(isKept);
    }

    [Test]
    public void A_file_is_converted()
    {
        (TypeModel before, TypeModel after) = (TypeModel.Create(typeof(OldSettings)), TypeModel.Create(typeof(Settings)));
        using var saved = new MemoryStream();
        using var converted = new MemoryStream();
        before.Serialize(saved, new OldSettings { Name = "Ada" });
        saved.Position = 0;
        OldSettings old = before.Deserialize<OldSettings>(saved)!;
        after.Serialize(converted, new Settings { Name = old.Name, Colour = "blue" });

        converted.Position = 0;
        Assert.That(after.Deserialize<Settings>(converted)!.Name, Is.EqualTo("Ada"));
    }

    [Serializable]
    private abstract class Message;

    [Serializable]
    private sealed class Login : Message { public string Name = ""; }

    [Serializable]
    private sealed class Logout : Message;

    [Serializable]
    private sealed class Chat : Message { public string Text = ""; }

    private struct Place { public int X; }

    [Serializable]
    private sealed class Node { public Node? Parent; public List<Node> Children = []; }

    private sealed class Mail(string address) { public string Address { get; } = address; }

    sealed class MailSerializer : ICustomSerializer<Mail>
    {
        public void Write(ref WireWriter writer, Mail value) => writer.WriteString(value.Address);

        public Mail Read(ref WireReader reader)
        {
            string address = reader.ReadNonNullString();
            if (!address.Contains('@')) { reader.Reject("An address has an @."); }
            return new Mail(address);
        }
    }

    [Serializable]
    private sealed class OldSettings { public string Name = ""; }

    [Serializable]
    private sealed class Settings { public string Name = ""; public string Colour = ""; }
}
