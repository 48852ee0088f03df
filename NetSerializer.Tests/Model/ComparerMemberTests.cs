using System.Collections;
using System.Globalization;
using NetSerializer.Tests.Oracle;
using NUnit.Framework;

namespace NetSerializer.Tests.Model;

/// <summary>Comparers of the framework in members: they come back as what they are.</summary>
public sealed class ComparerMemberTests
{
    [Test]
    public void Default_comparers_come_back_as_themselves([Values] ReferenceHandling references)
    {
        TypeModel model = TypeModel.Create([typeof(Defaults<string>), typeof(Defaults<int>), typeof(Defaults<DayOfWeek>), typeof(Defaults<int?>),
            typeof(Defaults<object>)], new SerializerOptions { References = references });
        Assert.Multiple(() =>
        {
            Check<string>(model);
            Check<int>(model);
            Check<DayOfWeek>(model);
            Check<int?>(model);
            Check<object>(model);
        });
    }

    private static void Check<T>(TypeModel model)
    {
        var value = new Defaults<T>
        {
            Equality = EqualityComparer<T>.Default,
            Order = Comparer<T>.Default,
            AnyEquality = EqualityComparer<T>.Default,
            AnyOrder = Comparer<T>.Default,
            Object = EqualityComparer<T>.Default,
        };
        foreach (Defaults<T> read in (Defaults<T>[])[value, BinaryFormatterPeer.Clone(value)])
        {
            Defaults<T> copy = model.DeepClone(read);
            Assert.That(copy.Equality, Is.SameAs(EqualityComparer<T>.Default));
            Assert.That(copy.Order, Is.SameAs(Comparer<T>.Default));
            Assert.That(copy.AnyEquality, Is.SameAs(EqualityComparer<T>.Default));
            Assert.That(copy.AnyOrder, Is.SameAs(Comparer<T>.Default));
            Assert.That(copy.Object, Is.SameAs(EqualityComparer<T>.Default));
        }
    }

    private static StringComparer[] Texts =>
    [
        StringComparer.Ordinal, StringComparer.OrdinalIgnoreCase, StringComparer.InvariantCulture, StringComparer.InvariantCultureIgnoreCase,
        StringComparer.Create(CultureInfo.GetCultureInfo("de-DE"), ignoreCase: true),
        StringComparer.Create(CultureInfo.InvariantCulture, CompareOptions.IgnoreSymbols),
    ];

    [TestCaseSource(nameof(Texts))]
    public void Comparers_of_texts_come_back_as_what_they_are(StringComparer comparer)
    {
        TypeModel model = TypeModel.Create(typeof(Texting), typeof(StringComparer));
        var value = new Texting { Declared = comparer, Equality = comparer, Order = comparer, Untyped = comparer, UntypedOrder = comparer, Any = comparer };
        Texting copy = model.DeepClone(value), theirs = BinaryFormatterPeer.Clone(value);
        Assert.Multiple(() =>
        {
            Assert.That(theirs.Declared, Is.EqualTo(comparer));
            Assert.That((object?[])[copy.Declared, copy.Equality, copy.Order, copy.Untyped, copy.UntypedOrder, copy.Any], Is.All.EqualTo(comparer));
        });
    }

    [Test]
    public void The_cure_that_is_named_helps()
    {
        TypeModel empty = TypeModel.Create(typeof(object[]));
        Assert.Multiple(() =>
        {
            Assert.That(Cure(StringComparer.Ordinal), Does.Contain("add typeof(System.StringComparer)"));
            Assert.That(Cure(EqualityComparer<string>.Default), Does.Contain("add typeof(System.Collections.Generic.EqualityComparer<System.String>)"));
            Assert.That(Cure(Comparer<Guid>.Default), Does.Contain("add typeof(System.Collections.Generic.Comparer<System.Guid>)"));
            Assert.That(TypeModel.Create(typeof(Comparer<Guid>)).DeepClone<object>(Comparer<Guid>.Default), Is.SameAs(Comparer<Guid>.Default));
        });
        string Cure(object comparer) => Assert.Throws<ValueNotSerializableException>(() => empty.Serialize<object>(comparer)).Message;
    }

    [Test]
    public void Comparers_of_the_program_travel_beside_them()
    {
        TypeModel model = TypeModel.Create(typeof(Texting), typeof(ByLength));
        Assert.That(model.DeepClone(new Texting { Equality = new ByLength { Factor = 3 } }).Equality, Is.TypeOf<ByLength>().With.Property("Factor").EqualTo(3));
        Assert.That(() => TypeModel.Create(typeof(Texting)).Serialize(new Texting { Equality = new ByLength() }),
            Throws.TypeOf<ValueNotSerializableException>().With.Message.Contains("add that to the types"));
    }

    [TestCase((byte)0)]
    [TestCase((byte)6)]
    public void A_number_of_no_comparer_is_rejected(byte number)
    {
        TypeModel model = TypeModel.Create(typeof(StringComparer));
        byte[] bytes = model.SerializeDirect(StringComparer.Ordinal);
        Assert.That(bytes, Is.EqualTo(new byte[] { 1, 1 }));
        bytes[1] = number;
        Assert.That(() => model.DeserializeDirect<StringComparer>(bytes),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.CustomValueRejected));
    }

    [Serializable]
    private sealed class Defaults<T>
    {
        public EqualityComparer<T>? Equality;
        public Comparer<T>? Order;
        public IEqualityComparer<T>? AnyEquality;
        public IComparer<T>? AnyOrder;
        public object? Object;
    }

    [Serializable]
    private sealed class Texting
    {
        public StringComparer? Declared;
        public IEqualityComparer<string>? Equality;
        public IComparer<string>? Order;
        public IEqualityComparer? Untyped;
        public IComparer? UntypedOrder;
        public object? Any;
    }

    [Serializable]
    private sealed class ByLength : EqualityComparer<string>
    {
        public int Factor { get; init; }

        public override bool Equals(string? x, string? y) => x?.Length == y?.Length;

        public override int GetHashCode(string text) => text.Length * Factor;
    }
}
