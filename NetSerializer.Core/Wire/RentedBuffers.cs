namespace NetSerializer.Wire;

/// <summary>
/// The arrays that a writer has rented. All of them stay with the call until its end, because a copy of the writer may still write to any of them. A copy
/// shares this object, so that each array is given back once. One is kept for each thread.
/// </summary>
internal sealed class RentedBuffers
{
    [ThreadStatic]
    private static RentedBuffers? s_spare;

    private readonly List<byte[]> _arrays = [];

    public static RentedBuffers Take()
    {
        RentedBuffers taken = s_spare ?? new RentedBuffers();
        s_spare = null;
        return taken;
    }

    /// <summary>An array of at least <paramref name="minimumLength"/> bytes.</summary>
    public byte[] Rent(int minimumLength)
    {
        byte[] array = Buffers.Rent(minimumLength);
        _arrays.Add(array);
        return array;
    }

    /// <summary>Gives all arrays back.</summary>
    public void Return()
    {
        foreach (byte[] array in _arrays)
        {
            Buffers.Return(array);
        }
        _arrays.Clear();
        s_spare = this;
    }
}
