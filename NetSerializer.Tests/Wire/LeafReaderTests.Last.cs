using NUnit.Framework;

namespace NetSerializer.Tests.Wire;

// Varints that are the last of a root: their length is not guessed.
internal sealed partial class LeafReaderTests
{
    private static readonly Type[] s_ends =
    [
        typeof(char), typeof(ushort), typeof(short), typeof(uint), typeof(int), typeof(ulong), typeof(long), typeof(decimal), typeof(Level), typeof(int?),
        typeof(decimal?), typeof(Struct),
    ];

    private static readonly ulong[] s_lastValues =
        [.. Enumerable.Range(0, 64).SelectMany(bit => new[] { (1ul << bit) - 1, 1ul << bit, (1ul << bit) + 1 }).Distinct()];

    // Over-long, too large for one type or another, or without an end.
    private static readonly byte[][] s_wrongEnds =
    [
        [0x80, 0], [0xFF, 0], [0x80, 0x80, 0], [0xFF, 0xFF, 0], [0xFF, 0xFF, 3], [0xFF, 0xFF, 4], [0x80, 0x80, 0x7F], [0xFF, 0xFF, 0xFF, 0],
        [0x80, 0x80, 0x80, 1], [0x80, 0x80, 0x80, 0x80, 0], [0xFF, 0xFF, 0xFF, 0xFF, 0x0F], [0xFF, 0xFF, 0xFF, 0xFF, 0x10],
        [0xFF, 0xFF, 0xFF, 0xFF, 0x8F], [0xFF, 0xFF, 0xFF, 0xFF, 0x8F, 0], [0x80, 0x80, 0x80, 0x80, 0x80, 1], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0],
        [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0], [.. Enumerable.Repeat((byte)0xFF, 9), 1], [.. Enumerable.Repeat((byte)0x80, 9), 2],
        [.. Enumerable.Repeat((byte)0xFF, 9), 0], [.. Enumerable.Repeat((byte)0xFF, 12)],
    ];

    private static readonly TypeModel s_endModel = TypeModel.Create(
        [.. s_ends, .. s_ends.SelectMany(end => new[] { typeof(Only<>).MakeGenericType(end), typeof(Holder<>).MakeGenericType(end) })]);

    private interface IEnd
    {
        void Compare();
    }

    [TestCaseSource(nameof(s_ends))]
    public void TheLastVarIntIsReadAsAWholeReaderReadsIt(Type end) => ((IEnd)Activator.CreateInstance(typeof(End<>).MakeGenericType(end))!).Compare();

    [Test]
    public void OnlyTheLastMemberIsReadAsTheLast()
    {
        string listing = TypeModel.Create(typeof(ThreeInts)).ListGeneratedCode();
        string[] reads = [.. listing[listing.IndexOf("ReadLeaf_", StringComparison.Ordinal)..].Split('\n')
            .Where(line => line.Contains("// p = ref Scalars.Read", StringComparison.Ordinal)).Take(3).Select(line => line.Trim())];
        Assert.That(reads, Is.EqualTo(new[]
        {
            "// p = ref Scalars.ReadInt32(ref r, ref p, out made.First);",
            "// p = ref Scalars.ReadInt32(ref r, ref p, out made.Second);",
            "// p = ref Scalars.ReadInt32Last(ref r, ref p, out made.Third);",
        }));
    }

    private static object Last(Type type, ulong value) =>
        Nullable.GetUnderlyingType(type) is { } some ? Last(some, value)
        : type == typeof(char) ? (char)value
        : type == typeof(ushort) ? (ushort)value
        : type == typeof(short) ? (short)value
        : type == typeof(uint) ? (uint)value
        : type == typeof(int) ? (int)value
        : type == typeof(ulong) ? value
        : type == typeof(long) ? (object)(long)value
        : type == typeof(decimal) ? new decimal((int)value, (int)(value >> 32), (int)(value >> 16), (value & 4) != 0, (byte)(value % 29))
        : type == typeof(Level) ? (Level)(short)value
        : new Struct { A = 300, B = (long)value };

    private sealed class End<T> : IEnd
    {
        public void Compare()
        {
            foreach (ulong value in s_lastValues.SelectMany(value => new[] { value, ~value }))
            {
                T last = (T)Last(typeof(T), value);
                Compare<T>(s_endModel.Serialize(last));
                Compare<Only<T>>(s_endModel.Serialize(new Only<T> { Value = last }));
                Compare<Holder<T>>(s_endModel.Serialize(new Holder<T> { Number = 300, Inner = new Only<T> { Value = last } }));
            }
            foreach (byte[] end in s_wrongEnds)
            {
                // The shortest value ends in a varint of one byte.
                T least = (T)Last(typeof(T), 0);
                Compare<T>([.. s_endModel.Serialize(least)[..^1], .. end]);
                Compare<Only<T>>([.. s_endModel.Serialize(new Only<T> { Value = least })[..^1], .. end]);
                Compare<Holder<T>>([.. s_endModel.Serialize(new Holder<T> { Inner = new Only<T> { Value = least } })[..^1], .. end]);
            }
        }

        private static void Compare<TRoot>(byte[] bytes)
        {
            LeafReaderTests.Compare<TRoot>(bytes, s_endModel);
            LeafReaderTests.Compare<TRoot>(bytes[..^1], s_endModel);
        }
    }

    [Serializable]
    public sealed class Only<T>
    {
        public T? Value;
    }

    [Serializable]
    public sealed class Holder<T>
    {
        public int Number;
        public Only<T>? Inner;
    }

#pragma warning disable CS0649 // Only its code is looked at.
    [Serializable]
    public sealed class ThreeInts
    {
        public int First, Second, Third;
    }
#pragma warning restore CS0649
}
