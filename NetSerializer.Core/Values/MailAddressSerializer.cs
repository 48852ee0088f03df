using System.Net.Mail;

namespace NetSerializer.Values;

/// <summary><see cref="MailAddress"/>: the address and the name beside it.</summary>
internal sealed class MailAddressSerializer : ICustomSerializer<MailAddress>
{
    // Memory of parsing beside the texts: the parts that it finds, and the name with and without its quotes.
    private const int Overhead = 512, ForEachChar = 2 * 8;

    public int MinimumSize => 2;

    public void Write(ref WireWriter writer, MailAddress value)
    {
        if (Parse(value.Address, value.DisplayName) == null)
        {
            writer.Refuse($"The parts of a MailAddress do not make that address again: {value}");
        }
        writer.WriteString(value.Address);
        writer.WriteString(value.DisplayName);
    }

    public MailAddress Read(ref WireReader reader)
    {
        string address = reader.ReadNonNullString(), name = reader.ReadNonNullString();
        reader.Charge(Overhead + (long)ForEachChar * (address.Length + name.Length));
        MailAddress? made = Parse(address, name);
        if (made == null)
        {
            reader.Reject("No mail address.");
        }
        return made!;
    }

    private static MailAddress? Parse(string address, string name) =>
        MailAddress.TryCreate(address, name, out MailAddress? made) && made.Address == address && made.DisplayName == name ? made : null;
}
