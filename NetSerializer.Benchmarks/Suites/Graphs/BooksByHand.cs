using System.Runtime.InteropServices;
using NetSerializer.Benchmarks.Contenders;

namespace NetSerializer.Benchmarks.Suites.Graphs;

/// <summary>What reading a shelf costs when all is known: the objects are allocated and filled out of the original. It writes nothing.</summary>
internal sealed class BooksByHand(BookShelf shelf) : ObjectContender(ContenderName, [shelf])
{
    public const string ContenderName = "allocated by hand";

    public override void Serialize(Stream stream)
    {
    }

    public override void Deserialize(Stream stream)
    {
        List<Book> originals = shelf.Books!;
        List<Book> books = new(originals.Count);
        CollectionsMarshal.SetCount(books, originals.Count);
        Span<Book> items = CollectionsMarshal.AsSpan(books);
        ReadOnlySpan<Book> from = CollectionsMarshal.AsSpan(originals);
        for (int i = 0; i < items.Length; i++)
        {
            Book original = from[i];
            items[i] = new() { Id = original.Id, Title = new string(original.Title.AsSpan()) };
        }
        Received[0] = shelf.WithBooks(books);
    }
}
