using NetSerializer.Emit;
using NetSerializer.Tests.Emit;
using NUnit.Framework;

namespace NetSerializer.Tests.Sigil;

/// <summary>Every method of the test models passes Sigil's verifier, and comes out of it as it was recorded.</summary>
internal sealed class SigilTests
{
    [TestCaseSource(typeof(ModelCodeTests), nameof(ModelCodeTests.Models))]
    public void Agrees(Type[] roots, SerializerOptions options, bool isTraced)
    {
        IReadOnlyList<GeneratedMethod> methods = GeneratedCode.Of(options, isTraced, roots);
        var backend = new SigilBackend(methods);
        Assert.Multiple(() =>
        {
            foreach (GeneratedMethod method in methods)
            {
                if (Play(backend, method) is { } listing)
                {
                    Assert.That(OpCodeListing.OfSigil(listing), Is.EqualTo(OpCodeListing.Of(method)), () => $"{method.Subject}\n{listing}");
                }
            }
        });
    }

    // Null when Sigil cannot tell.
    private static string? Play(SigilBackend backend, GeneratedMethod method)
    {
        try
        {
            return backend.Play(method);
        }
        catch (global::Sigil.SigilVerificationException refusal)
            when (refusal.Message.StartsWith("StoreIndirect expected a System.Collections.Generic.I", StringComparison.Ordinal)
                && refusal.Message.Contains("; found", StringComparison.Ordinal) && refusal.Message.Contains("[]", StringComparison.Ordinal))
        {
            // Sigil does not know that an array is an IReadOnlyList and the like of its elements.
            return null;
        }
        catch (global::Sigil.SigilVerificationException refusal)
        {
            Assert.Fail($"{method.Subject}: {refusal.GetDebugInfo()}");
            return null;
        }
    }
}
