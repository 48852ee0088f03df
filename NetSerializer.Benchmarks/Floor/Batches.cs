using System.Runtime.CompilerServices;
using NetSerializer.Benchmarks.Messages;

namespace NetSerializer.Benchmarks.Floor;

/// <summary>An array of messages behind their base class.</summary>
internal readonly struct MessageBatch : IFloorCodec
{
    public static ref byte Write(scoped ref FloorWriter w, ref byte p, object? value)
    {
        MessageBase?[] messages = Unsafe.As<MessageBase?[]>(value!);
        p = ref ArrayRoot.Begin(ref w, ref p, messages.Length);
        foreach (MessageBase? message in messages)
        {
            p = ref AnyRoot.Write(ref w, ref p, message);
        }
        return ref p;
    }

    public static object? Read(scoped ref FloorReader r)
    {
        r.Position = ref ArrayRoot.Begin(ref r, out uint count);
        MessageBase?[] messages = new MessageBase?[count];
        for (int i = 0; i < messages.Length; i++)
        {
            messages[i] = Unsafe.As<MessageBase?>(AnyRoot.Read(ref r));
        }
        return messages;
    }
}

/// <summary>An array of structs.</summary>
internal readonly struct LargeStructBatch : IFloorCodec
{
    public static ref byte Write(scoped ref FloorWriter w, ref byte p, object? value)
    {
        LargeStruct[] structs = Unsafe.As<LargeStruct[]>(value!);
        p = ref ArrayRoot.Begin(ref w, ref p, structs.Length);
        for (int i = 0; i < structs.Length; i++)
        {
            p = ref w.Ensure(ref p, LargeStructCodec.Bound);
            p = ref LargeStructCodec.WriteBody(ref p, in structs[i]);
        }
        return ref p;
    }

    public static object? Read(scoped ref FloorReader r)
    {
        ref byte p = ref ArrayRoot.Begin(ref r, out uint count);
        LargeStruct[] structs = new LargeStruct[count];
        for (int i = 0; i < structs.Length; i++)
        {
            p = ref r.Run(ref p, LargeStructCodec.Bound);
            p = ref LargeStructCodec.ReadBody(ref r, ref p, out structs[i]);
        }
        r.Position = ref p;
        return structs;
    }
}
