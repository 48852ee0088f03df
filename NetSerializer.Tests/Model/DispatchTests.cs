using NetSerializer.Families;
using NUnit.Framework;

namespace NetSerializer.Tests.Model;

/// <summary>
/// A place for values of several types: with few of them, written by exact tests and read by a switch, with more, by a perfect hash of the type and by
/// the table of ids; and around the numbers where one goes over into the other.
/// </summary>
public class DispatchTests
{
    private static readonly int[] s_counts =
        [1, 2, 3, MethodSet.MaxTests - 1, MethodSet.MaxTests, MethodSet.MaxTests + 1, MethodSet.MaxCases - 1, MethodSet.MaxCases, MethodSet.MaxCases + 1, 700];

    [TestCaseSource(nameof(s_counts))]
    public void Each_type_is_found_and_no_other(int count)
    {
        var types = new DynamicTypes();
        Type shape = types.Make("Shape"), owner = types.Make("Owner", ("Before", typeof(byte)), ("Shape", shape), ("After", typeof(byte)));
        Type[] shapes = [.. Enumerable.Range(0, count).Select(i => types.Make($"Shape{i}", shape, ("Number", typeof(int))))];
        Type stranger = types.Make("Stranger", shape);
        TypeModel model = TypeModel.Create([owner, .. shapes]);
        for (int i = 0; i < count; i++)
        {
            object value = Activator.CreateInstance(shapes[i])!;
            shapes[i].GetField("Number")!.SetValue(value, i);
            byte[] bytes = model.Serialize(Holding(value));
            object copy = owner.GetField("Shape")!.GetValue(model.Deserialize(bytes))!;
            Assert.That((copy.GetType(), shapes[i].GetField("Number")!.GetValue(copy)), Is.EqualTo((shapes[i], i)));
        }
        Assert.That(owner.GetField("Shape")!.GetValue(model.Deserialize(model.Serialize(Holding(null)))), Is.Null);
        Assert.That(Assert.Throws<ValueNotSerializableException>(() => model.Serialize(Holding(Activator.CreateInstance(stranger)))).Code,
            Is.EqualTo(ErrorCode.TypeNotRegistered));

        // Every id in the place of the shape's: those of shapes, that of the owner, of a built-in type, and of none.
        HashSet<int> admitted = [0, model.TypeIds[shape], .. shapes.Select(type => (int)model.TypeIds[type])];
        int[] ids = [.. Enumerable.Range(0, 1_000), 0x3F07, 0x3FFF, ushort.MaxValue, 1 << 16, int.MaxValue];
        foreach (int id in ids.Where(id => !admitted.Contains(id)))
        {
            byte[] bytes = [.. VarInt(model.TypeIds[owner]), 0, 0, .. VarInt(id), 0, 0, 0, 0, 0];
            Assert.That(() => model.Deserialize(bytes, out _), Throws.TypeOf<MalformedDataException>().With.Property("Code").AnyOf(
                ErrorCode.UnknownTypeId, ErrorCode.TypeIdNotAdmitted), $"id {id}");
        }

        object Holding(object? value)
        {
            object holder = Activator.CreateInstance(owner)!;
            owner.GetField("Shape")!.SetValue(holder, value);
            return holder;
        }
    }

    private static byte[] VarInt(int value) => Streams.Frames.VarInt((ulong)value);
}
