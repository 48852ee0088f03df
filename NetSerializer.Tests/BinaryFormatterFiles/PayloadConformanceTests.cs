using System.Formats.Nrbf;
using System.Reflection.Metadata;
using System.Runtime.Serialization;
using NetSerializer.Tests.Equality;
using NetSerializer.Tests.Oracle;
using NetSerializer.Tests.Oracle.Schema;
using NetSerializer.Tests.Oracle.Values;
using NUnit.Framework;

namespace NetSerializer.Tests.BinaryFormatterFiles;

/// <summary>
/// Values of all types that BinaryFormatter supports, written by it: the package reads the same objects as BinaryFormatter itself, to the last bit and
/// reference. The bytes that a model gets without an object are those of that object.
/// </summary>
[TestFixtureSource(typeof(BinaryFormatterTests), nameof(BinaryFormatterTests.Cases))]
public sealed class PayloadConformanceTests(string name, Type[] roots)
{
    private const int Samples = 24;

    private TypeModel _graph = null!, _tree = null!;

    [OneTimeSetUp]
    public void MakeModels()
    {
        _tree = TypeModel.Create(roots);
        _graph = TypeModel.Create(roots, new SerializerOptions { References = ReferenceHandling.Preserve, Integers = IntegerEncoding.Fixed });
    }

    [OneTimeTearDown]
    public void ReleaseModels() => _graph = _tree = null!;

    [Test]
    public void Objects_are_those_that_BinaryFormatter_reads()
    {
        Dictionary<ushort, Type> types = _graph.TypeIds.Where(pair => BinaryFormatterTypes.IsSupported(pair.Key) && pair.Key != typeof(object))
            .ToDictionary(pair => pair.Value, pair => pair.Key);
        int compared = 0;
        Sample.Check(Samples, sample =>
        {
            Type root = roots[sample.Seed % roots.Length];
            if (root.IsInterface || root.IsAbstract || new ValueGenerator(types, sample, wellFormedTexts: true).CreateRoot(root) is not { } value
                || Write(value) is not (var payload, var theirs))
            {
                return;
            }
            object? graph;
            try
            {
                graph = BinaryFormatterReader.Read(_graph, payload);
            }
            catch (MalformedDataException refused) when (IsOfTheDecoder(refused))
            {
                // The decoder knows no array that begins at another index than 0, and no text in an array of an interface type.
                return;
            }
            compared++;
            string about = $"{name}, {SchemaNames.Of(root)}: ";
            Require(about, DeepComparer.FirstDifference(theirs, graph));
            object? tree = BinaryFormatterReader.Read(_tree, new MemoryStream(payload));
            object? converted = _graph.Deserialize(BinaryFormatterReader.Convert(_graph, payload));
            Require(about, DeepComparer.FirstDifference(theirs, tree));
            if (!MergesEmptyTexts(payload))
            {
                Require(about, GraphComparer.FirstDifference(theirs, graph));
                Require(about, GraphComparer.FirstDifference(theirs, tree));
                Require(about, GraphComparer.FirstDifference(theirs, converted));
            }
        });
        Assert.That(compared, Is.GreaterThan(Samples / 4), "values that BinaryFormatter takes");
    }

    private static bool IsOfTheDecoder(MalformedDataException refused) =>
        refused is { Code: ErrorCode.ForeignDataMalformed, InnerException: NotSupportedException or SerializationException };

    // BinaryFormatter's reader makes one object of all empty char arrays; here they stay as many as were written.
    private static bool MergesEmptyTexts(byte[] payload)
    {
        var options = new PayloadOptions { TypeNameParseOptions = new TypeNameParseOptions { MaxNodes = 256 } };
        NrbfDecoder.Decode(new MemoryStream(payload), out IReadOnlyDictionary<SerializationRecordId, SerializationRecord> records, options);
        return records.Values.Count(record => record is SZArrayRecord<char> { Length: 0 }) > 1;
    }

    private static void Require(string about, string? difference)
    {
        if (difference != null)
        {
            throw new InvalidOperationException(about + difference);
        }
    }

    private static (byte[] Payload, object Theirs)? Write(object value)
    {
        try
        {
            byte[] payload = BinaryFormatterPeer.Write(value);
            return (payload, BinaryFormatterPeer.Read(payload)!);
        }
        // A type that a slot admits is not marked, or a char that is half of a pair.
        catch (Exception refused) when (refused is SerializationException or ArgumentException or IOException)
        {
            return null;
        }
    }
}
