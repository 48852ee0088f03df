using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Wire;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>
/// Where a value is cut short, its path is that of the item in which the input ends. What lies behind the end, on the stack or in a buffer that
/// something else was in before, leads nowhere.
/// </summary>
[TestFixture]
internal sealed class PathOfTheEndTests
{
    private static readonly object[] s_values =
    [
        new One { Number = 300 }, new Two { Left = new One { Number = -1 }, Right = 1 << 20, Any = new One() }, new One[] { new(), new() { Number = 5 } },
        new InvalidOperationException("outer", new ArgumentException("inner")) { Data = { ["key"] = new One() } },
        new Dictionary<string, object> { ["a"] = new One(), ["b"] = "text" }, new List<object> { 5, "six", new One(), new Two() },
    ];

    private static readonly Type[] s_types = [typeof(object), .. s_values.Select(value => value.GetType()), typeof(ArgumentException)];

    [Test]
    public void Is_the_same_whatever_lies_behind_it([Values] ReferenceHandling references, [ValueSource(nameof(s_values))] object value)
    {
        var model = TypeModel.Create(s_types, new SerializerOptions { References = references });
        byte[] bytes = model.Serialize<object>(value);
        for (int length = 0; length < bytes.Length; length++)
        {
            byte[] cut = bytes[..length];
            MalformedDataException failure = Malformed.AssertRejected("cut", () => model.Deserialize<object>(cut));
            for (int shift = 0; shift < bytes.Length; shift++)
            {
                byte[] scratch = [.. Enumerable.Range(shift, WireReader.ScratchLength).Select(at => bytes[at % bytes.Length])];
                string path = model.Core.Locate(failure, model.Core.Root<object>(), cut, cut, null, ref scratch[0]).Path;
                Assert.That(path, Is.EqualTo(failure.Path), $"{length} bytes, then from {shift} on");
            }
        }
    }

    [Test]
    public void Begins_with_the_type_that_the_bytes_name([Values] ReferenceHandling references, [ValueSource(nameof(s_values))] object value)
    {
        var model = TypeModel.Create(s_types, new SerializerOptions { References = references });
        byte[] bytes = model.Serialize(value)[..^1];
        string name = Errors.TypeNames.Display(value.GetType());
        Assert.That(PathOf(() => model.Deserialize<object>(bytes)), Does.StartWith(name));
        Assert.That(PathOf(() => model.Deserialize(typeof(object), bytes)), Does.StartWith(name));
        Assert.That(PathOf(() => model.Deserialize<object>([])), Is.EqualTo("System.Object"), "no bytes name one");
    }

    [Test]
    public void Is_the_same_in_all_forms([Values] ReferenceHandling references, [ValueSource(nameof(s_values))] object value)
    {
        var model = TypeModel.Create(s_types, new SerializerOptions { References = references });
        byte[] bytes = model.Serialize<object>(value);
        for (int length = 0; length < bytes.Length; length++)
        {
            byte[] cut = bytes[..length];
            string expected = PathOf(() => model.Deserialize<object>(cut));
            Assert.That(PathOf(() => model.Deserialize<object>(Model.Segments.Cut(cut, 1), out _)), Is.EqualTo(expected), $"{length} bytes in segments");
            var stream = new MemoryStream([.. Streams.Frames.Of(cut), .. bytes, .. bytes]);
            Assert.That(PathOf(() => model.Deserialize<object>(stream)), Is.EqualTo(expected), $"{length} bytes in a frame");
        }
    }

    // Numbers come before references, and members by name.
    [TestCase(0, "Two")]
    [TestCase(1, "Two.Right")]
    [TestCase(4, "Two.Right")]
    [TestCase(5, "Two.Any")]
    [TestCase(6, "Two.Any.Number")]
    [TestCase(7, "Two.Left")]
    [TestCase(8, "Two.Left.Number")]
    public void Names_the_item(int length, string path)
    {
        var model = TypeModel.Create(typeof(Two));
        byte[] bytes = model.Serialize(new Two { Left = new One { Number = -1 }, Right = 1 << 20, Any = new One { Number = 9 } });
        Assert.That(PathOf(() => model.Deserialize<Two>(bytes.AsSpan(0, length))), Does.EndWith(path));
    }

    private static string PathOf(Action read) => Malformed.AssertRejected("cut", read).Path;

    [Serializable]
    private sealed class One
    {
        public int Number;
    }

    [Serializable]
    private sealed class Two
    {
        public One? Left;
        public int Right;
        public object? Any;
    }
}
