using NetSerializer.Dispatch;

namespace NetSerializer.Trees;

/// <summary>Makes structs of a model of the bytes of single ones.</summary>
internal abstract class StructCode
{
    public static StructCode Of(Type type, ModelCore core) => (StructCode)Activator.CreateInstance(typeof(StructCode<>).MakeGenericType(type), core)!;

    public abstract object Make(byte[] bytes);
}

/// <inheritdoc/>
internal sealed class StructCode<T>(ModelCore core) : StructCode
    where T : struct
{
    private readonly RootSlot<T> _root = core.DirectRoot<T>();

    public override object Make(byte[] bytes) => _root.ReadClone(core, core.Limits, bytes, isCounted: false);
}
