using System.Runtime.InteropServices;
using NUnit.Framework;

namespace NetSerializer.Tests.Conformance;

[Serializable]
internal struct Flat
{
    public int Id;
    public string? Name;
}

[Serializable]
internal struct Point
{
    public float X;
    public float Y;
}

[Serializable]
internal struct Sizes
{
    public int Width;
    public int Height;
    public Shade Shade;
}

[Serializable]
internal struct Nested
{
    public Point From;
    public Guid Id;
    public TimeSpan After;
    public Half First, Second, Third, Fourth;
}

[Serializable]
internal struct Padded
{
    public byte Flag;
    public double Value;
}

/// <summary>A union: every member is another look at the same eight bytes.</summary>
[Serializable, StructLayout(LayoutKind.Explicit)]
internal struct Bits
{
    [FieldOffset(0)] public ulong Whole;
    [FieldOffset(0)] public float Number;
    [FieldOffset(0)] public BitsPart Part;
}

[Serializable]
internal struct BitsPart
{
    public Shade Low;
    public char High;
    public short Rest;
}

[Serializable]
internal struct BitsInside
{
    public double Before;
    public Bits Bits;
}

[Serializable]
internal struct Empty;

[Serializable]
internal class Animal
{
    private string _name = "";
    protected int _age;
    public Animal? Friend;

    public string Name
    {
        get => _name;
        set => _name = value;
    }

    public int Age
    {
        get => _age;
        init => _age = value;
    }
}

[Serializable]
internal sealed class Dog : Animal
{
    // The same name as in the base class, where it is another field.
    private readonly string _name;
    public readonly bool Barks = true;
    [NonSerialized]
    private int _scratch = 5;

    public Dog(string call)
    {
        _name = call;
        _scratch = 0;
    }

    public string Call => _name + new string(' ', _scratch);
}

[Serializable]
internal sealed class Cat : Animal
{
    public DateTime Born;
}

[Serializable]
internal sealed record Person(string Name, int Age, Person? Parent = null);

[Serializable]
internal readonly record struct Money(decimal Amount, string Currency);

[Serializable]
internal sealed class Nothing;

[Serializable]
internal sealed class Alarm : EventArgs
{
    public int Level;
    public string? Text;
}

internal sealed class StructConformance(WireVariant variant) : KeyConformance<Flat>(variant)
{
    protected override string GoldenName => "struct";

    protected override IEnumerable<Sample<Flat>> Samples => [new("a struct", new Flat { Id = 300, Name = "name" }), new("default", default)];
}

[TestFixture(WireVariant.Varint)]
[TestFixture(WireVariant.Finite)]
internal sealed class RawStructConformance(WireVariant variant) : KeyConformance<Point>(variant)
{
    protected override string GoldenName => "raw-struct";

    protected override IEnumerable<Sample<Point>> Samples => [new("a point", new Point { X = 1, Y = -2 }), new("default", default)];

    protected override IEnumerable<Root> MoreRoots =>
        [.. base.MoreRoots, new Root<Point[]>("many in bulk", [.. Enumerable.Range(0, 200).Select(i => new Point { X = i, Y = -i })])];
}

[TestFixture(WireVariant.Varint)]
[TestFixture(WireVariant.Fixed)]
internal sealed class SizesConformance(WireVariant variant) : KeyConformance<Sizes>(variant)
{
    protected override string GoldenName => "struct-of-integers";

    protected override IEnumerable<Sample<Sizes>> Samples => [new("sizes", new Sizes { Width = 1, Height = 200, Shade = Shade.Dark }), new("default", default)];
}

internal sealed class NestedRawStructConformance(WireVariant variant) : KeyConformance<Nested>(variant)
{
    protected override string GoldenName => "raw-struct-nested";

    protected override IEnumerable<Sample<Nested>> Samples =>
        [new("nested", new Nested { From = new Point
            { X = 3, Y = 4 }, Id = new Guid("00112233-4455-6677-8899-aabbccddeeff"), After = TimeSpan.FromSeconds(1), First = (Half)1, Second = (Half)2,
            Third = (Half)3, Fourth = (Half)4 })];
}

internal sealed class PaddedStructConformance(WireVariant variant) : KeyConformance<Padded>(variant)
{
    protected override string GoldenName => "struct-padded";

    protected override IEnumerable<Sample<Padded>> Samples => [new("padding does not travel", new Padded { Flag = 1, Value = 2.5 })];
}

[TestFixture(WireVariant.Varint)]
[TestFixture(WireVariant.Fixed)]
internal sealed class UnionConformance(WireVariant variant) : KeyConformance<Bits>(variant)
{
    protected override string GoldenName => "union";

    protected override IEnumerable<Sample<Bits>> Samples =>
        [new("one and a half", new Bits { Number = 1.5f }), new("all bits", new Bits { Whole = ulong.MaxValue }),
            new("by its parts", new Bits { Part = { Low = Shade.Dark, High = 'x', Rest = -1 } })];

    protected override IEnumerable<Root> MoreRoots =>
        [.. base.MoreRoots, new Root<Bits[]>("many in bulk", [.. Enumerable.Range(0, 200).Select(i => new Bits { Whole = (ulong)i << (i % 64) })]),
            new Root<BitsInside[]>("in raw structs", [default, new BitsInside { Before = 1, Bits = { Number = -0f } }])];
}

internal sealed class EmptyStructConformance(WireVariant variant) : FamilyConformance<Empty>(variant)
{
    protected override string GoldenName => "struct-empty";

    protected override IEnumerable<Sample<Empty>> Samples => [new("nothing", default)];
}

[TestFixture(WireVariant.Varint)]
[TestFixture(WireVariant.Fixed)]
internal sealed class ClassConformance(WireVariant variant) : FamilyConformance<Cat>(variant)
{
    protected override string GoldenName => "class";

    protected override IEnumerable<Sample<Cat>> Samples =>
        [new("a cat", new Cat { Name = "Minka", Age = 3, Born = new DateTime(2023, 1, 2, 0, 0, 0, DateTimeKind.Utc) }),
            new("with a friend", new Cat { Name = "Tom", Friend = new Cat { Name = "Kit" } })];
}

internal sealed class BaseClassConformance(WireVariant variant) : FamilyConformance<Animal>(variant)
{
    protected override string GoldenName => "base-class";

    protected override IEnumerable<Type> Types => [typeof(Dog), typeof(Cat)];

    protected override IEnumerable<Sample<Animal>> Samples =>
    [
        new("a dog", new Dog("here") { Name = "Rex", Age = 5, Friend = new Cat { Name = "Tom" } }),
        new("the base class", new Animal { Name = "some", Friend = new Animal() }), new("a cat", new Cat { Age = -1 }),
    ];
}

internal sealed class PlainBaseConformance(WireVariant variant) : FamilyConformance<EventArgs>(variant)
{
    protected override string GoldenName => "eventargs";

    protected override IEnumerable<Type> Types => [typeof(Alarm)];

    protected override IEnumerable<Sample<EventArgs>> Samples =>
        [new("an alarm", new Alarm { Level = 3, Text = "fire" }), new("nothing to say", new EventArgs())];
}

internal sealed class EmptyClassConformance(WireVariant variant) : FamilyConformance<Nothing>(variant)
{
    protected override string GoldenName => "class-empty";

    protected override IEnumerable<Sample<Nothing>> Samples => [new("nothing", new Nothing())];
}

internal sealed class RecordConformance(WireVariant variant) : FamilyConformance<Person>(variant)
{
    protected override string GoldenName => "record";

    protected override IEnumerable<Sample<Person>> Samples => [new("a child", new Person("Ada", 7, new Person("Ann", 35))), new("alone", new Person("", -1))];
}

internal sealed class RecordStructConformance(WireVariant variant) : KeyConformance<Money>(variant)
{
    protected override string GoldenName => "record-struct";

    protected override IEnumerable<Sample<Money>> Samples => [new("a price", new Money(9.90m, "EUR")), new("default", default)];
}

internal sealed class InterfaceConformance(WireVariant variant) : FamilyConformance<IComparable>(variant)
{
    protected override string GoldenName => "interface";

    protected override IEnumerable<Type> Types => [typeof(Shade)];

    protected override IEnumerable<Sample<IComparable>> Samples =>
        [new("an int", 5), new("a string", "five"), new("an enum", Shade.Dark), new("a guid", Guid.AllBitsSet)];
}

internal sealed class OwnInterfaceConformance(WireVariant variant) : FamilyConformance<IValueOf<string>>(variant)
{
    protected override string GoldenName => "interface-own";

    protected override IEnumerable<Type> Types => [typeof(PlainValue<string>), typeof(StructValue<string>), typeof(NumberedValue<string>)];

    protected override IEnumerable<Sample<IValueOf<string>>> Samples =>
        [new("a class", new PlainValue<string> { Value = "class" }), new("a struct", new StructValue<string> { Value = "struct" }),
            new("a derived class", new NumberedValue<string>())];
}
