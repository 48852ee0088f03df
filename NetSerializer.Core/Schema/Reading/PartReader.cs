using NetSerializer.Dispatch;

namespace NetSerializer.Schema.Reading;

/// <summary>Reads parts of a value that are the same in every model: numbers, arrays of them, values of the framework, custom forms.</summary>
internal abstract class PartReader
{
    /// <summary>By the generated code of a direct root of a model without references, which has the writer's options.</summary>
    public static PartReader Of(Type type, ModelCore core) => (PartReader)Activator.CreateInstance(typeof(PartReader<>).MakeGenericType(type), core)!;

    /// <summary>By a serializer, without the null or the id in front.</summary>
    public static PartReader Of(Type type, object serializer) =>
        (PartReader)Activator.CreateInstance(typeof(CustomPartReader<>).MakeGenericType(type), serializer)!;

    public abstract object? Read(scoped ref WireReader r);
}

/// <inheritdoc/>
internal sealed class PartReader<T>(ModelCore core) : PartReader
{
    private readonly RootSlot<T?> _root = core.DirectRoot<T?>();

    public override object? Read(scoped ref WireReader r)
    {
        r.GoOn(ref _root.Read(ref r, ref r.Cursor, out T? value));
        return value;
    }
}

/// <inheritdoc/>
internal sealed class CustomPartReader<T>(object serializer) : PartReader
{
    private readonly ICustomSerializer<T> _serializer = (ICustomSerializer<T>)serializer;

    public override object? Read(scoped ref WireReader r)
    {
        r.GoOn(ref r.ReadBy(ref r.Cursor, _serializer, out T value));
        return value;
    }
}
