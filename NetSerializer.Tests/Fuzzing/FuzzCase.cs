namespace NetSerializer.Tests.Fuzzing;

/// <summary>One input, made from one number: the round chooses the model, the rest of the number what happens to which of its payloads.</summary>
internal readonly record struct FuzzCase(ulong Number)
{
    public const int InputsPerRound = 1 << 12;

    public ulong Round => Number / InputsPerRound;

    public static FuzzCase Of(ulong round, int input) => new((round * InputsPerRound) + (ulong)input);

    /// <summary>Random numbers of the round, or of the input.</summary>
    public static Random RandomOf(ulong number)
    {
        // SplitMix64: neighbouring numbers must not give neighbouring sequences.
        ulong mixed = number + 0x9E3779B97F4A7C15;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
        return new Random((int)(mixed ^ (mixed >> 31)));
    }

    public (Payload Payload, byte[] Bytes) Make(FuzzTarget target)
    {
        Random random = RandomOf(Number);
        Payload payload = target.Payloads[random.Next(target.Payloads.Count)];
        return (payload, new Mutator(target, random).Mutate(payload));
    }
}
