namespace NetSerializer.Wire.Columns;

/// <summary>
/// The form of values in a block of a column (docs/wire-format.md, section 4d). Implemented by empty structs, as <see cref="IBulkCodec{T}"/>.
/// </summary>
internal interface IColumnCodec<T>
{
    /// <summary>Writes 1 to 128 values, without their number.</summary>
    static abstract ref byte WriteBlock(scoped ref WireWriter w, ref byte p, scoped ref T source, int count);

    /// <summary>Reads 1 to 128 values.</summary>
    static abstract ref byte ReadBlock(scoped ref WireReader r, ref byte p, scoped ref T destination, int count);
}
