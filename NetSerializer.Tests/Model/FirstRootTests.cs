using System.Collections;
using NUnit.Framework;

namespace NetSerializer.Tests.Model;

/// <summary>
/// A model makes its root slots and completes its tables at the first call that needs them: whichever call comes first, from whichever source, must
/// find what the others would.
/// </summary>
public class FirstRootTests
{
    private static readonly object[] s_values =
    [
        5, "text", Guid.Parse("00112233-4455-6677-8899-aabbccddeeff"), 1.5m, new int[] { 1, 2, 300 }, new List<int> { 1, 2, 300 },
        new List<string> { "a", "b" }, new object[] { 1, "two" },
        new Dictionary<string, object> { ["one"] = 1, ["two"] = "2" }, new bool[] { true, false, true }, new Own
            { Number = 7 }, new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc),
    ];

    [Test]
    public void Any_value_can_be_the_first_one_in_any_form(
        [ValueSource(nameof(s_values))] object value, [Values] bool hasOpenSlots, [Values] bool isTyped,
        [Values("span", "sequence", "stream", "session")] string form)
    {
        byte[] bytes = Make(true).Serialize(value);
        object? copy = isTyped
            ? typeof(FirstRootTests).GetMethod(nameof(Read), System.Reflection.BindingFlags.Static | System.Reflection.BindingFlags.NonPublic)!
                .MakeGenericMethod(value.GetType()).Invoke(null, [Make(hasOpenSlots), form, bytes])
            : Read<object>(Make(hasOpenSlots), form, bytes);
        Assert.That(Make(true).Serialize(copy), Is.EqualTo(bytes));
    }

    [Test]
    public void Any_value_can_be_written_first([ValueSource(nameof(s_values))] object value, [Values] bool hasOpenSlots, [Values] bool isTyped)
    {
        byte[] expected = Make(true).Serialize(value);
        byte[] bytes = isTyped
            ? (byte[])typeof(FirstRootTests)
                .GetMethod(nameof(Write), System.Reflection.BindingFlags.Static | System.Reflection.BindingFlags.NonPublic)!.MakeGenericMethod(value.GetType())
                .Invoke(null, [Make(hasOpenSlots), value])!
            : Make(hasOpenSlots).Serialize(value);
        Assert.That(bytes, Is.EqualTo(expected));
    }

    [Test]
    public void Open_roots_of_every_kind_come_first([Values] bool hasOpenSlots)
    {
        byte[] list = Make(true).Serialize(new List<int> { 1, 2 }), number = Make(true).Serialize((object)7);
        Assert.Multiple(() =>
        {
            Assert.That(Make(hasOpenSlots).Deserialize<IEnumerable<int>>(list), Is.EqualTo((int[])[1, 2]));
            Assert.That(Make(hasOpenSlots).Deserialize<IEnumerable>(list), Is.EqualTo((int[])[1, 2]));
            Assert.That(Make(hasOpenSlots).Deserialize<IComparable>(number), Is.EqualTo(7));
            Assert.That(Make(hasOpenSlots).Deserialize<ValueType>(number), Is.EqualTo(7));
            Assert.That(Make(hasOpenSlots).PeekType(list), Is.EqualTo(typeof(List<int>)));
            Assert.That(Assert.Throws<MalformedDataException>(() => Make(hasOpenSlots).Deserialize<Own>(list))!.Code, Is.EqualTo(ErrorCode.TypeIdNotAdmitted));
            Assert.That(Assert.Throws<MalformedDataException>(() => Make(hasOpenSlots).Deserialize<string>(list))!.Code,
                Is.EqualTo(ErrorCode.TypeIdNotAdmitted));
        });
    }

    [Test]
    public void A_value_type_outside_the_model_is_refused_both_ways_with_the_line_to_add()
    {
        TypeModel model = Make(hasOpenSlots: true);
        foreach (Action call in (Action[])[() => model.Serialize(new Outside()), () => model.Deserialize<Outside>([]), () =>
            model.DeepClone<Outside?>(null), () => model.Serialize<object>(new Outside())])
        {
            ValueNotSerializableException failure = Assert.Throws<ValueNotSerializableException>(call)!;
            Assert.That(failure.Code, Is.EqualTo(ErrorCode.TypeNotRegistered));
            Assert.That(failure.Message, Does.Contain("add typeof(NetSerializer.Tests.Model.FirstRootTests.Outside)"));
        }
    }

    [Test]
    public void Roots_may_come_in_any_order()
    {
        // The tables grow when the first open root comes; slots that were made before keep their meaning.
        var random = new Random(5);
        for (int round = 0; round < 20; round++)
        {
            TypeModel model = Make(hasOpenSlots: false);
            for (int call = 0; call < 12; call++)
            {
                object value = s_values[random.Next(s_values.Length)];
                bool isTyped = random.Next(2) == 0;
                byte[] bytes = Make(true).Serialize(value);
                object? copy = isTyped
                    ? typeof(FirstRootTests).GetMethod(nameof(Read), System.Reflection.BindingFlags.Static | System.Reflection.BindingFlags.NonPublic)!
                        .MakeGenericMethod(value.GetType()).Invoke(null, [model, "sequence", bytes])
                    : Read<object>(model, "sequence", bytes);
                Assert.That(model.Serialize(copy), Is.EqualTo(bytes));
            }
        }
    }

    private static TypeModel Make(bool hasOpenSlots) => hasOpenSlots ? TypeModel.Create(typeof(Own), typeof(Open)) : TypeModel.Create(typeof(Own));

    private static byte[] Write<T>(TypeModel model, T value) => model.Serialize<T>(value);

    private static T? Read<T>(TypeModel model, string form, byte[] bytes)
    {
        switch (form)
        {
            case "span":
                return model.Deserialize<T>(bytes);
            case "sequence":
                return model.Deserialize<T>(Segments.Cut(bytes, 1));
            case "stream":
                return model.Deserialize<T>(new Trickle(Streams.Frames.Of(bytes)));
            default:
                using (ValueReader reader = model.OpenReader(new Trickle(bytes)))
                {
                    return reader.Read<T>();
                }
        }
    }

    /// <summary>A stream that gives one byte at a time.</summary>
    private sealed class Trickle(byte[] bytes) : MemoryStream(bytes)
    {
        public override int Read(byte[] buffer, int offset, int count) => base.Read(buffer, offset, Math.Min(1, count));

        public override int Read(Span<byte> buffer) => base.Read(buffer[..Math.Min(1, buffer.Length)]);
    }

    [Serializable] public struct Outside { public int Number; }

    [Serializable] public class Own { public int Number; }

    [Serializable] public class Open { public object? Any; }
}
