using System.Runtime.Serialization;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Equality;
using NetSerializer.Tests.Fuzzing;
using NetSerializer.Tests.Oracle;
using NetSerializer.Tests.Oracle.Values;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>Graphs with shared edges and cycles of every kind come back isomorphic, through every surface and as BinaryFormatter brings them back.</summary>
public sealed class RandomGraphTests
{
    private const int Samples = 150;
    private const int DamagedSamples = 6;
    private const int LongestDamaged = 400;

    private static readonly TypeModel s_model = Create(StringHandling.ByReference), s_values = Create(StringHandling.Values),
        s_table = Create(StringHandling.Table);

    [Test]
    public void Copies_are_isomorphic_through_every_surface() => Sample.Check(Samples, sample =>
    {
        object graph = RandomGraph.Create(sample);
        byte[] bytes = s_model.Serialize(graph);
        Require(graph, s_model.Deserialize<object>(bytes), "span");
        var sequence = Segments.Split(bytes, Enumerable.Range(1, bytes.Length - 1).Where(cut => cut % 3 == 0));
        Require(graph, s_model.Deserialize<object>(in sequence), "sequence");
        using var stream = new MemoryStream();
        s_model.Serialize(stream, graph);
        stream.Position = 0;
        Require(graph, s_model.Deserialize(stream), "stream");
        stream.SetLength(0);
        using (ValueWriter writer = s_model.OpenWriter(stream, leaveOpen: true))
        {
            writer.Write(graph);
            writer.Write(graph);
        }
        stream.Position = 0;
        using ValueReader reader = s_model.OpenReader(stream, leaveOpen: true);
        Require(graph, reader.Read<object>(), "session");
        Require(graph, reader.Read<object>(), "session, again: numbers begin anew");
    });

    [Test]
    public void Strings_that_travel_by_their_text_lose_only_their_identity() => Sample.Check(Samples / 3, sample =>
    {
        object graph = RandomGraph.Create(sample);
        Require(graph, s_values.DeepClone(graph), "values", TextIdentity.Values);
        Require(graph, s_table.DeepClone(graph), "table", TextIdentity.Values);
    });

    [Test]
    public void Copies_are_those_of_BinaryFormatter()
    {
        int compared = 0;
        Sample.Check(Samples, sample =>
        {
            object graph = RandomGraph.Create(sample, hasBoxes: false);
            object theirs;
            try
            {
                theirs = BinaryFormatterPeer.Clone(graph);
            }
            // It cannot construct objects of ISerializable that contain each other.
            catch (SerializationException)
            {
                return;
            }
            // Nor does it see every cycle that it closes wrongly; what it got right is compared.
            if (GraphComparer.FirstDifference(graph, theirs) is null)
            {
                compared++;
                Require(theirs, s_model.DeepClone(graph), "beside BinaryFormatter");
            }
        });
        Assert.That(compared, Is.GreaterThan(Samples / 4), "graphs that BinaryFormatter takes");
    }

    [Test]
    public void Every_prefix_and_every_changed_byte_is_rejected_or_a_sound_value() => Sample.Check(DamagedSamples, sample =>
    {
        byte[] bytes = s_model.Serialize(RandomGraph.Create(sample));
        for (int i = 0; i < Math.Min(bytes.Length, LongestDamaged); i++)
        {
            RequireSound(bytes[..i]);
            foreach (byte value in (byte[])[0, 1, 2, 3, 0xFF, (byte)(bytes[i] + 1), (byte)(bytes[i] - 1), (byte)(bytes[i] + 2), (byte)(bytes[i] - 2),
                (byte)(bytes[i] ^ 0x80)])
            {
                byte[] changed = [.. bytes];
                changed[i] = value;
                RequireSound(changed);
            }
        }
    });

    private static TypeModel Create(StringHandling strings) =>
        TypeModel.Create(RandomGraph.Types, new SerializerOptions { References = ReferenceHandling.Preserve, Strings = strings });

    private static void RequireSound(byte[] bytes)
    {
        object? value;
        try
        {
            value = s_model.Deserialize<object>(bytes);
        }
        catch (MalformedDataException)
        {
            return;
        }
        if (TypeSafetyWalk.FirstFault(s_model, typeof(object), value) is { } fault)
        {
            throw new InvalidOperationException($"{Convert.ToHexString(bytes)}: {fault}");
        }
    }

    private static void Require(object graph, object? copy, string place, TextIdentity texts = TextIdentity.ByReference)
    {
        if (GraphComparer.FirstDifference(graph, copy, texts) is { } difference)
        {
            throw new InvalidOperationException($"{place}: {difference}");
        }
    }
}
