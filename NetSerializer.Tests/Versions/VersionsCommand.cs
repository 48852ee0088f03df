namespace NetSerializer.Tests.Versions;

/// <summary>World after world with random edits: <c>versions --worlds 500 --seed 7</c>, or of few types with <c>--small 1</c>; docs/fuzzing.md.</summary>
internal static class VersionsCommand
{
    private const int ValuesPerWorld = 12;

    /// <returns>The number of worlds with a failure.</returns>
    public static int Run(int worlds, int first, bool areSmall, TextWriter log)
    {
        int failures = 0, models = 0, values = 0, lost = 0, compiled = 0;
        for (int seed = first; seed < first + worlds; seed++)
        {
            var world = new EditedWorld(seed, areSmall);
            try
            {
                models += world.Run(ValuesPerWorld) ? 1 : 0;
            }
            catch (Exception failed)
            {
                failures++;
                log.WriteLine($"world {seed}: {failed}");
            }
            (values, lost, compiled) = (values + world.Values, lost + world.Lost, compiled + (world.IsCompiled ? 1 : 0));
        }
        log.WriteLine($"{worlds} worlds from seed {first}, {models} with models in both versions, {compiled} with code for both, {values} values, "
            + $"{lost} of types that are gone, {failures} failures");
        return failures;
    }
}
