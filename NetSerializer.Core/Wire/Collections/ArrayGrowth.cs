namespace NetSerializer.Wire.Collections;

/// <summary>Room in the collections that lie in one array, which doubles whenever it grows.</summary>
internal static class ArrayGrowth
{
    /// <summary>
    /// The room to ask for when <paramref name="done"/> of <paramref name="count"/> elements are read and there is no more. Charges the array that
    /// the collection makes for it, which may be larger.
    /// </summary>
    public static int Step(scoped ref WireReader r, scoped ref byte p, int count, int elementSize, int done)
    {
        int step = r.Step(ref p, count, elementSize, done);
        long doubled = Math.Max(2L * done, done + 4L);
        if (done > 0 && step < doubled)
        {
            r.Charge(ref p, WireReader.ArraySize(doubled, elementSize) - WireReader.ArraySize(step, elementSize));
        }
        return step;
    }
}
