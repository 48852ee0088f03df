using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Runtime.Serialization;

namespace NetSerializer.Tests.Hostile;

// Types with code of every kind that reading calls, which says what it was called with.
internal sealed partial class BehindTheEndTests
{
    [ThreadStatic]
    private static List<string>? s_calls;

    // Keys are asked for their hash when they are read, and may refuse.
    [ThreadStatic]
    private static bool s_isStrict;

    private static readonly CustomSerializer[] s_serializers =
        [CustomSerializer.For(new ParcelSerializer()), CustomSerializer.For(new WeightSerializer()), CustomSerializer.For(new CrateSerializer())];

    private static readonly object[] s_values =
    [
        new Heard { Number = 300, Text = "heard" }, new HeardInPlace { Number = 70_000, Last = 7 },
        new HeardInPlace[] { new() { Number = 3 }, new() { Number = 300 } },
        new List<HeardInPlace> { new() { Number = -4 } }, new Holder { Heard = new() { Number = 300 }, InPlace = new() { Number = 1 << 20 }, Any = 300 },
        new Entries { Number = 300, Text = "text" }, new EntriesInPlace { Number = 300 }, new object[] { new Entries { Number = 1 }, new EntriesInPlace() },
        new Other { Number = 300, Text = "text" }, new OtherInPlace { Number = 300 }, new Other?[] { new() { Number = 1 }, null, new() { Number = 70_000 } },
        new EntriesOfOther { Number = 300 }, new Failure("failed") { Number = 300, Data = { ["key"] = new Key(300) } },
        new Own { Number = 300 }, new OwnInPlace { Number = 300 }, new Own[] { new() { Number = 4 } },
        new Parcel(300, 1.5, "p", [1, 2], new Heard { Number = 300 }), new Weight(300), new Weight[] { new(1), new(300) },
        new Crate(300), new List<Crate> { new(5) },
        new Members
        {
            Key = new(300), InPlace = new(300), Parcel = new(5, 2, null, [], null), Weight = new(5), Other = new(), Own = new(), Any = new Weight(6),
            OtherInPlace = new() { Number = 300 }, OwnInPlace = new() { Number = 300 }, EntriesInPlace = new() { Number = 300 },
        },
        new Ranks { new(300) },
        new Lookup<Heard> { Before = 1, After = 2, Value = new() { Number = 300 }, Second = new Heard { Number = 5 } },
        (new Key(300), new KeyInPlace(300), 300, "text"),
        new object[] { "text", "text", "a longer text, which stands there twice", "a longer text, which stands there twice", "\u0430\u0431\u0432", 300, 1.5m },
        new string?[] { "one", null, "", "\u0416", "one", new('x', 70), new('x', 70) }, new DateTime[] { new(2026, 7, 28), default },
        new decimal[] { 1.25m, -7 },
        new[]
        {
            new Scalars
            {
                Flag = true, Time = new(2026, 7, 28), Money = 1.5m, Letter = 'x', Day = Day.Second, Id = new(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
                Half = (Half)2, Date = new(2026, 7, 28),
            },
        },
    ];

    private static readonly object[] s_tables =
    [
        Pairs(new Key(300)), Pairs(new Key(300)).Keys.ToHashSet(), new SortedSet<Key>(Pairs(new Key(300)).Keys),
        new SortedDictionary<Key, int>(Pairs(new Key(300))), new SortedList<Key, int>(Pairs(new Key(300))),
        new PriorityQueue<int, Key>(Pairs(new Key(300)).Select(pair => (pair.Value, pair.Key))), new OrderedDictionary<Key, int>(Pairs(new Key(300))),
        new ReadOnlyDictionary<Key, int>(Pairs(new Key(300))), new ReadOnlySet<Key>(Pairs(new Key(300)).Keys.ToHashSet()),
        new ConcurrentDictionary<Key, int>(Pairs(new Key(300))), Pairs(new Key(300)).Keys.ToImmutableHashSet(), Pairs(new Key(300)).ToImmutableDictionary(),
        Pairs(new Key(300)).Keys.ToImmutableSortedSet(), Pairs(new Key(300)).ToImmutableSortedDictionary(), Pairs(new Key(300)).Keys.ToFrozenSet(),
        Pairs(new Key(300)).ToFrozenDictionary(), Pairs<object>(new Key(300)), new HashSet<object> { new Key(300), new KeyInPlace(300) },
        new Hashtable(Pairs(new Key(300))), new System.Collections.SortedList(Pairs(new Key(300))), new SortedSet<object> { new Key(300) },
        Pairs(new KeyInPlace(300)), Pairs(new KeyInPlace(300)).Keys.ToHashSet(), new SortedSet<KeyInPlace>(Pairs(new KeyInPlace(300)).Keys),
        new SortedDictionary<KeyInPlace, int>(Pairs(new KeyInPlace(300))), new SortedList<KeyInPlace, int>(Pairs(new KeyInPlace(300))),
        new PriorityQueue<int, KeyInPlace>(Pairs(new KeyInPlace(300)).Select(pair => (pair.Value, pair.Key))),
        new OrderedDictionary<KeyInPlace, int>(Pairs(new KeyInPlace(300))), new ReadOnlyDictionary<KeyInPlace, int>(Pairs(new KeyInPlace(300))),
        new ReadOnlySet<KeyInPlace>(Pairs(new KeyInPlace(300)).Keys.ToHashSet()), new ConcurrentDictionary<KeyInPlace, int>(Pairs(new KeyInPlace(300))),
        Pairs(new KeyInPlace(300)).Keys.ToImmutableHashSet(), Pairs(new KeyInPlace(300)).ToImmutableDictionary(),
        Pairs(new KeyInPlace(300)).Keys.ToImmutableSortedSet(), Pairs(new KeyInPlace(300)).ToImmutableSortedDictionary(),
        Pairs(new KeyInPlace(300)).Keys.ToFrozenSet(), Pairs(new KeyInPlace(300)).ToFrozenDictionary(),
        new HashSet<(int, KeyInPlace)> { (300, new(300)) }, new Dictionary<Tuple<Key, int>, string> { [Tuple.Create(new Key(300), 300)] = "x" },
        new Parts { new() { Number = 300 }, new() { Number = 2 } }, new Table(new(300), 300),
        new Dictionary<Key, Dictionary<KeyInPlace, Heard>> { [new(300)] = new() { [new(300)] = new() { Number = 300 } } },
        new HashSet<KeyInPlace?> { new(300) }, new HashSet<Entries> { new() { Number = 300 } },
        new HashSet<EntriesInPlace> { new() { Number = 300 } },
        new HashSet<Other> { new() { Number = 300 } }, new HashSet<Own> { new() { Number = 300 } },
        new HashSet<Weight> { new(300) }, new HashSet<Parcel> { new(1, 2, "", [], null) },
    ];

    private static Dictionary<T, int> Pairs<T>(T last) where T : notnull => typeof(T) == typeof(KeyInPlace)
        ? new() { [(T)(object)new KeyInPlace(2)] = 5, [last] = 300 } : new() { [(T)(object)new Key(2)] = 5, [last] = 300 };

    private static void Call(string call) => s_calls?.Add(call);

    private static int HashOf(int number)
    {
        Call($"hash of {number}");
        return s_isStrict && number is not (2 or 300) ? throw new InvalidOperationException($"no key: {number}") : number;
    }

    private static int Order(int left, int? right)
    {
        Call($"{left} compared with {right}");
        return left.CompareTo(right);
    }

    internal enum Day : short
    {
        First = 1,
        Second = 300,
    }

    [Serializable]
    internal struct Scalars
    {
        public bool Flag;
        public DateTime Time;
        public decimal Money;
        public char Letter;
        public Day Day;
        public Guid Id;
        public Half? Half;
        public DateOnly Date;
    }

    [Serializable]
    internal class Heard : IDeserializationCallback
    {
        public int Number;
        public string? Text;

        [OnDeserializing]
        private void Deserializing(StreamingContext context) => Call($"deserializing {Number} {Text}");

        [OnDeserialized]
        private void Deserialized(StreamingContext context) => Call($"deserialized {Number} {Text}");

        void IDeserializationCallback.OnDeserialization(object? sender) => Call($"notified {Number} {Text}");
    }

    [Serializable]
    internal sealed class HeardMore : Heard
    {
        public long More;
    }

    [Serializable]
    internal struct HeardInPlace : IDeserializationCallback
    {
        public int Number;
        public byte Last;

        [OnDeserializing]
        private readonly void Deserializing(StreamingContext context) => Call($"deserializing {Number} {Last}");

        [OnDeserialized]
        private readonly void Deserialized(StreamingContext context) => Call($"deserialized {Number} {Last}");

        readonly void IDeserializationCallback.OnDeserialization(object? sender) => Call($"notified {Number} {Last}");
    }

    [Serializable]
    internal sealed class Holder
    {
        public Heard? Heard;
        public HeardInPlace InPlace;
        public HeardInPlace? Maybe = new HeardInPlace { Number = 300 };
        public object? Any;
        public Heard? Second = new HeardMore { Number = 300, More = 1L << 40 };
        public short Last = 300;
    }

    [Serializable]
    internal sealed class Entries : ISerializable
    {
        public Entries()
        {
        }

        private Entries(SerializationInfo info, StreamingContext context)
        {
            (Number, Text) = (info.GetInt32("number"), info.GetString("text"));
            Call($"constructed {Number} {Text}");
        }

        public int Number { get; init; }

        public string? Text { get; init; }

        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            info.AddValue("text", Text);
            info.AddValue("number", Number);
        }

        public override int GetHashCode() => HashOf(Number);

        public override bool Equals(object? obj) => obj is Entries other && other.Number == Number;
    }

    [Serializable]
    internal struct EntriesInPlace : ISerializable
    {
        public int Number;

        private EntriesInPlace(SerializationInfo info, StreamingContext context)
        {
            Number = info.GetInt32("number");
            Call($"constructed in place {Number}");
        }

        public readonly void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("number", Number);
    }

    [Serializable]
    internal sealed class Other : IObjectReference
    {
        public int Number;
        public string? Text;

        public object GetRealObject(StreamingContext context)
        {
            Call($"asked {Number} {Text}");
            return this;
        }
    }

    [Serializable]
    internal struct OtherInPlace : IObjectReference
    {
        public int Number;

        public readonly object GetRealObject(StreamingContext context)
        {
            Call($"asked in place {Number}");
            return new OtherInPlace { Number = Number + 1 };
        }
    }

    [Serializable]
    internal sealed class EntriesOfOther : ISerializable, IObjectReference
    {
        public EntriesOfOther()
        {
        }

        private EntriesOfOther(SerializationInfo info, StreamingContext context) => Call($"constructed at once {Number = info.GetInt32("number")}");

        public int Number { get; init; }

        public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("number", Number);

        public object GetRealObject(StreamingContext context)
        {
            Call($"asked {Number}");
            return Number < 0 ? "none" : this;
        }
    }

    [Serializable]
    internal sealed class Failure : Exception
    {
        public Failure(string message)
            : base(message)
        {
        }

        private Failure(SerializationInfo info, StreamingContext context)
            : base(info, context) => Call($"failure {Number = info.GetInt32("number")} {Message}");

        public int Number { get; init; }

        public override void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            base.GetObjectData(info, context);
            info.AddValue("number", Number);
        }
    }

    [Serializable]
    internal sealed class Own : ICustomBinarySerializable
    {
        public int Number { get; set; }

        public void WriteDataTo(BinaryWriter writer) => writer.Write7BitEncodedInt(Number);

        public void SetDataFrom(BinaryReader reader) => Call($"own {Number = reader.Read7BitEncodedInt()}");

        public override int GetHashCode() => HashOf(Number);

        public override bool Equals(object? obj) => obj is Own other && other.Number == Number;
    }

    [Serializable]
    internal struct OwnInPlace : ICustomBinarySerializable
    {
        public int Number;

        public readonly void WriteDataTo(BinaryWriter writer) => writer.Write(Number);

        public void SetDataFrom(BinaryReader reader) => Call($"own in place {Number = reader.ReadInt32()}");
    }

    internal sealed record Parcel(int Number, double Size, string? Text, byte[] Content, Heard? Heard);

    private sealed class ParcelSerializer : ICustomSerializer<Parcel>
    {
        public IReadOnlyList<Type> NestedTypes => [typeof(Heard)];

        public void Write(ref WireWriter writer, Parcel value)
        {
            writer.WriteInt32(value.Number);
            writer.WriteDouble(value.Size);
            writer.WriteString(value.Text);
            writer.WriteCount(value.Content.Length);
            writer.WriteBytes(value.Content);
            writer.Write(value.Heard);
        }

        public Parcel Read(ref WireReader reader)
        {
            Call("parcel");
            int number = reader.ReadInt32();
            double size = reader.ReadDouble();
            string? text = reader.ReadString();
            Call($"parcel {number} {size} {text}");
            byte[] content = new byte[reader.ReadCount(1)];
            reader.ReadBytes(content);
            Call($"parcel {number} {size} {text} with {string.Join(' ', content)}");
            Heard? heard = reader.Read<Heard>();
            Call($"parcel with {heard?.Number} {heard?.Text}");
            return new Parcel(number, size, text, content, heard);
        }
    }

    internal readonly record struct Weight(int Number)
    {
        public override int GetHashCode() => HashOf(Number);
    }

    private sealed class WeightSerializer : ICustomSerializer<Weight>
    {
        public int MinimumSize => 1;

        public void Write(ref WireWriter writer, Weight value) => writer.WriteInt32(value.Number);

        public Weight Read(ref WireReader reader)
        {
            int number = reader.ReadInt32();
            Call($"weight {number}");
            return number < 0 ? throw new ArgumentException("A weight below nothing.") : new Weight(number);
        }
    }

    internal sealed record Crate(long Number);

    private sealed class CrateSerializer : ICustomSerializer<Crate>
    {
        public void Write(ref WireWriter writer, Crate value)
        {
            writer.WriteDecimal(value.Number);
            writer.WriteChar((char)value.Number);
            writer.WriteDateTime(new DateTime(value.Number));
        }

        public Crate Read(ref WireReader reader)
        {
            Call("crate");
            decimal number = reader.ReadDecimal();
            Call($"crate {number}");
            char letter = reader.ReadChar();
            Call($"crate {(int)letter}");
            return letter == reader.ReadDateTime().Ticks ? new Crate((long)number) : throw new FormatException("A crate with another number.");
        }
    }

    [Serializable]
    internal sealed class Key(int number) : IComparable<Key>, IEquatable<Key>, IComparable
    {
        public int Number => number;

        public int CompareTo(Key? other) => Order(number, other?.Number);

        public int CompareTo(object? obj) => CompareTo((Key?)obj);

        public bool Equals(Key? other) => other?.Number == number;

        public override bool Equals(object? obj) => Equals(obj as Key);

        public override int GetHashCode() => HashOf(number);
    }

    [Serializable]
    internal readonly record struct KeyInPlace(int Number) : IComparable<KeyInPlace>, IComparable
    {
        public int CompareTo(KeyInPlace other) => Order(Number, other.Number);

        public int CompareTo(object? obj) => CompareTo((KeyInPlace)obj!);

        public override int GetHashCode() => HashOf(Number);
    }

    [Serializable]
    internal sealed class Members
    {
        public Key? Key;
        public KeyInPlace InPlace;
        public Parcel? Parcel;
        public Weight Weight;
        public Weight? Maybe = new Weight(300);
        public Other? Other;
        public OtherInPlace OtherInPlace;
        public Own? Own;
        public OwnInPlace OwnInPlace;
        public EntriesInPlace EntriesInPlace;
        public object? Any;
    }

    [Serializable]
    internal sealed class Table : Dictionary<Key, int>
    {
        public Table()
        {
        }

        public Table(Key key, int value) => Add(key, value);

        private Table(SerializationInfo info, StreamingContext context)
            : base(info, context)
        {
        }
    }

    [Serializable]
    internal sealed class Ranks : SortedSet<KeyInPlace>
    {
        public Ranks()
        {
        }

        private Ranks(SerializationInfo info, StreamingContext context)
            : base(info, context)
        {
        }

        [OnDeserialized]
        private void Deserialized(StreamingContext context) => Call($"ranks {Count}");
    }

    [Serializable]
    internal sealed class Parts : KeyedCollection<Key, Heard>
    {
        protected override Key GetKeyForItem(Heard item)
        {
            Call($"key of {item.Number}");
            return new Key(item.Number);
        }
    }

    [Serializable]
    internal struct Lookup<T>
    {
        public int Before;
        public T? Value;
        public object? Second;
        public ushort After;
    }
}
