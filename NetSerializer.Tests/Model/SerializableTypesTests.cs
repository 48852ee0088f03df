using System.Reflection;
using NUnit.Framework;

namespace NetSerializer.Tests.Model;

/// <summary>Lists of types for Create: which, and in which order.</summary>
public sealed class SerializableTypesTests
{
    private static readonly Assembly s_assembly = typeof(SerializableTypesTests).Assembly;

    [Test]
    public void An_assembly_gives_what_is_marked_and_enums()
    {
        Type[] found = [.. SerializableTypes.In(s_assembly)];
        Func<int> lambda = () => 1;
        Assert.Multiple(() =>
        {
            Assert.That(found, Is.SupersetOf(new[] { typeof(Parcel), typeof(Letter), typeof(Kind), typeof(Size) }));
            Assert.That(found.Intersect([typeof(Post), typeof(Unmarked), typeof(Delivery<>), typeof(Handler), typeof(SerializableTypesTests)]), Is.Empty);
            Assert.That(found, Has.None.EqualTo(lambda.Method.DeclaringType));
            Assert.That(found, Is.Unique.And.EqualTo(found.OrderBy(type => type.ToString(), StringComparer.Ordinal)));
        });
    }

    [Test]
    public void A_base_gives_what_is_derived_from_it()
    {
        Assert.Multiple(() =>
        {
            Assert.That(SerializableTypes.DerivedFrom(typeof(Post)), Is.EqualTo(new[] { typeof(Letter), typeof(Parcel), typeof(Unmarked) }));
            Assert.That(SerializableTypes.DerivedFrom(typeof(Parcel)), Is.EqualTo(new[] { typeof(Parcel) }));
            Assert.That(SerializableTypes.DerivedFrom(typeof(IWeighed), s_assembly, s_assembly), Is.EqualTo(new[] { typeof(Parcel), typeof(Size) }));
            Assert.That(SerializableTypes.DerivedFrom(typeof(Delivery<>)), Is.EqualTo(new[] { typeof(ParcelDelivery) }));
            Assert.That(SerializableTypes.DerivedFrom(typeof(IDelivery<>)), Is.EqualTo(new[] { typeof(ParcelDelivery) }));
            Assert.That(SerializableTypes.DerivedFrom(typeof(Post), typeof(object).Assembly), Is.Empty);
        });
    }

    [Test]
    public void A_derived_class_that_is_not_marked_is_told_of_by_Create() =>
        Assert.That(() => TypeModel.Create(SerializableTypes.DerivedFrom(typeof(Post))),
            Throws.TypeOf<TypeModelException>().With.Message.Contains(nameof(Unmarked)));

    [Test]
    public void Open_types_are_closed_with_every_argument()
    {
        Assert.Multiple(() =>
        {
            Assert.That(SerializableTypes.Closing(typeof(Delivery<>), typeof(Parcel), typeof(Letter), typeof(Parcel)),
                Is.EqualTo(new[] { typeof(Delivery<Letter>), typeof(Delivery<Parcel>) }));
            Assert.That(SerializableTypes.Closing(typeof(KeyValuePair<,>), typeof(int), typeof(string)).Count(), Is.EqualTo(4));
            Assert.That(() => SerializableTypes.Closing(typeof(Delivery<>), typeof(int)), Throws.ArgumentException);
            Assert.That(() => SerializableTypes.Closing(typeof(Parcel), typeof(int)), Throws.ArgumentException);
        });
        TypeModel model = TypeModel.Create([typeof(Truck), .. SerializableTypes.Closing(typeof(Delivery<>), typeof(Parcel))]);
        Assert.That(model.DeepClone(new Truck { Cargo = new Delivery<Parcel>() }).Cargo, Is.TypeOf<Delivery<Parcel>>());
    }

    [Test]
    public void A_closed_type_in_a_member_is_found_without_a_list() =>
        Assert.That(TypeModel.Create(typeof(Depot)).TypeIds.TryGetId(typeof(Delivery<Letter>), out _));

    [Test]
    public void Samples_give_the_types_of_all_that_is_in_them()
    {
        var truck = new Truck
        {
            Cargo = new Delivery<Parcel> { Content = new Parcel { Tag = new Dictionary<string, object?> { ["a"] = new Letter(), ["b"] = Kind.Second } } },
            Any = new object?[]
            {
                (1, new Size()), null, new List<int> { 1 }, new Uri("http://example.com"), typeof(int),
                new InvalidOperationException("x", new ArgumentException()),
            },
        };
        truck.Self = truck;
        IReadOnlyList<int> made = [1, 2];
        truck.Made = made;
        truck.Skipped = new Unmarked();
        Type[] found = [.. SerializableTypes.Of(truck, null, 5)];
        Assert.Multiple(() =>
        {
            Assert.That(found, Is.EquivalentTo(new[]
            {
                typeof(Truck), typeof(Delivery<Parcel>), typeof(Parcel), typeof(Dictionary<string, object>),
                typeof(Letter), typeof(Kind), typeof(object[]), typeof((int, Size)), typeof(Size), typeof(List<int>), typeof(Uri), typeof(Type),
                typeof(InvalidOperationException), typeof(ArgumentException), typeof(int[]),
            }));
            Assert.That(found, Is.EqualTo(found.OrderBy(type => type.ToString(), StringComparer.Ordinal)));
            Assert.That(SerializableTypes.Of([new List<string> { "x" }]), Is.EqualTo(new[] { typeof(List<string>) }));
        });
        truck.Skipped = null;
        TypeModel model = TypeModel.Create(found, new SerializerOptions { References = ReferenceHandling.Preserve });
        Assert.That(model.Serialize(model.DeepClone<object>(truck)), Is.EqualTo(model.Serialize<object>(truck)));
    }

    [Test]
    public void The_exceptions_are_all_of_the_framework_that_travel()
    {
        string[] left = ["System.Diagnostics.Contracts.ContractException", "System.ExecutionEngineException", "System.IO.Compression.ZLibException"];
        Type[] listed = [.. SerializableTypes.Exceptions];
        Assert.That(() => TypeModel.Create(listed), Throws.Nothing);
        string folder = Path.GetDirectoryName(typeof(object).Assembly.Location)!;
        Type[] travelling = [.. FrameworkAssemblies(folder).SelectMany(assembly => assembly.GetExportedTypes())
            .Where(type => type.IsAssignableTo(typeof(Exception)) && !type.IsAbstract && !left.Contains(type.FullName) && Travels(type))];
        Assert.That(listed.Select(type => type.FullName), Is.EquivalentTo(travelling.Select(type => type.FullName)));
    }

    private static IEnumerable<Assembly> FrameworkAssemblies(string folder)
    {
        foreach (string file in Directory.GetFiles(folder, "*.dll"))
        {
            Assembly? assembly = null;
            try
            {
                assembly = Assembly.Load(AssemblyName.GetAssemblyName(file));
            }
            catch (BadImageFormatException)
            {
                // A native library.
            }
            if (assembly != null)
            {
                yield return assembly;
            }
        }
    }

    private static bool Travels(Type type)
    {
        try
        {
            TypeModel.Create(type);
            return true;
        }
        catch (TypeModelException)
        {
            return false;
        }
    }

    private interface IWeighed;

    private interface IDelivery<T>;

    private delegate void Handler();

    private enum Kind
    {
        First,
        Second,
    }

    [Serializable]
    private abstract class Post
    {
        public object? Tag;
    }

    [Serializable]
    private sealed class Parcel : Post, IWeighed;

    [Serializable]
    private sealed class Letter : Post;

    private sealed class Unmarked : Post;

    [Serializable]
    private struct Size : IWeighed
    {
        public int Width { get; set; }
    }

    [Serializable]
    private class Delivery<T> : IDelivery<T> where T : Post
    {
        public T? Content;
    }

    [Serializable]
    private sealed class ParcelDelivery : Delivery<Parcel>;

    [Serializable]
    private sealed class Depot
    {
        public Delivery<Letter>? Letters = new();
    }

    [Serializable]
    private sealed class Truck
    {
        public object? Cargo, Any, Made;
        public Truck? Self;
        [NonSerialized]
        public Unmarked? Skipped;
    }
}
