using System.Runtime.CompilerServices;
using NetSerializer.Errors;
using NetSerializer.Families;
using NetSerializer.Planning;
using NetSerializer.Tests.Streams;
using NetSerializer.Wire;
using NUnit.Framework;

namespace NetSerializer.Tests.Wire;

// Those of nothing but numbers and flags, for which a blank reader will do.
internal sealed partial class LeafReaderTests
{
    private static readonly Type[] s_bounded =
    [
        typeof(One), typeof(Several), typeof(Struct), typeof(Nested), typeof(Struct?), typeof(int), typeof(Guid), typeof(decimal), typeof(Level),
        typeof(DateTimeOffset),
    ];

    // Not a field: those of the other parts may be set later.
    private static Action[] BlankReads =>
    [
        .. s_values.Where(value => !value.GetType().IsValueType && s_bounded.Contains(value.GetType())).Select(value => (Action)(() => ReadBlank(value))),
        () => ReadBlank(true), () => ReadBlank(byte.MaxValue), () => ReadBlank(sbyte.MinValue), () => ReadBlank(short.MinValue),
        () => ReadBlank(ushort.MaxValue), () => ReadBlank('x'), () => ReadBlank(int.MinValue), () => ReadBlank(-3), () => ReadBlank(uint.MaxValue),
        () => ReadBlank(300u), () => ReadBlank(long.MinValue), () => ReadBlank(7L), () => ReadBlank(ulong.MaxValue), () => ReadBlank(1ul << 40),
        () => ReadBlank(1.5f), () => ReadBlank(-2.5), () => ReadBlank((Half)3), () => ReadBlank(Int128.MinValue), () => ReadBlank(UInt128.MaxValue),
        () => ReadBlank((nint)(-5)), () => ReadBlank((nuint)300), () => ReadBlank(decimal.MinValue), () => ReadBlank(0.25m),
        () => ReadBlank(DateTime.UnixEpoch), () => ReadBlank(new DateTimeOffset(2026, 11, 22, 7, 0, 0, TimeSpan.FromHours(-3))),
        () => ReadBlank(TimeSpan.FromDays(-1)), () => ReadBlank(DateOnly.MaxValue), () => ReadBlank(TimeOnly.MaxValue),
        () => ReadBlank(Guid.AllBitsSet), () => ReadBlank(Level.High), () => ReadBlank(DayOfWeek.Friday), () => ReadBlank<Struct?>(null),
        () => ReadBlank<Struct?>(new Struct { A = 300, B = -1 }), () => ReadBlank(new Struct { A = 1u << 30, B = long.MinValue }),
        () => ReadBlank(new Nested { First = new Struct { A = 5 } }), () => ReadBlank(Full), () => ReadBlank(new Most()),
        () => ReadBlank(new Every()), () => ReadBlank(Every.Set),
    ];

    private static Type[] BlankTypes => [.. s_leaves, typeof(DayOfWeek), typeof(Most), typeof(OneMore), typeof(Every)];

    private static TypeModel BlankModel => field ??= TypeModel.Create(BlankTypes, SerializerOptions.Default);

    // What is checked, and what is copied, is read by other code.
    private static TypeModel[] BlankModels => field ??=
    [
        BlankModel,
        TypeModel.Create(BlankTypes, new SerializerOptions { NonFiniteFloats = NonFiniteFloats.Reject }),
        TypeModel.Create(BlankTypes, new SerializerOptions { Integers = IntegerEncoding.Fixed }),
        TypeModel.Create(BlankTypes, new SerializerOptions { Integers = IntegerEncoding.Fixed, NonFiniteFloats = NonFiniteFloats.Reject }),
    ];

    private static Most Full => new() { A = Guid.AllBitsSet, O = Guid.AllBitsSet, P = long.MinValue, Q = int.MinValue };

    [TestCaseSource(nameof(s_leaves))]
    public void Those_of_nothing_but_numbers_are_bounded(Type type)
    {
        PlanTable plans = s_model.Core.Plans;
        Assert.That(new Leaves(plans).HasBounded(plans[type]), Is.EqualTo(s_bounded.Contains(type)));
        AdmittedTypes admitted = s_model.Core.Root<object>().Admitted!;
        uint header = (uint)plans[type].Id;
        bool isLow = header != 0 && header < (uint)admitted.LowLeaves.Length;
        Assert.That(isLow && admitted.LowBoundedLeaves[header] != 0, Is.EqualTo(isLow && !type.IsValueType && s_bounded.Contains(type)));
        if (isLow && admitted.LowBoundedLeaves[header] != 0)
        {
            Assert.That(admitted.LowBoundedLeaves[header], Is.EqualTo(admitted.LowLeaves[header]));
        }
    }

    [TestCaseSource(nameof(s_others))]
    public void What_is_no_leaf_is_not_bounded(Type type) => Assert.That(new Leaves(s_model.Core.Plans).HasBounded(s_model.Core.Plans[type]), Is.False);

    [TestCaseSource(nameof(BlankReads))]
    public void A_blank_reader_will_do_for_them(Action read) => read();

    [Test]
    public void They_are_bounded_where_the_limits_admit_all_that_they_can_be()
    {
        TypePlan plan = s_model.Core.Plans[typeof(One)];
        int most = 1 + plan.MaxSize;
        long memory = new Leaves(s_model.Core.Plans).MostMemory(plan);
        Assert.That(HasBounded(new SerializerLimits { MaxInputBytes = most, MaxAllocatedBytes = memory }));
        Assert.That(HasBounded(new SerializerLimits { MaxInputBytes = most - 1 }), Is.False);
        Assert.That(HasBounded(new SerializerLimits { MaxAllocatedBytes = memory - 1 }), Is.False);

        static bool HasBounded(SerializerLimits limits) =>
            TypeModel.Create([typeof(One)], new SerializerOptions { Limits = limits }).Core.Root<One>().Admitted!.LowBoundedLeaves.Any(leaf => leaf != 0);
    }

    // Their plans are those of all models, with other limits.
    [Test]
    public void The_limit_on_input_holds_for_types_that_are_in_every_model([Range(1, 20)] int most)
    {
        var model = TypeModel.Create([typeof(Most)], new SerializerOptions { Limits = new SerializerLimits { MaxInputBytes = most } });
        AssertLimited(long.MinValue);
        AssertLimited(uint.MaxValue);
        AssertLimited(decimal.MinValue);
        AssertLimited(DateTimeOffset.MaxValue);
        AssertLimited(DateTime.MaxValue);
        AssertLimited(TimeSpan.MinValue);
        AssertLimited(Guid.AllBitsSet);
        AssertLimited(UInt128.MaxValue);

        void AssertLimited<T>(T value) where T : struct
        {
            byte[] bytes = BlankModel.Serialize(value);
            foreach (int arrive in (int[])[1, 1 << 20])
            {
                using ValueReader reader = model.OpenReader(new ArrivingStream([0, .. bytes, .. new byte[1000]], arrive));
                Assert.That(reader.Read<object>(), Is.Null);
                if (bytes.Length <= most)
                {
                    Assert.That(reader.Read<T>(), Is.EqualTo(value));
                    continue;
                }
                Assert.That(() => reader.Read<T>(),
                    Throws.TypeOf<MalformedDataException>().With.Property(nameof(MalformedDataException.Code)).EqualTo(ErrorCode.InputTooLong), typeof(T).Name);
            }
        }
    }

    [Test]
    public void The_longest_one_is_whole_in_the_shortest_window()
    {
        Assert.That(IsBounded(typeof(Most)));
        Assert.That(IsBounded(typeof(OneMore)), Is.False);
        byte[] bytes = BlankModel.Serialize<object>(Full);
        Assert.That(bytes, Has.Length.EqualTo(ByteSource.Slack));
        // The null lets the buffer be filled.
        using ValueReader reader = BlankModel.OpenReader(new MemoryStream([0, .. bytes, .. bytes]));
        Assert.That(reader.Read<object>(), Is.Null);
        Assert.That(BlankModel.Serialize(reader.Read<object>()), Is.EqualTo(bytes));
        Assert.That(BlankModel.Serialize(reader.Read<object>()), Is.EqualTo(bytes));
        Assert.That(reader.TryRead<object>(out _), Is.False);

        static bool IsBounded(Type type) => new Leaves(BlankModel.Core.Plans).HasBounded(BlankModel.Core.Plans[type]);
    }

    // In their place the buffer has what an earlier value left there, which would do.
    [Test]
    public void One_whose_last_bytes_have_not_come_is_none([Range(1, 3)] int late)
    {
        byte[] bytes = BlankModel.Serialize<object>(Full), other = BlankModel.Serialize<object>(new One { Value = -1 });
        byte[] others = [.. Enumerable.Repeat(other, 200).SelectMany(one => one)];
        byte[][] pieces = [others, [.. new byte[late % 2 + 1], .. bytes[..^late]], [.. bytes[^late..], .. others]];
        using ValueReader reader = BlankModel.OpenReader(new Pieces(pieces));
        for (int i = 0; i < 200; i++)
        {
            Assert.That(reader.Read<object>(), Is.TypeOf<One>());
        }
        for (int i = 0; i < late % 2 + 1; i++)
        {
            Assert.That(reader.Read<object>(), Is.Null);
        }
        Assert.That(BlankModel.Serialize(reader.Read<object>()), Is.EqualTo(bytes));
        Assert.That(((One)reader.Read<object>()!).Value, Is.EqualTo(-1));
    }

    // Nothing in it may fail: a whole reader would read the value all the same, only later.
    private static void ReadBlank<T>(T value) => Array.ForEach(BlankModels, model => ReadBlank(model, value));

    private static unsafe void ReadBlank<T>(TypeModel model, T value)
    {
        byte[] bytes = model.Serialize(value), followed = [.. bytes, .. Enumerable.Repeat((byte)0xFF, 300)];
        Assert.That(model.Core.Root<T>().TryFindBoundedLeaf(followed, out nint leaf), typeof(T).Name);
        LeafReader room = default;
        fixed (byte* start = followed)
        {
            void* r = LeafReader.MakeBlank(&room, start + followed.Length);
            T read = default!;
            nint length;
            if (typeof(T).IsValueType)
            {
                length = Unsafe.ByteOffset(ref *start, ref ((delegate*<void*, ref byte, ref T, ref byte>)leaf)(r, ref *start, ref read));
            }
            else
            {
                read = (T)((delegate*<void*, ref byte, object>)leaf)(r, ref *(start + 1));
                length = Unsafe.ByteOffset(ref *start, ref Unsafe.AsRef<WireReader>(r).LeafEnd);
            }
            Assert.That(length, Is.EqualTo((nint)bytes.Length));
            Assert.That(model.Serialize(read), Is.EqualTo(bytes));
        }
    }

    // A call gives no more than is left of a piece.
    private sealed class Pieces(byte[][] pieces) : MemoryStream(pieces.SelectMany(piece => piece).ToArray())
    {
        private readonly Queue<int> _lengths = new(pieces.Select(piece => piece.Length));

        public override int Read(byte[] buffer, int offset, int count) =>
            base.Read(buffer, offset, _lengths.TryDequeue(out int length) && length <= count ? length : 0);
    }

#pragma warning disable CS0649 // Most of their fields are never set.
    // 15 times 16 bytes, 10 and 5: with its id as long as the window that a leaf has at least.
    [Serializable]
    public sealed class Most
    {
        public Guid A, B, C, D, E, F, G, H, I, J, K, L, M, N, O;
        public long P;
        public int Q;
    }

    [Serializable]
    public sealed class Every
    {
        public bool A;
        public byte B;
        public sbyte C;
        public short D;
        public ushort E;
        public char F;
        public int G;
        public uint H;
        public long I;
        public ulong J;
        public float K;
        public double L;
        public Half M;
        public Int128 N;
        public UInt128 O;
        public nint P;
        public nuint Q;
        public decimal R;
        public DateTime S;
        public DateTimeOffset T;
        public TimeSpan U;
        public DateOnly V;
        public TimeOnly W;
        public Guid X;
        public DayOfWeek? Y;

        public static Every Set => new()
        {
            A = true, B = 200, C = -7, D = short.MinValue, E = ushort.MaxValue, F = 'Ā', G = -70_000, H = uint.MaxValue, I = long.MinValue, J = ulong.MaxValue,
            K = 1.5f, L = double.MinValue, M = Half.MaxValue, N = Int128.MinValue, O = UInt128.MaxValue, P = -300, Q = 300, R = decimal.MinValue,
            S = DateTime.MaxValue, T = DateTimeOffset.UnixEpoch, U = TimeSpan.MinValue, V = DateOnly.MaxValue, W = TimeOnly.MaxValue, X = Guid.AllBitsSet,
            Y = DayOfWeek.Saturday,
        };
    }

    [Serializable]
    public sealed class OneMore
    {
        public Guid A, B, C, D, E, F, G, H, I, J, K, L, M, N, O;
        public long P;
        public int Q;
        public bool R;
    }
#pragma warning restore
}
