using NUnit.Framework;

namespace NetSerializer.Tests.Model;

/// <summary>What is said of a call whose T the model does not have, and whether doing what it says helps.</summary>
[TestFixture]
internal sealed class MissingRootTests
{
    [TestCase(typeof(IThing), "implement it")]
    [TestCase(typeof(IThing<int>), "implement it")]
    [TestCase(typeof(Base), "derive from it")]
    public void Of_what_has_no_objects_those_are_to_be_added_that_have_some(Type type, string which)
    {
        foreach (Type[] roots in (Type[][])[[], [type]])
        {
            ValueNotSerializableException failure = Failure(type, TypeModel.Create(roots));
            Assert.That(failure.Message, Does.Contain($"add those that occur, which {which}, to the types given to").And.Not.Contain("add typeof"));
        }
        Assert.That(Call(type, TypeModel.Create(type, typeof(Thing))), Is.TypeOf<Thing>());
    }

    [TestCase(typeof(IEnumerable<Thing>))]
    [TestCase(typeof(List<Thing>))]
    [TestCase(typeof(Thing[]))]
    [TestCase(typeof(Thing))]
    [TestCase(typeof(Point))]
    [TestCase(typeof(DayOfWeek))]
    public void What_brings_its_objects_is_to_be_added_itself(Type type)
    {
        ValueNotSerializableException failure = Failure(type, TypeModel.Create());
        Assert.That(failure.Message, Does.Contain($"add typeof({Text(type)}) to the types given to").And.Contain("is not in the model"));
        Assert.That(failure.Message.Contains("derived"), Is.EqualTo(!type.IsValueType && !type.IsArray && type != typeof(Thing)),
            "of some types nothing can be derived");
        Assert.That(() => Call(type, TypeModel.Create(type)), Throws.Nothing);
    }

    [Test]
    public void What_would_be_refused_is_not_to_be_added([Values] bool isAnonymous)
    {
        object value = isAnonymous ? new { A = 1 } : new MemoryStream();
        ValueNotSerializableException failure = Failure(value.GetType(), TypeModel.Create());
        Assert.That(failure.Message, Does.Contain("would not be taken into it as it is").And.Contain(
            isAnonymous ? "Declare a record in its place" : "is a stream").And.Not.Contain("add typeof"));
    }

    [Test]
    public void A_collection_expression_is_told_the_array_that_it_travels_as()
    {
        IReadOnlyList<Thing> list = [new Thing()];
        Assert.That(() => TypeModel.Create().Serialize<object>(list),
            Throws.TypeOf<ValueNotSerializableException>().With.Message.Contains($"add typeof({Text(typeof(Thing[]))}) to"));
        Assert.That(TypeModel.Create(typeof(Thing[])).DeepClone<object>(list), Is.TypeOf<Thing[]>().And.Length.EqualTo(1));
        IReadOnlyList<MemoryStream> streams = [new MemoryStream()];
        Assert.That(() => TypeModel.Create().Serialize<object>(streams),
            Throws.TypeOf<ValueNotSerializableException>().With.Message.Contains("System.IO.MemoryStream[]"));
    }

    private static string Text(Type type) => type == typeof(IEnumerable<Thing>) ? $"System.Collections.Generic.IEnumerable<{Text(typeof(Thing))}>"
        : type == typeof(List<Thing>) ? $"System.Collections.Generic.List<{Text(typeof(Thing))}>"
        : type.FullName!.Replace('+', '.');

    private static ValueNotSerializableException Failure(Type type, TypeModel model)
    {
        ValueNotSerializableException failure = Assert.Throws<ValueNotSerializableException>(() => Call(type, model));
        Assert.That(failure.Code, Is.EqualTo(ErrorCode.TypeNotRegistered));
        return failure;
    }

    // As that type: a Thing, where it fits.
    private static object? Call(Type type, TypeModel model) =>
        typeof(MissingRootTests).GetMethod(nameof(CallAs), System.Reflection.BindingFlags.Static | System.Reflection.BindingFlags.NonPublic)!.MakeGenericMethod(
            type)
            .Invoke(null, System.Reflection.BindingFlags.DoNotWrapExceptions, null, [model], null);

    private static object? CallAs<T>(TypeModel model) => model.DeepClone(new Thing() is T thing ? thing : default(T)!);

    private interface IThing;

    private interface IThing<T>;

    [Serializable]
    private abstract class Base;

    [Serializable]
    private sealed class Thing : Base, IThing, IThing<int>;

    [Serializable]
    private struct Point
    {
        public int X { get; set; }
    }
}
