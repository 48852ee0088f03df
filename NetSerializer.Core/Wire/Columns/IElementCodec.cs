using NetSerializer.Wire.Tables;

namespace NetSerializer.Wire.Columns;

/// <summary>The form of elements that are taken apart into columns, in blocks of their own.</summary>
internal interface IElementCodec<T> : IColumnCodec<T>
{
    /// <summary>The fewest bytes that a writer takes for an element.</summary>
    /// <param name="model">The model, on which the columns of a struct depend.</param>
    static abstract int LeastBytes(ObjectDispatch model);

    /// <summary>Every block has a byte besides, the mode of a column of integers.</summary>
    static virtual bool HasMode => false;
}
