using System.Collections.Immutable;
using NetSerializer.Tests.Oracle.Schema;
using NUnit.Framework;

namespace NetSerializer.Tests.Fuzzing;

/// <summary>What the check of an input takes for the same value written otherwise, and what it does not.</summary>
[TestFixture]
internal sealed class InputCheckTests
{
    // So many that nobody meets the same order twice.
    private const int Coins = 24;

    // docs/wire-format.md, section 5d: the order of an ImmutableHashSet is that in which the writer enumerates it, and no part of the value. That of keys
    // which are told apart by identity is another one whenever they are read, so that what is written again never settles.
    [Test]
    public void ASetWithinACustomFormMayBeWrittenInAnotherOrder() => FuzzThread.Run(() => Check(new PurseSerializer(step: 0)));

    [Test]
    public void NothingElseOfACustomFormMayChangeEachTime()
    {
        FuzzFailure failure = Assert.Throws<FuzzFailure>(() => Check(new PurseSerializer(step: 1)));
        Assert.That(failure.Message, Does.StartWith("not canonical"));
    }

    [Test]
    public void WhatACustomFormNestsIsLookedAt()
    {
        var serializer = new PurseSerializer(step: 0);
        TypeModel model = Model(serializer);
        var wrong = new Purse { Coins = [new Stranger()] };
        Assert.That(new TypeSafetyWalk(model, Oracle(model, serializer)).Visit(typeof(Purse), wrong), Does.Contain("which is not in the model"));
    }

    private static void Check(PurseSerializer serializer)
    {
        TypeModel model = Model(serializer);
        var target = new FuzzTarget("purses", model, [], Oracle(model, serializer));
        byte[] bytes = model.Serialize(new Purse { Coins = [.. Enumerable.Range(0, Coins).Select(value => new Coin { Value = value })] });
        Assert.That(new InputCheck(target).Check(FuzzRoot.Of(typeof(Purse)), bytes).IsAccepted);
    }

    private static TypeModel Model(PurseSerializer serializer) =>
        TypeModel.Create([typeof(Purse), typeof(Coin)], new SerializerOptions { Serializers = [CustomSerializer.For(serializer)] });

    private static OracleModel Oracle(TypeModel model, PurseSerializer serializer) => new(model.Describe(),
        model.TypeIds.Select(pair => (pair.Value, pair.Key)), new Dictionary<Type, CustomForm> { [typeof(Purse)] = serializer.Form });

    [Serializable]
    private sealed class Purse
    {
        public int Number;
        public ImmutableHashSet<object>? Coins;
    }

    [Serializable]
    private sealed class Coin
    {
        public int Value;
    }

    private sealed class Stranger;

    /// <param name="step">What is added to the number whenever it is written.</param>
    private sealed class PurseSerializer(int step) : ICustomSerializer<Purse>
    {
        public CustomForm Form => new("purse", [.. NestedTypes], purse => [((Purse)purse).Number + step, ((Purse)purse).Coins],
            parts => new Purse { Number = (int)parts[0]!, Coins = (ImmutableHashSet<object>?)parts[1] });

        public IReadOnlyList<Type> NestedTypes => [typeof(int), typeof(ImmutableHashSet<object>)];

        public string Format => "purse";

        public void Write(ref WireWriter writer, Purse value)
        {
            writer.Write(value.Number + step);
            writer.Write(value.Coins);
        }

        public Purse Read(ref WireReader reader) => new() { Number = reader.Read<int>(), Coins = reader.Read<ImmutableHashSet<object>?>() };
    }
}
