using System.Net;

namespace NetSerializer.Values;

/// <summary><see cref="Cookie"/>: the properties that a program can set. A text that is empty has not been set.</summary>
internal sealed class CookieSerializer : ICustomSerializer<Cookie>
{
    private const byte Discards = 1, IsHttpOnly = 2, IsSecure = 4, All = Discards | IsHttpOnly | IsSecure;
    private const int Overhead = 64, ForEachChar = 24;

    public int MinimumSize => 11;

    public void Write(ref WireWriter writer, Cookie value)
    {
        foreach (string text in (string[])[value.Name, value.Value, value.Path, value.Domain, value.Port, value.Comment])
        {
            writer.WriteString(text);
        }
        writer.WriteString(value.CommentUri?.OriginalString);
        writer.WriteUInt64((ulong)value.Expires.Ticks);
        writer.WriteByte((byte)value.Expires.Kind);
        writer.WriteByte((byte)((value.Discard ? Discards : 0) | (value.HttpOnly ? IsHttpOnly : 0) | (value.Secure ? IsSecure : 0)));
        writer.WriteUInt32((uint)value.Version);
    }

    public Cookie Read(ref WireReader reader)
    {
        string name = reader.ReadNonNullString(), content = reader.ReadNonNullString(), path = reader.ReadNonNullString(),
            domain = reader.ReadNonNullString(), port = reader.ReadNonNullString(), comment = reader.ReadNonNullString();
        string? link = reader.ReadString();
        reader.Charge(Overhead + ((long)ForEachChar * (name.Length + port.Length + (link?.Length ?? 0))));
        ulong ticks = reader.ReadUInt64();
        byte kind = reader.ReadByte(), flags = reader.ReadByte();
        uint version = reader.ReadUInt32();
        if (ticks > (ulong)DateTime.MaxValue.Ticks || kind > (byte)DateTimeKind.Local || flags > All || version > int.MaxValue)
        {
            reader.Reject("No time, flags or version of a cookie.");
        }
        var made = new Cookie
        {
            Comment = comment,
            Discard = (flags & Discards) != 0,
            Expires = new DateTime((long)ticks, (DateTimeKind)kind),
            HttpOnly = (flags & IsHttpOnly) != 0,
            Secure = (flags & IsSecure) != 0,
            Value = content,
        };
        try
        {
            Set(made, name, path, domain, port, link, (int)version);
        }
        catch (Exception failure) when (failure is CookieException or UriFormatException or ArgumentException)
        {
            reader.Reject("No cookie has such parts.");
        }
        return made;
    }

    // To set one of these, even to its present value, says that the program has chosen it.
    private static void Set(Cookie cookie, string name, string path, string domain, string port, string? link, int version)
    {
        if (name.Length > 0)
        {
            cookie.Name = name;
        }
        if (path.Length > 0)
        {
            cookie.Path = path;
        }
        if (domain.Length > 0)
        {
            cookie.Domain = domain;
        }
        if (port.Length > 0)
        {
            cookie.Port = port;
        }
        if (link != null)
        {
            cookie.CommentUri = new Uri(link, UriKind.RelativeOrAbsolute);
        }
        if (version > 0)
        {
            cookie.Version = version;
        }
    }
}
