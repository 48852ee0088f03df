using System.Reflection;
using System.Xml.Linq;
using NUnit.Framework;

namespace NetSerializer.Tests.Structure;

/// <summary>The public surface: listed, so that no change goes unseen, and documented.</summary>
public class PublicApiTests
{
    [Test]
    public void Surface_is_the_golden_one() => GoldenText.Require("PublicApi.golden.txt", PublicApi.Print(typeof(TypeModel).Assembly));

    [Test]
    public void Every_public_type_is_in_the_root_namespace() =>
        Assert.That(typeof(TypeModel).Assembly.GetExportedTypes().Select(type => type.Namespace).Distinct(), Is.EqualTo((string[])["NetSerializer"]));

    [Test]
    public void Every_public_type_and_member_has_documentation()
    {
        Dictionary<string, XElement> documented = XDocument.Load(Path.ChangeExtension(typeof(TypeModel).Assembly.Location, ".xml")).Descendants("member")
            .ToDictionary(member => member.Attribute("name")!.Value);
        var missing = new List<string>();
        foreach (Type type in typeof(TypeModel).Assembly.GetExportedTypes())
        {
            Require($"T:{type.FullName}", documented, missing);
            foreach (MemberInfo member in PublicApi.Members(type).Where(member => !IsMadeByCompiler(member)))
            {
                // Documentation ids of methods go on with their parameters.
                string id = $"{(member is MethodBase ? "M" : member is PropertyInfo ? "P" : "F")}:{type.FullName}.{member.Name.Replace('.', '#')}";
                int overloads = PublicApi.Members(type).Count(other => other.Name == member.Name);
                string[] found = [.. documented.Keys.Where(key => key == id || (key.StartsWith(id, StringComparison.Ordinal) && key[id.Length] is '(' or '`'))];
                if (found.Length < overloads)
                {
                    missing.Add(id);
                }
                foreach (string key in found)
                {
                    Require(key, documented, missing);
                }
            }
        }
        Assert.That(missing.Distinct(), Is.Empty);
    }

    private static void Require(string id, Dictionary<string, XElement> documented, List<string> missing)
    {
        if (!documented.TryGetValue(id, out XElement? element)
            || (element.Element("inheritdoc") == null && string.IsNullOrWhiteSpace(element.Element("summary")?.Value)))
        {
            missing.Add(id);
        }
    }

    // Record members: equality, printing, copying, deconstruction.
    private static bool IsMadeByCompiler(MemberInfo member) =>
        member.IsDefined(typeof(System.Runtime.CompilerServices.CompilerGeneratedAttribute), false)
        || member is ConstructorInfo { DeclaringType: { } type } constructor
            && (constructor.GetParameters() is [{ ParameterType: var only }] && only == type || type.GetMethod("<Clone>$") != null)
        || member is PropertyInfo { GetMethod: { } getter } && getter.IsDefined(typeof(System.Runtime.CompilerServices.CompilerGeneratedAttribute), false)
            && member.Name == "EqualityContract";
}
