using Orleans.Serialization.Cloning;

namespace NetSerializer;

/// <summary>Copies the values of one type by its model. An object that comes twice in one call is copied once.</summary>
internal sealed class ModelCopier<T>(TypeModel model) : IDeepCopier<T>
{
    /// <exception cref="ValueNotSerializableException">The value cannot be written, and so not copied.</exception>
    public T? DeepCopy(T? input, CopyContext context)
    {
        if (typeof(T).IsValueType)
        {
            return model.DeepClone(input);
        }
        if (context.TryGetCopy(input, out object? known))
        {
            return (T?)known;
        }
        if (input.GetType() != typeof(T))
        {
            return context.DeepCopy(input);
        }
        T copy = model.DeepClone(input)!;
        context.RecordCopy(input, copy);
        return copy;
    }
}
