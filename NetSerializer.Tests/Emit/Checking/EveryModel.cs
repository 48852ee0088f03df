using System.Runtime.CompilerServices;
using NetSerializer.Dispatch;
using NetSerializer.Emit;

namespace NetSerializer.Tests.Emit.Checking;

/// <summary>
/// Checks the generated methods of each model that this process makes, before the model runs. The library shows them to
/// <see cref="CompiledModel.Observer"/>, and a method that is wrong fails the call that makes the model.
/// </summary>
internal static class EveryModel
{
    [ThreadStatic]
    private static int s_checked;

    /// <summary>The number of models that were checked on this thread.</summary>
    public static int CheckedOnThisThread => s_checked;

    // Before any test or test case source can make a model. A second copy of these tests, loaded beside the same library, leaves the observer alone.
    [ModuleInitializer]
    internal static void IsChecked() => CompiledModel.Observer ??= Check;

    /// <summary>For programs of this assembly that measure.</summary>
    public static void IsUnchecked() => CompiledModel.Observer = null;

    private static void Check(IReadOnlyList<GeneratedMethod> methods)
    {
        BodyChecker.Check(methods);
        s_checked++;
    }
}
