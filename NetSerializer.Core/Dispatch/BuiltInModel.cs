using NetSerializer.Families;
using NetSerializer.Ids;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Wire;

namespace NetSerializer.Dispatch;

/// <summary>
/// The built-in types compiled by the same families as the user's, once for the whole process and each combination of options that changes their
/// code. The scalars are planned when the first of them is met where anything may stand; their arrays, lists and arrays of arrays and the string
/// dictionary, which take longer, when the first of these is. Their code refers to no table but that of the model at work, through handles that are
/// the same in all models.
/// </summary>
internal static class BuiltInModel
{
    // The three forms of strings, in trees and in the four kinds of graphs.
    private const int Strings = 3, Sharing = Strings * (1 + 4);

    // Safe to share: each is immutable once made, and depends on nothing but its index.
    private static readonly MadeOnce<CompiledModel>[] s_scalars = MakeAll(ofScalars: true), s_collections = MakeAll(ofScalars: false);

    /// <summary>The model of the scalars or of the collections, whichever has the type.</summary>
    public static CompiledModel ModelOf(Type type, PlanTable plans, bool isTraced) =>
        (BuiltInIds.Find(type) < BuiltInIds.FirstFree ? s_scalars : s_collections)[IndexOf(type, plans, isTraced)].Value;

    // References and strings, in the combinations that differ; then integers, floats and the twin.
    private static int IndexOf(Type type, PlanTable plans, bool isTraced)
    {
        SerializerOptions options = plans.Options;
        int strings = !options.NumbersStrings ? 0 : options.Strings == StringHandling.ByReference ? 1 : 2;
        return Strings * (options.PreservesReferences ? 1 + UnsharedBits(type, plans) : 0) + strings
            + Sharing * ((options.Integers == IntegerEncoding.Fixed ? 1 : 0) + (options.NonFiniteFloats == NonFiniteFloats.Reject ? 2 : 0)
                + (isTraced ? 4 : 0));
    }

    // An array of arrays has slots of a built-in type; the slots of others admit anything. So it may be shared and its rows not, or the other way round.
    private static int UnsharedBits(Type type, PlanTable plans)
    {
        bool isUnshared = plans.Unshared?.Contains(type) == true;
        return IsJagged(type) ? (isUnshared ? 2 : 0) + (plans.Unshared?.Contains(type.GetElementType()!) == true ? 1 : 0) : isUnshared ? 1 : 0;
    }

    private static bool IsJagged(Type type) => type.IsArray && type.GetElementType()!.IsArray;

    private static MadeOnce<CompiledModel>[] MakeAll(bool ofScalars)
    {
        var models = new MadeOnce<CompiledModel>[8 * Sharing];
        for (int i = 0; i < models.Length; i++)
        {
            int sharing = i % Sharing, bits = i / Sharing;
            models[i] = new MadeOnce<CompiledModel>(() => Make(
                new SerializerOptions
                {
                    References = sharing >= Strings ? ReferenceHandling.Preserve : ReferenceHandling.None,
                    NeverShared = type => (sharing / Strings - 1 & (IsJagged(type) ? 2 : 1)) != 0,
                    Strings = (sharing % Strings) switch { 0 => StringHandling.Values, 1 => StringHandling.ByReference, _ => StringHandling.Table },
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
        return new CompiledModel(Planner.Plan(shapes, new Dictionary<Type, int>(), options), isTraced);
    }
}
