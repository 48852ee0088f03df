using System.Reflection.Emit;

namespace NetSerializer.Tests.Oracle.RandomTypes;

/// <summary>The types of a world that members may be declared as, while they are being defined.</summary>
internal sealed class WorldTypes
{
    public List<TypeBuilder> Enums { get; } = [];

    public List<TypeBuilder> Interfaces { get; } = [];

    public List<TypeBuilder> Structs { get; } = [];

    public List<TypeBuilder> Classes { get; } = [];

    /// <summary>The types of the values in the entries of types that say themselves what they consist of: the model has them when they are roots.</summary>
    public List<Type> Entries { get; } = [];

    /// <summary>Generic classes of one argument.</summary>
    public List<TypeBuilder> GenericClasses { get; } = [];

    /// <summary>Generic structs of one argument, which hold a value of its type.</summary>
    public List<TypeBuilder> GenericStructs { get; } = [];

    /// <summary>Structs that have all their fields, so that others can be laid out around them.</summary>
    public List<TypeBuilder> WholeStructs { get; } = [];

    /// <summary>Whole structs that are equal only when all that travels of them is: those that may be keys.</summary>
    public List<TypeBuilder> KeyStructs { get; } = [];

    /// <summary>Bytes of the types that the fields of explicit layouts may have.</summary>
    public Dictionary<Type, int> Sizes { get; } = new()
    {
        [typeof(byte)] = 1,
        [typeof(sbyte)] = 1,
        [typeof(short)] = 2,
        [typeof(ushort)] = 2,
        [typeof(char)] = 2,
        [typeof(int)] = 4,
        [typeof(uint)] = 4,
        [typeof(long)] = 8,
        [typeof(ulong)] = 8,
        [typeof(Half)] = 2,
        [typeof(float)] = 4,
        [typeof(double)] = 8,
        [typeof(TimeSpan)] = 8,
        [typeof(Guid)] = 16,
    };
}
