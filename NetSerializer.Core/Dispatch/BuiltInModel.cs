using System.Collections.Concurrent;
using NetSerializer.Families;
using NetSerializer.Ids;
using NetSerializer.Planning;
using NetSerializer.Scanning;

namespace NetSerializer.Dispatch;

/// <summary>
/// The built-in types - scalars, their arrays and lists, string dictionaries - compiled by the same families as the user's, once for the whole process and each combination of options that changes their
/// code, when a value first needs it. Their code refers to no table but that of the model at work, through handles that are the same in all models.
/// </summary>
internal static class BuiltInModel
{
    // Safe to share: immutable once made, and depends on nothing but the key.
    private static readonly ConcurrentDictionary<(IntegerEncoding, NonFiniteFloats, bool), Lazy<CompiledModel>> s_models = new();

    public static CompiledModel For(SerializerOptions options, bool isTraced) =>
        s_models.GetOrAdd((options.Integers, options.NonFiniteFloats, isTraced), key => new Lazy<CompiledModel>(() => Make(key.Item1, key.Item2, key.Item3))).Value;

    private static CompiledModel Make(IntegerEncoding integers, NonFiniteFloats floats, bool isTraced)
    {
        var options = new SerializerOptions { Integers = integers, NonFiniteFloats = floats };
        IReadOnlyList<TypeShape> shapes = new TypeScanner(FamilyCatalogue.All, options).Scan(BuiltInIds.All.Keys.OrderBy(BuiltInIds.Find));
        return CompiledModel.Compile(Planner.Plan(shapes, new Dictionary<Type, int>(), options), isTraced);
    }
}
