using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using NUnit.Framework;

namespace NetSerializer.Tests.Model;

/// <summary>Plugins: types of an assembly that unloads, and models that unload with them.</summary>
public class CollectibleTests
{
    [Test]
    public void A_collectible_model_unloads()
    {
        WeakReference[] gone = UseAndDrop(typeof(Plain));
        Assert.That(Collected(gone), Is.All.True);
    }

    [Test]
    public void Types_of_an_unloadable_assembly_unload_with_their_model()
    {
        WeakReference[] gone = LoadUseAndUnload();
        Assert.That(Collected(gone), Is.All.True);
    }

    [Test]
    public void A_model_that_stays_refuses_types_that_go()
    {
        var context = new AssemblyLoadContext("plugin", isCollectible: true);
        Type type = context.LoadFromAssemblyPath(typeof(Plain).Assembly.Location).GetType(typeof(Plain).FullName!)!;
        TypeModelException failure = Assert.Throws<TypeModelException>(() => TypeModel.Create(type))!;
        Assert.That(failure.Problems.Single().Message, Does.Contain(nameof(SerializerOptions.Collectible)));
        context.Unload();
    }

    // The model has types whose derived classes it takes, and looks at the base classes of those that it does not know.
    [Test]
    public void Types_that_a_model_refuses_to_write_unload([Values] bool isCovered)
    {
        TypeModel model = TypeModel.Create(typeof(Plain), typeof(System.Globalization.CultureInfo), typeof(Type));
        Assert.That(model.DeepClone<object>(System.Globalization.CultureInfo.InvariantCulture), Is.Not.Null);
        WeakReference context = WriteAndUnload(model, isCovered);
        Assert.That(Collected([context]), Is.All.True);
        GC.KeepAlive(model);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference WriteAndUnload(TypeModel model, bool isCovered)
    {
        var context = new AssemblyLoadContext("plugin", isCollectible: true);
        Type type = context.LoadFromAssemblyPath(typeof(Plain).Assembly.Location).GetType((isCovered ? typeof(OwnCulture) : typeof(Plain)).FullName!)!;
        object value = Activator.CreateInstance(type)!;
        for (int i = 0; i < 3; i++)
        {
            if (isCovered)
            {
                Assert.That(model.Serialize(value), Is.Not.Empty);
            }
            else
            {
                Assert.That(() => model.Serialize(value), Throws.TypeOf<ValueNotSerializableException>());
            }
        }
        context.Unload();
        return new WeakReference(context);
    }

    [Test]
    public void A_collectible_model_does_what_the_other_does()
    {
        TypeModel model = TypeModel.Create([typeof(Plain)], new SerializerOptions { Collectible = true });
        var value = new Plain { Number = 5, Text = "text", Any = new Plain { Numbers = [1, 2, 3], Any = 7 } };
        byte[] bytes = model.Serialize(value);
        Assert.Multiple(() =>
        {
            Assert.That(bytes, Is.EqualTo(TypeModel.Create(typeof(Plain)).Serialize(value)));
            Assert.That(model.Serialize(model.Deserialize<Plain>(bytes)), Is.EqualTo(bytes));
            Assert.That(Assert.Throws<MalformedDataException>(() => model.Deserialize<Plain>(bytes.AsSpan(0, bytes.Length - 1)))!.Path, Is.Not.Empty);
        });
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference[] UseAndDrop(params Type[] types)
    {
        TypeModel model = TypeModel.Create(types, new SerializerOptions { Collectible = true });
        foreach (Type type in types)
        {
            object value = Activator.CreateInstance(type)!;
            Assert.That(model.Deserialize(model.Serialize(value)), Is.InstanceOf(type));
        }
        // The twin, too.
        Assert.That(() => model.Serialize(new Version()), Throws.TypeOf<ValueNotSerializableException>());
        return [new WeakReference(model), new WeakReference(GeneratedType(model)),
            .. types.Where(type => type.IsCollectible).Select(type => new WeakReference(type))];
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference[] LoadUseAndUnload()
    {
        var context = new AssemblyLoadContext("plugin", isCollectible: true);
        Assembly plugin = context.LoadFromAssemblyPath(typeof(Plain).Assembly.Location);
        Type type = plugin.GetType(typeof(Plain).FullName!)!;
        Assert.That(type, Is.Not.EqualTo(typeof(Plain)));
        WeakReference[] used = UseAndDrop(type, typeof(List<>).MakeGenericType(type));
        context.Unload();
        return [.. used, new WeakReference(context)];
    }

    // The assembly of generated code keeps itself alive through any of its methods.
    internal static Type GeneratedType(TypeModel model)
    {
        object compiled = typeof(Dispatch.ModelCore).GetField("_compiled", BindingFlags.Instance | BindingFlags.NonPublic)!.GetValue(model.Core)!;
        object assembly = typeof(Dispatch.CompiledModel).GetField("_assembly", BindingFlags.Instance | BindingFlags.NonPublic)!.GetValue(compiled)!;
        return ((Module)typeof(NetSerializer.Emit.GeneratedAssembly)
            .GetField("_module", BindingFlags.Instance | BindingFlags.NonPublic)!.GetValue(assembly)!).GetType("NetSerializer.Generated.Serializers1")!;
    }

    // Unloading takes a few collections: each finalizer that runs may free the next thing.
    private static IEnumerable<bool> Collected(WeakReference[] references)
    {
        for (int i = 0; i < 20 && references.Any(reference => reference.IsAlive); i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        return references.Select(reference => !reference.IsAlive);
    }

    [Serializable]
    public class Plain
    {
        public int Number;
        public string? Text;
        public int[]? Numbers;
        public object? Any;
    }

    public class OwnCulture() : System.Globalization.CultureInfo("de-DE");
}
