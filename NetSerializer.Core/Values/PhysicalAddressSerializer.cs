using System.Net.NetworkInformation;

namespace NetSerializer.Values;

/// <summary><see cref="PhysicalAddress"/>: its bytes, six as a rule.</summary>
internal sealed class PhysicalAddressSerializer : ICustomSerializer<PhysicalAddress>
{
    public int MinimumSize => 1;

    public void Write(ref WireWriter writer, PhysicalAddress value) => CountedBytes.Write(ref writer, value.GetAddressBytes());

    public PhysicalAddress Read(ref WireReader reader) => new(CountedBytes.Read(ref reader));
}
