using System.Runtime.CompilerServices;
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
        foreach (object? item in Items)
        {
            Serialize(_sending, stream, item);
        }
    }

    public override void Deserialize(Stream stream)
    {
        object?[] received = Received;
        for (int i = 0; i < received.Length; i++)
        {
            received[i] = Deserialize(_receiving, stream);
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

    // A call per message is a call: nothing but the buffer lives from one to the next. What a loop can keep in registers is the business of sessions.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Serialize(FloorBuffer buffer, Stream stream, object? item)
    {
        FloorWriter w = new(buffer, stream, session: false);
        ref byte p = ref TCodec.Write(ref w, ref w.Start, item);
        w.SendFrame(ref p);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static object? Deserialize(FloorBuffer buffer, Stream stream)
    {
        FloorReader r = new(buffer, stream, session: false);
        r.NextFrame();
        object? value = TCodec.Read(ref r);
        r.EndFrame();
        return value;
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
        foreach (T item in Items)
        {
            Serialize(_sending, stream, item);
        }
    }

    public override void Deserialize(Stream stream)
    {
        T[] received = Received;
        for (int i = 0; i < received.Length; i++)
        {
            received[i] = Deserialize(_receiving, stream);
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

    // A call per message is a call: nothing but the buffer lives from one to the next. What a loop can keep in registers is the business of sessions.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Serialize(FloorBuffer buffer, Stream stream, T item)
    {
        FloorWriter w = new(buffer, stream, session: false);
        ref byte p = ref TCodec.Write(ref w, ref w.Start, item);
        w.SendFrame(ref p);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static T Deserialize(FloorBuffer buffer, Stream stream)
    {
        FloorReader r = new(buffer, stream, session: false);
        r.NextFrame();
        T value = TCodec.Read(ref r);
        r.EndFrame();
        return value;
    }
}

internal static class FloorName
{
    public const string Text = "Floor";
}
