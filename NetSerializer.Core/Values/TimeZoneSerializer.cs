using System.Buffers;

namespace NetSerializer.Values;

/// <summary><see cref="TimeZoneInfo"/>: those of the system by id, those that a program made with their rules, as <see cref="TimeZoneInfo.ToSerializedString"/> writes them.</summary>
internal sealed class TimeZoneSerializer : ICustomSerializer<TimeZoneInfo>
{
    private const int LongestId = 255, ForEachChar = 64;

    // Ids are names of files on many systems: a stranger's id must not lead to another file.
    private static readonly SearchValues<char> s_plain = SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 _+-./()");

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
        reader.Charge(1024 + ((isCustom ? ForEachChar : 4L) * text.Length));
        TimeZoneInfo? zone = isCustom ? Parse(text) : FindSystem(text);
        if (zone == null || (isCustom && IsSystem(zone)))
        {
            reader.Reject(isCustom ? "No rules of a time zone." : "No time zone of this system has that id.");
        }
        return zone!;
    }

    private static TimeZoneInfo? FindSystem(string id) =>
        id.Length is > 0 and <= LongestId && id[0] != '/' && !id.AsSpan().ContainsAnyExcept(s_plain) && !id.Contains("..", StringComparison.Ordinal)
        && TimeZoneInfo.TryFindSystemTimeZoneById(id, out TimeZoneInfo? zone) && zone.Id == id
            ? zone
            : null;

    // A zone that a program made may have the id of one of the system.
    private static bool IsSystem(TimeZoneInfo zone) =>
        FindSystem(zone.Id) is { } found
        && (ReferenceEquals(found, zone)
            || (found.Equals(zone) && found.DisplayName == zone.DisplayName && found.StandardName == zone.StandardName && found.DaylightName == zone.DaylightName));

    private static TimeZoneInfo? Parse(string text)
    {
        try
        {
            var zone = TimeZoneInfo.FromSerializedString(text);
            return zone.ToSerializedString() == text ? zone : null;
        }
        catch (Exception failure) when (failure is System.Runtime.Serialization.SerializationException or ArgumentException or InvalidTimeZoneException or IndexOutOfRangeException) // the last one for rules that are cut short
        {
            return null;
        }
    }
}
