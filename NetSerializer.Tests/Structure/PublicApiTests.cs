using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using NUnit.Framework;

namespace NetSerializer.Tests.Structure;

/// <summary>The public surface: listed, so that no change goes unseen, and documented.</summary>
public partial class PublicApiTests
{
    [Test]
    public void Surface_is_the_golden_one() => GoldenText.Require("PublicApi.golden.txt", PublicApi.Print(typeof(TypeModel).Assembly));

    [Test]
    public void Surface_of_BinaryFormatter_is_the_golden_one() =>
        GoldenText.Require("PublicApi.BinaryFormatter.golden.txt", PublicApi.Print(typeof(BinaryFormatterReader).Assembly));

    [Test]
    public void Every_public_type_is_in_the_root_namespace() =>
        Assert.That(typeof(TypeModel).Assembly.GetExportedTypes().Select(type => type.Namespace).Distinct(), Is.EqualTo((string[])["NetSerializer"]));

    [Test]
    public void Every_public_type_and_member_has_documentation()
    {
        Dictionary<string, XElement> documented = Documentation();
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

    // What a program cannot name only makes the package larger. Overloads that are not public are seen by their number.
    [Test]
    public void Nothing_else_has_documentation()
    {
        Dictionary<string, int> visible = typeof(TypeModel).Assembly.GetExportedTypes()
            .SelectMany(type => PublicApi.Members(type).Select(member => $"{type.FullName}.{member.Name.Replace('.', '#')}").Append(type.FullName!))
            .CountBy(name => name).ToDictionary();
        Assert.That(Documentation().Keys.Select(key => key[2..].Split('(')[0].Split("``")[0]).CountBy(name => name)
            .Where(name => name.Value > visible.GetValueOrDefault(name.Key)), Is.Empty);
    }

    // A reader of the package has no other file in which a reference could be found.
    [Test]
    public void Inherited_documentation_is_there()
    {
        Dictionary<string, XElement> documented = Documentation();
        string[] references = [.. documented.Values.Descendants("inheritdoc").Select(reference => reference.Attribute("cref")?.Value).OfType<string>()];
        Assert.That(references, Is.Not.Empty);
        Assert.That(references.Where(reference => !documented.ContainsKey(reference)), Is.Empty);
    }

    // Which call reads the bytes of which other one is the first thing that a user has to know.
    [TestCase(typeof(TypeModel))]
    [TestCase(typeof(Serializer))]
    public void Every_call_names_its_form_and_its_errors(Type type)
    {
        Dictionary<string, XElement> documented = Documentation();
        string[] calls = [.. documented.Keys.Where(key => Call().IsMatch(key) && key.StartsWith($"M:{type.FullName}.", StringComparison.Ordinal))];
        Assert.That(calls, Has.Length.AtLeast(8));
        Assert.That(calls.Where(call => !Inherited(documented, call, "remarks").Any(remark => remark.Value.Contains(" form: ", StringComparison.Ordinal))),
            Is.Empty);
        Assert.That(calls.Where(call => !Inherited(documented, call, "exception").Any()), Is.Empty);
    }

    private static IEnumerable<XElement> Inherited(Dictionary<string, XElement> documented, string member, string part) =>
        documented[member].Elements(part).Concat(documented[member].Elements("inheritdoc")
            .Where(reference => reference.Attribute("path")?.Value is not { } path || path == $"/{part}")
            .SelectMany(reference => Inherited(documented, reference.Attribute("cref")!.Value, part)));

    /// <summary>No other member makes a model: a program that is published trimmed or ahead of time is warned where it makes one.</summary>
    [Test]
    public void Publishing_without_code_at_run_time_warns_where_a_model_is_made() =>
        Assert.That(typeof(TypeModel).Assembly.GetExportedTypes().SelectMany(PublicApi.Members)
            .Where(member => member.IsDefined(typeof(RequiresDynamicCodeAttribute)) && member.IsDefined(typeof(RequiresUnreferencedCodeAttribute)))
            .Select(member => $"{member.DeclaringType!.Name}.{member.Name}").CountBy(name => name), Is.EquivalentTo(new Dictionary<string, int>
            {
                ["Serializer.Initialize"] = 3,
                ["TypeModel.Create"] = 2,
                ["TypeModel.With"] = 1,
                // A model of the parts that need no resolution.
                ["TypeModel.ReaderFor"] = 1,
                ["HeadedSessions.OpenReader"] = 1,
                ["SchemaStore..ctor"] = 1,
                ["ValueFiles.OpenFile"] = 3,
            }));

    private static Dictionary<string, XElement> Documentation() =>
        XDocument.Load(Path.ChangeExtension(typeof(TypeModel).Assembly.Location, ".xml")).Descendants("member")
            .ToDictionary(member => member.Attribute("name")!.Value);

    private static void Require(string id, Dictionary<string, XElement> documented, List<string> missing)
    {
        if (!documented.TryGetValue(id, out XElement? element)
            || (element.Element("inheritdoc") == null && string.IsNullOrWhiteSpace(element.Element("summary")?.Value)))
        {
            missing.Add(id);
        }
    }

    [GeneratedRegex(@"\.(Try)?(Serialize|Deserialize)(Direct)?(Async)?\W")]
    private static partial Regex Call();

    // Record members: equality, printing, copying, deconstruction.
    private static bool IsMadeByCompiler(MemberInfo member) =>
        member.IsDefined(typeof(System.Runtime.CompilerServices.CompilerGeneratedAttribute), false)
        || member is ConstructorInfo { DeclaringType: { } type } constructor
            && (constructor.GetParameters() is [{ ParameterType: var only }] && only == type || type.GetMethod("<Clone>$") != null)
        || member is PropertyInfo { GetMethod: { } getter } && getter.IsDefined(typeof(System.Runtime.CompilerServices.CompilerGeneratedAttribute), false)
            && member.Name == "EqualityContract";
}
