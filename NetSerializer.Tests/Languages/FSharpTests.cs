using Microsoft.FSharp.Collections;
using Microsoft.FSharp.Core;
using NetSerializer.Tests.FSharp;
using NUnit.Framework;

namespace NetSerializer.Tests.Languages;

/// <summary>Types of F# and of FSharp.Core travel as programs of F# expect: lists are no nests, and a union brings its cases.</summary>
public sealed class FSharpTests
{
    private static readonly SerializerOptions s_graphs = new() { References = ReferenceHandling.Preserve };

    [Test]
    public void A_long_list_is_no_nest([Values(1_000, 100_000)] int count, [Values] ReferenceHandling references)
    {
        TypeModel model = TypeModel.Create(
            [typeof(FSharpList<int>), typeof(int[]), typeof(FSharpList<Account>)], new SerializerOptions { References = references });
        FSharpList<int> list = ListModule.OfSeq(Enumerable.Range(0, count));
        FSharpList<Account> accounts = ListModule.OfSeq(Enumerable.Repeat(Samples.account, count));
        Assert.Multiple(() =>
        {
            Assert.That(model.DeepClone(list), Is.EqualTo(list));
            Assert.That(model.DeepClone(accounts)!.Length, Is.EqualTo(count));
            Assert.That(model.DeserializeDirect<int[]>(model.SerializeDirect(list)), Is.EqualTo(list.ToArray()), "the form is that of other sequences");
        });
    }

    [Test]
    public void Lists_of_lists_count_as_what_they_are()
    {
        TypeModel model = TypeModel.Create([typeof(FSharpList<FSharpList<string>>)]);
        FSharpList<FSharpList<string>> lists = ListModule.OfSeq([ListModule.OfSeq(["a", "b"]), FSharpList<string>.Empty, null!]);
        Assert.That(model.DeepClone(lists), Is.EqualTo(lists));
    }

    [Test]
    public void A_list_that_is_held_twice_is_one_in_a_graph()
    {
        FSharpList<int> list = ListModule.OfSeq([1, 2]);
        FSharpList<int>[] copy = TypeModel.Create([typeof(FSharpList<int>[])], s_graphs).DeepClone((FSharpList<int>[])[list, list])!;
        Assert.That(copy[0], Is.EqualTo(list).And.SameAs(copy[1]));
    }

    private static IEnumerable<object> Unions() =>
    [
        Payment.NewCash(5), Payment.NewCard(7, "Ada"), Signal.Red, Signal.Green, Signal.NewBlinking(2), Signal.NewOther("x"), Shape.Nowhere,
        Shape.NewCircle(1.5), Shape.NewSquare(2), Level.Low, Level.High, Name.NewName("Ada", "Lovelace"), Perhaps.NewJust(3), Samples.tree,
        Size.NewMeasured(3), Size.NewNamed("x"), FSharpChoice<int, string>.NewChoice1Of2(1), FSharpChoice<int, string>.NewChoice2Of2("x"),
    ];

    /// <summary>The base of a case is the union, which programs name.</summary>
    [TestCaseSource(nameof(Unions))]
    public void A_union_that_is_named_brings_its_cases(object value)
    {
        Type union = value.GetType().BaseType is { } level && level != typeof(object) && level != typeof(ValueType) ? level : value.GetType();
        Assert.Multiple(() =>
        {
            Assert.That(TypeModel.Create(union).DeepClone(value), Is.EqualTo(value).And.TypeOf(value.GetType()));
            Assert.That(TypeModel.Create([union], s_graphs).DeepClone(value), Is.EqualTo(value));
        });
    }

    [Test]
    public void A_union_that_is_found_brings_its_cases()
    {
        Account copy = TypeModel.Create(typeof(Account)).DeepClone(Samples.account)!;
        Assert.Multiple(() =>
        {
            Assert.That(copy.Payments, Is.EqualTo(Samples.account.Payments));
            Assert.That((copy.Owner, copy.Limit, copy.Cached), Is.EqualTo((Samples.account.Owner, Samples.account.Limit, (string?)null)));
        });
    }

    [Test]
    public void A_union_whose_cases_are_private_travels()
    {
        TypeModel model = TypeModel.Create(typeof(Hidden));
        Assert.That(Hidden.Samples.Select(value => model.DeepClone(value)), Is.EqualTo(Hidden.Samples));
    }

    [Test]
    public void The_cases_of_a_union_get_ids_in_order_of_their_names()
    {
        TypeModel model = TypeModel.Create(typeof(Signal));
        Assert.That(model.TypeIds.Where(pair => pair.Value is >= 32 and < 16_000).OrderBy(pair => pair.Value).Select(pair => pair.Key),
            Is.EqualTo(new[] { typeof(Signal), typeof(Signal.Blinking), typeof(Signal.Other) }));
    }

    [Test]
    public void Values_of_FSharp_Core_travel([Values] ReferenceHandling references)
    {
        Holder value = Samples.full,
            copy = TypeModel.Create([typeof(Holder)], new SerializerOptions { References = references }).DeepClone(value)!;
        Assert.Multiple(() =>
        {
            Assert.That(copy.Option, Is.EqualTo(value.Option));
            Assert.That(copy.Nested, Is.EqualTo(value.Nested));
            Assert.That(copy.ValueOption, Is.EqualTo(value.ValueOption));
            Assert.That(copy.Result, Is.EqualTo(value.Result));
            Assert.That(copy.Choice, Is.EqualTo(value.Choice));
            Assert.That(copy.Cell, Is.EqualTo(value.Cell));
            Assert.That(copy.Numbers, Is.EqualTo(value.Numbers));
            Assert.That(copy.Names, Is.EqualTo(value.Names));
            Assert.That(copy.Ages, Is.EqualTo(value.Ages));
            Assert.That(copy.ByOption, Is.EqualTo(value.ByOption));
            Assert.That(copy.Pairs, Is.EqualTo(value.Pairs));
            Assert.That(copy.Anonymous, Is.EqualTo(value.Anonymous));
            Assert.That(copy.Points, Is.EqualTo(value.Points));
            Assert.That(copy.Lazy.Value, Is.EqualTo(7));
        });
    }

    /// <summary>The names of its private fields are no part of the schema: they are others in other versions of FSharp.Core.</summary>
    [Test]
    public void An_option_is_a_tuple_of_its_value()
    {
        TypeModel model = TypeModel.Create(typeof(FSharpOption<int>));
        Assert.Multiple(() =>
        {
            Assert.That(model.Describe(), Does.EndWith("tuple Microsoft.FSharp.Core.FSharpOption<int32>\n  item int32\n"));
            Assert.That(Convert.ToHexString(model.SerializeDirect(FSharpOption<int>.Some(5))), Is.EqualTo("010A"));
            Assert.That(model.DeserializeDirect<FSharpOption<int>>((byte[])[0]), Is.EqualTo(FSharpOption<int>.None));
        });
    }

    [Test]
    public void A_map_has_the_form_of_a_sorted_dictionary_in_the_ordinal_order()
    {
        TypeModel model = TypeModel.Create(typeof(FSharpMap<string, int>), typeof(SortedDictionary<string, int>));
        byte[] map = model.SerializeDirect(Samples.full.Ages);
        Assert.Multiple(() =>
        {
            Assert.That(map, Is.EqualTo(model.SerializeDirect(new SortedDictionary<string, int>(Samples.full.Ages, StringComparer.Ordinal))));
            Assert.That(model.DeserializeDirect<FSharpMap<string, int>>(map), Is.EqualTo(Samples.full.Ages));
        });
    }

    private static IEnumerable<TestCaseData> Malformed()
    {
        yield return Case<FSharpMap<string, int>>("02 00 02 61 00", ErrorCode.UnknownComparerId);
        yield return Case<FSharpMap<string, int>>("02 02 02 61 00", ErrorCode.UnknownComparerId);
        yield return Case<FSharpMap<string, int>>("03 01 02 62 00 02 61 00", ErrorCode.NotCanonical);
        yield return Case<FSharpMap<string, int>>("03 01 02 61 00 02 61 00", ErrorCode.DuplicateKey);
        yield return Case<FSharpMap<int, int>>("03 04 00 02 00", ErrorCode.NotCanonical);
        yield return Case<FSharpSet<int>>("03 04 04", ErrorCode.DuplicateKey);
        yield return Case<FSharpSet<FSharpOption<int>>>("04 01 02 00 01 02", ErrorCode.DuplicateKey);
        yield return Case<FSharpSet<object>>("03 07 02 19 02 61", ErrorCode.KeyNotComparable);
        yield return Case<FSharpList<string>>("FE FF 03", ErrorCode.LengthExceedsInput);
        yield return Case<Level>("01 04", ErrorCode.ValueOutOfRange, "a case that there is not");
        yield return Case<Signal>("20 06", ErrorCode.ValueOutOfRange, "a case with fields as an object of the base");
        yield return Case<Signal>("21 00 04", ErrorCode.ValueOutOfRange, "the number of another case");
        yield return Case<Size>("03 04 00", ErrorCode.ValueOutOfRange, "of a struct");
        yield return Case<FSharpValueOption<int>>("04 00", ErrorCode.ValueOutOfRange, "of FSharp.Core");

        static TestCaseData Case<T>(string bytes, ErrorCode code, string what = "") =>
            new TestCaseData(bytes, code) { TypeArgs = [typeof(T)] }.SetArgDisplayNames(bytes, what);
    }

    [TestCaseSource(nameof(Malformed))]
    public void Malformed_bytes_are_rejected<T>(string bytes, ErrorCode code)
    {
        TypeModel model = TypeModel.Create(typeof(T));
        Assert.That(() => model.DeserializeDirect<T>(Convert.FromHexString(bytes.Replace(" ", ""))),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(code));
    }

    [Test]
    public void A_class_and_an_exception_keep_their_fields()
    {
        TypeModel model = TypeModel.Create(typeof(Counter), typeof(OutOfStock));
        var counter = new Counter(5) { Label = "x" };
        counter.Next();
        Counter copy = model.DeepClone(counter)!;
        var thrown = (OutOfStock)model.DeepClone(Samples.outOfStock)!;
        Assert.Multiple(() =>
        {
            Assert.That((copy.Next(), copy.Label), Is.EqualTo((7, "x")));
            Assert.That(model.DeepClone(counter)!.Last, Is.Zero, "marked [<NonSerialized>]");
            Assert.That((thrown.article, thrown.left), Is.EqualTo(("pen", 3)));
        });
    }

    [Test]
    public void Samples_give_the_types_of_what_collections_hold()
    {
        FSharpMap<string, object> map = new([new("a", ListModule.OfSeq<object>([Payment.NewCash(1)])), new("b", Samples.increment)]);
        Type[] types = [.. SerializableTypes.Of([map])];
        Assert.Multiple(() =>
        {
            Assert.That(types, Is.SupersetOf(new[] { map.GetType(), typeof(FSharpList<object>), typeof(Payment.Cash), typeof(HasFunction) }));
            Assert.That(types.Where(type => type.Name.Contains('@')), Is.Empty, "functions");
        });
    }

    [Test]
    public void An_assembly_gives_its_types_without_closures()
    {
        Type[] types = [.. SerializableTypes.In(typeof(Payment).Assembly)];
        Assert.Multiple(() =>
        {
            Assert.That(types, Does.Contain(typeof(Payment.Card)).And.Contain(typeof(Account)));
            Assert.That(types.Where(type => type.Name.Contains('@')), Is.Empty);
        });
    }
}
