using NetSerializer.Benchmarks.Contenders;
using HyperionOptions = Hyperion.SerializerOptions;
using HyperionSerializer = Hyperion.Serializer;

namespace NetSerializer.Benchmarks.Peers;

/// <summary>Hyperion on the plain types, which are made known to it, so that their names do not travel. It stops at the end of a message.</summary>
internal sealed class HyperionContender(object?[] items, IEnumerable<Type> knownTypes, bool references)
    : ObjectContender(PeerNames.Hyperion, items)
{
    private readonly HyperionSerializer _serializer =
        new(HyperionOptions.Default.WithPreserveObjectReferences(references).WithKnownTypes(knownTypes.Distinct()));

    public override bool HasNetwork => false;

    public override void Serialize(Stream stream)
    {
        foreach (object? item in Items)
        {
            _serializer.Serialize(item, stream);
        }
    }

    public override void Deserialize(Stream stream)
    {
        for (int i = 0; i < Received.Length; i++)
        {
            Received[i] = _serializer.Deserialize(stream);
        }
    }
}
