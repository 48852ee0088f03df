using NetSerializer.Wire;
using NUnit.Framework;

namespace NetSerializer.Tests.Wire;

internal sealed class TriedOutTests
{
    [Test]
    public void What_is_not_there_or_is_something_else_does_not_hold()
    {
        Assert.That(TriedOut.Holds(() => true));
        Assert.That(TriedOut.Holds(() => false), Is.False);
        Assert.That(TriedOut.Holds(() => throw new MissingFieldException()), Is.False);
        Assert.That(TriedOut.Holds(() => throw new MissingMethodException()), Is.False);
    }
}
