using NetSerializer.Tests.Oracle;
using NUnit.Framework;

namespace NetSerializer.Tests.Custom;

/// <summary>Custom serializers for interfaces, and by predicate.</summary>
public sealed class InterfaceSerializerTests
{
    [Test]
    public void One_for_an_interface_takes_all_that_implement_it([Values] ReferenceHandling references)
    {
        TypeModel model = TypeModel.Create([typeof(Holder), typeof(Known)], Options(references, CustomSerializer.For(new NamedSerializer())));
        var first = new First { Name = "a" };
        var holder = new Holder { Any = first, Named = first, Other = new Second { Name = "b" }, Known = new Known { Name = "c", Number = 3 }, None = null };
        Holder read = model.DeepClone(holder);
        Assert.Multiple(() =>
        {
            Assert.That(read.Any, Is.TypeOf<Read>().With.Property("Name").EqualTo("a"));
            Assert.That(read.Named, Is.TypeOf<Read>());
            Assert.That(ReferenceEquals(read.Any, read.Named), Is.EqualTo(references == ReferenceHandling.Preserve));
            Assert.That(read.Other!.Name, Is.EqualTo("b"));
            Assert.That(read.Known, Is.TypeOf<Known>().With.Property("Number").EqualTo(3), "what the model knows otherwise");
            Assert.That(read.None, Is.Null);
            Assert.That(model.Describe(), Does.Contain($"custom {typeof(INamed).FullName} as "));
        });
    }

    [Test]
    public void Its_values_are_roots_and_elements()
    {
        TypeModel model = TypeModel.Create([typeof(INamed), typeof(INamed[])], Options(ReferenceHandling.None, CustomSerializer.For(new NamedSerializer())));
        Assert.Multiple(() =>
        {
            Assert.That(model.DeepClone<INamed>(new First { Name = "a" }).Name, Is.EqualTo("a"));
            Assert.That(model.DeepClone<object>(new Value { Name = "v" }), Is.TypeOf<Read>().With.Property("Name").EqualTo("v"), "a boxed struct");
            Assert.That(model.DeepClone<INamed[]>([new First { Name = "a" }, new Second { Name = "b" }]).Select(named => named.Name),
                Is.EqualTo(new[] { "a", "b" }));
            Assert.That(Convert.ToHexString(model.SerializeDirect<INamed>(new First { Name = "a" })), Is.EqualTo("010261"));
            Assert.That(model.CanSerialize(typeof(INamed)) && model.CanSerialize(typeof(First)));
        });
    }

    [Test]
    public void A_value_that_does_not_fit_its_place_is_rejected()
    {
        TypeModel model = TypeModel.Create([typeof(INamed), typeof(Known)], Options(ReferenceHandling.None, CustomSerializer.For(new NamedSerializer())));
        byte[] bytes = model.Serialize<INamed>(new First { Name = "a" });
        Assert.That(() => model.Deserialize<Known>(bytes), Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.TypeIdNotAdmitted));
    }

    [Test]
    public void A_predicate_picks_types()
    {
        var asked = new List<Type>();
        CustomSerializer picking = CustomSerializer.When(
            type =>
            {
                asked.Add(type);
                return type.IsClass && typeof(INamed).IsAssignableFrom(type);
            },
            type => type == typeof(Known) ? null : Activator.CreateInstance(typeof(ByName<>).MakeGenericType(type)));
        TypeModel model = TypeModel.Create([typeof(First), typeof(Second), typeof(Known), typeof(Holder)], Options(ReferenceHandling.None, picking));
        Assert.Multiple(() =>
        {
            Assert.That(asked, Is.Unique.And.SupersetOf(new[] { typeof(First), typeof(INamed), typeof(Holder) }));
            Assert.That(model.DeepClone<object>(new First { Name = "a" }), Is.TypeOf<First>().With.Property("Name").EqualTo("a by name"));
            Assert.That(model.Describe(), Does.Contain($"custom {typeof(Second).FullName} as ").And.Contain($"class {typeof(Known).FullName}"));
        });
    }

    [Test]
    public void A_factory_that_gives_another_serializer_is_a_problem() =>
        Assert.That(
            () => TypeModel.Create([typeof(First)],
                Options(ReferenceHandling.None, CustomSerializer.When(type => type == typeof(First), _ => new NamedSerializer()))),
            Throws.TypeOf<TypeModelException>().With.Property("Code").EqualTo(ErrorCode.InvalidCustomSerializer));

    [Test]
    public void Nulls_are_refused()
    {
        Assert.That(() => CustomSerializer.When(null!, _ => null), Throws.ArgumentNullException);
        Assert.That(() => CustomSerializer.When(_ => true, null!), Throws.ArgumentNullException);
    }

    private static SerializerOptions Options(ReferenceHandling references, CustomSerializer serializer) =>
        new() { References = references, Serializers = [serializer] };

    private interface INamed
    {
        string? Name { get; }
    }

    private sealed class First : INamed
    {
        public string? Name { get; set; }
    }

    private sealed class Second : INamed
    {
        public string? Name { get; set; }
    }

    private struct Value : INamed
    {
        public string? Name { get; set; }
    }

    private sealed class Read(string? name) : INamed
    {
        public string? Name => name;
    }

    [Serializable]
    private sealed class Known : INamed
    {
        public int Number { get; set; }

        public string? Name { get; set; }
    }

    [Serializable]
    private sealed class Holder
    {
        public object? Any;
        public INamed? Named, Other, Known, None;
    }

    private sealed class NamedSerializer : ICustomSerializer<INamed>
    {
        public void Write(ref WireWriter writer, INamed value) => writer.WriteString(value.Name);

        INamed ICustomSerializer<INamed>.Read(ref WireReader reader) => new Read(reader.ReadString());
    }

    private sealed class ByName<T> : ICustomSerializer<T> where T : INamed, new()
    {
        public void Write(ref WireWriter writer, T value) => writer.WriteString(value.Name);

        public T Read(ref WireReader reader)
        {
            var made = new T();
            typeof(T).GetProperty("Name")!.SetValue(made, reader.ReadString() + " by name");
            return made;
        }
    }
}
