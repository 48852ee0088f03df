using System.Buffers;
using System.Net;
using System.Net.Sockets;

namespace NetSerializer.Tests.Load;

/// <summary>What a thread of the load has for itself: buffers, streams, and a connection to itself over the loopback interface.</summary>
internal sealed class LoadThread : IDisposable
{
    public LoadThread(TypeModel model)
    {
        Pieces = new PiecewiseStream(Memory);
        (Client, Server) = Connect();
        (Stream to, Stream from) = Connect();
        (Writer, Reader) = (model.OpenWriter(to), model.OpenReader(from));
    }

    /// <summary>How many values came back as they were.</summary>
    public long Verified { get; set; }

    public ArrayBufferWriter<byte> Buffer { get; } = new(1 << 20);

    public ArrayBufferWriter<byte> Check { get; } = new(1 << 20);

    public MemoryStream Memory { get; } = new(1 << 20);

    /// <summary>The same bytes behind a stream that nobody can look into.</summary>
    public Stream Pieces { get; }

    public Stream Client { get; }

    public Stream Server { get; }

    public ValueWriter Writer { get; }

    public ValueReader Reader { get; }

    public void Dispose()
    {
        Writer.Dispose();
        Reader.Dispose();
        Client.Dispose();
        Server.Dispose();
    }

    private static (NetworkStream Client, NetworkStream Server) Connect()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var client = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        client.Connect(listener.LocalEndpoint);
        Socket server = listener.AcceptSocket();
        server.NoDelay = true;
        return (new NetworkStream(client, ownsSocket: true), new NetworkStream(server, ownsSocket: true));
    }

    /// <summary>Gives and takes at most 20,000 bytes at a time.</summary>
    private sealed class PiecewiseStream(MemoryStream content) : Stream
    {
        private const int Piece = 20_000;

        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => true;

        public override long Length => throw new NotSupportedException();

        public override long Position
        {
            get => throw new NotSupportedException();
            set => throw new NotSupportedException();
        }

        public override int Read(byte[] buffer, int offset, int count) => content.Read(buffer, offset, Math.Min(count, Piece));

        public override void Write(byte[] buffer, int offset, int count) => content.Write(buffer, offset, count);

        public override void Flush()
        {
        }

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();
    }
}
