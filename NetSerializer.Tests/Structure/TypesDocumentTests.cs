using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.ComponentModel;
using System.Data;
using System.Drawing;
using System.Dynamic;
using System.Net;
using System.Net.NetworkInformation;
using System.Numerics;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using NetSerializer.Families;
using NetSerializer.Ids;
using NetSerializer.Scanning;
using NUnit.Framework;

namespace NetSerializer.Tests.Structure;

/// <summary>docs/types.md has a row for every type of the framework that travels, and says of each whether it does.</summary>
public partial class TypesDocumentTests
{
    // One type of each assembly whose types the library knows.
    private static readonly Type[] s_exported =
    [
        .. new[]
            {
                typeof(object), typeof(Stack<>), typeof(ConcurrentBag<>), typeof(BlockingCollection<>), typeof(ImmutableArray<>), typeof(StringCollection), typeof(ObservableCollection<>), typeof(BindingList<>), typeof(System.Collections.Stack),
                typeof(ExpandoObject), typeof(Uri), typeof(BigInteger), typeof(IPAddress), typeof(PhysicalAddress), typeof(Point), typeof(XElement), typeof(DataSet),
            }
            .Select(type => type.Assembly).Distinct().SelectMany(assembly => assembly.GetExportedTypes()),
    ];

    private static readonly (string First, string Form)[] s_rows =
    [
        .. Repository.Read("docs", "types.md").ReplaceLineEndings("\n").Split("\n## Members declared")[0].Split('\n')
            .Where(line => line.StartsWith("| ", StringComparison.Ordinal)).Select(line => line.Split('|', StringSplitOptions.TrimEntries)).Select(cells => (cells[1], cells[2])).Where(row => row.Item1 != "type"),
    ];

    [Test]
    public void Every_type_that_travels_has_a_row()
    {
        HashSet<string> named = [.. s_rows.SelectMany(row => Names(row.First))];
        string[] missing = [.. s_exported.Where(IsOrdinary).Where(Travels).Select(NameOf).Where(name => !named.Contains(name)).Order(StringComparer.Ordinal)];
        Assert.That(missing, Is.Empty);
    }

    [Test]
    public void Every_row_says_whether_its_types_travel()
    {
        ILookup<string, Type> byName = s_exported.ToLookup(NameOf);
        Assert.Multiple(() =>
        {
            foreach ((string first, string form) in s_rows.Where(row => row.First.StartsWith('`') && !row.First.StartsWith("`T[]`", StringComparison.Ordinal)))
            {
                foreach (string name in Names(first).Where(name => name != nameof(Exception) && !name.StartsWith('[')))
                {
                    Assert.That(byName[name], Is.Not.Empty, $"{name} is no type of the framework");
                    Assert.That(byName[name].Any(Travels), Is.EqualTo(!form.StartsWith("none", StringComparison.Ordinal)), $"{name}: {form}");
                }
            }
        });
    }

    // Interfaces, base classes and what the wire format lists are not in the document's tables; exceptions have one row.
    private static bool IsOrdinary(Type type) =>
        !type.IsInterface && !type.IsEnum && (!type.IsAbstract || type == typeof(Type) || type == typeof(System.Text.Encoding)) && !type.IsAssignableTo(typeof(Exception)) && BuiltInIds.Find(type) == 0 && type != typeof(Nullable<>);

    private static bool Travels(Type type)
    {
        if (Close(type) is not { } closed)
        {
            return false;
        }
        var scanner = new TypeScanner(FamilyCatalogue.All, SerializerOptions.Default);
        return scanner.Scan([closed]).Any(shape => shape.Type == closed) && scanner.Problems.Count == 0;
    }

    private static Type? Close(Type type)
    {
        if (!type.IsGenericTypeDefinition)
        {
            return type;
        }
        // A rest, the eighth item of a tuple, is a tuple.
        Type[] arguments = [.. type.GetGenericArguments().Select((_, i) => type.Name.StartsWith("ValueTuple", StringComparison.Ordinal) && i == 7 ? typeof(ValueTuple<int>) : type.Name.StartsWith("Tuple", StringComparison.Ordinal) && i == 7 ? typeof(Tuple<int>) : typeof(string))];
        try
        {
            return type.MakeGenericType(arguments);
        }
        catch (ArgumentException)
        {
            // The constraints do not admit a string, so it is none of the library's generic types, which have none but notnull.
            return null;
        }
    }

    // Queue and Queue<T> are told apart; parameters are not.
    private static string NameOf(Type type) => type.Name.Split('`')[0] + (type.IsGenericTypeDefinition ? "<>" : "");

    private static IEnumerable<string> Names(string cell) => Code().Matches(cell).Select(match => Arguments().Replace(match.Groups[1].Value.Split('.')[^1], "<>"));

    [GeneratedRegex("`([^`]+)`")]
    private static partial Regex Code();

    [GeneratedRegex("<.*>")]
    private static partial Regex Arguments();
}
