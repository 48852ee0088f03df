using System.Drawing;
using NUnit.Framework;

namespace NetSerializer.Tests.Fuzzing;

[TestFixture]
internal sealed class CollectionRulesTests
{
    [Test]
    public void A_key_that_has_changed_is_listed_and_not_found()
    {
        var key = new Changing { Number = 1 };
        var table = new Dictionary<object, int> { [key] = 1 };
        Assert.That(CollectionRules.Fault(table), Is.Null);
        key.Number = 2;
        Assert.That(CollectionRules.Fault(table), Does.EndWith("is listed and not found"));
    }

    [Test]
    public void A_key_that_does_not_equal_itself_is_found_by_nobody()
    {
        var table = new Dictionary<object, int> { [new RectangleF(0, 0, 0, float.NaN)] = 1 };
        Assert.That(CollectionRules.Fault(table), Is.Null);
    }

    private sealed class Changing
    {
        public int Number { get; set; }

        public override bool Equals(object? other) => other is Changing changing && changing.Number == Number;

        public override int GetHashCode() => Number;
    }
}
