using System.Collections.Concurrent;
using System.Collections.Specialized;
using System.ComponentModel;
using System.Configuration;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.Serialization;
using NUnit.Framework;

namespace NetSerializer.Tests.Model;

/// <summary>The cures of refusals can be followed.</summary>
public sealed class CureTests
{
    private const string Handled = "a custom serializer (CustomSerializer.For) whose HandlesDerivedTypes is true";

    /// <summary>A proxy of an ORM or a mock: nobody can mark its class, and the other side has none.</summary>
    [Test]
    public void A_generated_class_names_its_base()
    {
        object proxy = Activator.CreateInstance(Generated(typeof(Person)))!;
        string name = typeof(Person).FullName!.Replace('+', '.'), cure = $"write the {name} behind it, or a copy, or give {name} {Handled}";
        var refused = Assert.Throws<ValueNotSerializableException>(() => TypeModel.Create(typeof(Order)).Serialize(new Order { Customer = (Person)proxy }))!;
        var problem = Assert.Throws<TypeModelException>(() => TypeModel.Create(proxy.GetType()))!;
        var options = new SerializerOptions { Serializers = [CustomSerializer.For(new PersonSerializer())] };
        Assert.Multiple(() =>
        {
            Assert.That(refused.Message, Does.Contain("was made at run time, as proxies and mocks are").And.Contain(cure).And.Not.Contain("Mark it"));
            Assert.That(problem.Problems[0].Message, Does.Contain(cure).And.Not.Contain("Mark it"));
            Assert.That(TypeModel.Create([typeof(Order)], options).DeepClone(new Order { Customer = (Person)proxy })!.Customer, Is.TypeOf<Person>());
        });
    }

    /// <summary>Libraries mark their proxies, and the other side does not have them all the same.</summary>
    [Test]
    public void A_generated_class_that_is_marked_names_its_base_or_its_interface()
    {
        object derived = Activator.CreateInstance(Generated(typeof(Person), isMarked: true))!,
            alone = Activator.CreateInstance(Generated(typeof(object), isMarked: true, typeof(INamed)))!;
        TypeModel model = TypeModel.Create(typeof(Order));
        Assert.Multiple(() =>
        {
            Assert.That(() => model.Serialize(new Order { Customer = (Person)derived }), Refused("it was made at run time, as proxies and mocks are: "));
            Assert.That(() => model.Serialize(alone), Refused("CureTests.INamed a custom serializer (CustomSerializer.For)."));
        });
    }

    /// <summary>The class with the serializer is no part of the model: nothing but an interface is declared.</summary>
    [Test]
    public void A_serializer_of_a_base_class_behind_an_interface_names_the_root_to_add()
    {
        var options = new SerializerOptions { Serializers = [CustomSerializer.For(new PersonSerializer())] };
        var value = new Meeting { Host = new Employee() };
        Assert.Multiple(() =>
        {
            Assert.That(() => TypeModel.Create([typeof(Meeting)], options).Serialize(value),
                Refused("CureTests.Person has a custom serializer that handles it: add typeof(NetSerializer.Tests.Model.CureTests.Person) to the types"));
            Assert.That(TypeModel.Create([typeof(Meeting), typeof(Person)], options).DeepClone(value)!.Host, Is.TypeOf<Person>());
        });
    }

    [TestCase(typeof(WeakReference))]
    [TestCase(typeof(MemoryStream))]
    [TestCase(typeof(StringReader))]
    [TestCase(typeof(Task))]
    [TestCase(typeof(Thread))]
    [TestCase(typeof(PropertyChangedEventArgs))]
    [TestCase(typeof(BlockingCollection<int>))]
    [TestCase(typeof(Names))]
    [TestCase(typeof(HttpRequestException))]
    [TestCase(typeof(ConfigurationErrorsException))]
    [TestCase(typeof(FromComponent))]
    public void A_type_of_the_framework_names_the_calls_that_give_it_a_form(Type type) =>
        Assert.That(Problem(type), Does.Contain("a custom serializer (CustomSerializer.For) or a surrogate (CustomSerializer.Surrogate)"));

    [TestCase(typeof(FromMarshalByRef), false)]
    [TestCase(typeof(FromComponent), true)]
    public void Only_a_base_with_fields_is_told_that_they_are_no_contract(Type type, bool hasFields) =>
        Assert.That(Problem(type).Contains("its private fields are no contract", StringComparison.Ordinal), Is.EqualTo(hasFields));

    /// <summary>Its serialization constructor calls Type.GetType with texts of the entries.</summary>
    [TestCase(typeof(ConfigurationErrorsException))]
    [TestCase(typeof(FromConfiguration))]
    public void An_exception_that_loads_types_by_name_is_refused(Type type) =>
        Assert.That(Problem(type), Does.Contain("System.Configuration.ConfigurationErrorsException").And.Contain("loads types by names that were sent"));

    private static string Problem(Type type) => Assert.Throws<TypeModelException>(() => TypeModel.Create(type))!.Problems[0].Message;

    private static NUnit.Framework.Constraints.Constraint Refused(string cure) =>
        Throws.TypeOf<ValueNotSerializableException>().With.Message.Contain(cure).And.Property("Code").EqualTo(ErrorCode.TypeNotRegistered);

    private static Type Generated(Type baseType, bool isMarked = false, params Type[] interfaces)
    {
        // The flag of [Serializable].
        TypeAttributes attributes = TypeAttributes.Public | (isMarked ? (TypeAttributes)0x2000 : 0);
        return AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("Proxies"), AssemblyBuilderAccess.Run).DefineDynamicModule("Proxies")
            .DefineType("Proxy", attributes, baseType, interfaces).CreateType();
    }

    public interface INamed;

    [Serializable]
    public class Person : INamed;

    [Serializable]
    public class Employee : Person;

    [Serializable]
    public class Order
    {
        public Person? Customer;
    }

    [Serializable]
    public class Meeting
    {
        public INamed? Host;
    }

    [Serializable]
    private sealed class FromMarshalByRef : MarshalByRefObject;

    [Serializable]
    private sealed class FromComponent : Component;

    [Serializable]
    private sealed class Names : NameObjectCollectionBase;

    [Serializable]
    private sealed class FromConfiguration : ConfigurationErrorsException
    {
        public FromConfiguration()
        {
        }

        private FromConfiguration(SerializationInfo info, StreamingContext context)
            : base(info, context)
        {
        }
    }

    private sealed class PersonSerializer : ICustomSerializer<Person>
    {
        public bool HandlesDerivedTypes => true;

        public void Write(ref WireWriter writer, Person value)
        {
        }

        public Person Read(ref WireReader reader) => new();
    }
}
