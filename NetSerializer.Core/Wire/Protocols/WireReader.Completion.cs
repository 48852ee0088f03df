using System.Runtime.Serialization;
using NetSerializer.Wire.Protocols;

namespace NetSerializer;

// User code that belongs to reading: work that runs at once, and work that is put down for the end of the value.
public ref partial struct WireReader
{
    /// <summary>
    /// Keeps the finalizer of an object from running until the whole value is read: should the reading fail, nobody has seen the object, and its
    /// finalizer must not see it half-built.
    /// </summary>
    internal void HoldFinalizer(ref byte p, object made) => Waiting(ref p, Completions.HeldSize).HoldFinalizer(made);

    /// <summary>The OnDeserialized callbacks of an object whose members have been read run at the end.</summary>
    internal void CallAtEnd(ref byte p, object target, nint hook)
    {
        Waiting(ref p).AddCallback(target, null, hook, Position(ref p));
    }

    /// <summary>An object just made is notified at the end.</summary>
    internal void NotifyAtEnd(ref byte p, IDeserializationCallback target)
    {
        Waiting(ref p).AddNotification(target, Position(ref p));
    }

    // The work that waits for the end of the value, with room for one more charged.
    private Completions Waiting(ref byte p, int size = Completions.EntrySize)
    {
        if (_completions == null)
        {
            Charge(ref p, Completions.Size);
            _completions = new Completions();
        }
        Charge(ref p, size);
        return _completions;
    }

    /// <summary>The OnDeserializing callbacks of an object just made: <c>static void hook(object target, object state, object context)</c>.</summary>
    internal readonly unsafe void CallNow(ref byte p, object target, nint hook)
    {
        // User code must not see an object made of bytes behind the end of the input.
        Finish(ref p);
        if (Trace != null)
        {
            return;
        }
        try
        {
            ((delegate*<object, object?, object?, void>)hook)(target, null, UserContext);
        }
        catch (Exception failure) when (UserCode.IsOfUser(failure))
        {
            throw UserCode.Failed(failure, target.GetType(), Position(ref p));
        }
    }

    /// <summary>
    /// The callbacks of a struct, which has no identity to be found by at the end of the value: <c>static void hook(ref T target, object state,
    /// object context)</c>.
    /// </summary>
    internal readonly unsafe void CallInPlace<T>(ref byte p, ref T target, nint hook) where T : struct
    {
        Finish(ref p);
        if (Trace != null)
        {
            return;
        }
        try
        {
            ((delegate*<ref T, object?, object?, void>)hook)(ref target, null, UserContext);
        }
        catch (Exception failure) when (UserCode.IsOfUser(failure))
        {
            throw UserCode.Failed(failure, typeof(T), Position(ref p));
        }
    }
}
