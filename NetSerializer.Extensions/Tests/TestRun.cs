using NUnit.Framework;

// Each fixture has servers of its own.
[assembly: Parallelizable(ParallelScope.Fixtures)]
