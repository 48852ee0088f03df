using NUnit.Framework;

namespace NetSerializer.Tests.Model;

/// <summary>Generated code names the assemblies whose private members it uses in an attribute, with a length of one, two or four bytes.</summary>
public class AssemblyNameTests
{
    [TestCase(1, 'a')]
    [TestCase(127, 'b')]
    [TestCase(128, 'c')]
    [TestCase(63, 'ä')]
    [TestCase(64, 'ä')]
    [TestCase(5461, '界')]
    [TestCase(5462, '界')]
    [TestCase(1000, 'd')]
    public void Internal_classes_of_assemblies_with_long_names_are_reached(int length, char letter)
    {
        Type type = new DynamicTypes(new string(letter, length)).MakeInternal("Hidden", ("Number", typeof(int)));
        object value = Activator.CreateInstance(type, nonPublic: true)!;
        type.GetField("Number")!.SetValue(value, 4711);
        var model = TypeModel.Create(type);
        object? back = model.Deserialize(model.Serialize(value));
        Assert.That(back, Is.TypeOf(type));
        Assert.That(type.GetField("Number")!.GetValue(back), Is.EqualTo(4711));
    }
}
