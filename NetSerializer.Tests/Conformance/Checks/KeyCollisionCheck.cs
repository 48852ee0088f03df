using System.Collections;
using NUnit.Framework;

namespace NetSerializer.Tests.Conformance.Checks;

/// <summary>
/// A value is read from some MaxKeyCollisions on, and for any less of it rejected for that: 1 where no collection is so long that collisions matter,
/// and where the value is a table, as many as have one hash at the least.
/// </summary>
internal sealed class KeyCollisionCheck : RootCheck
{
    private const int ShortestCounted = 256;

    public override void Check<TRoot>(TypeModel model, string place, TRoot value)
    {
        byte[] bytes = model.Serialize(value);
        int longest = ValueExtent.Of(value).Collection;
        if (longest < ShortestCounted)
        {
            Assert.That(FailureUnder(1), Is.Null, place);
            return;
        }
        // The least limit that it is read under, by halving.
        (int refused, int admitted) = (0, longest);
        Assert.That(FailureUnder(admitted), Is.Null, place);
        while (admitted - refused > 1)
        {
            int limit = (refused + admitted) / 2;
            ErrorCode? failure = FailureUnder(limit);
            Assert.That(failure, Is.Null.Or.EqualTo(ErrorCode.KeyCollisions), $"{place} under a limit of {limit} keys");
            (refused, admitted) = failure == null ? (refused, limit) : (limit, admitted);
        }
        Assert.That(admitted, Is.GreaterThanOrEqualTo(KeysOfOneHash(value)), place);

        ErrorCode? FailureUnder(int limit) =>
            LimitedRead.Run<TRoot>(model, SerializerLimits.Default with { MaxKeyCollisions = limit }, bytes).Failure?.Code;
    }

    // Texts are hashed anew by the runtime when they collide.
    private static int KeysOfOneHash(object? value)
    {
        IEnumerable? keys = value is IDictionary table ? table.Keys
            : value?.GetType().GetInterfaces().Any(type => type.IsGenericType && type.GetGenericTypeDefinition() == typeof(IReadOnlySet<>)) == true
            ? (IEnumerable)value : null;
        return keys?.Cast<object?>().Where(key => key is not (null or string)).CountBy(key => key!.GetHashCode()).Select(pair => pair.Value)
            .DefaultIfEmpty().Max() ?? 0;
    }
}
