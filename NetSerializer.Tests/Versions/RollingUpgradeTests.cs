using System.Diagnostics;
using NUnit.Framework;

namespace NetSerializer.Tests.Versions;

/// <summary>
/// A server and a client of two versions of a program, in all four pairs, each in a process of its own over loopback: sessions carry their schema, tagged
/// values are read by schemas that lie in a folder, and both sides append to one file. Nothing that both versions know is lost.
/// </summary>
[TestFixture]
internal sealed class RollingUpgradeTests
{
    [Test]
    public void Every_pair_of_versions_understands_each_other()
    {
        string folder = Directory.CreateTempSubdirectory("upgrade").FullName;
        List<Process> peers = [];
        try
        {
            Process[] servers = [.. new[] { "1", "2" }.Select(version => Start("upgrade-server", version, folder))];
            string[] ports = [.. servers.Select(server => server.StandardOutput.ReadLine()!)];
            Process[] clients = [.. new[] { "1", "2" }.Select(version => Start("upgrade-client", [version, folder, .. ports]))];
            for (int client = 1; client <= clients.Length; client++)
            {
                string[] received = clients[client - 1].StandardOutput.ReadToEnd().Split(
                    '\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
                Assert.That(received, Is.EqualTo(Expected(client, server: 1).Concat(Expected(client, server: 2))), $"client {client}");
            }
            Assert.That(peers.Select(peer => (peer.WaitForExit(TimeSpan.FromMinutes(1)), peer.ExitCode)), Is.All.EqualTo((true, 0)));
        }
        finally
        {
            foreach (Process peer in peers)
            {
                if (!peer.HasExited)
                {
                    peer.Kill();
                }
                peer.Dispose();
            }
            Directory.Delete(folder, recursive: true);
        }

        Process Start(string role, params string[] arguments)
        {
            var start = new ProcessStartInfo(Environment.ProcessPath!, ["exec", typeof(UpgradePeer).Assembly.Location, role, .. arguments])
            {
                RedirectStandardOutput = true,
            };
            peers.Add(Process.Start(start)!);
            return peers[^1];
        }
    }

    private static IEnumerable<string> Expected(int client, int server) =>
        from way in new[] { "session", "tagged", "file" }
        from i in Enumerable.Range(0, UpgradePeer.Orders)
        // A priority goes through a server that knows none as the default.
        let priority = client == 1 ? "" : server == 1 ? " 0" : $" {UpgradePeer.Priority + i}"
        select $"{way}: {UpgradePeer.Answered + i} 'order {i}' {i},{i + 1}{priority}";
}
