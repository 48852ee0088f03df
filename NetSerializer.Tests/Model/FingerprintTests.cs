using NUnit.Framework;

namespace NetSerializer.Tests.Model;

/// <summary>The fingerprint changes when bytes of one model would not be values of the other, and otherwise not.</summary>
public class FingerprintTests
{
    private static readonly (string, Type)[] s_members = [("First", typeof(int)), ("Second", typeof(string)), ("Third", typeof(List<double>))];

    [Test]
    public void The_same_source_gives_the_same_fingerprint_whatever_the_version_of_its_assembly() =>
        Assert.That(Of(new DynamicTypes("One", "1.0.0.0").Make("Message", s_members)),
            Is.EqualTo(Of(new DynamicTypes("One", "7.8.9.10").Make("Message", s_members))));

    [Test]
    public void The_name_of_an_assembly_does_not_matter() =>
        Assert.That(Of(new DynamicTypes("One").Make("Message", s_members)), Is.EqualTo(Of(new DynamicTypes("Other").Make("Message", s_members))));

    [Test]
    public void The_order_of_declaration_does_not_matter() =>
        Assert.That(Of(Make(s_members)), Is.EqualTo(Of(Make([s_members[2], s_members[0], s_members[1]]))));

    [Test]
    public void Every_change_of_the_wire_changes_it()
    {
        var fingerprints = new Dictionary<string, string>
        {
            ["as it is"] = Of(Make(s_members)),
            ["member added"] = Of(Make([.. s_members, ("Fourth", typeof(bool))])),
            ["member removed"] = Of(Make(s_members[..2])),
            ["member renamed"] = Of(Make([("FirstOne", typeof(int)), .. s_members[1..]])),
            ["member of another type"] = Of(Make([("First", typeof(uint)), .. s_members[1..]])),
            ["element of another type"] = Of(Make([.. s_members[..2], ("Third", typeof(List<float>))])),
            ["array for list"] = Of(Make([.. s_members[..2], ("Third", typeof(double[]))])),
            ["nullable"] = Of(Make([("First", typeof(int?)), .. s_members[1..]])),
            ["object"] = Of(Make([s_members[0], ("Second", typeof(object)), s_members[2]])),
            ["class renamed"] = Of(new DynamicTypes().Make("Message2", s_members)),
            ["member moved to a base class"] = Moved(),
            ["another root"] = Of([Make(s_members), new DynamicTypes("Another").Make("Second")]),
            ["explicit id"] = WithOptions(type => new SerializerOptions { TypeIds = new Dictionary<Type, ushort> { [type] = 500 } }),
            ["another explicit id"] = WithOptions(type => new SerializerOptions { TypeIds = new Dictionary<Type, ushort> { [type] = 501 } }),
            ["fixed integers"] = WithOptions(_ => new SerializerOptions { Integers = IntegerEncoding.Fixed }),
            ["graphs"] = WithOptions(_ => new SerializerOptions { References = ReferenceHandling.Preserve }),
            ["graphs, strings as values"] =
                WithOptions(_ => new SerializerOptions { References = ReferenceHandling.Preserve, Strings = StringHandling.Values }),
            ["graphs, a table of texts"] = WithOptions(_ => new SerializerOptions { References = ReferenceHandling.Preserve, Strings = StringHandling.Table }),
            ["a table of texts"] = WithOptions(_ => new SerializerOptions { Strings = StringHandling.Table }),
            ["finite floats"] = WithOptions(_ => new SerializerOptions { NonFiniteFloats = NonFiniteFloats.Reject }),
        };
        Assert.That(fingerprints.GroupBy(pair => pair.Value).Where(group => group.Count() > 1).Select(group =>
            string.Join(" = ", group.Select(pair => pair.Key))), Is.Empty);
    }

    /// <summary>A struct that is copied whole has its fields as they lie in memory; others are in the order of their names.</summary>
    [TestCase(IntegerEncoding.Varint)]
    [TestCase(IntegerEncoding.Fixed)]
    public void So_does_every_change_of_a_struct_or_an_enum(IntegerEncoding integers)
    {
        (string, Type)[] raw = [("X", typeof(double)), ("Y", typeof(double))], numbers = [("X", typeof(int)), ("Y", typeof(int))];
        var fingerprints = new Dictionary<string, string>
        {
            ["raw struct"] = OfStruct(raw),
            ["raw struct, fields exchanged"] = OfStruct(raw[1], raw[0]),
            ["raw struct of floats"] = OfStruct(("X", typeof(float)), ("Y", typeof(float))),
            ["raw struct, more fields"] = OfStruct([.. raw, ("Z", typeof(double))]),
            ["integers"] = OfStruct(numbers),
            ["unsigned"] = OfStruct(("X", typeof(uint)), ("Y", typeof(uint))),
            ["with a text"] = OfStruct([.. numbers, ("Z", typeof(string))]),
        };
        Type[] integral = [typeof(byte), typeof(sbyte), typeof(short), typeof(ushort), typeof(int), typeof(uint), typeof(long), typeof(ulong)];
        foreach (Type underlying in integral)
        {
            fingerprints.Add($"enum of {underlying.Name}", Of(new DynamicTypes().MakeEnum("Message", underlying)));
        }
        if (integers == IntegerEncoding.Fixed)
        {
            fingerprints.Add("integers, exchanged", OfStruct(numbers[1], numbers[0]));
        }
        else
        {
            Assert.That(OfStruct(numbers[1], numbers[0]), Is.EqualTo(OfStruct(numbers)), "in the order of their names");
        }
        Assert.That(fingerprints.GroupBy(pair => pair.Value).Where(group => group.Count() > 1).Select(group =>
            string.Join(" = ", group.Select(pair => pair.Key))), Is.Empty);

        string OfStruct(params (string, Type)[] fields) => Of(new DynamicTypes().MakeStruct("Message", fields));

        string Of(Type type) => Convert.ToHexString(TypeModel.Create([type], new SerializerOptions { Integers = integers }).Fingerprint.Span);
    }

    [Test]
    public void A_second_type_for_a_slot_changes_it_although_no_line_of_the_owner_does()
    {
        var types = new DynamicTypes();
        Type shape = types.Make("Shape"), owner = types.Make("Owner", ("Shape", shape)), round = types.Make("Round", shape);
        Assert.That(TypeModel.Create(owner, round).Describe(), Does.Contain("Dynamic.Shape*{33,34}").And.Not.Contain("Dynamic.Shape!"));
        Assert.That(Of([owner, round]), Is.Not.EqualTo(Of([owner])));
    }

    [Test]
    public void Options_that_do_not_change_the_wire_do_not_change_it()
    {
        string plain = WithOptions(_ => new SerializerOptions());
        Assert.Multiple(() =>
        {
            Assert.That(WithOptions(_ => new SerializerOptions { Limits = SerializerLimits.Trusted }), Is.EqualTo(plain));
            Assert.That(WithOptions(_ => new SerializerOptions { TypeFilter = _ => true }), Is.EqualTo(plain));
            Assert.That(WithOptions(_ => new SerializerOptions { Delegates = DelegateHandling.Skip }), Is.EqualTo(plain));
            Assert.That(WithOptions(_ => new SerializerOptions { Collectible = true }), Is.EqualTo(plain));
        });
    }

    [Test]
    public void Types_of_the_same_name_in_two_assemblies_are_told_apart()
    {
        Type one = new DynamicTypes("One").Make("Twin", ("A", typeof(int))), two = new DynamicTypes("Two").Make("Twin", ("A", typeof(int)));
        string text = TypeModel.Create(one, two).Describe();
        Assert.That(text, Does.Contain("Dynamic.Twin@One").And.Contain("Dynamic.Twin@Two"));
        Assert.That(Of([one, two]), Is.Not.EqualTo(Of([two, one])));
    }

    [Test]
    public void Lists_of_types_of_the_same_name_are_told_apart()
    {
        Type one = new DynamicTypes("One").Make("Twin", ("A", typeof(int))), two = new DynamicTypes("Two").Make("Twin", ("A", typeof(int)));
        Type listOfOne = typeof(List<>).MakeGenericType(one), listOfTwo = typeof(List<>).MakeGenericType(two);
        Type first = new DynamicTypes("Owners").Make("Owner", ("List", listOfOne)), second = new DynamicTypes("Owners").Make("Owner", ("List", listOfTwo));
        Assert.That(Of([one, two, listOfOne, listOfTwo, first]), Is.Not.EqualTo(Of([one, two, listOfOne, listOfTwo, second])));
    }

    [Test]
    public void Two_models_that_agree_understand_each_other()
    {
        Type sent = Make(s_members), received = Make(s_members);
        object value = Activator.CreateInstance(sent)!;
        sent.GetField("Second")!.SetValue(value, "text");
        object copy = TypeModel.Create(received).Deserialize(TypeModel.Create(sent).Serialize(value))!;
        Assert.That((copy.GetType(), received.GetField("Second")!.GetValue(copy)), Is.EqualTo((received, "text")));
    }

    private static string Moved()
    {
        var types = new DynamicTypes();
        return Of(types.Make("Message", types.Make("Base", s_members[0]), s_members[1..]));
    }

    private static string WithOptions(Func<Type, SerializerOptions> options)
    {
        Type type = Make(s_members);
        return Convert.ToHexString(TypeModel.Create([type], options(type)).Fingerprint.Span);
    }

    private static Type Make((string, Type)[] members) => new DynamicTypes().Make("Message", members);

    private static string Of(params Type[] types) => Convert.ToHexString(TypeModel.Create(types).Fingerprint.Span);
}
