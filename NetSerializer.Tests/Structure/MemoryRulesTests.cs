using System.Reflection;
using System.Runtime.CompilerServices;
using NUnit.Framework;

namespace NetSerializer.Tests.Structure;

/// <summary>
/// Nothing in the library stands on where an object lies or on what the framework keeps to itself, and the collector sees every reference. The rules
/// look into the instructions, so that no way of writing a line escapes them.
/// </summary>
public class MemoryRulesTests
{
    private const BindingFlags All = BindingFlags.Static | BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    private static readonly MethodBase[] s_methods =
    [
        .. typeof(TypeModel).Assembly.GetTypes().SelectMany(type => type.GetMethods(All).Concat<MethodBase>(type.GetConstructors(All))),
    ];

    private static readonly (string User, MethodInfo Called)[] s_unsafe =
    [
        .. s_methods.SelectMany(method => AssemblyUses.Members(method).OfType<MethodInfo>()
            .Where(called => called.DeclaringType == typeof(Unsafe) && called.IsGenericMethod).Select(called => (NameOf(method), called))),
    ];

    /// <summary>What is read through a handle is a word of the collector's.</summary>
    [TestCase("System.Runtime.InteropServices.GCHandle", "System.Runtime.InteropServices.PinnedGCHandle", "System.Runtime.InteropServices.WeakGCHandle",
        "System.Runtime.DependentHandle", "System.TypedReference")]
    [TestCase("System.Runtime.Intrinsics.X86.", "System.Runtime.Intrinsics.Arm.", "System.Runtime.Intrinsics.Wasm.", TestName = "Vectors_are_of_no_processor")]
    public void Core_names_no_type_such_as(params string[] forbidden)
    {
        using var uses = new AssemblyUses(typeof(TypeModel).Assembly.Location);
        string[] named = [.. uses.ForeignTypes()];
        Assert.That(named, Has.Member(typeof(Unsafe).FullName));
        Assert.That(named.Where(type => forbidden.Any(start => type.StartsWith(start, StringComparison.Ordinal))), Is.Empty);
    }

    /// <summary>The collector moves objects and does not know such a number: what is decided by it must hold whatever the number is.</summary>
    [Test]
    public void A_reference_is_read_as_a_number_in_one_method() =>
        Assert.That(Users(called => called.Name is nameof(Unsafe.As) or nameof(Unsafe.BitCast) && called.GetGenericArguments() is [var from, var to]
            && MayHoldReference(from) && !to.IsGenericParameter && to.IsValueType), Is.EqualTo((string[])["IdentityTable.AddressOf"]));

    [Test]
    public void A_reference_is_taken_for_what_is_known_to_be_there() =>
        Assert.That(Users(called => called.Name is nameof(Unsafe.As) or nameof(Unsafe.BitCast) && called.GetGenericArguments() is [var from, var to]
            && MayHoldReference(from) && to.IsGenericParameter), Is.EquivalentTo((string[])["RootSlot`1.Read"]));

    /// <summary>
    /// Code that takes an object for one of another class reads it by a layout that is not its own. The few places below know the class.
    /// </summary>
    [Test]
    public void An_object_is_taken_for_one_of_a_class_without_a_check_in_few_places() =>
        Assert.That(s_unsafe.Where(use => use.Called.Name == nameof(Unsafe.As) && use.Called.GetGenericArguments() is [_])
            .Select(use => $"{use.User}: {use.Called.GetGenericArguments()[0].Name}").Distinct(), Is.EquivalentTo((string[])
            [
                "ModelCore.Find: RootSlot`1", "WireReader.ReadCustom: ICustomSerializer`1", "WireWriter.WriteCustom: ICustomSerializer`1",
            ]));

    /// <summary>A pointer to what can hold references is one to a cursor, which is a ref struct and so always on a stack.</summary>
    [Test]
    public void Pointers_lead_to_cursors_and_to_pinned_tables() =>
        Assert.That(s_unsafe.Where(use => use.Called.Name == nameof(Unsafe.AsPointer)).Select(use => (use.User, Type: use.Called.GetGenericArguments()[0]))
            .Where(use => use.Type != typeof(WireReader) && use.Type != typeof(WireWriter)).Select(use => $"{use.User}: {use.Type.Name}").Distinct(),
            Is.EquivalentTo((string[])["ObjectDispatch.PlacesOf: IntPtr", "AdmittedTypes.get_LowReaders: IntPtr"]));

    /// <summary>
    /// A struct that is reached through a pointer may lie anywhere, also where the collector looks for no references. These methods are given the
    /// address of a cursor that is on the stack of a caller, by generated code or for a larger stack.
    /// </summary>
    [Test]
    public void Pointers_become_cursors_again_in_few_methods() =>
        Assert.That(Users(called => called.GetParameters().Any(parameter => parameter.ParameterType.IsPointer) && called.ReturnType != typeof(void)
            || called.Name is nameof(Unsafe.Read) or nameof(Unsafe.ReadUnaligned) or nameof(Unsafe.Write) or nameof(Unsafe.WriteUnaligned)
                or nameof(Unsafe.Copy) or nameof(Unsafe.As) && called.GetGenericArguments().Any(IsCursor)), Is.EquivalentTo((string[])
            [
                "WireWriter.WriteLate", "WireWriter.TryContinueOnLargerStack", "WireReader.Descend", "WireReader.DescendInto", "WireReader.TakeFound",
                "WireReader.ReadReplacing", "TreeWriter.Continue", "TreeDecoder.Continue",
            ]));

    /// <summary>Members of the framework that are not public have a table of their own, where a test resolves each.</summary>
    [Test]
    public void Accessors_are_in_one_table()
    {
        MethodBase[] accessors = [.. s_methods.Where(method => method.IsDefined(typeof(UnsafeAccessorAttribute), false))];
        Assert.That(accessors.Select(method => method.DeclaringType!.Name).Distinct(), Is.EquivalentTo((string[])
            ["FrameworkAccessors", "FrameworkAccessors`1", "FrameworkAccessors`2", "PriorityQueueAccessors`2"]));
        // Comparers that nothing public gives: fields that would only save time are not among them.
        Assert.That(accessors.Select(method => method.GetCustomAttribute<UnsafeAccessorAttribute>(false)!)
            .Where(accessor => accessor.Kind is UnsafeAccessorKind.Field or UnsafeAccessorKind.StaticField).Select(accessor => accessor.Name),
            Is.EquivalentTo((string[])["comparer", "comparer", "caseInsensitive", "_keyComparer", "_compareInfo"]));
    }

    private static IEnumerable<string> Users(Func<MethodInfo, bool> isMeant) => s_unsafe.Where(use => isMeant(use.Called)).Select(use => use.User).Distinct();

    private static bool IsCursor(Type type) => type == typeof(WireReader) || type == typeof(WireWriter);

    private static bool MayHoldReference(Type type) => type.IsGenericParameter
        ? (type.GenericParameterAttributes & GenericParameterAttributes.NotNullableValueTypeConstraint) == 0
        : type.ContainsGenericParameters ? !type.IsValueType
        : (bool)typeof(RuntimeHelpers).GetMethod(nameof(RuntimeHelpers.IsReferenceOrContainsReferences))!.MakeGenericMethod(type).Invoke(null, null)!;

    // Lambdas and local functions stand as the method that they are in.
    private static string NameOf(MethodBase method)
    {
        Type type = method.DeclaringType!;
        while (type.DeclaringType is { } around)
        {
            type = around;
        }
        return $"{type.Name}.{(method.Name.StartsWith('<') ? method.Name[1..method.Name.IndexOf('>')] : method.Name)}";
    }
}
