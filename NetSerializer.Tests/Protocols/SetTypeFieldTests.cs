using System.Runtime.Serialization;
using NetSerializer.Tests.Oracle;
using NUnit.Framework;

namespace NetSerializer.Tests.Protocols;

/// <summary>SerializationInfo.SetType to a type that is not ISerializable: its fields take the entries as BinaryFormatter gives them.</summary>
public class SetTypeFieldTests
{
    private static readonly object?[] s_values =
    [
        true, 'c', (sbyte)1, (byte)2, (short)3, (ushort)4, 5, 6u, 7L, 8UL, 9f, 10d, 11m, "12", new DateTime(2020, 1, 1), TimeSpan.FromSeconds(1),
        DayOfWeek.Friday, Small.One, null, new[] { 13 }, new[] { "14" },
    ];

    private static readonly Type[] s_targets =
    [
        typeof(Taker<bool>), typeof(Taker<char>), typeof(Taker<sbyte>), typeof(Taker<byte>), typeof(Taker<short>), typeof(Taker<ushort>), typeof(Taker<int>),
        typeof(Taker<uint>), typeof(Taker<long>), typeof(Taker<ulong>),
        typeof(Taker<float>), typeof(Taker<double>), typeof(Taker<decimal>), typeof(Taker<string>), typeof(Taker<DateTime>), typeof(Taker<DayOfWeek>),
        typeof(Taker<Small>), typeof(Taker<object>), typeof(Taker<int?>), typeof(Taker<int[]>),
        typeof(Taker<object[]>), typeof(Taker<IComparable>),
    ];

    private static readonly TypeModel s_model =
        TypeModel.Create([typeof(Giver), typeof(Taken), typeof(Derived), typeof(DayOfWeek), typeof(Small), typeof(string[]), .. s_targets]);

    [TestCaseSource(nameof(s_targets))]
    public void Entries_convert_to_fields_as_with_BinaryFormatter(Type target) => Assert.Multiple(() =>
    {
        foreach (object? value in s_values)
        {
            var giver = new Giver(target, ("Value", value));
            string what = $"{value?.GetType().Name ?? "null"} to {target.GetGenericArguments()[0].Name}";
            object? theirs;
            try
            {
                theirs = ((Taken)BinaryFormatterPeer.Clone<object>(giver)).Value;
            }
            catch (SerializationException)
            {
                Assert.That(
                    () => s_model.Serialize<object>(giver),
                    Throws.TypeOf<ValueNotSerializableException>().With.Message.Contains("does not convert to").And.Message.Contains("Value of ").And.Property(
                        "Code").EqualTo(ErrorCode.ValueNotEncodable), what);
                continue;
            }
            Assert.That(((Taken)s_model.DeepClone<object>(giver)).Value, Is.EqualTo(theirs).And.TypeOf(theirs?.GetType() ?? typeof(object)).Or.Null, what);
            Assert.That(((Taken)s_model.DeepClone<object>(giver)).Value == null, Is.EqualTo(theirs == null), what);
        }
    });

    [TestCase("Name", "Own")]
    [TestCase("Base+Name", "Base")]
    [TestCase("Base+Hidden", "Hidden")]
    [TestCase("Hidden", "")]
    [TestCase("Open", "Open")]
    [TestCase("Base+Open", "")]
    [TestCase("Family", "Family")]
    [TestCase("Internal", "Internal")]
    [TestCase("Base+Internal", "Internal")]
    [TestCase("Left", "")]
    [TestCase("Shared", "")]
    [TestCase("Nowhere", "")]
    public void Fields_of_bases_are_called_as_BinaryFormatter_calls_them(string entry, string field)
    {
        var giver = new Giver(typeof(Derived), (entry, 5));
        string expected = field.Length == 0 ? "" : $"{field}=5";
        Assert.That(((Derived)BinaryFormatterPeer.Clone<object>(giver)).ToString(), Is.EqualTo(expected), "BinaryFormatter");
        Assert.That(((Derived)s_model.DeepClone<object>(giver)).ToString(), Is.EqualTo(expected));
    }

    internal enum Small : byte
    {
        One = 1,
    }

    [Serializable]
    internal sealed class Giver : ISerializable
    {
        private readonly Type _type;
        private readonly (string Name, object? Value)[] _entries;

        public Giver(Type type, params (string, object?)[] entries) => (_type, _entries) = (type, entries);

        private Giver(SerializationInfo info, StreamingContext context) => throw new InvalidOperationException("never read as itself");

        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            info.SetType(_type);
            foreach ((string name, object? value) in _entries)
            {
                info.AddValue(name, value);
            }
        }
    }

    [Serializable]
    internal sealed class Taken(object? value)
    {
        public object? Value = value;
    }

    [Serializable]
    internal sealed class Taker<T> : IObjectReference
    {
        public T? Value = default;

        public object GetRealObject(StreamingContext context) => new Taken(Value);
    }

    [Serializable]
    internal class Base
    {
        public static int Shared = 0;
        private readonly int Name = 0;
        private readonly int Hidden = 0;
        public int Open = 0;
        protected int Family = 0;
        internal int Internal = 0;

        public override string ToString() =>
            Named(("Base", Name), ("Hidden", Hidden), ("Open", Open), ("Family", Family), ("Internal", Internal), ("Shared", Shared));

        protected static string Named(params (string Name, int Value)[] fields) =>
            string.Join(", ", fields.Where(field => field.Value != 0).Select(field => $"{field.Name}={field.Value}"));
    }

    [Serializable]
    internal sealed class Derived : Base, IObjectReference
    {
        private readonly int Name = 0;
        [NonSerialized] public int Left = 0;

        public object GetRealObject(StreamingContext context) => this;

        public override string ToString() => base.ToString() + Named(("Own", Name), ("Left", Left));
    }
}
