using NetSerializer.Wire.Columns;

namespace NetSerializer.Schema.Reading;

/// <summary>Reads blocks of a column: docs/wire-format.md, section 4d.</summary>
internal abstract class ColumnReader
{
    /// <param name="codec">The closed <see cref="IColumnCodec{T}"/> of the values.</param>
    /// <param name="type">Their type.</param>
    public static ColumnReader Of(Type codec, Type type) => (ColumnReader)Activator.CreateInstance(typeof(ColumnReader<,>).MakeGenericType(codec, type))!;

    /// <summary>An array of so many values, at most 128.</summary>
    public abstract Array Read(scoped ref WireReader r, int count);
}

/// <inheritdoc/>
internal sealed class ColumnReader<TCodec, T> : ColumnReader
    where TCodec : struct, IColumnCodec<T>
{
    public override Array Read(scoped ref WireReader r, int count)
    {
        T[] values = new T[count];
        r.GoOn(ref TCodec.ReadBlock(ref r, ref r.Cursor, ref values[0], count));
        return values;
    }
}
