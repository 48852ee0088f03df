using System.Collections;
using System.Data;
using System.Drawing;
using System.Globalization;
using System.Net;
using System.Net.Mail;
using System.Net.NetworkInformation;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Microsoft.VisualBasic.CompilerServices;
using NetSerializer.Data;
using NetSerializer.Emit;
using NetSerializer.Errors;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Values;

namespace NetSerializer.Families;

/// <summary>
/// Values of the framework with a written-down form of their own (docs/wire-format.md, section 5h), each a custom serializer over the public writer
/// and reader.
/// </summary>
internal sealed class ValueFamily(CustomFamily emission) : TypeFamily
{
    // Names first: most models have no such type, and need not load the assemblies that have them.
    public override TypeShape? Describe(Type type, ScanContext context)
    {
        if (type.IsAbstract)
        {
            Imply(type, context);
        }
        else if (type.Namespace == "System.Text" && type.IsAssignableTo(typeof(Encoding)))
        {
            context.Problem(ErrorCode.TypeNotSupported,
                $"{TypeNames.Display(type)} travels as an encoding like all others: declare the member as Encoding, and give typeof(Encoding) where object "
                    + "is declared.");
        }
        // Not entered for types of programs: the runtime loads the types that a method names, when it is first called.
        return type.Namespace is { } space
            && (space.StartsWith("System", StringComparison.Ordinal) || space.StartsWith("Microsoft.VisualBasic", StringComparison.Ordinal))
            ? Find(type, context) : null;
    }

    private TypeShape? Find(Type type, ScanContext context) => type.Namespace switch
    {
        "System" => type.Name switch
        {
            nameof(Uri) => Shape(type, MakeUri()),
            nameof(Version) => Shape(type, CustomCode.Of(new VersionSerializer())),
            nameof(TimeZoneInfo) => Shape(type, CustomCode.Of(new TimeZoneSerializer())),
            nameof(Type) => Shape(type, CustomCode.Of(new TypeSerializer())),
            nameof(DBNull) => Shape(type, CustomCode.Of(new DBNullSerializer())),
            nameof(StringComparer) => Shape(type, CustomCode.Of(new StringComparerSerializer())),
            _ => null,
        },
        "System.Collections.Generic" when type is { IsGenericType: true, IsClass: true } =>
            type.GetGenericTypeDefinition() == typeof(EqualityComparer<>) ? Shape(type, CustomCode.Make(type, typeof(DefaultEqualitySerializer<>)))
            : type.GetGenericTypeDefinition() == typeof(Comparer<>) ? Shape(type, CustomCode.Make(type, typeof(DefaultOrderSerializer<>)))
            : null,
        "System.Globalization" => type.Name switch
        {
            nameof(CultureInfo) => Shape(type, CustomCode.Of(new CultureSerializer())),
            nameof(CompareInfo) => Shape(type, CustomCode.Of(new CompareInfoSerializer())),
            nameof(NumberFormatInfo) => Shape(type, CustomCode.Of(new NumberFormatSerializer())),
            _ => null,
        },
        "System.Text" => type.Name switch
        {
            nameof(StringBuilder) => Shape(type, CustomCode.Of(new StringBuilderSerializer())),
            nameof(Rune) => Shape(type, CustomCode.Of(new RuneSerializer())),
            nameof(Encoding) => Shape(type, CustomCode.Of(new EncodingSerializer())),
            _ => null,
        },
        "System.Numerics" when type.Name == nameof(BigInteger) => Shape(type, MakeBigInteger()),
        "System.Net" => type.Name switch
        {
            nameof(IPAddress) => Shape(type, MakeAddress()),
            nameof(IPEndPoint) => Shape(type, MakeEndPoint()),
            nameof(Cookie) => Shape(type, MakeCookie()),
            _ => null,
        },
        "System.Net.Mail" when type.Name == nameof(MailAddress) => Shape(type, MakeMailAddress()),
        "System.Text.RegularExpressions" when type.Name == nameof(Regex) => Shape(type, MakeRegex()),
        "System.Net.NetworkInformation" when type.Name == nameof(PhysicalAddress) => Shape(type, MakePhysicalAddress()),
        "System.Data" => type.Name switch
        {
            nameof(DataTable) => Shape(type, MakeTable()),
            nameof(DataSet) => Shape(type, MakeSet()),
            _ => null,
        },
        "System.Data.SqlTypes" => FindSqlValue(type) is { } code ? Shape(type, code) : null,
        "System.Drawing" when type.Name == nameof(Color) => Shape(type, MakeColor()),
        "Microsoft.VisualBasic.CompilerServices" when type.Name == nameof(StaticLocalInitFlag) => Shape(type, MakeStaticLocal()),
        "System.Xml.Linq" => type.Name switch
        {
            nameof(XElement) => Shape(type, MakeElement(Math.Min(context.Options.Limits.MaxDepth, XmlText.MaxDepth))),
            nameof(XDocument) => Shape(type, MakeDocument(Math.Min(context.Options.Limits.MaxDepth, XmlText.MaxDepth))),
            _ => null,
        },
        _ => null,
    };

    // A class of the program's below one that covers derived ones may have overrides.
    public override ReadForm ReadForm(TypePlan plan) => emission.ReadForm(plan);

    public override bool NeedsContentFirst(TypePlan plan) => true;

    public override void EmitWrite(WriteEmitter e, TypePlan plan, Place value) => emission.EmitWrite(e, plan, value);

    public override void EmitRead(ReadEmitter e, TypePlan plan, Place destination) => emission.EmitRead(e, plan, destination);

    // A place declared as a base of these values admits them without registration, as one of an interface of collections does: docs/types.md.
    private static void Imply(Type type, ScanContext context)
    {
        switch (type.Namespace)
        {
            case "System" when type == typeof(IFormatProvider):
                context.Implies(typeof(CultureInfo));
                break;
            case "System.Collections" when type == typeof(IComparer) || type == typeof(IEqualityComparer):
                context.Implies(typeof(StringComparer));
                break;
            case "System.Collections.Generic" when type is { IsInterface: true, IsGenericType: true }:
                ImplyComparers(type, context);
                break;
            case "System.Net" when type.Name == nameof(EndPoint):
                ImplyEndPoint(type, context);
                break;
            case "System.Xml.Linq" when type.Name is nameof(XObject) or nameof(XNode) or nameof(XContainer):
                ImplyTrees(type, context);
                break;
        }
    }

    private static void ImplyComparers(Type type, ScanContext context)
    {
        Type definition = type.GetGenericTypeDefinition(), compared = type.GetGenericArguments()[0];
        bool isEquality = definition == typeof(IEqualityComparer<>);
        if (!isEquality && definition != typeof(IComparer<>))
        {
            return;
        }
        context.Implies((isEquality ? typeof(EqualityComparer<>) : typeof(Comparer<>)).MakeGenericType(compared));
        if (compared == typeof(string))
        {
            context.Implies(typeof(StringComparer));
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ImplyEndPoint(Type type, ScanContext context)
    {
        if (type == typeof(EndPoint))
        {
            context.Implies(typeof(IPEndPoint));
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ImplyTrees(Type type, ScanContext context)
    {
        if (typeof(XObject).IsAssignableFrom(type))
        {
            context.Implies(typeof(XElement));
            context.Implies(typeof(XDocument));
        }
    }

    // Another type may have the name of one of these.
    private TypeShape? Shape(Type type, CustomCode code) => code.HandledType == type ? CustomFamily.Shape(type, this, "value", code) : null;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static CustomCode MakeUri() => CustomCode.Of(new UriSerializer());

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static CustomCode MakeBigInteger() => CustomCode.Of(new BigIntegerSerializer());

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static CustomCode MakeAddress() => CustomCode.Of(new IPAddressSerializer());

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static CustomCode MakeEndPoint() => CustomCode.Of(new IPEndPointSerializer());

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static CustomCode MakeCookie() => CustomCode.Of(new CookieSerializer());

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static CustomCode MakeMailAddress() => CustomCode.Of(new MailAddressSerializer());

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static CustomCode MakeRegex() => CustomCode.Of(new RegexSerializer());

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static CustomCode? FindSqlValue(Type type) =>
        SqlValues.Find(type) is { } serializer && CustomCode.Of(type, serializer) is { Failure: CustomCode.Fault.None } code ? code : null;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static CustomCode MakePhysicalAddress() => CustomCode.Of(new PhysicalAddressSerializer());

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static CustomCode MakeColor() => CustomCode.Of(new ColorSerializer());

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static CustomCode MakeStaticLocal() => CustomCode.Of(new StaticLocalSerializer());

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static CustomCode MakeTable() => CustomCode.Of(new DataTableSerializer());

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static CustomCode MakeSet() => CustomCode.Of(new DataSetSerializer());

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static CustomCode MakeElement(int maxDepth) => CustomCode.Of(new XElementSerializer(maxDepth));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static CustomCode MakeDocument(int maxDepth) => CustomCode.Of(new XDocumentSerializer(maxDepth));
}
