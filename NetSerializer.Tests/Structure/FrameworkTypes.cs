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
using System.Xml.Linq;
using NetSerializer.Families;
using NetSerializer.Ids;
using NetSerializer.Scanning;

namespace NetSerializer.Tests.Structure;

/// <summary>The types of the framework that the library gives a form, found by asking it.</summary>
internal static class FrameworkTypes
{
    /// <summary>All of the assemblies whose types the library knows.</summary>
    public static IReadOnlyList<Type> Exported { get; } =
    [
        .. new[]
            {
                typeof(object), typeof(Stack<>), typeof(ConcurrentBag<>), typeof(BlockingCollection<>), typeof(ImmutableArray<>), typeof(StringCollection),
                typeof(ObservableCollection<>), typeof(BindingList<>), typeof(System.Collections.Stack),
                typeof(ExpandoObject), typeof(Uri), typeof(BigInteger), typeof(IPAddress), typeof(PhysicalAddress), typeof(Point), typeof(XElement),
                typeof(DataSet), typeof(System.Net.Mail.MailAddress), typeof(System.Text.RegularExpressions.Regex),
                typeof(Microsoft.VisualBasic.CompilerServices.StaticLocalInitFlag),
            }
            .Select(type => type.Assembly).Distinct().SelectMany(assembly => assembly.GetExportedTypes()),
    ];

    /// <summary>Those that travel, generic ones as definitions, but for scalars, interfaces, base classes and exceptions.</summary>
    public static IEnumerable<Type> ThatTravel => s_thatTravel.Value;

    private static readonly Lazy<Type[]> s_thatTravel = new(() => [.. Exported.Where(IsOrdinary).Where(Travels)]);

    public static bool Travels(Type type)
    {
        if (Close(type) is not { } closed)
        {
            return false;
        }
        var scanner = new TypeScanner(FamilyCatalogue.All, SerializerOptions.Default);
        return scanner.Scan([closed]).Any(shape => shape.Type == closed) && scanner.Problems.Count == 0;
    }

    /// <summary>The type with strings for its parameters, or null where none can be.</summary>
    public static Type? Close(Type type)
    {
        if (!type.IsGenericTypeDefinition)
        {
            return type;
        }
        // A rest, the eighth item of a tuple, is a tuple.
        Type[] arguments = [.. type.GetGenericArguments()
            .Select((_, i) =>
                type.Name.StartsWith("ValueTuple", StringComparison.Ordinal) && i == 7
                ? typeof(ValueTuple<int>) : type.Name.StartsWith("Tuple", StringComparison.Ordinal) && i == 7 ? typeof(Tuple<int>) : typeof(string))];
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

    // Interfaces, base classes and what the wire format lists are not in the tables of docs/types.md; exceptions have one row.
    private static bool IsOrdinary(Type type) =>
        !type.IsInterface && !type.IsEnum && (!type.IsAbstract || type == typeof(Type) || type == typeof(System.Text.Encoding))
            && !type.IsAssignableTo(typeof(Exception)) && BuiltInIds.Find(type) == 0 && type != typeof(Nullable<>);
}
