using System;
using System.Net;
using System.Net.Sockets;
using NetSerializer;

namespace NetSerializer.Tests.Structure;

/// <summary>The example of README.md, line by line: <see cref="ReadmeTests"/> compares the two and runs this one.</summary>
internal static class ReadmeExample
{
    public static void Run()
    {
        // README: statements
        Serializer.Initialize(typeof(Greeting));   // both sides: the same types, in the same order
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        using var client = new TcpClient("127.0.0.1", ((IPEndPoint)listener.LocalEndpoint).Port);
        using var server = listener.AcceptTcpClient();

        Serializer.Serialize(client.GetStream(), new Greeting { From = "Ada", Lines = ["Hello", "world"] });
        var greeting = (Greeting)Serializer.Deserialize(server.GetStream())!;
        Console.WriteLine($"{greeting.From}: {string.Join(", ", greeting.Lines)}");
        // README: end
    }

    // README: types
    [Serializable]
    class Greeting { public string From = ""; public string[] Lines = []; }
    // README: end
}
