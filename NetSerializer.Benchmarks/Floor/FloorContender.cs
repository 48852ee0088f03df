using NetSerializer.Benchmarks.Contenders;

namespace NetSerializer.Benchmarks.Floor;

/// <summary>The hand-written code on messages of reference type.</summary>
internal sealed class FloorContender<TCodec>(object?[] items) : ObjectContender(FloorName.Text, items) where TCodec : struct, IFloorCodec
{
    private readonly FloorBuffer _sending = new();
    private readonly FloorBuffer _receiving = new();

    public override bool HasSessions => true;

    public override void Serialize(Stream stream)
    {
        FloorWriter w = new(_sending, stream, session: false);
        foreach (object? item in Items)
        {
            ref byte p = ref TCodec.Write(ref w, ref w.Start, item);
            w.SendFrame(ref p);
        }
    }

    public override void Deserialize(Stream stream)
    {
        object?[] received = Received;
        FloorReader r = new(_receiving, stream, session: false);
        for (int i = 0; i < received.Length; i++)
        {
            r.NextFrame();
            received[i] = TCodec.Read(ref r);
            r.EndFrame();
        }
    }

    public override void WriteSession(Stream stream, int passes)
    {
        FloorWriter w = new(_sending, stream, session: true);
        ref byte p = ref w.Start;
        for (int pass = 0; pass < passes; pass++)
        {
            foreach (object? item in Items)
            {
                p = ref TCodec.Write(ref w, ref p, item);
            }
        }
        w.Flush(ref p);
    }

    public override void ReadSession(Stream stream, int passes)
    {
        object?[] received = Received;
        FloorReader r = new(_receiving, stream, session: true);
        for (int pass = 0; pass < passes; pass++)
        {
            for (int i = 0; i < received.Length; i++)
            {
                received[i] = TCodec.Read(ref r);
            }
        }
    }
}

/// <summary>The hand-written code on values.</summary>
internal sealed class FloorContender<T, TCodec>(T[] items) : ValueContender<T>(FloorName.Text, items)
    where T : struct where TCodec : struct, IFloorValue<T>
{
    private readonly FloorBuffer _sending = new();
    private readonly FloorBuffer _receiving = new();

    public override bool HasSessions => true;

    public override void Serialize(Stream stream)
    {
        FloorWriter w = new(_sending, stream, session: false);
        foreach (T item in Items)
        {
            ref byte p = ref TCodec.Write(ref w, ref w.Start, item);
            w.SendFrame(ref p);
        }
    }

    public override void Deserialize(Stream stream)
    {
        T[] received = Received;
        FloorReader r = new(_receiving, stream, session: false);
        for (int i = 0; i < received.Length; i++)
        {
            r.NextFrame();
            received[i] = TCodec.Read(ref r);
            r.EndFrame();
        }
    }

    public override void WriteSession(Stream stream, int passes)
    {
        FloorWriter w = new(_sending, stream, session: true);
        ref byte p = ref w.Start;
        for (int pass = 0; pass < passes; pass++)
        {
            foreach (T item in Items)
            {
                p = ref TCodec.Write(ref w, ref p, item);
            }
        }
        w.Flush(ref p);
    }

    public override void ReadSession(Stream stream, int passes)
    {
        T[] received = Received;
        FloorReader r = new(_receiving, stream, session: true);
        for (int pass = 0; pass < passes; pass++)
        {
            for (int i = 0; i < received.Length; i++)
            {
                received[i] = TCodec.Read(ref r);
            }
        }
    }
}

internal static class FloorName
{
    public const string Text = "Floor";
}
