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
    // Safe to share: each is immutable once made, and depends on nothing but its index.
    private static readonly Lazy<CompiledModel>[] s_models = MakeAll();

    public static CompiledModel For(SerializerOptions options, bool isTraced) =>
        s_models[(options.Integers == IntegerEncoding.Fixed ? 1 : 0) + (options.NonFiniteFloats == NonFiniteFloats.Reject ? 2 : 0) + (isTraced ? 4 : 0)].Value;

    private static Lazy<CompiledModel>[] MakeAll()
    {
        var models = new Lazy<CompiledModel>[8];
        for (int i = 0; i < models.Length; i++)
        {
            int bits = i;
            models[i] = new Lazy<CompiledModel>(() => Make(
                (bits & 1) != 0 ? IntegerEncoding.Fixed : IntegerEncoding.Varint, (bits & 2) != 0 ? NonFiniteFloats.Reject : NonFiniteFloats.Accept, (bits & 4) != 0));
        }
        return models;
    }

    private static CompiledModel Make(IntegerEncoding integers, NonFiniteFloats floats, bool isTraced)
    {
        var options = new SerializerOptions { Integers = integers, NonFiniteFloats = floats };
        IReadOnlyList<TypeShape> shapes = new TypeScanner(FamilyCatalogue.All, options).Scan(BuiltInIds.All.Keys.OrderBy(BuiltInIds.Find));
        return CompiledModel.Compile(Planner.Plan(shapes, new Dictionary<Type, int>(), options), isTraced);
    }
}
