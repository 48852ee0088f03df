using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace NetSerializer.Emit;

/// <summary>A model is code that is made at run time. It calls members that no other code calls, so trimming takes them away.</summary>
internal static class RunTimeCode
{
    /// <summary>The text that the compiler, the publisher and the exception show.</summary>
    public const string Needed = "NetSerializer compiles code at run time and finds members by their names, which programs that are published trimmed or ahead "
        + "of time do not have. Publish with PublishTrimmed=false and PublishAot=false.";

    /// <exception cref="PlatformNotSupportedException">The program was published without the members, or without a compiler.</exception>
    public static void Require()
    {
        if (!RuntimeFeature.IsDynamicCodeSupported)
        {
            Fail(null);
        }
        try
        {
            // One that trimming takes away, as it does all that generated code alone calls.
            _ = KnownMembers.WriterTraceMember;
        }
        catch (MissingMethodException e)
        {
            Fail(e);
        }
    }

    [DoesNotReturn]
    private static void Fail(Exception? missing) => throw new PlatformNotSupportedException(Needed, missing);
}
