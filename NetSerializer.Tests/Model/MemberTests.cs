using NUnit.Framework;

namespace NetSerializer.Tests.Model;

/// <summary>Which fields travel: private, readonly, init-only and shadowed ones, at every level.</summary>
public class MemberTests
{
    /// <summary>Code that looks at such values has nothing to take out of them.</summary>
    [Test]
    public void A_struct_of_which_nothing_travels_is_a_value_of_a_table()
    {
        Dictionary<int, LeftBehind> copy = TypeModel.Create(typeof(Dictionary<int, LeftBehind>))
            .DeepClone(new Dictionary<int, LeftBehind> { [5] = new() { Own = 1 } });
        Assert.That((copy.Count, copy[5].Own), Is.EqualTo((1, 0)));
    }

    [Test]
    public void Private_fields_of_every_level_travel_although_they_share_a_name()
    {
        TypeModel model = TypeModel.Create(typeof(Bottom));
        Bottom copy = model.DeepClone(new Bottom(1, 2, 3));
        Assert.That(copy.All, Is.EqualTo((1, 2, 3)));
    }

    [Test]
    public void Fields_are_described_from_the_most_basic_class_down_and_by_ordinal_name()
    {
        string[] members = [.. TypeModel.Create(typeof(Bottom)).Describe().Split('\n').SkipWhile(line => !line.EndsWith("+Bottom", StringComparison.Ordinal))
            .Skip(1).TakeWhile(line => line.StartsWith("  ", StringComparison.Ordinal))];
        Assert.That(members, Is.EqualTo(
            ((string[])["Top _value", "Middle _value", "Bottom <Value>k__BackingField"])
            .Select(name => $"  member NetSerializer.Tests.Model.MemberTests+{name} int32")));
    }

    [Test]
    public void Readonly_init_and_record_members_travel()
    {
        TypeModel model = TypeModel.Create(typeof(Frozen), typeof(Person), typeof(Money));
        Frozen frozen = model.DeepClone(new Frozen(7) { Name = "n", Required = 8 });
        Assert.Multiple(() =>
        {
            Assert.That((frozen.Number, frozen.Name, frozen.Required), Is.EqualTo((7, "n", 8)));
            Assert.That(model.DeepClone(new Person("Ada", new Money(5, "EUR"))), Is.EqualTo(new Person("Ada", new Money(5, "EUR"))));
        });
    }

    [Test]
    public void Constructors_and_initializers_do_not_run()
    {
        TypeModel model = TypeModel.Create(typeof(Counting));
        var value = new Counting();
        int made = Counting.Made;
        Counting copy = model.DeepClone(value);
        Assert.That((Counting.Made, copy.Left), Is.EqualTo((made, 0)));
    }

    [Test]
    public void Private_nested_and_internal_types_travel_in_every_position()
    {
        TypeModel model = TypeModel.Create(typeof(Hidden), typeof(Dictionary<HiddenKey, List<Hidden>>), typeof(KeyValuePair<HiddenKey, Hidden[,]>));
        var value = new Dictionary<HiddenKey, List<Hidden>> { [new HiddenKey { Id = 3 }] = [new Hidden { Value = 4 }] };
        Dictionary<HiddenKey, List<Hidden>> copy = model.DeepClone(value);
        Assert.That(copy.Single().Value.Single().Value, Is.EqualTo(4));
    }

    [Test]
    public void Static_fields_and_constants_do_not_travel() =>
        Assert.That(TypeModel.Create(typeof(Statics)).Describe().Split('\n'), Has.Exactly(1).StartsWith("  member"));

    [Serializable]
    public class Top(int value)
    {
        private readonly int _value = value;
        public int TopValue => _value;
    }

    [Serializable]
    public class Middle(int top, int value) : Top(top)
    {
        private readonly int _value = value;
        public int MiddleValue => _value;
    }

    [Serializable]
    public class Bottom(int top, int middle, int value) : Middle(top, middle)
    {
        public int Value { get; } = value;
        public (int, int, int) All => (TopValue, MiddleValue, Value);
    }

    [Serializable]
    public class Frozen(int number)
    {
        public readonly int Number = number;
        public string Name { get; init; } = "";
        public required int Required { get; init; }
    }

    [Serializable]
    public struct LeftBehind
    {
        [NonSerialized] public int Own;
    }

    [Serializable] public readonly record struct Money(decimal Amount, string Currency);

    [Serializable] public sealed record Person(string Name, Money Balance);

    [Serializable]
    public class Counting
    {
        public static int Made;
        [NonSerialized] public int Left = 9;
        public Counting() => Made++;
    }

    [Serializable] private class Hidden { public int Value; }

    [Serializable]
    private struct HiddenKey
    {
        public int Id { get; init; }
    }

    [Serializable]
    public class Statics
    {
        public const int Constant = 4;
        public static int Shared = 5;
        public int Own;
    }
}
