namespace NetSerializer.Values;

/// <summary><see cref="Version"/>: major, minor, build + 1, and where there is a build, revision + 1.</summary>
internal sealed class VersionSerializer : ICustomSerializer<Version>
{
    public int MinimumSize => 3;

    public void Write(ref WireWriter writer, Version value)
    {
        writer.WriteUInt32((uint)value.Major);
        writer.WriteUInt32((uint)value.Minor);
        writer.WriteUInt32((uint)(value.Build + 1L));
        if (value.Build >= 0)
        {
            writer.WriteUInt32((uint)(value.Revision + 1L));
        }
    }

    public Version Read(ref WireReader reader)
    {
        int major = Part(ref reader, 0), minor = Part(ref reader, 0), build = Part(ref reader, 1);
        if (build < 0)
        {
            return new Version(major, minor);
        }
        int revision = Part(ref reader, 1);
        return revision < 0 ? new Version(major, minor, build) : new Version(major, minor, build, revision);
    }

    private static int Part(ref WireReader reader, int offset)
    {
        long part = (long)reader.ReadUInt32() - offset;
        if (part > int.MaxValue)
        {
            reader.Reject("A part of a version is too large.");
        }
        return (int)part;
    }
}
