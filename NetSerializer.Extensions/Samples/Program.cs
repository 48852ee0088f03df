using System.Net;
using NetSerializer;
using NetSerializer.Samples;

using var stop = new CancellationTokenSource();
Console.CancelKeyPress += (_, press) =>
{
    press.Cancel = true;
    stop.Cancel();
};
TypeModel model = TypeModel.Create(typeof(Order));
// The schemas of other versions, which a test with SchemaAssert keeps: docs/versioning.md.
var schemas = new SchemaStore(model, source: SchemaSource.Folder("schemas"));
try
{
    switch (args)
    {
        case ["kafka", var servers]:
            await KafkaSample.RunAsync(servers, schemas, Console.WriteLine, stop.Token);
            break;
        case ["nats", var url]:
            await NatsSample.RunAsync(url, schemas, Console.WriteLine, stop.Token);
            break;
        case ["pipelines", var port]:
            await PipelineSample.RunAsync(new IPEndPoint(IPAddress.Loopback, int.Parse(port)), schemas, Console.WriteLine, stop.Token);
            break;
        default:
            Console.WriteLine("dotnet run -- kafka localhost:9092 | nats nats://localhost:4222 | pipelines 5000");
            break;
    }
}
catch (OperationCanceledException) when (stop.IsCancellationRequested)
{
    Console.WriteLine("Stopped.");
}
