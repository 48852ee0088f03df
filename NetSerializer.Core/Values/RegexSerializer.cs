using System.Text.RegularExpressions;

namespace NetSerializer.Values;

/// <summary><see cref="Regex"/>: pattern, options, and after how many ticks a match is given up, 0 for never.</summary>
internal sealed class RegexSerializer : ICustomSerializer<Regex>
{
    // The tree of a pattern, the code that it becomes, and the matches. A compiled one also becomes methods, one without backtracking an automaton.
    private const int Overhead = 16 * 1024, ForEachChar = 1024, Automaton = 128 * 1024, Methods = 256 * 1024;

    public int MinimumSize => 3;

    public bool HandlesDerivedTypes => true;

    public void Write(ref WireWriter writer, Regex value)
    {
        writer.WriteString(value.ToString());
        writer.WriteUInt32((uint)value.Options);
        writer.WriteUInt64(value.MatchTimeout == Regex.InfiniteMatchTimeout ? 0 : (ulong)value.MatchTimeout.Ticks);
    }

    public Regex Read(ref WireReader reader)
    {
        string pattern = reader.ReadNonNullString();
        var options = (RegexOptions)reader.ReadUInt32();
        ulong ticks = reader.ReadUInt64();
        reader.Charge(Overhead + (long)ForEachChar * pattern.Length
            + (options.HasFlag(RegexOptions.Compiled) ? Methods : options.HasFlag(RegexOptions.NonBacktracking) ? Automaton : 0));
        Regex? made = ticks > long.MaxValue ? null : Make(pattern, options, ticks == 0 ? Regex.InfiniteMatchTimeout : new TimeSpan((long)ticks));
        if (made == null)
        {
            reader.Reject("No pattern, or no options of one.");
        }
        return made!;
    }

    private static Regex? Make(string pattern, RegexOptions options, TimeSpan timeout)
    {
        try
        {
            return new Regex(pattern, options, timeout);
        }
        catch (Exception failure) when (failure is ArgumentException or NotSupportedException)
        {
            return null;
        }
    }
}
