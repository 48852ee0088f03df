using System.Collections.Immutable;
using System.Runtime.Serialization;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>
/// In a graph, what is asked for its hash while a collection is made has all constructors run that wait, also those of objects in front of the
/// collection. A struct around it that says itself what it consists of must see what came behind that as well.
/// </summary>
internal sealed class ConstructionMarkTests
{
    [Test]
    public void A_struct_sees_all_that_it_consists_of(
        [Values(0, 1, 5)] int before, [Values(0, 1, 5)] int inside, [Values(0, 1, 7)] int behind, [Values] ReferenceHandling references)
    {
        TypeModel model = TypeModel.Create([typeof(Outer), typeof(ImmutableHashSet<Name>), typeof(Name[])], new SerializerOptions { References = references });
        var value = new Outer { Before = Names("before", before), Inner = new Inner([.. Names("inside", inside)], Names("behind", behind)) };
        Outer copy = model.DeepClone(value);
        Assert.That(copy.Before.Select(name => name.Text), Is.EqualTo(value.Before.Select(name => name.Text)));
        Assert.That(copy.Inner.Set.Select(name => name.Text), Is.EquivalentTo(value.Inner.Set.Select(name => name.Text)));
        Assert.That(copy.Inner.Seen, Is.EqualTo(value.Inner.Behind.Select(name => name.Text)));
        Assert.That(copy.Behind.Text, Is.EqualTo("last"));
    }

    private static Name[] Names(string text, int count) => [.. Enumerable.Range(0, count).Select(i => new Name($"{text}{i}"))];

    [Serializable]
    private sealed class Outer
    {
        public Name[] Before = [];
        public Inner Inner;
        public Name Behind = new("last");
    }

    [Serializable]
    private struct Inner : ISerializable
    {
        public Inner(ImmutableHashSet<Name> set, Name[] behind) => (Set, Behind, Seen) = (set, behind, []);

        private Inner(SerializationInfo info, StreamingContext context)
        {
            Set = (ImmutableHashSet<Name>)info.GetValue("set", typeof(ImmutableHashSet<Name>))!;
            Behind = (Name[])info.GetValue("behind", typeof(Name[]))!;
            Seen = [.. Behind.Select(name => name.Text)];
        }

        public ImmutableHashSet<Name> Set { get; }

        public Name[] Behind { get; }

        public string?[] Seen { get; }

        public readonly void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            info.AddValue("set", Set);
            info.AddValue("behind", Behind);
        }
    }

    /// <summary>Told apart by identity, so that it may be in a set that is made of its whole content.</summary>
    [Serializable]
    private sealed class Name(string text)
    {
        private readonly Said _said = new(text);

        public string? Text => _said.Text;
    }

    [Serializable]
    private sealed class Said : ISerializable
    {
        public Said(string text) => Text = text;

        private Said(SerializationInfo info, StreamingContext context) => Text = info.GetString("text");

        public string? Text { get; }

        public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("text", Text);
    }
}
