namespace NetSerializer.Tests.Oracle;

/// <summary>The generic calls of a <see cref="TypeModel"/> for a type that is only known at run time.</summary>
internal abstract class EngineSurface
{
    public static EngineSurface For(Type type) =>
        (EngineSurface)Activator.CreateInstance(typeof(Typed<>).MakeGenericType(type))!;

    public abstract byte[] Write(TypeModel model, object? value);

    public abstract object? Read(TypeModel model, ReadOnlySpan<byte> bytes, out int consumed);

    public abstract byte[] WriteDirect(TypeModel model, object? value);

    public abstract object? ReadDirect(TypeModel model, ReadOnlySpan<byte> bytes, out int consumed);

    public abstract object? Clone(TypeModel model, object? value);

    private sealed class Typed<T> : EngineSurface
    {
        public override byte[] Write(TypeModel model, object? value) => model.Serialize((T)value!);

        public override byte[] WriteDirect(TypeModel model, object? value) => model.SerializeDirect((T)value!);

        public override object? ReadDirect(TypeModel model, ReadOnlySpan<byte> bytes, out int consumed) =>
            model.DeserializeDirect<T>(bytes, out consumed);

        public override object? Clone(TypeModel model, object? value) => model.DeepClone((T)value!);

        public override object? Read(TypeModel model, ReadOnlySpan<byte> bytes, out int consumed) =>
            model.Deserialize<T>(bytes, out consumed);
    }
}
