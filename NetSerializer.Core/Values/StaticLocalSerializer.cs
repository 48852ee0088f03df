using Microsoft.VisualBasic.CompilerServices;

namespace NetSerializer.Values;

/// <summary>
/// The field that the compiler of Visual Basic makes beside the one of a <c>Static</c> local: it says that the local has been set, and is null before.
/// So nothing is written.
/// </summary>
internal sealed class StaticLocalSerializer : ICustomSerializer<StaticLocalInitFlag>
{
    private const short IsSet = 1;

    public void Write(ref WireWriter writer, StaticLocalInitFlag value)
    {
        if (value.State != IsSet)
        {
            writer.Refuse("A Static local is being set while its object is written. Write the object when the method that has the local is left.");
        }
    }

    public StaticLocalInitFlag Read(ref WireReader reader) => new() { State = IsSet };
}
