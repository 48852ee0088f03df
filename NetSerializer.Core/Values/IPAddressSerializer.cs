using System.Net;
using System.Net.Sockets;

namespace NetSerializer.Values;

/// <summary>
/// <see cref="IPAddress"/>: the byte 4 and four bytes, or the byte 6, sixteen bytes and the scope. The well-known addresses are of a class of their
/// own, which is handled as well.
/// </summary>
internal sealed class IPAddressSerializer : ICustomSerializer<IPAddress>
{
    private const byte V4 = 4, V6 = 6;
    private const int V4Size = 4, V6Size = 16;

    public int MinimumSize => 5;

    public bool HandlesDerivedTypes => true;

    public void Write(ref WireWriter writer, IPAddress value) => WriteAddress(ref writer, value);

    public IPAddress Read(ref WireReader reader) => ReadAddress(ref reader);

    public static void WriteAddress(ref WireWriter writer, IPAddress value)
    {
        Span<byte> bytes = stackalloc byte[V6Size];
        value.TryWriteBytes(bytes, out int length);
        bool isV6 = value.AddressFamily == AddressFamily.InterNetworkV6;
        writer.WriteByte(isV6 ? V6 : V4);
        writer.WriteBytes(bytes[..length]);
        if (isV6)
        {
            writer.WriteUInt32((uint)value.ScopeId);
        }
    }

    public static IPAddress ReadAddress(ref WireReader reader)
    {
        Span<byte> bytes = stackalloc byte[V6Size];
        byte version = reader.ReadByte();
        if (version == V4)
        {
            reader.ReadBytes(bytes[..V4Size]);
            return new IPAddress(bytes[..V4Size]);
        }
        if (version != V6)
        {
            reader.Reject("An IP address is of version 4 or 6.");
        }
        reader.ReadBytes(bytes);
        uint scope = reader.ReadUInt32();
        // The object and its array of eight numbers.
        reader.Charge(48 + 40);
        return new IPAddress(bytes, scope);
    }
}
