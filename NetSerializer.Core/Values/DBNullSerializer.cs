namespace NetSerializer.Values;

/// <summary><see cref="DBNull"/>: no bytes, there is only one.</summary>
internal sealed class DBNullSerializer : ICustomSerializer<DBNull>
{
    public void Write(ref WireWriter writer, DBNull value)
    {
    }

    public DBNull Read(ref WireReader reader) => DBNull.Value;
}
