using NetSerializer.Dispatch;
using NetSerializer.Trees;

namespace NetSerializer.Schema.Reading;

/// <summary>
/// A root of bytes that the schema of another model explains: the decoder makes a tree of them, the writer of trees makes bytes of the model of the tree,
/// and the reader of the model makes the objects.
/// </summary>
internal sealed class DecodedRoot<T> : ComposedRoot<T>
{
    private readonly ResolvedModel _model;
    private readonly RootKey _key;

    /// <exception cref="ValueNotSerializableException">The model does not have the type.</exception>
    public DecodedRoot(ResolvedModel model, RootKey key)
    {
        (_model, _key) = (model, key);
        _ = key.Declared == null ? (object)model.Core.Root<T>() : model.Core.Root(key.Declared);
    }

    public override ref byte Read(scoped ref WireReader r, ref byte p, out T root)
    {
        r.GoOn(ref p);
        object? tree = new TreeDecoder(_model).Root(ref r);
        byte[] bytes = TreeWriter.Write(_model.Core, tree);
        try
        {
            root = _model.Make<T>(_key, bytes);
        }
        catch (MalformedDataException failure)
        {
            // Its offset is one in bytes that nobody has seen.
            throw new MalformedDataException(failure.Code, failure.Reason, MalformedDataException.NoOffset, failure.Path, failure.InnerException);
        }
        return ref r.Cursor;
    }

    public override ref byte Write(scoped ref WireWriter w, ref byte p, scoped in T root) => throw new NotSupportedException();
}
