using System.Reflection;
using System.Runtime.InteropServices;
using System.Runtime.Serialization;
using NUnit.Framework;

namespace NetSerializer.Tests.Model;

/// <summary>The sentences of the object model that no other fixture holds: one test for each.</summary>
public class ObjectModelTests
{
    [Test]
    public void Records_and_record_structs_come_back_equal_with_their_inherited_members()
    {
        TypeModel model = TypeModel.Create(typeof(Manager), typeof(Pixel), typeof(Named<Pixel>));
        var manager = new Manager("Ada", 5, ["x"]);
        Assert.Multiple(() =>
        {
            Assert.That(model.DeepClone<Employee>(manager),
                Is.TypeOf<Manager>().And.Matches<Manager>(copy => copy!.Name == "Ada" && copy.Level == 5 && copy.Reports.SequenceEqual(["x"])));
            Assert.That(model.DeepClone(new Pixel(1, 2) { Tint = 3 }), Is.EqualTo(new Pixel(1, 2) { Tint = 3 }));
            Assert.That(model.DeepClone(new Named<Pixel>("p", new Pixel(4, 5))), Is.EqualTo(new Named<Pixel>("p", new Pixel(4, 5))));
        });
    }

    [Test]
    public void Init_and_required_members_and_primary_constructors_need_nothing()
    {
        TypeModel model = TypeModel.Create(typeof(Setting));
        Setting copy = model.DeepClone(new Setting(3) { Key = "k", Value = 7 });
        Assert.That((copy.Key, copy.Value, copy.Twice), Is.EqualTo(("k", (int?)7, 6)));
    }

    [Test]
    public void Generics_of_every_nesting_travel()
    {
        TypeModel model = TypeModel.Create(typeof(Outer<int>.Inner<List<Outer<string>.Inner<Pixel>>>), typeof(Outer<Dictionary<string, int[]>>));
        var value = new Outer<int>.Inner<List<Outer<string>.Inner<Pixel>>>
        { First = 1, Second = [new Outer<string>.Inner<Pixel> { First = "x", Second = new Pixel(1, 2) }] };
        Outer<int>.Inner<List<Outer<string>.Inner<Pixel>>> copy = model.DeepClone(value);
        Assert.That((copy.First, copy.Second![0].First, copy.Second[0].Second), Is.EqualTo((1, "x", new Pixel(1, 2))));
        Assert.That(model.DeepClone(new Outer<Dictionary<string, int[]>> { Value = new() { ["a"] = [1] } }).Value!["a"], Is.EqualTo((int[])[1]));
    }

    [Test]
    public void Readonly_structs_are_filled_in_every_position()
    {
        TypeModel model = TypeModel.Create(typeof(Range), typeof(Range[]), typeof(Dictionary<Range, Range>), typeof(object[]));
        Assert.Multiple(() =>
        {
            Assert.That(model.DeepClone(new Range(1, "x")), Is.EqualTo(new Range(1, "x")));
            Assert.That(model.DeepClone(new Range[] { new(2, null) }), Is.EqualTo((Range[])[new(2, null)]));
            Assert.That(model.DeepClone(new object[] { new Range(3, "y") })[0], Is.EqualTo(new Range(3, "y")));
            Assert.That(model.DeepClone(new Dictionary<Range, Range> { [new(4, "k")] = new(5, "v") })[new Range(4, "k")], Is.EqualTo(new Range(5, "v")));
        });
    }

    [Test]
    public void Unions_travel_when_every_bit_pattern_is_a_value_and_are_refused_otherwise()
    {
        foreach (IntegerEncoding integers in Enum.GetValues<IntegerEncoding>())
        {
            var options = new SerializerOptions { Integers = integers };
            TypeModel model = TypeModel.Create([typeof(Holds<FloatBits>), typeof(FloatBits[])], options);
            byte[] bytes = model.SerializeDirect(new FloatBits { Value = 1.5f });
            Assert.That(bytes, Is.EqualTo(BitConverter.GetBytes(1.5f)), "copied whatever the form of integers elsewhere");
            Assert.That(model.DeserializeDirect<FloatBits>(bytes).High, Is.EqualTo((char)0x3FC0));
            Assert.That(model.DeepClone<FloatBits[]>([new() { Bits = -2 }, new() { Kind = { Low = DayOfWeek.Friday } }]).Select(item => item.Bits),
                Is.EqualTo(new[] { -2, 5 }));
            Assert.That(() => TypeModel.Create([typeof(FloatBits)], options with { NonFiniteFloats = NonFiniteFloats.Reject }),
                Throws.TypeOf<TypeModelException>().With.Message.Contains("union"), "floats would pass unseen");
        }
        Assert.That(() => TypeModel.Create(typeof(ReferenceUnion)), Throws.TypeOf<TypeModelException>().With.Message.Contains("union"));
        Assert.That(() => TypeModel.Create(typeof(ClassUnion)), Throws.TypeOf<TypeModelException>().With.Message.Contains("overlapping"),
            "bytes would put any object behind a string");
        Assert.That(() => TypeModel.Create(typeof(Holds<BelowClassUnion>)), Throws.TypeOf<TypeModelException>().With.Message.Contains("overlapping"));
        Assert.That(TypeModel.Create(typeof(ApartClass)).DeepClone(new ApartClass { Number = 1, Text = "x" }),
            Is.TypeOf<ApartClass>().And.Property(nameof(ApartClass.Copy)).EqualTo((1, "x")), "no union");
        Assert.That(() => TypeModel.Create(typeof(UnionWithGap)), Throws.TypeOf<TypeModelException>().With.Message.Contains("no gaps"));
        Assert.That(TypeModel.Create(typeof(ApartFields)).SerializeDirect(new ApartFields { First = 1, Second = 2 }), Is.EqualTo(new byte[] { 2, 4 }),
            "no union: integers as elsewhere");
    }

    [TestCase(typeof(Holds<SafeHandle>), "Holds")]
    [TestCase(typeof(Holds<Microsoft.Win32.SafeHandles.SafeFileHandle>), "SafeFileHandle")]
    [TestCase(typeof(Holds<WaitHandle>), "WaitHandle")]
    [TestCase(typeof(Holds<FileStream>), "System.IO.FileStream")]
    [TestCase(typeof(Holds<Stream>), "System.IO.Stream")]
    [TestCase(typeof(Holds<Task<int>>), "System.Threading.Tasks.Task<System.Int32>")]
    [TestCase(typeof(Holds<ValueTask>), "System.Threading.Tasks.ValueTask")]
    [TestCase(typeof(Holds<Thread>), "System.Threading.Thread")]
    [TestCase(typeof(Holds<Timer>), "System.Threading.Timer")]
    [TestCase(typeof(Holds<CancellationToken>), "System.Threading.CancellationToken")]
    [TestCase(typeof(Holds<WeakReference<string>>), "System.WeakReference<System.String>")]
    [TestCase(typeof(Holds<HttpClient>), "System.Net.Http.HttpClient")]
    [TestCase(typeof(Holds<StreamReader>), "System.IO.StreamReader")]
    public void Handles_streams_tasks_and_threads_are_refused_with_the_path_and_the_cure(Type type, string name)
    {
        TypeModelProblem problem = Assert.Throws<TypeModelException>(() => TypeModel.Create(type)).Problems.Single();
        Assert.That(problem.Code, Is.EqualTo(ErrorCode.TypeNotSupported));
        Assert.That(problem.Path, Does.Contain("-> Value ->").And.Contain(name));
        Assert.That(problem.Message, Does.StartWith(problem.Path.Split(" -> ")[^1]).And.Contain("[NonSerialized]"),
            "the reason names the type itself, whatever it is derived from");
    }

    [TestCase(typeof(MemoryStream), "byte[]")]
    [TestCase(typeof(StringWriter), "string")]
    [TestCase(typeof(Task<int>), "its result")]
    [TestCase(typeof(Thread), "belongs to this process")]
    [TestCase(typeof(Remote), "System.MarshalByRefObject, the base of NetSerializer.Tests.Model.ObjectModelTests.Remote,")]
    [TestCase(typeof(Remote), "surrogate")]
    public void The_reason_says_what_to_hold_instead(Type type, string text) =>
        Assert.That(() => TypeModel.Create(type), Throws.TypeOf<TypeModelException>().With.Message.Contains(text));

    [Test]
    public void Framework_classes_without_fields_may_be_bases_as_with_BinaryFormatter()
    {
        object[] values = [new Progress { Percent = 5 }, new Label { Text = "x" }, new ByLength { Sign = -1 }, new IgnoringSign { Power = 2 }];
        TypeModel model = TypeModel.Create(values.Select(value => value.GetType()));
        foreach (object value in values)
        {
            Assert.That(Equality.DeepComparer.FirstDifference(value, model.DeepClone(value)), Is.Null);
            Assert.That(Equality.DeepComparer.FirstDifference(Oracle.BinaryFormatterPeer.Clone(value), model.DeepClone(value)), Is.Null);
        }
        Assert.That(() => TypeModel.Create(typeof(Holds<System.ComponentModel.PropertyChangedEventArgs>)),
            Throws.TypeOf<TypeModelException>().With.Message.Contains("PropertyChangedEventArgs is a framework type"));
    }

    [Test]
    public void Native_integers_are_scalars() =>
        Assert.That(TypeModel.Create(typeof(Holds<nint>)).DeepClone(new Holds<nint> { Value = -5 }).Value, Is.EqualTo((nint)(-5)));

    [Test]
    public void Optional_fields_are_accepted_and_travel()
    {
        TypeModel model = TypeModel.Create(typeof(Grown));
        Assert.That(model.DeepClone(new Grown { Old = 1, New = 2 }) is { Old: 1, New: 2 });
    }

    [Test]
    public void Boxed_values_of_every_kind_need_no_registration_when_they_are_built_in()
    {
        TypeModel model = TypeModel.Create(typeof(Pixel), typeof(DayOfWeek));
        object?[] values =
        [
            true, (byte)1, (sbyte)-1, 'c', (short)-2, (ushort)2, -3, 3u, -4L, 4ul, (nint)(-5), (nuint)5, (Half)6, 7f, 8d, (Int128)9, (UInt128)10, 11m,
            DateTime.UnixEpoch, DateTimeOffset.UnixEpoch, TimeSpan.MaxValue,
            DateOnly.MinValue, TimeOnly.MaxValue, Guid.Empty, "text", null, DayOfWeek.Friday, new Pixel(1, 2), new int[] { 1 }, new string?[] { "x", null },
            new object?[] { 1, new object?[] { "nested" } },
            new List<object> { 1, new List<int> { 2 } }, new List<string> { "y" },
            new Dictionary<string, object> { ["k"] = new Dictionary<string, object> { ["inner"] = 1m } },
        ];
        object?[] copy = model.DeepClone(values);
        Assert.That(copy.Select(value => value?.GetType()), Is.EqualTo(values.Select(value => value?.GetType())));
        Assert.That(copy, Is.EqualTo(values));
        Assert.That(model.DeepClone<object>(new List<object?>(values)), Is.EqualTo(values));
    }

    [Test]
    public void Arrays_of_arrays_of_scalars_need_no_registration([Values] ReferenceHandling references, [Values] IntegerEncoding integers)
    {
        TypeModel model = TypeModel.Create([], new SerializerOptions { References = references, Integers = integers });
        foreach (Type scalar in model.TypeIds.Select(pair => pair.Key).Where(type => type != typeof(object) && (type.IsValueType || type == typeof(string))))
        {
            var jagged = Array.CreateInstance(scalar.MakeArrayType(), 4);
            jagged.SetValue(Array.CreateInstance(scalar, 3), 0);
            jagged.SetValue(Array.CreateInstance(scalar, 0), 1);
            jagged.SetValue(jagged.GetValue(0), 3);
            object copy = model.DeepClone<object>(new object[] { jagged, jagged });
            Assert.That(copy, Is.EqualTo(new object[] { jagged, jagged }), jagged.GetType().ToString());
            Assert.That(((object[])copy)[1], Is.TypeOf(jagged.GetType()));
        }
    }

    public static IEnumerable<object> Refused() =>
        [new Action(() => { }), Task.CompletedTask, new Random(5), new MemoryStream(), new Unmarked(), new WeakReference(null)];

    private sealed class Unmarked;

    // To add the type would be no cure: Create refuses it, and so its reason is given at once.
    [TestCaseSource(nameof(Refused))]
    public void What_Create_would_refuse_is_not_said_to_be_missing(object value)
    {
        TypeModel model = TypeModel.Create(typeof(object[]));
        string message = Assert.Throws<ValueNotSerializableException>(() => model.Serialize<object>(new object[] { value }))!.Message;
        Type type = value.GetType();
        while (!type.IsVisible && type.Namespace!.StartsWith("System", StringComparison.Ordinal))
        {
            type = type.BaseType!;
        }
        string reason = Assert.Throws<TypeModelException>(() => TypeModel.Create(type))!.Problems[0].Message;
        Assert.That(message, Does.Contain(
            reason.Replace("Remove it from the types.", "Leave it out of the value.").Replace("remove it from the types.", "leave it out of the value."))
            .And.Not.Contain("add typeof").And.EndWith("At System.Object[][0]."));
    }

    [Test]
    public void Keys_and_values_are_named_by_the_paths_of_both_sides()
    {
        TypeModel model = TypeModel.Create(
            [typeof(Dictionary<string, List<object>>), typeof(SortedDictionary<int, object>), typeof(PriorityQueue<object, int>)], new SerializerOptions
            { NonFiniteFloats = NonFiniteFloats.Reject });
        var free = TypeModel.Create([typeof(Dictionary<string, List<object>>), typeof(SortedDictionary<int, object>), typeof(PriorityQueue<object, int>)]);
        foreach ((object value, string path) in new (object, string)[]
        {
            (new Dictionary<string, List<object>> { ["a"] = [1, double.NaN] }, "[0].Value[1]"),
            (new SortedDictionary<int, object> { [1] = 2, [2] = double.NaN }, "[1].Value"),
            (new PriorityQueue<object, int>([(double.NaN, 1)]), "[0].Element"),
        })
        {
            Assert.That(Assert.Throws<ValueNotSerializableException>(() => model.Serialize(value))!.Path, Does.EndWith(path));
            byte[] bytes = free.Serialize(value);
            Assert.That(Assert.Throws<MalformedDataException>(() => model.Deserialize(bytes))!.Path, Does.EndWith(path));
        }
        byte[] text = free.Serialize<object>(new Dictionary<string, List<object>> { ["key"] = [] });
        Assert.That(Assert.Throws<MalformedDataException>(() => free.Deserialize(text[..5]))!.Path, Does.EndWith("[0].Key"));
    }

    [Test]
    public void Other_arrays_of_arrays_say_what_they_need()
    {
        TypeModel model = TypeModel.Create(typeof(Pixel[][]));
        Assert.That(model.DeepClone<object>(new Pixel[][] { [new(1, 2)], [] }), Is.EqualTo(new Pixel[][] { [new(1, 2)], [] }));
        Assert.That(() => model.Serialize<object>(new long[][][] { [[1]] }),
            Throws.TypeOf<ValueNotSerializableException>().With.Message.Contains("add typeof(System.Int64[][][])"));
        Assert.That(() => model.Serialize<object>(new object[][] { [1] }),
            Throws.TypeOf<ValueNotSerializableException>().With.Message.Contains("add typeof(System.Object[][])"));
    }

    [Test]
    public void Interfaces_admit_the_everyday_collections_without_registration()
    {
        TypeModel model = TypeModel.Create(typeof(Shelf));
        var shelf = new Shelf
        {
            Many = new HashSet<Pixel> { new(1, 2), new(3, 4) },
            Some = new HashSet<Pixel> { new(5, 6) },
            Few = new HashSet<Pixel> { new(7, 8) },
            Pairs = new Dictionary<Pixel, DayOfWeek> { [new(1, 1)] = DayOfWeek.Friday },
            Set = new SortedSet<int> { 3, 1 },
            Table = new SortedDictionary<int, Pixel> { [2] = new(1, 0) },
            ReadOnlyTable = new SortedDictionary<int, Pixel> { [2] = new(1, 0) },
        };
        Shelf copy = model.DeepClone(shelf);
        foreach (FieldInfo field in typeof(Shelf).GetFields())
        {
            Assert.That(field.GetValue(copy), Is.TypeOf(field.GetValue(shelf)!.GetType()).And.EqualTo(field.GetValue(shelf)), field.Name);
        }
        // Where keys are to be safe, a place that is not declared as a table of them has none.
        TypeModel safe = TypeModel.Create([typeof(Sequence)], new SerializerOptions { UnsafeKeys = UnsafeKeys.Refuse });
        Assert.That(safe.DeepClone(new Sequence { Items = new List<Pixel> { new(1, 2) } }).Items, Is.EqualTo(new[] { new Pixel(1, 2) }));
        Assert.That(() => safe.Serialize(new Sequence { Items = new HashSet<Pixel>() }), Throws.TypeOf<ValueNotSerializableException>());
    }

    [Serializable]
    private sealed class Shelf
    {
        public IEnumerable<Pixel>? Many;
        public ICollection<Pixel>? Some;
        public IReadOnlyCollection<Pixel>? Few;
        public IEnumerable<KeyValuePair<Pixel, DayOfWeek>>? Pairs;
        public ISet<int>? Set;
        public IDictionary<int, Pixel>? Table;
        public IReadOnlyDictionary<int, Pixel>? ReadOnlyTable;
    }

    [Serializable]
    private sealed class Sequence
    {
        public IEnumerable<Pixel>? Items;
    }

    [Serializable]
    public record Employee(string Name, int Level);

    [Serializable]
    public sealed record Manager(string Name, int Level, string[] Reports) : Employee(Name, Level);

    [Serializable]
    public record struct Pixel(int X, int Y)
    {
        public byte Tint { get; init; }
    }

    [Serializable]
    public sealed record Named<T>(string Name, T Value);

    [Serializable]
    public sealed class Setting(int number)
    {
        public required string Key { get; init; }

        public int? Value { get; init; }

        public int Twice => 2 * number;
    }

    [Serializable]
    public class Outer<T>
    {
        public T? Value;

        [Serializable]
        public class Inner<TOther>
        {
            public T? First;
            public TOther? Second;
        }
    }

    [Serializable]
    public readonly struct Range(int from, string? name) : IEquatable<Range>
    {
        private readonly int _from = from;
        private readonly string? _name = name;

        public bool Equals(Range other) => _from == other._from && _name == other._name;

        public override bool Equals(object? obj) => obj is Range other && Equals(other);

        public override int GetHashCode() => _from;
    }

    [Serializable, StructLayout(LayoutKind.Explicit)]
    public struct FloatBits
    {
        [FieldOffset(0)] public float Value;
        [FieldOffset(0)] public int Bits;
        [FieldOffset(2)] public char High;
        [FieldOffset(0)] public FloatKind Kind;
    }

    [Serializable]
    public struct FloatKind
    {
        public DayOfWeek Low;
    }

    [Serializable, StructLayout(LayoutKind.Explicit, Size = 8)]
    public struct UnionWithGap
    {
        [FieldOffset(0)] public float Value;
        [FieldOffset(0)] public int Bits;
    }

    [Serializable, StructLayout(LayoutKind.Explicit)]
    public struct ApartFields
    {
        [FieldOffset(0)] public int First;
        [FieldOffset(4)] public int Second;
    }

    [Serializable, StructLayout(LayoutKind.Explicit)]
    public struct ReferenceUnion
    {
        [FieldOffset(0)] public string? Text;
        [FieldOffset(0)] public object? Any;
    }

    [Serializable, StructLayout(LayoutKind.Explicit)]
    public class ClassUnion
    {
        [FieldOffset(0)] public string? Text;
        [FieldOffset(0)] public object? Any;
    }

    [Serializable]
    public sealed class BelowClassUnion : ClassUnion;

    [Serializable, StructLayout(LayoutKind.Explicit)]
    public sealed class ApartClass
    {
        [FieldOffset(0)] public string? Text;
        [FieldOffset(8)] public int Number;

        public (int, string?) Copy => (Number, Text);
    }

    [Serializable]
    public sealed class Holds<T>
    {
        public T? Value;
    }

    [Serializable]
    public sealed class Progress : EventArgs
    {
        public int Percent;
    }

    [Serializable, AttributeUsage(AttributeTargets.Class)]
    public sealed class Label : Attribute
    {
        public string? Text;
    }

    [Serializable]
    public sealed class ByLength : Comparer<string>
    {
        public int Sign;

        public override int Compare(string? x, string? y) => Sign * ((x?.Length ?? 0) - (y?.Length ?? 0));
    }

    [Serializable]
    public sealed class IgnoringSign : EqualityComparer<int>
    {
        public int Power;

        public override bool Equals(int x, int y) => Math.Abs(x) == Math.Abs(y);

        public override int GetHashCode(int number) => Math.Abs(number);
    }

    [Serializable]
    public sealed class Remote : MarshalByRefObject;

    [Serializable]
    public sealed class Grown
    {
        public int Old;
        [OptionalField(VersionAdded = 2)] public int New;
    }
}
