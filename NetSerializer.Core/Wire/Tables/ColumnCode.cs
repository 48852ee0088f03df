namespace NetSerializer.Wire.Tables;

/// <summary>The code of a struct whose sequences go by columns. Each direction is compiled when it is first asked for. Thread-safe.</summary>
/// <param name="leastBytes">The fewest bytes that a writer takes for a struct in a sequence.</param>
/// <param name="compile">Compiles the writer, for true, or the reader. Called by any thread, and more than once where several meet.</param>
internal sealed class ColumnCode(int leastBytes, Func<bool, nint> compile)
{
    private nint _writer, _reader;

    public int LeastBytes => leastBytes;

    /// <summary>The address of a <c>static ref byte (ref WireWriter, ref byte, ref T first, int count)</c>.</summary>
    public nint Writer => Find(ref _writer, isWriter: true);

    /// <summary>The address of a <c>static ref byte (ref WireReader, ref byte, ref T first, int count)</c>.</summary>
    public nint Reader => Find(ref _reader, isWriter: false);

    private nint Find(ref nint address, bool isWriter)
    {
        if (Volatile.Read(ref address) == 0)
        {
            Volatile.Write(ref address, compile(isWriter));
        }
        return address;
    }
}
