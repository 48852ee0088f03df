using NetSerializer.Tests.Conformance;
using NetSerializer.Tests.Hostile;
using NetSerializer.Tests.Oracle;
using NUnit.Framework;

namespace NetSerializer.Tests.Protocols;

/// <summary>IObjectReference: the object that is read is exchanged for the one it names, at once, in every slot that admits that one.</summary>
public class ObjectReferenceTests
{
    private static readonly TypeModel s_model =
        TypeModel.Create(typeof(Wallet), typeof(Currency), typeof(Registry), typeof(RegistryReference), typeof(Lookup), typeof(Temperature), typeof(object[]),
            typeof(BoxOf), typeof(MemberOf<Registry>), typeof(Mirror));

    [Test]
    public void They_are_exchanged_in_every_slot()
    {
        var value = new Wallet
        {
            Only = new Currency("EUR"),
            Any = new Currency("USD"),
            Registry = Registry.Only,
            List = [new Currency("USD"), null, new Currency("EUR")],
            ByCurrency = new() { [new Currency("EUR")] = 5 },
            Found = new Lookup(new Temperature(7, "C")),
            Text = "text",
            Grade = new Grade(20),
            Maybe = new Grade(30),
            Grades = [new Grade(1), new Grade(40)],
        };
        Wallet copy = s_model.DeepClone(value);
        Assert.Multiple(() =>
        {
            Assert.That(copy.Only, Is.SameAs(Currency.Euro));
            Assert.That(copy.Any, Is.SameAs(Currency.Dollar));
            Assert.That(copy.Registry, Is.SameAs(Registry.Only));
            Assert.That(copy.List, Is.EqualTo(new[] { Currency.Dollar, null, Currency.Euro }));
            Assert.That(copy.ByCurrency![Currency.Euro], Is.EqualTo(5));
            Assert.That(copy.Found, Is.EqualTo("found 7"));
            Assert.That((copy.Grade.Value, copy.Maybe!.Value.Value, copy.Grades![0].Value, copy.Grades[1].Value), Is.EqualTo((10, 10, 1, 10)));
        });
        Assert.That(s_model.DeepClone(new Wallet()) is { Only: null, Any: null, Registry: null, Found: null });
    }

    [Test]
    public void They_are_exchanged_at_the_root_as_with_BinaryFormatter()
    {
        Assert.That(s_model.DeepClone(new Currency("EUR")), Is.SameAs(Currency.Euro));
        Assert.That(s_model.DeepClone<object>(new Currency("EUR")), Is.SameAs(BinaryFormatterPeer.Clone<object>(new Currency("EUR"))));
        Assert.That(s_model.DeepClone(Registry.Only), Is.SameAs(BinaryFormatterPeer.Clone(Registry.Only)));
        Assert.That(s_model.DeepClone<object>(new Lookup(new Temperature(1, "C"))),
            Is.EqualTo(BinaryFormatterPeer.Clone<object>(new Lookup(new Temperature(1, "C")))));
    }

    [Test]
    public void One_that_names_itself_stays() =>
        Assert.That(s_model.DeepClone(new Currency("own")).Code, Is.EqualTo("own"));

    [Test]
    public void What_never_names_itself_is_malformed_data_where_BinaryFormatter_gives_up_too()
    {
        MalformedDataException failure = Assert.Throws<MalformedDataException>(() => s_model.DeepClone(new Mirror()));
        Assert.That((failure.Code, failure.InnerException?.GetType()),
            Is.EqualTo((ErrorCode.UserCodeFailed, typeof(System.Runtime.Serialization.SerializationException))));
        Assert.That(() => BinaryFormatterPeer.Clone(new Mirror()), Throws.TypeOf<System.Runtime.Serialization.SerializationException>());
    }

    [Test]
    public void Shared_ones_come_back_as_one_in_graphs()
    {
        TypeModel model = TypeModel.Create(
            [typeof(Wallet), typeof(Currency), typeof(Registry), typeof(RegistryReference), typeof(Lookup), typeof(Temperature), typeof(Grade),
                typeof(object[]), typeof(List<System.Runtime.Serialization.IObjectReference>)], new SerializerOptions
                { References = ReferenceHandling.Preserve });
        var euro = new Currency("EUR");
        var own = new Currency("own");
        var lookup = new Lookup(new Temperature(7, "C"));
        object grade = new Grade(20);
        object?[] copy = model.DeepClone<object?[]>(
            [euro, euro, own, own, Registry.Only, Registry.Only, lookup, lookup, grade, grade, new Wallet
                { Only = euro, Any = euro, List = [own, euro], Registry = Registry.Only, Found = lookup }]);
        var wallet = (Wallet)copy[10]!;
        Assert.Multiple(() =>
        {
            Assert.That(copy[..2].Append(wallet.Only).Append(wallet.Any).Append(wallet.List![1]), Is.All.SameAs(Currency.Euro));
            Assert.That(copy[2], Is.TypeOf<Currency>().And.SameAs(copy[3]).And.SameAs(wallet.List[0]));
            Assert.That(copy[4..6].Append(wallet.Registry), Is.All.SameAs(Registry.Only));
            Assert.That(copy[6], Is.EqualTo("found 7").And.SameAs(copy[7]).And.SameAs(wallet.Found));
            Assert.That(copy[8], Is.EqualTo(new Grade(10)).And.SameAs(copy[9]));
            Assert.That(model.DeepClone<List<System.Runtime.Serialization.IObjectReference>>([own, own]), Is.All.TypeOf<Currency>());
        });
    }

    [Test]
    public void What_is_in_it_is_whole_when_it_is_asked_and_callbacks_wait()
    {
        IReadOnlyList<string> lines = Journal.Of(() => s_model.DeepClone(new object[] { new Lookup(new Temperature(7, "C")), new Currency("EUR") }));
        Assert.That(lines, Is.EqualTo((string[])["constructed with C", "asked", "asked EUR", "asked EUR", "deserialized", "notified"]),
            "what is named is asked in turn, until one names itself");
    }

    [Test]
    public void A_real_object_that_does_not_fit_is_malformed_data()
    {
        // A lookup gives a string; the slot of the registry admits it for what it might give.
        byte[] lookup = s_model.Serialize<object>(new Lookup(new Temperature(7, "C")));
        byte[] holder = s_model.Serialize(new MemberOf<Registry> { Before = 1, Value = null, After = null });
        int at = holder.AsSpan().IndexOf<byte>([1, 0]);
        Assert.That(holder[^1], Is.Zero, "the slot of the registry");
        byte[] hostile = [.. holder[..^1], .. lookup];
        Assert.That(at, Is.GreaterThan(0));
        MalformedDataException failure = Assert.Throws<MalformedDataException>(() => s_model.Deserialize<MemberOf<Registry>>(hostile));
        Assert.That((failure.Code, failure.Path), Is.EqualTo((ErrorCode.TypeIdNotAdmitted, failure.Path)));
        Assert.That(failure.Message, Does.Contain("System.String").And.Contain("Registry"));
        Assert.That(() => s_model.Deserialize<Registry>(lookup),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.TypeIdNotAdmitted), "as a root");
        Assert.That(() => s_model.Deserialize<Currency>(lookup),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.TypeIdNotAdmitted), "no ISerializable object can be a currency");
    }

    [Test]
    public void A_struct_can_only_name_another_of_its_type() =>
        Assert.That(() => s_model.DeepClone(new Wallet { Grade = new Grade(-1) }),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.TypeIdNotAdmitted));

    [Test]
    public void What_it_throws_is_malformed_data()
    {
        byte[] bytes = s_model.Serialize(new Wallet { Only = new Currency("XXX") });
        MalformedDataException failure = Assert.Throws<MalformedDataException>(() => s_model.Deserialize<Wallet>(bytes));
        Assert.That((failure.Code, failure.InnerException?.GetType()), Is.EqualTo((ErrorCode.UserCodeFailed, typeof(KeyNotFoundException))));
        Assert.That(() => s_model.DeepClone(new Currency("cancel")), Throws.TypeOf<OperationCanceledException>());
    }

    [Test]
    public void Every_prefix_is_rejected()
    {
        byte[] bytes = s_model.Serialize(
            new Wallet { Only = new Currency("EUR"), Registry = Registry.Only, Found = new Lookup(new Temperature(1, "C")), Text = "x" });
        for (int cut = 0; cut < bytes.Length; cut++)
        {
            byte[] prefix = bytes[..cut];
            Assert.That(() => s_model.Deserialize<Wallet>(prefix), Throws.TypeOf<MalformedDataException>(), $"{cut}");
        }
    }

    [Test]
    public void The_slots_that_admit_them_are_in_the_schema()
    {
        TypeModel model = TypeModel.Create(typeof(MemberOf<Registry>), typeof(RegistryReference), typeof(MemberOf<Secret>));
        Assert.That(model.Describe(), Does.Contain("Registry*{").And.Contain("Secret!"));
    }
}
