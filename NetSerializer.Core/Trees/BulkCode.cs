using NetSerializer.Wire;

namespace NetSerializer.Trees;

/// <summary>The code of elements that go in bulk.</summary>
internal abstract class BulkCode
{
    /// <param name="sequence">The closed <see cref="BulkSequence{TCodec, T}"/> of the element type.</param>
    public static BulkCode Of(Type sequence) => (BulkCode)Activator.CreateInstance(typeof(BulkCode<,>).MakeGenericType(sequence.GetGenericArguments()))!;

    /// <summary>Writes the count and the elements.</summary>
    public abstract ref byte WriteSequence(scoped ref WireWriter w, ref byte p, Array items);

    /// <summary>Writes the elements.</summary>
    public abstract ref byte WriteGrid(scoped ref WireWriter w, ref byte p, Array items);
}

/// <inheritdoc/>
internal sealed class BulkCode<TCodec, T> : BulkCode
    where TCodec : struct, IBulkCodec<T>
{
    public override ref byte WriteSequence(scoped ref WireWriter w, ref byte p, Array items) =>
        ref BulkSequence<TCodec, T>.WriteArray(ref w, ref p, (T[])items);

    public override ref byte WriteGrid(scoped ref WireWriter w, ref byte p, Array items) => ref BulkSequence<TCodec, T>.WriteGrid(ref w, ref p, items);
}
