using NUnit.Framework;

namespace NetSerializer.Tests.Model;

/// <summary>The code that finds the path of a failure is made for the types that are met, however many the model has.</summary>
[TestFixture]
internal sealed class LateTwinTests
{
    private const int MostMethodsOfType = 8;

    private static readonly Type[] s_marks =
        [typeof(byte), typeof(sbyte), typeof(short), typeof(ushort), typeof(int), typeof(uint), typeof(long), typeof(ulong), typeof(float), typeof(double)];

    private static readonly Type[] s_types =
        [.. from a in s_marks from b in s_marks from c in s_marks select typeof(OneOfMany<,,>).MakeGenericType(a, b, c)];

    [Test]
    public void Is_made_for_the_types_on_the_way([Values] ReferenceHandling references)
    {
        TypeModel model = TypeModel.Create(s_types, new SerializerOptions { References = references });
        Assert.That(s_types, Has.Length.EqualTo(1000));
        var first = new OneOfMany<byte, long, double> { Text = "text" };
        AssertTruncated(".Text", () => model.Deserialize(Cut(model.Serialize<object>(first)), out _));
        int one = model.Core.Traced.MethodCount;
        Assert.That(one, Is.InRange(1, MostMethodsOfType));
        AssertTruncated(".Text", () => model.Deserialize(Cut(model.Serialize<object>(first)), out _));
        Assert.That(model.Core.Traced.MethodCount, Is.EqualTo(one), "the same type again");

        // Behind the text of the innermost one stand those of the others, a null each.
        first = new OneOfMany<byte, long, double> { Any = new OneOfMany<int, int, int> { Any = new OneOfMany<long, long, long> { Text = "text" } } };
        AssertTruncated(".Any.Any.Text", () => model.Deserialize(model.Serialize<object>(first).AsSpan()[..^3], out _));
        Assert.That(model.Core.Traced.MethodCount, Is.InRange(one + 1, 3 * MostMethodsOfType));
    }

    [Test]
    public void Is_made_for_the_types_that_are_written([Values] ReferenceHandling references)
    {
        TypeModel model = TypeModel.Create(s_types, new SerializerOptions { References = references });
        var value = new OneOfMany<int, int, int> { Any = new OneOfMany<long, long, long> { Any = new LateTwinTests() } };
        ValueNotSerializableException refused = Assert.Throws<ValueNotSerializableException>(() => model.Serialize<object>(value))!;
        Assert.That(refused.Code, Is.EqualTo(ErrorCode.TypeNotRegistered));
        Assert.That(refused.Path, Does.EndWith(".Any.Any"));
        Assert.That(model.Core.Traced.MethodCount, Is.InRange(1, 2 * MostMethodsOfType));
    }

    [Test]
    public void Threads_that_fail_at_once_agree()
    {
        TypeModel model = TypeModel.Create(s_types.Take(60));
        byte[][] messages = [.. s_types.Take(60).Select(type =>
        {
            object message = Activator.CreateInstance(type)!;
            type.GetField("Text")!.SetValue(message, "text");
            return Cut(model.Serialize<object>(message));
        })];
        Parallel.For(0, 4, thread =>
        {
            for (int i = 0; i < messages.Length; i++)
            {
                byte[] message = messages[thread % 2 == 0 ? i : messages.Length - 1 - i];
                AssertTruncated(".Text", () => model.Deserialize(message, out _));
            }
        });
    }

    private static byte[] Cut(byte[] bytes) => bytes[..^1];

    private static void AssertTruncated(string path, Action read)
    {
        MalformedDataException rejected = Assert.Throws<MalformedDataException>(read)!;
        Assert.That(rejected.Path, Does.StartWith("NetSerializer.Tests.Model.LateTwinTests.OneOfMany<").And.EndWith(">" + path));
    }

    [Serializable]
    internal sealed class OneOfMany<TFirst, TSecond, TThird>
        where TFirst : unmanaged where TSecond : unmanaged where TThird : unmanaged
    {
        public object? Any;
        public string? Text;

        public TFirst First { get; set; }

        public TSecond Second { get; set; }

        public TThird Third { get; set; }
    }
}
