using System.ComponentModel;
using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using NUnit.Framework;

namespace NetSerializer.Extensions.Tests;

/// <summary>A redis-server of the test's own, on a free port of this machine, without a file.</summary>
internal sealed class RedisServer : IDisposable
{
    private readonly Process _process;

    private RedisServer(Process process, int port) => (_process, Configuration) = (process, $"127.0.0.1:{port}");

    /// <summary>For the client: where the server is.</summary>
    public string Configuration { get; }

    /// <summary>Starts a server. Where none is installed, the fixture is ignored; the build server installs it.</summary>
    public static RedisServer Start()
    {
        int port = FreePort();
        var start = new ProcessStartInfo("redis-server", ["--port", $"{port}", "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"])
        {
            RedirectStandardOutput = true,
        };
        try
        {
            Process process = Process.Start(start)!;
            while (process.StandardOutput.ReadLine() is { } line)
            {
                if (line.Contains("Ready to accept connections", StringComparison.Ordinal))
                {
                    // A pipe that nobody empties would stop the server.
                    _ = process.StandardOutput.ReadToEndAsync();
                    return new RedisServer(process, port);
                }
            }
            throw new InvalidOperationException("redis-server has ended.");
        }
        catch (Win32Exception)
        {
            Assert.Ignore("redis-server is not installed: apt-get install redis-server");
            throw;
        }
    }

    public void Dispose()
    {
        _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
    }

    internal static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
