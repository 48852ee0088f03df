using System.Text;

namespace NetSerializer.Values;

/// <summary><see cref="Encoding"/>: the code page, and for Unicode encodings whether they write a byte order mark and throw for invalid text.</summary>
internal sealed class EncodingSerializer : ICustomSerializer<Encoding>
{
    private const int Utf8 = 65001, Utf16 = 1200, Utf16BigEndian = 1201, Utf32 = 12000, Utf32BigEndian = 12001;
    private const byte WithoutMark = 1, Throwing = 2, Last = WithoutMark | Throwing;

    public int MinimumSize => 2;

    public bool HandlesDerivedTypes => true;

    public void Write(ref WireWriter writer, Encoding value)
    {
        int codePage = value.CodePage;
        for (byte form = 0; form <= Last && codePage > 0; form++)
        {
            if (Find((uint)codePage, form) is { } found && found.Equals(value))
            {
                writer.WriteUInt32((uint)codePage);
                writer.WriteByte(form);
                return;
            }
        }
        writer.Refuse($"The encoding of code page {codePage} has fallbacks of its own, or its code page is not registered.");
    }

    public Encoding Read(ref WireReader reader)
    {
        uint codePage = reader.ReadUInt32();
        byte form = reader.ReadByte();
        reader.Charge(128);
        Encoding? encoding = Find(codePage, form);
        if (encoding == null)
        {
            reader.Reject("No encoding of that code page and form.");
        }
        return encoding!;
    }

    private static Encoding? Find(uint codePage, byte form)
    {
        if (form > Last || codePage > ushort.MaxValue)
        {
            return null;
        }
        bool hasMark = (form & WithoutMark) == 0, throws = (form & Throwing) != 0;
        switch (codePage)
        {
            case Utf8:
                return form == 0 ? Encoding.UTF8 : new UTF8Encoding(hasMark, throws);
            case Utf16 or Utf16BigEndian:
                return form != 0 ? new UnicodeEncoding(codePage == Utf16BigEndian, hasMark, throws)
                    : codePage == Utf16 ? Encoding.Unicode : Encoding.BigEndianUnicode;
            case Utf32 or Utf32BigEndian:
                return form == 0 && codePage == Utf32 ? Encoding.UTF32 : new UTF32Encoding(codePage == Utf32BigEndian, hasMark, throws);
        }
        if (form != 0)
        {
            return null;
        }
        try
        {
            var encoding = Encoding.GetEncoding((int)codePage);
            return encoding.CodePage == codePage ? encoding : null;
        }
        catch (Exception failure) when (failure is ArgumentException or NotSupportedException)
        {
            return null;
        }
    }
}
