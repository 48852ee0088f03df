using System.Text.RegularExpressions;
using NUnit.Framework;

namespace NetSerializer.Tests.Structure;

/// <summary>Rules of the house that a compiler does not check.</summary>
public partial class SourceRulesTests
{
    private const int MaxLines = 500, MaxWidth = 160;

    [TestCase("NetSerializer.Core")]
    [TestCase("NetSerializer.Tests")]
    [TestCase("NetSerializer.Benchmarks")]
    [TestCase("NetSerializer.Extensions")]
    public void No_file_is_longer_than_500_lines(string project)
    {
        string[] files = [.. Repository.Sources(project)];
        Assert.That(files, Is.Not.Empty);
        Assert.That(files.Where(file => File.ReadLines(file).Count() > MaxLines), Is.Empty);
    }

    [TestCase("NetSerializer.Core")]
    [TestCase("NetSerializer.Tests")]
    [TestCase("NetSerializer.Benchmarks")]
    [TestCase("NetSerializer.Extensions")]
    public void No_line_is_longer_than_160_characters(string project) =>
        Assert.That(Repository.Sources(project).SelectMany(file => File.ReadLines(file).Where(line => line.Length > MaxWidth)), Is.Empty);

    // The collector moves objects and does not know such a number: what is decided by it must hold whatever the number is.
    [Test]
    public void The_address_of_an_object_is_a_number_in_one_class_alone() =>
        Assert.That(Repository.Sources("NetSerializer.Core").Where(file => AddressAsNumber().IsMatch(File.ReadAllText(file))).Select(Path.GetFileName),
            Is.EqualTo((string[])["IdentityTable.cs"]));

    [TestCase("Unsafe.As<object, nuint>(ref value)")]
    [TestCase("Unsafe.As<T, nint>(ref MemoryMarshal.GetReference(elements))")]
    [TestCase("Unsafe.As<string?, ulong>(ref text)")]
    [TestCase("*(nint*)&value")]
    [TestCase("*(void**)Unsafe.AsPointer(ref value)")]
    [TestCase("ref *(nuint*)GCHandle.ToIntPtr(handle)")]
    [TestCase("WeakGCHandle<object> _young;")]
    public void An_address_that_is_taken_for_a_number_is_seen(string code) => Assert.That(code, Does.Match(AddressAsNumber()));

    [Test]
    public void Opcodes_are_named_in_Emit_alone()
    {
        // ObjectFactory reads the IL of constructors; it emits none.
        string[] files =
        [
            .. Repository.Sources("NetSerializer.Core")
                .Where(file => File.ReadAllText(file) is var text
                    && (text.Contains("ILGenerator", StringComparison.Ordinal) || text.Contains("OpCodes.", StringComparison.Ordinal)))
                .Select(file => Path.GetRelativePath(Path.Combine(Repository.Root, "NetSerializer.Core"), file).Replace(Path.DirectorySeparatorChar, '/'))
                .Where(file => !file.StartsWith("Emit/", StringComparison.Ordinal)),
        ];
        Assert.That(files, Is.EqualTo((string[])["Families/ObjectFactory.cs"]));
    }

    [Test]
    public void No_type_is_a_helper_a_utility_or_a_manager()
    {
        string[] vague = ["Helper", "Helpers", "Util", "Utils", "Utility", "Utilities", "Manager"];
        Assert.That(typeof(TypeModel).Assembly.GetTypes().Select(type => type.Name).Where(name =>
            vague.Any(word => name.EndsWith(word, StringComparison.Ordinal))), Is.Empty);
    }

    // It throws its first failure again for ever, a lack of memory or an interruption at first use too: MadeOnce does not.
    [Test]
    public void Nothing_is_lazy_that_keeps_its_failures() =>
        Assert.That(Repository.Sources("NetSerializer.Core")
            .Where(file => File.ReadAllText(file).Replace("typeof(Lazy<>)", "", StringComparison.Ordinal).Contains("Lazy<", StringComparison.Ordinal)),
            Is.Empty);

    [Test]
    public void Members_of_the_framework_that_are_not_public_are_named_in_one_file() =>
        Assert.That(CoreFilesWith(UnsafeAccessor()), Is.EqualTo((string[])["FrameworkAccessors.cs"]));

    // Generated code passes a cursor by its address, and no pointer is typed as one. The compiler warns (CS8500) where a pointer is to what holds
    // references: nobody turns that off.
    [Test]
    public void No_pointer_is_one_to_references() => Assert.That(CoreFilesWith(PointerToReferences()), Is.Empty);

    [TestCase("WireReader* reader = (WireReader*)bytes;")]
    [TestCase("(delegate*<WireWriter *, void>)body")]
    [TestCase("#pragma warning disable CS8500")]
    public void A_pointer_to_references_is_seen(string code) => Assert.That(code, Does.Match(PointerToReferences()));

    // Values that threads hand to each other. A compiler keeps no copy of such a field, which is no reason to make one so.
    [Test]
    public void Volatile_is_what_threads_share() => Assert.That(CoreFilesWith(VolatileAccess()), Is.EqualTo((string[])
        [
            "BuiltInIds.cs", "ColumnCode.cs", "MadeOnce.cs", "ModelCore.cs", "ObjectDispatch.Columns.cs", "ObjectDispatch.Late.cs", "ObjectDispatch.cs",
            "Recursion.cs", "Serializer.cs", "SessionUse.cs",
        ]));

    private static string[] CoreFilesWith(Regex pattern) =>
    [
        .. Repository.Sources("NetSerializer.Core").Where(file => pattern.IsMatch(File.ReadAllText(file)))
            .Select(file => Path.GetFileName(file)).Order(StringComparer.Ordinal),
    ];

    [GeneratedRegex("UnsafeAccessor")]
    private static partial Regex UnsafeAccessor();

    [GeneratedRegex(@"\bWire(Reader|Writer) *\*|CS8500")]
    private static partial Regex PointerToReferences();

    [GeneratedRegex(@"\bVolatile\.|\bvolatile\b")]
    private static partial Regex VolatileAccess();

    // Objects as numbers, and handles of the collector, which lead to words of its own.
    [GeneratedRegex(@"Unsafe\.As<[A-Zos]\w*\??(\[\])?, *(nu?int|U?IntPtr)>\(|Unsafe\.As<(object|string)\??, *u?(int|long)>\("
        + @"|\*\((nu?int|void\*)\*\) *(&|Unsafe)|GCHandle|__makeref")]
    private static partial Regex AddressAsNumber();
}
