using NUnit.Framework;

// Fixtures share nothing but what the library itself shares; those that watch the whole process say that they do not run beside others. Half the time
// on two cores.
[assembly: Parallelizable(ParallelScope.Fixtures)]
