using NUnit.Framework;

namespace NetSerializer.Tests.Custom;

/// <summary>A delegate with a surrogate travels in members as elsewhere: serializers of the user's own are asked before the policy on delegates.</summary>
internal class DelegateSurrogateTests
{
    private static readonly CustomSerializer s_functions = CustomSerializer.Surrogate<Func<int>, int>(function => function(), number => () => number),
        s_handlers = CustomSerializer.Surrogate<EventHandler, string>(handler => ((Named)handler.Target!).Name, name => new Named(name).Handle);

    [Test]
    public void Members_and_events_travel_by_their_surrogates([Values] DelegateHandling delegates, [Values] ReferenceHandling references)
    {
        TypeModel model = Model([typeof(Holder)], delegates, references, s_functions, s_handlers);
        var holder = new Holder(() => 3) { Function = () => 1, NoFunction = null, Pair = (() => 2, 5), Kept = () => 4 };
        holder.Changed += new Named("n").Handle;
        Holder copy = model.DeepClone(holder);
        Assert.Multiple(() =>
        {
            Assert.That((copy.Function!(), copy.Pair.Item1(), copy.Pair.Item2, copy.Own()), Is.EqualTo((1, 2, 5, 3)));
            Assert.That(copy.NoFunction == null, Is.True);
            Assert.That(copy.Kept == null, Is.True, "[NonSerialized]");
            Assert.That(copy.Raise(), Is.EqualTo("n"));
        });
    }

    [Test]
    public void Delegates_without_one_are_refused_or_left_out_as_before()
    {
        var failure = Assert.Throws<TypeModelException>(() => Model([typeof(Holder)], DelegateHandling.Refuse, ReferenceHandling.None, s_functions));
        Assert.That(failure.Problems.Single().Path, Does.EndWith("Holder -> Changed"));
        TypeModel model = Model([typeof(Holder)], DelegateHandling.Skip, ReferenceHandling.None, s_functions);
        var holder = new Holder(() => 3);
        holder.Changed += new Named("n").Handle;
        Holder copy = model.DeepClone(holder);
        Assert.That((copy.Own(), copy.Raise()), Is.EqualTo((3, (string?)null)));
    }

    [Test]
    public void The_member_is_part_of_the_agreement()
    {
        TypeModel with = Model([typeof(Holder)], DelegateHandling.Skip, ReferenceHandling.None, s_functions, s_handlers),
            without = Model([typeof(Holder)], DelegateHandling.Skip, ReferenceHandling.None, s_functions);
        Assert.That(with.Describe(), Does.Contain(" Function System.Func<int32>!").And.Contain(" Changed System.EventHandler!").And.Not.Contain("Kept"));
        Assert.That(without.Describe(), Does.Contain("Func").And.Not.Contain("Changed"));
        Assert.That(with.Fingerprint.ToArray(), Is.Not.EqualTo(without.Fingerprint.ToArray()));
    }

    /// <summary>A serializer for a base is for the places declared as that.</summary>
    [Test]
    public void A_serializer_with_derived_types_takes_the_members_declared_as_its_type()
    {
        TypeModel model = Model([typeof(Loose)], DelegateHandling.Skip, ReferenceHandling.None, CustomSerializer.For(new AnyDelegateSerializer()));
        Loose copy = model.DeepClone(new Loose { Any = () => 6, Narrow = () => 7 });
        Assert.That(((Func<int>)copy.Any!)(), Is.EqualTo(6));
        Assert.That(copy.Narrow == null, Is.True);
    }

    /// <summary>An object of another type than the declared one, without being of a class derived from it.</summary>
    [Test]
    public void A_variant_delegate_is_written_as_what_its_member_declares()
    {
        CustomSerializer objects = CustomSerializer.Surrogate<Func<object>, string>(function => (string)function(), text => () => text);
        foreach (ReferenceHandling references in Enum.GetValues<ReferenceHandling>())
        {
            TypeModel model = Model([typeof(Variant)], DelegateHandling.Refuse, references, objects);
            Func<string> function = () => "text";
            Assert.That(model.DeepClone(new Variant { Function = function }).Function!(), Is.EqualTo("text"));
        }
    }

    [Test]
    public void A_field_below_a_class_that_writes_itself_is_not_lost_in_silence()
    {
        Assert.That(() => Model([typeof(Below)], DelegateHandling.Refuse, ReferenceHandling.None), Throws.Nothing);
        var failure = Assert.Throws<TypeModelException>(() => Model([typeof(Below)], DelegateHandling.Refuse, ReferenceHandling.None, s_functions));
        Assert.That(failure.Problems.Single().Message, Does.Contain("would be lost"));
    }

    private static TypeModel Model(Type[] roots, DelegateHandling delegates, ReferenceHandling references, params CustomSerializer[] serializers) =>
        TypeModel.Create(roots, new SerializerOptions { Serializers = serializers, Delegates = delegates, References = references });

    [Serializable]
    private sealed class Holder(Func<int> own)
    {
        public Func<int>? Function, NoFunction = () => 8;
        public (Func<int>, int) Pair = (() => 0, 0);
        [NonSerialized] public Func<int>? Kept;

        public event EventHandler? Changed;

        public Func<int> Own { get; } = own;

        public string? Raise() => (Changed?.Target as Named)?.Name;
    }

    private sealed class Named(string name)
    {
        public string Name => name;

        public void Handle(object? sender, EventArgs arguments)
        {
        }
    }

    [Serializable]
    private sealed class Loose
    {
        public Delegate? Any;
        public Func<int>? Narrow;
    }

    [Serializable]
    private sealed class Variant
    {
        public Func<object>? Function;
    }

    [Serializable]
    private class Writing : ICustomBinarySerializable
    {
        public void WriteDataTo(BinaryWriter writer)
        {
        }

        public void SetDataFrom(BinaryReader reader)
        {
        }
    }

    [Serializable]
    private sealed class Below : Writing
    {
        public Func<int> Function = () => 1;
    }

    private sealed class AnyDelegateSerializer : ICustomSerializer<Delegate>
    {
        public bool HandlesDerivedTypes => true;

        public void Write(ref WireWriter writer, Delegate value) => writer.WriteInt32(((Func<int>)value)());

        public Delegate Read(ref WireReader reader)
        {
            int number = reader.ReadInt32();
            return () => number;
        }
    }
}
