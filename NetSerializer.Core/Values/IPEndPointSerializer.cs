using System.Net;

namespace NetSerializer.Values;

/// <summary><see cref="IPEndPoint"/>: address and port.</summary>
internal sealed class IPEndPointSerializer : ICustomSerializer<IPEndPoint>
{
    private const int AddressSize = 48;

    public int MinimumSize => 6;

    public void Write(ref WireWriter writer, IPEndPoint value)
    {
        IPAddressSerializer.WriteAddress(ref writer, value.Address);
        writer.WriteUInt16((ushort)value.Port);
    }

    public IPEndPoint Read(ref WireReader reader)
    {
        reader.Charge(AddressSize);
        return new IPEndPoint(IPAddressSerializer.ReadAddress(ref reader), reader.ReadUInt16());
    }
}
