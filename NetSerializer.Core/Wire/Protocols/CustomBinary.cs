using NetSerializer.Errors;

namespace NetSerializer.Wire.Protocols;

/// <summary>Content that a type writes itself with the framework's BinaryWriter: its length as a varint, then its bytes.</summary>
internal static class CustomBinary
{
    // The stream and the reader of one call; the array is charged by its length.
    private const int ReaderObjects = 512;

    public static ref byte Write<T>(scoped ref WireWriter w, ref byte p, scoped ref T value) where T : ICustomBinarySerializable
    {
        using var content = new MemoryStream();
        using (var writer = new CustomContentWriter(content, w.Dispatch.RejectsNonFinite))
        {
            value.WriteDataTo(writer);
        }
        if (!content.CanWrite)
        {
            Throw.NotEncodable($"WriteDataTo of {TypeNames.Display(typeof(T))} closed the BaseStream of its writer, in which its content is. Leave that "
                + "open (the constructor of what is put over a stream has a leaveOpen); the writer may be closed.");
        }
        int length = checked((int)content.Length);
        p = ref w.Ensure(ref p, VarInt.Max32);
        p = ref VarInt.Write32(ref p, (uint)length);
        return ref length == 0 ? ref p : ref w.WriteBytes(ref p, in content.GetBuffer()[0], length);
    }

    public static ref byte Read<T>(scoped ref WireReader r, ref byte p, scoped ref T target) where T : ICustomBinarySerializable
    {
        long item = r.Position(ref p);
        p = ref r.ReadVarInt32(ref p, out uint length);
        if (!r.CanHold(ref p, length, 1))
        {
            r.FailCount(ref p, length, item);
        }
        p = ref r.Vouch(ref p, length);
        r.Charge(ref p, ReaderObjects + WireReader.ArrayOverhead + (long)length);
        byte[] bytes = new byte[length];
        p = ref length == 0 ? ref p : ref r.ReadBytes(ref p, ref bytes[0], (nint)length);
        r.Finish(ref p);
        if (r.Trace != null)
        {
            return ref p;
        }
        using var content = new CustomContentReader(bytes, r.Limits, r.Dispatch.RejectsNonFinite, r.Budget, item);
        try
        {
            target.SetDataFrom(content);
        }
        catch (Exception failure) when (UserCode.IsOfUser(failure))
        {
            content.ThrowIfRefused();
            throw UserCode.Failed(failure, typeof(T), item);
        }
        content.ThrowIfRefused();
        r.Budget = content.Budget;
        if (!content.IsOpen)
        {
            r.FailAt(
                ref p, ErrorCode.CustomValueRejected, item,
                $"SetDataFrom of {TypeNames.Display(typeof(T))} closed the BaseStream of its reader, so that nobody knows what it took. Leave that open "
                    + "(the constructor of what is put over a stream has a leaveOpen); the reader may be closed.");
        }
        if (content.Taken != bytes.Length)
        {
            r.FailAt(ref p, ErrorCode.CustomValueRejected, item,
                $"SetDataFrom of {TypeNames.Display(typeof(T))} took {content.Taken} of the {length} bytes that its WriteDataTo wrote.");
        }
        return ref p;
    }
}
