using NetSerializer.Emit;
using NetSerializer.Errors;
using NetSerializer.Families;
using NetSerializer.Planning;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Emit;
using NetSerializer.Wire;
using NUnit.Framework;

namespace NetSerializer.Tests.Wire;

// Limits of the model hold to the byte, whichever way a leaf comes: what its code does not ask for has been found out before.
internal sealed partial class LeafReaderTests
{
    private static readonly Func<TypeModel, byte[], object?>[] s_ways =
        [OutOfMemory, OutOfAnArray, (model, bytes) => OutOfASession(model, bytes, behind: 0), (model, bytes) => OutOfASession(model, bytes, behind: 300)];

    [Test]
    public void The_budget_holds_to_the_byte([ValueSource(nameof(s_values))] object value, [ValueSource(nameof(s_ways))] Func<TypeModel, byte[], object?> read)
    {
        byte[] bytes = s_model.Serialize<object>(value);
        long charged = LimitedRead.Run<object>(s_model, SerializerLimits.Default, bytes).Charged;
        Assert.That(charged, Is.GreaterThan(0));
        Assert.That(s_model.Serialize(read(Limited(new SerializerLimits { MaxAllocatedBytes = charged }), bytes)), Is.EqualTo(bytes));
        AssertFails(ErrorCode.AllocationTooLarge, () => read(Limited(new SerializerLimits { MaxAllocatedBytes = charged - 1 }), bytes));
    }

    [TestCaseSource(nameof(s_values))]
    public void No_value_takes_more_than_is_known_of_its_type(object value)
    {
        TypePlan plan = s_model.Core.Plans[value.GetType()];
        byte[] bytes = s_model.Serialize<object>(value);
        long known = new Leaves(s_model.Core.Plans).MostMemory(plan) - sizeof(char) * LeafReader.LongestValue + (value is ValueType ? Box(plan.Type) : 0);
        // A character takes a byte at least.
        long texts = HasText(plan) ? sizeof(char) * bytes.Length : 0;
        Assert.That(LimitedRead.Run<object>(s_model, SerializerLimits.Default, bytes).Charged, Is.LessThanOrEqualTo(known + texts));

        static long Box(Type type) => ObjectFactory.SizeOf(type);

        static bool HasText(TypePlan plan) => plan.Slots.Any(slot => slot.Target == typeof(string)
            || (slot.Kind == SlotKind.Any ? [.. slot.Admitted] : new[] { slot.Target }).Any(type => HasText(s_model.Core.Plans[type])));
    }

    [Test]
    public void Where_there_is_memory_for_all_that_a_leaf_can_be_none_is_asked_for()
    {
        PlanTable plans = s_model.Core.Plans;
        long most = new Leaves(plans).MostMemory(plans[typeof(Tree)]);
        Assert.That(CodeOfLeaf(most), Does.Not.Contain("r.Charge("));
        Assert.That(CodeOfLeaf(most - 1), Does.Contain("r.Charge("));

        static string CodeOfLeaf(long limit) => BodyListing.Print(
            GeneratedCode.Of(new SerializerOptions { Limits = new SerializerLimits { MaxAllocatedBytes = limit } }, isTraced: false, typeof(Tree))
                .Single(method => method.Name.StartsWith("ReadLeaf_", StringComparison.Ordinal) && method.Name.EndsWith("_Tree", StringComparison.Ordinal)));
    }

    [Test]
    public void The_limit_of_the_input_holds_to_the_byte(
        [ValueSource(nameof(s_values))] object value, [ValueSource(nameof(s_ways))] Func<TypeModel, byte[], object?> read)
    {
        byte[] bytes = s_model.Serialize<object>(value);
        Assert.That(s_model.Serialize(read(Limited(new SerializerLimits { MaxInputBytes = bytes.Length }), bytes)), Is.EqualTo(bytes));
        AssertFails(ErrorCode.InputTooLong, () => read(Limited(new SerializerLimits { MaxInputBytes = bytes.Length - 1 }), bytes));
    }

    private static TypeModel Limited(SerializerLimits limits) => TypeModel.Create(s_model.Core.Roots!, new SerializerOptions { Limits = limits });

    private static void AssertFails(ErrorCode code, Action read) =>
        Assert.That(Assert.Throws<MalformedDataException>(() => read())!.Code, Is.EqualTo(code));

    private static object? OutOfMemory(TypeModel model, byte[] bytes)
    {
        using var stream = new MemoryStream(1000);
        s_model.Serialize<object>(stream, s_model.Deserialize<object>(bytes)!);
        stream.Position = 0;
        return model.Deserialize<object>(stream);
    }

    private static object? OutOfAnArray(TypeModel model, byte[] bytes) => model.Deserialize<object>(bytes);

    private static object? OutOfASession(TypeModel model, byte[] bytes, int behind)
    {
        using ValueReader reader = model.OpenReader(new MemoryStream([.. bytes, .. new byte[behind]]));
        return reader.Read<object>();
    }
}
