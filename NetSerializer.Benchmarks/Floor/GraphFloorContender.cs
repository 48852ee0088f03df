using NetSerializer.Benchmarks.Contenders;

namespace NetSerializer.Benchmarks.Floor;

/// <summary>Hand-written code for graphs with one class as their root.</summary>
internal interface IGraphCodec
{
    /// <summary>The type id of the root.</summary>
    static abstract byte Id { get; }

    /// <summary>Whether the code recurses deeper than the stack of an ordinary thread admits.</summary>
    static abstract bool IsDeep { get; }

    /// <summary>Writes the body of the root, which is an object without a number yet.</summary>
    static abstract ref byte Write(scoped ref FloorWriter w, ref byte p, WrittenObjects objects, object root);

    /// <summary>Reads the body of the root.</summary>
    static abstract ref byte Read(scoped ref FloorReader r, ref byte p, ReadObjects objects, scoped out object root);
}

/// <summary>The hand-written code on one graph, as one frame. Its tables are kept from call to call.</summary>
internal sealed class GraphFloorContender<TCodec>(object root) : ObjectContender(FloorName.Text, [root]) where TCodec : struct, IGraphCodec
{
    private readonly FloorBuffer _sending = new();
    private readonly FloorBuffer _receiving = new();
    private readonly WrittenObjects _written = new();
    private readonly ReadObjects _read = new();

    public override void Serialize(Stream stream)
    {
        if (TCodec.IsDeep)
        {
            WriteDeep(stream);
        }
        else
        {
            Write(stream);
        }
    }

    public override void Deserialize(Stream stream)
    {
        if (TCodec.IsDeep)
        {
            ReadDeep(stream);
        }
        else
        {
            Read(stream);
        }
    }

    private void WriteDeep(Stream stream) => LargeStack.Run(() => Write(stream));

    private void ReadDeep(Stream stream) => LargeStack.Run(() => Read(stream));

    private void Write(Stream stream)
    {
        object root = Items[0]!;
        FloorWriter w = new(_sending, stream, session: false);
        ref byte p = ref Varint.Write(ref w.Ensure(ref w.Start, Varint.Max32), (uint)TCodec.Id << 1);
        _written.FindOrAdd(root);
        p = ref TCodec.Write(ref w, ref p, _written, root);
        w.SendFrame(ref p);
        _written.Clear();
    }

    private void Read(Stream stream)
    {
        FloorReader r = new(_receiving, stream, session: false);
        r.NextFrame();
        ref byte p = ref Varint.Read(ref r, ref r.Position, out uint header);
        if (header != (uint)TCodec.Id << 1)
        {
            throw new InvalidDataException("Another type.");
        }
        r.Position = ref TCodec.Read(ref r, ref p, _read, out object root);
        r.EndFrame();
        _read.Clear();
        Received[0] = root;
    }
}
