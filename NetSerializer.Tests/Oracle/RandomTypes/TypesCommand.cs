using System.Diagnostics;
using NetSerializer.Tests.Fuzzing;

namespace NetSerializer.Tests.Oracle.RandomTypes;

/// <summary>World after world for as long as one likes: <c>types --minutes 30 --seed 7</c>; docs/fuzzing.md.</summary>
internal static class TypesCommand
{
    private const int ValuesPerModel = 24, InputsPerWorld = 60;

    /// <returns>The number of worlds with a failure.</returns>
    public static int Run(double minutes, int first, TextWriter log)
    {
        var clock = Stopwatch.StartNew();
        int seed = first, failures = 0, models = 0, refused = 0, values = 0, copied = 0;
        do
        {
            WorldCheck? check = null;
            try
            {
                using var world = new RandomWorld(seed);
                check = new WorldCheck(world);
                var isTaken = new Dictionary<WireOptions, bool>();
                foreach (WireOptions options in WorldCheck.AllOptions)
                {
                    models++;
                    IReadOnlyList<TypeModelProblem> problems = [];
                    FuzzThread.Run(() => problems = check.Run(options, ValuesPerModel, seed));
                    isTaken[options] = problems.Count == 0;
                    refused += problems.Count > 0 ? 1 : 0;
                    foreach (TypeModelProblem problem in problems.Where(problem => !KnownRefusals.Contains(problem)))
                        log.WriteLine($"{world} {options}: refused: {problem.Code} {problem.Message}");
                }

                WireOptions one = WorldCheck.AllOptions[seed % WorldCheck.AllOptions.Count];
                FuzzThread.Run(() =>
                {
                    IReadOnlyList<TypeModelProblem> others = isTaken[one] ? check.RunOthers(one, ValuesPerModel, InputsPerWorld) : [];
                    foreach (TypeModelProblem problem in others.Where(problem => !KnownRefusals.Contains(problem)))
                        log.WriteLine($"{world} {one} with other options: refused: {problem.Code} {problem.Message}");
                    foreach (WireOptions options in (WireOptions[])[WireOptions.All[0], WireOptions.Shared[0]])
                    {
                        if (isTaken[options] && RandomWorld.IsClassicSeed(seed))
                            copied += check.RunPeer(options, ValuesPerModel, seed);
                    }
                });
                values += check.Values;
            }
            catch (Exception failed)
            {
                failures++;
                log.WriteLine($"world {seed}: {failed}\n{check?.Description}");
            }

            log.Flush();
            seed++;
        }
        while (clock.Elapsed.TotalMinutes < minutes);
        log.WriteLine($"{seed - first} worlds from seed {first} in {clock.Elapsed.TotalSeconds:F0} s, {models} models, {refused} refused, {values} values, "
            + $"{copied} of them compared with BinaryFormatter, {failures} failures");
        return failures;
    }
}
