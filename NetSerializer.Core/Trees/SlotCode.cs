using System.Reflection;
using NetSerializer.Dispatch;

namespace NetSerializer.Trees;

/// <summary>The generated code of a slot, which is that of a direct root of its declared type.</summary>
internal abstract class SlotCode
{
    public static SlotCode Of(Type declared, ModelCore core) =>
        (SlotCode)Activator.CreateInstance(typeof(SlotCode<>).MakeGenericType(declared),
            BindingFlags.Instance | BindingFlags.Public | BindingFlags.DoNotWrapExceptions, null, [core], null)!;

    /// <summary>Writes a value of the declared type; null is its default.</summary>
    public abstract ref byte Write(scoped ref WireWriter w, ref byte p, object? value);
}

/// <inheritdoc/>
internal sealed class SlotCode<T>(ModelCore core) : SlotCode
{
    private readonly RootSlot<T?> _root = core.DirectRoot<T?>();

    public override ref byte Write(scoped ref WireWriter w, ref byte p, object? value)
    {
        T? typed = value is T given ? given : default;
        return ref _root.Write(ref w, ref p, in typed);
    }
}
