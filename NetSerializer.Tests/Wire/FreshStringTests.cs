using NetSerializer.Wire;
using NUnit.Framework;

namespace NetSerializer.Tests.Wire;

/// <summary>Strings that are made without characters.</summary>
internal sealed class FreshStringTests
{
    [Test]
    public void The_way_of_this_runtime_is_known() => Assert.That(FreshString.IsKnown);

    [Test]
    public void A_string_is_new_and_has_the_characters_that_the_constructor_gives([Values(1, 2, 3, 4, 7, 8, 100, 50_000, 1_000_000)] int length)
    {
        string text = FreshString.Allocate(length);
        Assert.That(text, Is.EqualTo(new string('\0', length)).And.Length.EqualTo(length));
        Assert.That(text, Is.Not.SameAs(FreshString.Allocate(length)));
    }
}
