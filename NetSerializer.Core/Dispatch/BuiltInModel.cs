using NetSerializer.Families;
using NetSerializer.Ids;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Wire;
using NetSerializer.Wire.Tables;

namespace NetSerializer.Dispatch;

/// <summary>
/// The built-in types compiled by the same families as the user's, once for the whole process and each combination of options that changes their
/// code, when a value first needs it: the scalars when the first of them is met where anything may stand; their arrays, lists and arrays of arrays and
/// the string dictionary, which take longer, when the first of these is. Their code refers to no table but that of the model at work, through
/// handles that are the same in all models.
/// </summary>
internal static class BuiltInModel
{
    private const int Sharing = 6;

    // Safe to share: each is immutable once made, and depends on nothing but its index.
    private static readonly MadeOnce<CompiledModel>[] s_scalars = MakeAll(ofScalars: true), s_collections = MakeAll(ofScalars: false);

    /// <summary>Entries for all of them, without addresses.</summary>
    public static IEnumerable<DispatchEntry> Uncompiled
    {
        get
        {
            foreach (Type type in BuiltInIds.Types)
            {
                yield return new DispatchEntry(type, BuiltInIds.Find(type), 0, 0);
            }
        }
    }

    /// <summary>The model of the scalars or of the collections, whichever has the type.</summary>
    public static CompiledModel ModelOf(Type type, SerializerOptions options, bool isTraced) =>
        (BuiltInIds.Find(type) < BuiltInIds.FirstFree ? s_scalars : s_collections)[IndexOf(options, isTraced)].Value;

    // Two bits for references and strings, in the combinations that differ; then integers, floats and the twin.
    private static int IndexOf(SerializerOptions options, bool isTraced)
    {
        int strings = !options.NumbersStrings ? 0 : options.Strings == StringHandling.ByReference ? 1 : 2;
        return 3 * (options.PreservesReferences ? 1 : 0) + strings
            + Sharing * ((options.Integers == IntegerEncoding.Fixed ? 1 : 0) + (options.NonFiniteFloats == NonFiniteFloats.Reject ? 2 : 0)
                + (isTraced ? 4 : 0));
    }

    private static MadeOnce<CompiledModel>[] MakeAll(bool ofScalars)
    {
        var models = new MadeOnce<CompiledModel>[8 * Sharing];
        for (int i = 0; i < models.Length; i++)
        {
            int sharing = i % Sharing, bits = i / Sharing;
            models[i] = new MadeOnce<CompiledModel>(() => Make(
                new SerializerOptions
                {
                    References = sharing >= 3 ? ReferenceHandling.Preserve : ReferenceHandling.None,
                    Strings = (sharing % 3) switch { 0 => StringHandling.Values, 1 => StringHandling.ByReference, _ => StringHandling.Table },
                    Integers = (bits & 1) != 0 ? IntegerEncoding.Fixed : IntegerEncoding.Varint,
                    NonFiniteFloats = (bits & 2) != 0 ? NonFiniteFloats.Reject : NonFiniteFloats.Accept,
                },
                (bits & 4) != 0,
                ofScalars));
        }
        return models;
    }

    private static CompiledModel Make(SerializerOptions options, bool isTraced, bool ofScalars)
    {
        IReadOnlyList<TypeShape> shapes = new TypeScanner(FamilyCatalogue.All, options).Scan([.. ofScalars ? BuiltInIds.Scalars : BuiltInIds.Collections]);
        return CompiledModel.Compile(Planner.Plan(shapes, new Dictionary<Type, int>(), options), isTraced);
    }
}
