using System.Runtime.Serialization;
using NetSerializer.Tests.Model;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>
/// Code of the user may change a collection that has been read, while the rest of the value is read. Later references lead to the objects that were sent,
/// wherever these are now.
/// </summary>
public sealed class ChangedByCallbackTests
{
    private const int Books = 200;

    [ThreadStatic]
    private static Shelf? s_reading;

    [ThreadStatic]
    private static Action<Shelf>? s_change;

    [ThreadStatic]
    private static bool s_hasChanged;

    public enum Caller
    {
        Deserializing,
        DeserializedStruct,
        DeserializedClass,
        SetDataFrom,
        CustomSerializer,
        Surrogate,
        Replacement,
    }

    public enum Change
    {
        Reverse,
        Replace,
        Clear,
    }

    [Test]
    public void What_comes_later_is_what_was_sent([Values] Caller caller, [Values] ReferenceHandling references, [Values] StringHandling strings)
    {
        TypeModel model = ModelOf(caller, new SerializerOptions { References = references, Strings = strings });
        Book[] books = [.. Enumerable.Range(0, Books).Select(i => new Book { Number = i, Title = "title " + i })];
        var sent = new Shelf
        {
            Array = books,
            Books = [.. books.Select(book => new Book { Number = book.Number, Title = "listed " + book.Number })],
            Catalogue = books.ToDictionary(book => book.Number, book => new Book { Number = book.Number, Title = "catalogued " + book.Number }),
            Changers = [ChangerOf(caller)],
        };
        sent.Later = [.. books, .. sent.Books, .. sent.Catalogue.Values];
        sent.Texts = [.. sent.Later.Select(book => book.Title)];
        byte[] bytes = model.Serialize(sent);
        foreach (Change change in Enum.GetValues<Change>())
        {
            AssertRead(() => model.Deserialize<Shelf>(bytes), sent, change, references);
            AssertRead(() => model.Deserialize<Shelf>(Segments.Cut(bytes, 100)), sent, change, references);
            AssertRead(() => model.OpenReader(new MemoryStream(bytes)).Read<Shelf>(), sent, change, references);
        }
    }

    private static void AssertRead(Func<Shelf?> read, Shelf sent, Change change, ReferenceHandling references)
    {
        Book[] before = [];
        (s_hasChanged, s_change) = (false, shelf =>
        {
            before = [.. shelf.Array!, .. shelf.Books!, .. shelf.Catalogue!.Values];
            Apply(change, shelf);
        });
        Shelf copy;
        try
        {
            copy = read()!;
        }
        finally
        {
            (s_reading, s_change) = (null, null);
        }
        Assert.That((s_hasChanged, before.Length), Is.EqualTo((true, 3 * Books)));
        Assert.That(copy.Later!.Select(book => (book.Number, book.Title)), Is.EqualTo(sent.Later!.Select(book => (book.Number, book.Title))), $"{change}");
        Assert.That(copy.Texts, Is.EqualTo(sent.Texts), $"{change}");
        Assert.That(copy.Later!.Zip(before).All(pair => ReferenceEquals(pair.First, pair.Second)), Is.EqualTo(references == ReferenceHandling.Preserve));
        // The change itself stays.
        Assert.That(copy.Array![0]?.Number, Is.EqualTo(change switch { Change.Reverse => Books - 1, Change.Replace => -1, _ => (int?)null }));
    }

    private static void Apply(Change change, Shelf shelf)
    {
        Book? other = change == Change.Replace ? new Book { Number = -1, Title = "other" } : null;
        if (change == Change.Reverse)
        {
            Array.Reverse(shelf.Array!);
            shelf.Books!.Reverse();
        }
        else
        {
            Array.Fill(shelf.Array!, other);
            shelf.Books!.Clear();
            shelf.Books.AddRange(Enumerable.Repeat(other!, change == Change.Replace ? Books : 0));
        }
        foreach (int number in shelf.Catalogue!.Keys)
        {
            shelf.Catalogue[number] = change == Change.Reverse ? shelf.Catalogue[Books - 1 - number] : other!;
        }
    }

    private static void ChangeWhatWasRead()
    {
        if (!s_hasChanged && s_change is { } change && s_reading is { Catalogue: not null } shelf)
        {
            s_hasChanged = true;
            change(shelf);
        }
    }

    private static TypeModel ModelOf(Caller caller, SerializerOptions options) => TypeModel.Create([typeof(Shelf), ChangerOf(caller).GetType()], options with
    {
        Serializers = caller switch
        {
            Caller.CustomSerializer => [CustomSerializer.For(new ChangerSerializer())],
            Caller.Surrogate => [CustomSerializer.Surrogate<Outside, int>(_ => 1, _ => Outside.Make())],
            _ => [],
        },
    });

    private static object ChangerOf(Caller caller) => caller switch
    {
        Caller.Deserializing => new BeginningChanger(),
        Caller.DeserializedStruct => new StructChanger(),
        Caller.DeserializedClass => new EndingChanger(),
        Caller.SetDataFrom => new BinaryChanger(),
        Caller.Replacement => new ReplacedChanger(),
        _ => new Outside(),
    };

    // In the order of their names.
    [Serializable]
    private sealed class Shelf
    {
        public Book?[]? Array;
        public List<Book>? Books;
        public Dictionary<int, Book>? Catalogue;
        public object[]? Changers;
        public Book[]? Later;
        public string?[]? Texts;

        [OnDeserializing]
        private void Begin(StreamingContext context) => s_reading = this;
    }

    [Serializable]
    private sealed class Book
    {
        public int Number;
        public string? Title;
    }

    [Serializable]
    private sealed class BeginningChanger
    {
        [OnDeserializing]
        private void Begin(StreamingContext context) => ChangeWhatWasRead();
    }

    [Serializable]
    private struct StructChanger
    {
        public int Number { get; set; }

        [OnDeserialized]
        private readonly void End(StreamingContext context) => ChangeWhatWasRead();
    }

    [Serializable]
    private sealed class EndingChanger
    {
        [OnDeserialized]
        private void End(StreamingContext context) => ChangeWhatWasRead();
    }

    [Serializable]
    private sealed class ReplacedChanger : IObjectReference
    {
        public object GetRealObject(StreamingContext context)
        {
            ChangeWhatWasRead();
            return this;
        }
    }

    [Serializable]
    private sealed class BinaryChanger : ICustomBinarySerializable
    {
        public void WriteDataTo(BinaryWriter writer) => writer.Write(1);

        public void SetDataFrom(BinaryReader reader)
        {
            reader.ReadInt32();
            ChangeWhatWasRead();
        }
    }

    private sealed class Outside
    {
        public static Outside Make()
        {
            ChangeWhatWasRead();
            return new Outside();
        }
    }

    private sealed class ChangerSerializer : ICustomSerializer<Outside>
    {
        public void Write(ref WireWriter writer, Outside value) => writer.WriteInt32(1);

        public Outside Read(ref WireReader reader)
        {
            reader.ReadInt32();
            return Outside.Make();
        }
    }
}
