using System.Collections;
using NetSerializer.Wire;
using NetSerializer.Wire.Protocols;

namespace NetSerializer;

// Exceptions of types that the model does not have: SerializerOptions.UnknownExceptions.
public ref partial struct WireWriter
{
    // Data that lead back to their exception would be looked at for ever: a value that is only tried has no exceptions of unknown types in it.
    private readonly bool IsRemote(Exception value, Type? declaredType) =>
        Dispatch.MayBeRemote?.Invoke(value.GetType()) == true && Sink is not DiscardSink { IsProbe: true }
        && (declaredType == null || declaredType.IsAssignableFrom(typeof(RemoteException)));

    private ref byte WriteRemoteException(ref byte p, Exception value)
    {
        var remote = new RemoteException(value, DataOf(value));
        if (Dispatch.HasNumber(typeof(RemoteException)))
        {
            if (!IsNew(value))
            {
                return ref WriteKnown(ref p);
            }
            // It has the number of the exception in whose place it is written.
            State.Adopt();
        }
        return ref WriteObject(ref p, remote);
    }

    private readonly List<KeyValuePair<object, object?>> DataOf(Exception value)
    {
        var data = new List<KeyValuePair<object, object?>>();
        foreach (DictionaryEntry entry in value.Data)
        {
            if (data.Count < ExceptionState.MaxData && Travels(entry.Key) && Travels(entry.Value))
            {
                data.Add(KeyValuePair.Create(entry.Key, entry.Value));
            }
        }
        return data;
    }

    private readonly bool Travels(object? item)
    {
        var w = new WireWriter(Dispatch, new DiscardSink { IsProbe = true }, default) { UserContext = UserContext };
        try
        {
            w.WriteObject(ref w.Start, item);
            return true;
        }
        catch (Exception failure) when (UserCode.IsToBeWrapped(failure))
        {
            return false;
        }
        finally
        {
            w.Dispose();
        }
    }
}
