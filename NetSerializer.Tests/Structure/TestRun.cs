using NetSerializer.Graph;
using NetSerializer.Metrics;
using NUnit.Framework;

// Fixtures share nothing but what the library itself shares; those that watch the whole process say that they do not run beside others. Half the time
// on two cores.
[assembly: Parallelizable(ParallelScope.Fixtures)]

namespace NetSerializer.Tests;

/// <summary>NETSERIALIZER_HEADER_HASHES=1 in the environment: writers of graphs find objects by their hash codes in all tests.</summary>
[SetUpFixture]
public sealed class TestRun
{
    /// <summary>The category of tests that ask whether an object is gone: a collector that reads stacks conservatively may keep any.</summary>
    public const string Liveness = "Liveness";

    // A process has one event source of a name: tests that load the library once more get none.
    [OneTimeSetUp]
    public void MakeEventSource() => _ = SerializerEventSource.Log;

    [OneTimeSetUp]
    public void ChooseHashes()
    {
        if (Environment.GetEnvironmentVariable("NETSERIALIZER_HEADER_HASHES") == "1")
        {
            AppContext.SetSwitch(IdentityTable.UseHeaderHashes, true);
        }
    }
}
