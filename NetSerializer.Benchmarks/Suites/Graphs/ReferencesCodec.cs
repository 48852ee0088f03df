using System.Runtime.CompilerServices;
using NetSerializer.Benchmarks.Floor;

namespace NetSerializer.Benchmarks.Suites.Graphs;

/// <summary>The floor for an array of books.</summary>
internal readonly struct ReferencesCodec : IGraphCodec
{
    public static byte Id => 62;

    public static bool IsDeep => false;

    public static ref byte Write(scoped ref FloorWriter w, ref byte p, WrittenObjects objects, object root)
    {
        Book[] books = Unsafe.As<Book[]>(root);
        p = ref Varint.Write(ref w.Ensure(ref p, Varint.Max32), (uint)books.Length + 1);
        foreach (Book book in books)
        {
            p = ref GraphSlots.Write(ref w, ref p, objects, book, out bool isNew);
            if (isNew)
            {
                p = ref Varint.Write(ref w.Ensure(ref p, Varint.Max32), book.Id);
                p = ref GraphSlots.WriteText(ref w, ref p, objects, book.Title);
            }
        }
        return ref p;
    }

    public static ref byte Read(scoped ref FloorReader r, ref byte p, ReadObjects objects, scoped out object root)
    {
        p = ref Varint.Read(ref r, ref r.Run(ref p, Varint.Max32), out uint header);
        r.CheckCount(ref p, header - 1);
        Book[] books = new Book[header - 1];
        root = books;
        objects.Add(books);
        for (int i = 0; i < books.Length; i++)
        {
            p = ref GraphSlots.Read(ref r, ref p, objects, out Book? book, out bool isNew);
            if (isNew)
            {
                book = new();
                objects.Add(book);
                p = ref Varint.Read(ref r, ref r.Run(ref p, Varint.Max32), out book.Id);
                p = ref GraphSlots.ReadText(ref r, ref p, objects, out book.Title);
            }
            books[i] = book!;
        }
        return ref p;
    }
}
