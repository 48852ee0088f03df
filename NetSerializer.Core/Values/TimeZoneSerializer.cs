using System.Buffers;

namespace NetSerializer.Values;

/// <summary>
/// <see cref="TimeZoneInfo"/>: zones of the system by id, zones that a program made with their rules, as
/// <see cref="TimeZoneInfo.ToSerializedString"/> writes them.
/// </summary>
internal sealed class TimeZoneSerializer : ICustomSerializer<TimeZoneInfo>
{
    // The deepest ids of any system are like "posix/America/Argentina/Jujuy".
    private const int LongestId = 255, DeepestId = 4;

    // That the system has no zone of a name .NET finds out by an exception, of 1.2 KB and, while its methods are not compiled to the end, 1.8 KB: the
    // more of them are calls, the longer the trace.
    private const int ForEach = 2048, ForEachChar = 64;

    // Ids are names of files on many systems: a stranger's id must not lead to another file.
    private static readonly SearchValues<char> s_plain = SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 _+-./()");

    public TimeZoneSerializer()
    {
        // Where names know no case, .NET keeps a zone for ever as the first who asks spells it: a stranger must not be the first.
        if (!OperatingSystem.IsLinux())
        {
            TimeZoneInfo.GetSystemTimeZones(skipSorting: true);
        }
    }

    public int MinimumSize => 2;

    public void Write(ref WireWriter writer, TimeZoneInfo value)
    {
        bool isSystem = IsSystem(value);
        string text = isSystem ? value.Id : value.ToSerializedString();
        if (!isSystem && Parse(text)?.HasSameRules(value) != true)
        {
            writer.Refuse($"The time zone '{value.Id}' has rules that its text does not keep.");
        }
        writer.WriteBoolean(!isSystem);
        writer.WriteString(text);
    }

    public TimeZoneInfo Read(ref WireReader reader)
    {
        bool isCustom = reader.ReadBoolean();
        string text = reader.ReadNonNullString();
        reader.Charge(ForEach + ((isCustom ? ForEachChar : 4L) * text.Length));
        TimeZoneInfo? zone = isCustom ? Parse(text) : FindSystem(text);
        if (zone == null || (isCustom && IsSystem(zone)))
        {
            reader.Reject(isCustom ? "No rules of a time zone." : "No time zone of this system has that id.");
        }
        return zone!;
    }

    private static TimeZoneInfo? FindSystem(string id) =>
        MayBeAsked(id) && TimeZoneInfo.TryFindSystemTimeZoneById(id, out TimeZoneInfo? zone) && zone.Id == id ? zone : null;

    // .NET keeps a found zone for ever, under the id that was asked for: so there is one spelling of a path, and none that leads round in links.
    private static bool MayBeAsked(string id)
    {
        if (id.Length > LongestId || id.AsSpan().ContainsAnyExcept(s_plain) || id.Contains("..", StringComparison.Ordinal))
        {
            return false;
        }
        int depth = 0;
        foreach (Range part in id.AsSpan().Split('/'))
        {
            ReadOnlySpan<char> name = id.AsSpan(part);
            if (name.IsEmpty || !char.IsAsciiLetterOrDigit(name[0]) || ++depth > DeepestId)
            {
                return false;
            }
        }
        return true;
    }

    // A zone that a program made may have the id of one of the system.
    private static bool IsSystem(TimeZoneInfo zone) =>
        FindSystem(zone.Id) is { } found
        && (ReferenceEquals(found, zone)
            || (found.Equals(zone) && found.DisplayName == zone.DisplayName && found.StandardName == zone.StandardName
                && found.DaylightName == zone.DaylightName));

    private static TimeZoneInfo? Parse(string text)
    {
        try
        {
            var zone = TimeZoneInfo.FromSerializedString(text);
            return zone.ToSerializedString() == text ? zone : null;
        }
        // the last one for rules that are cut short
        catch (Exception failure) when (
            failure is System.Runtime.Serialization.SerializationException or ArgumentException or InvalidTimeZoneException or IndexOutOfRangeException)
        {
            return null;
        }
    }
}
