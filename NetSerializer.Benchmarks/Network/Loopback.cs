using System.Net;
using System.Net.Sockets;

namespace NetSerializer.Benchmarks.Network;

/// <summary>
/// A TCP connection between two threads of this process, for all runs of NetTest: a new one has small windows, and takes 10 ms and more to widen them.
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

    /// <summary>Closes both ends: whoever waits at one of them fails.</summary>
    public void Dispose()
    {
        _sender.Dispose();
        _receiver.Dispose();
    }

    /// <summary>
    /// Some systems send by an estimate of the bandwidth (BBR): over a loopback connection that takes the sender 1.8 times as long for messages of
    /// 150 KB, and now and then it takes a tenth of the rate for the best there is, whoever sends. Reno, which every Linux has, sends what the windows
    /// admit.
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
