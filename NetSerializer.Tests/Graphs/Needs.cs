using NetSerializer.Wire;

namespace NetSerializer.Tests.Graphs;

/// <summary>What a model has learned from its values.</summary>
internal static class Needs
{
    /// <summary>Nothing, but that numbers are needed: what nothing appears in twice is written with numbers too, a thousand times.</summary>
    public static void ExpectNumbersOnly(TypeModel model)
    {
        ObjectDispatch dispatch = model.Core.Dispatch;
        Forget(model);
        for (int kind = 0; kind < dispatch.NumberNeeds.Length; kind++)
        {
            var need = new LearnedNeed();
            for (int value = 0; value < 7; value++)
            {
                need.Set();
            }
            dispatch.NumberNeeds[kind] = need;
        }
    }

    /// <summary>Nothing.</summary>
    public static void Forget(TypeModel model)
    {
        ObjectDispatch dispatch = model.Core.Dispatch;
        Array.Clear(dispatch.MarkNeeds);
        Array.Clear(dispatch.ListNeeds);
        Array.Clear(dispatch.NumberNeeds);
    }
}
