using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text.Json.Serialization;
using MemoryPack;
using MessagePack;
using NetSerializer.Benchmarks.Floor;
using NetSerializer.Benchmarks.Peers;
using Orleans;
using ProtoBuf;

namespace NetSerializer.Benchmarks.Suites;

[Serializable, MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class Book
{
    [Key(0), ProtoMember(1), Id(0)] public int Id;
    [Key(1), ProtoMember(2), Id(1)] public string? Title;
}

/// <summary>The bookshelf of the published comparison, its private string included.</summary>
[Serializable]
public sealed class BookShelf
{
    public List<Book>? Books;
    [JsonInclude]
    private string? Secret;

    public static BookShelf Create(int count) => new()
    {
        Secret = "a secret",
        Books = [.. Enumerable.Range(0, count).Select(i => new Book { Id = i, Title = string.Create(CultureInfo.InvariantCulture, $"Book {i}") })],
    };

    /// <summary>The peers have a model with public members.</summary>
    internal static PeerModel<BookShelfModel> Model { get; } = new(
        item => new() { Books = ((BookShelf)item).Books, Secret = ((BookShelf)item).Secret },
        model => new BookShelf { Books = model.Books, Secret = model.Secret });

    internal readonly struct Body : IFloorBody
    {
        private const int BookBound = 1 + Varint.Max32;

        public static int Bound => Varint.Max32;

        public static object Create() => new BookShelf();

        public static ref byte Write(scoped ref FloorWriter w, ref byte p, object message)
        {
            BookShelf m = Unsafe.As<BookShelf>(message);
            p = ref Varint.Write(ref p, m.Books is null ? 0 : (uint)m.Books.Count + 1);
            foreach (Book? book in CollectionsMarshal.AsSpan(m.Books))
            {
                // Room for a short title too, so that it needs no check of its own.
                p = ref w.Ensure(ref p, BookBound + Text.ShortBound);
                if (book is null)
                {
                    p = 0;
                    p = ref Unsafe.Add(ref p, 1);
                    continue;
                }
                p = 1;
                p = ref Varint.Write(ref Unsafe.Add(ref p, 1), book.Id);
                p = ref Text.WriteAfterCheck(ref w, ref p, book.Title);
            }
            return ref Text.Write(ref w, ref p, m.Secret);
        }

        public static ref byte Read(scoped ref FloorReader r, ref byte p, object message)
        {
            BookShelf m = Unsafe.As<BookShelf>(message);
            p = ref Varint.Read(ref r, ref p, out uint header);
            if (header != 0)
            {
                r.CheckCount(ref p, header - 1);
                List<Book> books = new((int)header - 1);
                m.Books = books;
                CollectionsMarshal.SetCount(books, (int)header - 1);
                Span<Book> items = CollectionsMarshal.AsSpan(books);
                for (int i = 0; i < items.Length; i++)
                {
                    p = ref r.Run(ref p, BookBound);
                    byte present = p;
                    p = ref Unsafe.Add(ref p, 1);
                    if (present != 0)
                    {
                        Book book = new();
                        items[i] = book;
                        p = ref Varint.Read(ref r, ref p, out int number);
                        book.Id = number;
                        p = ref Text.Read(ref r, ref p, out string? title);
                        book.Title = title;
                    }
                }
            }
            p = ref Text.Read(ref r, ref p, out string? secret);
            m.Secret = secret;
            return ref p;
        }
    }
}

[MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class BookShelfModel
{
    [Key(0), ProtoMember(1), Id(0)] public List<Book>? Books;
    [Key(1), ProtoMember(2), Id(1)] public string? Secret;
}
