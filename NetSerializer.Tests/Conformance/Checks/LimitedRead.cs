using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Dispatch;
using NetSerializer.IO;
using NetSerializer.Tests.Streams;
using NetSerializer.Wire;

namespace NetSerializer.Tests.Conformance.Checks;

/// <summary>Reads with other limits than those of the model, which would cost a model each, and tells what that has cost.</summary>
internal static class LimitedRead
{
    /// <param name="Charged">Bytes taken from the budget.</param>
    /// <param name="Allocated">Bytes that the thread has really allocated, the exception of a failure included.</param>
    internal readonly record struct Result(MalformedDataException? Failure, long Charged, long Allocated);

    public static Result Run<T>(TypeModel model, SerializerLimits limits, byte[] bytes) => Run<T>(model.Core, limits, bytes);

    public static Result Run<T>(ModelCore core, SerializerLimits limits, byte[] bytes) => Run<T>(core, limits, bytes, null);

    /// <summary>
    /// As <see cref="Run{T}(TypeModel, SerializerLimits, byte[])"/>, in a session that gets so many bytes at a time: nobody knows how many follow.
    /// </summary>
    public static Result RunSession<T>(TypeModel model, SerializerLimits limits, byte[] bytes, int bytesAtATime)
    {
        var session = new SessionSource(new ArrivingStream(bytes, bytesAtATime, endsCleanly: true));
        try
        {
            session.Begin();
            return Run<T>(model.Core, limits, session.Unread, session);
        }
        finally
        {
            session.Fail();
            session.Close();
        }
    }

    private static Result Run<T>(ModelCore core, SerializerLimits limits, ReadOnlySpan<byte> window, ByteSource? source)
    {
        RootSlot<T> slot = core.Root<T>();
        Span<byte> scratch = stackalloc byte[WireReader.ScratchLength];
        var reader = new WireReader(core.Dispatch, limits, window, ref MemoryMarshal.GetReference(scratch), source);
        MalformedDataException? failure = null;
        long before = GC.GetAllocatedBytesForCurrentThread();
        long budget;
        try
        {
            budget = Read(slot, ref reader);
        }
        catch (MalformedDataException malformed)
        {
            failure = malformed;
            budget = reader.Budget;
            reader.Abandon();
        }
        long allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        return new Result(failure, limits.MaxAllocatedBytes - budget, allocated);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long Read<T>(RootSlot<T> slot, ref WireReader reader)
    {
        reader.Complete(ref slot.Read(ref reader, ref reader.Start, out _));
        // Tables that wait for the end are charged when they are filled.
        reader.RunWaiting();
        long budget = reader.Budget;
        reader.Release();
        return budget;
    }
}
