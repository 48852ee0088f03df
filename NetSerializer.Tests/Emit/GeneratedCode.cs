using NetSerializer.Dispatch;
using NetSerializer.Emit;
using NetSerializer.Tests.Emit.Checking;

namespace NetSerializer.Tests.Emit;

/// <summary>The recorded methods of models.</summary>
internal static class GeneratedCode
{
    public static IReadOnlyList<GeneratedMethod> Of(params Type[] roots) => Of(SerializerOptions.Default, isTraced: false, roots);

    public static IReadOnlyList<GeneratedMethod> Of(SerializerOptions options, bool isTraced, params IEnumerable<Type> roots)
    {
        ModelCore core = TypeModel.Create(roots, options).Core;
        return isTraced ? new CompiledModel(core.Plans, isTraced: true).Methods : core.GeneratedMethods;
    }

    /// <summary>The methods for types of this folder and those that they call, without those that every model has for its scalars.</summary>
    public static IReadOnlyList<GeneratedMethod> OfTestTypes(params Type[] roots)
    {
        IReadOnlyList<GeneratedMethod> all = Of(roots);
        HashSet<GeneratedMethod> reached =
            [.. all.Where(method => method.Subject.Contains(typeof(GeneratedCode).Namespace!, StringComparison.Ordinal)).WithCallees()];
        return [.. all.Where(reached.Contains)];
    }

    public static GeneratedMethod Method(string name, params Type[] roots) => Of(roots).Single(method => method.Name == name);
}
