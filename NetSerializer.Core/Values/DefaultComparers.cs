using NetSerializer.Wire;

namespace NetSerializer.Values;

/// <summary><see cref="EqualityComparer{T}.Default"/>: no bytes, there is one for each type.</summary>
internal sealed class DefaultEqualitySerializer<T> : ICustomSerializer<EqualityComparer<T>>
{
    public bool HandlesDerivedTypes => true;

    public void Write(ref WireWriter writer, EqualityComparer<T> value)
    {
        if (!Comparers.IsDefault(value))
        {
            writer.Refuse($"{value.GetType()} is not the default comparer of its type. If it is a class of yours, add that to the types.");
        }
    }

    public EqualityComparer<T> Read(ref WireReader reader) => EqualityComparer<T>.Default;
}

/// <summary><see cref="Comparer{T}.Default"/>: no bytes, there is one for each type.</summary>
internal sealed class DefaultOrderSerializer<T> : ICustomSerializer<Comparer<T>>
{
    public bool HandlesDerivedTypes => true;

    public void Write(ref WireWriter writer, Comparer<T> value)
    {
        if (!Comparers.IsDefault(value))
        {
            writer.Refuse($"{value.GetType()} is not the default comparer of its type. If it is a class of yours, add that to the types.");
        }
    }

    public Comparer<T> Read(ref WireReader reader) => Comparer<T>.Default;
}
