using System.Net;
using System.Net.Sockets;

namespace NetSerializer.Benchmarks.Network;

/// <summary>
/// A TCP connection between two threads of this process, for all runs of NetTest: a new one has small windows at first.
/// </summary>
internal sealed class Loopback : IDisposable
{
    private readonly TcpClient _sender = new() { NoDelay = true };
    private readonly TcpClient _receiver;

    public Loopback()
    {
        using TcpListener listener = new(IPAddress.Loopback, 0);
        listener.Start();
        DoNotPace(_sender.Client);
        _sender.Connect((IPEndPoint)listener.LocalEndpoint);
        _receiver = listener.AcceptTcpClient();
        (Sending, Receiving) = (_sender.GetStream(), _receiver.GetStream());
    }

    /// <summary>The end that one thread writes to.</summary>
    public NetworkStream Sending { get; }

    /// <summary>The end that another thread reads from.</summary>
    public NetworkStream Receiving { get; }

    /// <summary>Closes both ends: a thread that waits at one of them fails.</summary>
    public void Dispose()
    {
        _sender.Dispose();
        _receiver.Dispose();
    }

    /// <summary>
    /// Some systems send by an estimate of the bandwidth (BBR), which on a loopback connection is too low now and then. Reno, which every Linux has,
    /// sends as much as the windows admit.
    /// </summary>
    private static void DoNotPace(Socket socket)
    {
        const int Tcp = 6, CongestionControl = 13;
        if (!OperatingSystem.IsLinux())
        {
            return;
        }
        try
        {
            socket.SetRawSocketOption(Tcp, CongestionControl, "reno"u8);
        }
        catch (SocketException)
        {
            // A sandbox that refuses has its own way.
        }
    }
}
