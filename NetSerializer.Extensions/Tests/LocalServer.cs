using System.ComponentModel;
using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using NUnit.Framework;

namespace NetSerializer.Extensions.Tests;

/// <summary>A server program of the test's own, on a free port of this machine, without a file.</summary>
internal sealed class LocalServer : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    private readonly Process _process;

    private LocalServer(Process process, int port) => (_process, Address) = (process, $"127.0.0.1:{port}");

    /// <summary>Where the server is, for clients.</summary>
    public string Address { get; }

    public static LocalServer StartRedis() => Start(
        "redis-server", "Ready to accept connections", port => ["--port", $"{port}", "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]);

    public static LocalServer StartNats() => Start("nats-server", "Server is ready", port => ["--addr", "127.0.0.1", "--port", $"{port}"]);

    /// <summary>Starts a program. Where none is installed, the fixture is ignored; the build server installs it.</summary>
    private static LocalServer Start(string program, string sign, Func<int, string[]> arguments)
    {
        int port = FreePort();
        var process = new Process
        {
            StartInfo = new ProcessStartInfo(program, arguments(port)) { RedirectStandardOutput = true, RedirectStandardError = true },
        };
        // Both are read until the end: a pipe that nobody empties would stop the server.
        using var ready = new ManualResetEventSlim();
        process.OutputDataReceived += Listen;
        process.ErrorDataReceived += Listen;
        try
        {
            process.Start();
        }
        catch (Win32Exception)
        {
            process.Dispose();
            Assert.Ignore($"{program} is not installed: apt-get install {program}");
        }
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        return ready.Wait(s_patience) ? new LocalServer(process, port) : throw new InvalidOperationException($"{program} does not start.");

        void Listen(object sender, DataReceivedEventArgs line)
        {
            if (line.Data?.Contains(sign, StringComparison.Ordinal) == true)
            {
                ready.Set();
            }
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
