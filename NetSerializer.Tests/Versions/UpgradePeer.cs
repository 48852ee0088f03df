using System.Globalization;
using System.Net;
using System.Net.Sockets;
using NetSerializer.Tests.Model;
using static NetSerializer.Tests.Versions.VersionPairs;

namespace NetSerializer.Tests.Versions;

/// <summary>
/// A server or a client of a version of one program, in a process of its own: <c>upgrade-server VERSION FOLDER</c> and <c>upgrade-client VERSION FOLDER
/// PORT PORT</c>, which <see cref="RollingUpgradeTests"/> runs. Each way of sending orders is a method of the client.
/// </summary>
internal sealed class UpgradePeer
{
    /// <summary>How many orders a client sends to a server in each way.</summary>
    public const int Orders = 20;

    /// <summary>A server adds this to the number of an order.</summary>
    public const int Answered = 1_000;

    /// <summary>The priority of the order of number 0; the first version has none.</summary>
    public const int Priority = 100;

    private const int Clients = 2;

    private static readonly ResolveOptions s_resolve = new() { Narrowing = Narrowing.Checked };

    private static readonly ValueFileOptions s_file = new() { Resolve = s_resolve };

    private readonly TypeModel _model;
    private readonly SchemaStore _store;
    private readonly SessionOptions _session = new() { Header = SessionHeader.Schema, LeaveOpen = true, Resolve = s_resolve };

    /// <param name="version">1 or 2: in the second the number is wider, and there is a priority.</param>
    /// <param name="folder">Where each version leaves its schema before it sends anything.</param>
    private UpgradePeer(int version, string folder)
    {
        (string, Type)[] members = version == 1 ? [("Number", typeof(int)), ("Text", typeof(string)), ("Lines", typeof(int[]))]
            : [("Priority", typeof(int)), ("Lines", typeof(List<int>)), ("Number", typeof(long)), ("Text", typeof(string))];
        _model = TypeModel.Create(new DynamicTypes().Make("Order", members));
        string file = Path.Combine(folder, $"{Convert.ToHexStringLower(_model.Fingerprint.Span[..TypeModel.TagLength])}.schema");
        File.WriteAllBytes(file + Environment.ProcessId, _model.Schema.ToBytes());
        File.Move(file + Environment.ProcessId, file, overwrite: true);
        _store = new SchemaStore(_model, options: s_resolve, source: SchemaSource.Folder(folder));
    }

    public static int Run(string role, string version, string folder, IReadOnlyList<string> ports, TextWriter output)
    {
        var peer = new UpgradePeer(int.Parse(version, CultureInfo.InvariantCulture), folder);
        if (role == "upgrade-server")
        {
            peer.Serve(output);
            return 0;
        }
        foreach (string port in ports)
        {
            using var connection = new TcpClient();
            connection.Connect(IPAddress.Loopback, int.Parse(port, CultureInfo.InvariantCulture));
            using NetworkStream stream = connection.GetStream();
            using ValueWriter writer = peer._model.OpenWriter(stream, peer._session);
            using ValueReader reader = peer._model.OpenReader(stream, peer._session);
            peer.SendInSession(writer, reader, output);
            peer.SendTagged(writer, reader, output);
            peer.SendInFile(Path.Combine(folder, $"{Environment.ProcessId}-{port}.nsf"), writer, reader, output);
        }
        return 0;
    }

    private void Serve(TextWriter output)
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        output.WriteLine(((IPEndPoint)listener.LocalEndpoint).Port);
        output.Flush();
        for (int i = 0; i < Clients; i++)
        {
            using TcpClient client = listener.AcceptTcpClient();
            using NetworkStream stream = client.GetStream();
            using ValueWriter writer = _model.OpenWriter(stream, _session);
            using ValueReader reader = _model.OpenReader(stream, _session);
            while (reader.TryRead(out object? message))
            {
                writer.Write<object>(message switch
                {
                    byte[] tagged => _model.SerializeTagged(Answer(ReadTagged(tagged))),
                    string path => AnswerInFile(path),
                    _ => Answer(message!),
                });
                writer.Flush();
            }
        }
    }

    private void SendInSession(ValueWriter writer, ValueReader reader, TextWriter output)
    {
        for (int i = 0; i < Orders; i++)
        {
            writer.Write(Order(i));
        }
        writer.Flush();
        for (int i = 0; i < Orders; i++)
        {
            output.WriteLine(Line("session", reader.Read<object>()!));
        }
    }

    private void SendTagged(ValueWriter writer, ValueReader reader, TextWriter output)
    {
        for (int i = 0; i < Orders; i++)
        {
            writer.Write(_model.SerializeTagged(Order(i)));
        }
        writer.Flush();
        for (int i = 0; i < Orders; i++)
        {
            output.WriteLine(Line("tagged", ReadTagged(reader.Read<byte[]>()!)));
        }
    }

    // Both append to one file.
    private void SendInFile(string path, ValueWriter writer, ValueReader reader, TextWriter output)
    {
        using (ValueFileWriter<object?> file = _model.CreateFile(path))
        {
            for (int i = 0; i < Orders; i++)
            {
                file.Write(Order(i));
            }
        }
        writer.Write<object>(path);
        writer.Flush();
        reader.Read<string>();
        using ValueFileReader<object> answers = _model.OpenFile(path, s_file);
        for (int i = 0; i < Orders; i++)
        {
            output.WriteLine(Line("file", answers[Orders + i]!));
        }
    }

    private string AnswerInFile(string path)
    {
        object?[] orders;
        using (ValueFileReader<object> file = _model.OpenFile(path, s_file))
        {
            orders = [.. file];
        }
        using ValueFileWriter<object?> answers = _model.AppendFile(path, s_file);
        foreach (object? order in orders)
        {
            answers.Write(Answer(order!));
        }
        return path;
    }

    private object ReadTagged(byte[] tagged)
    {
        TaggedResult result = _store.TryDeserialize(tagged, out object? order);
        return result == TaggedResult.Value ? order! : throw new InvalidOperationException($"A tagged order is {result}.");
    }

    private object Order(int number) => Make(_model, [.. Members(_model).Select(member => (member, Value(member, number)))]);

    private object? Value(string member, int number) => member switch
    {
        "Number" => IsOfFirst ? number : (object)(long)number,
        "Text" => $"order {number}",
        "Lines" => IsOfFirst ? new[] { number, number + 1 } : new List<int> { number, number + 1 },
        _ => Priority + number,
    };

    private bool IsOfFirst => Members(_model).Length == 3;

    private static string[] Members(TypeModel model) => [.. model.TypeIds.First(pair => pair.Value == 32).Key.GetFields().Select(field => field.Name)];

    private object Answer(object order)
    {
        object answer = Make(_model, [.. Members(_model).Select(member => (member, Get(order, member)))]);
        object number = IsOfFirst ? (int)Get(order, "Number")! + Answered : (object)((long)Get(order, "Number")! + Answered);
        answer.GetType().GetField("Number")!.SetValue(answer, number);
        return answer;
    }

    // The priority where this side has one.
    private string Line(string way, object order) =>
        $"{way}: {Get(order, "Number")} '{Get(order, "Text")}' {string.Join(',', (IEnumerable<int>)Get(order, "Lines")!)}"
            + (IsOfFirst ? "" : $" {Get(order, "Priority")}");
}
