using System.Runtime.CompilerServices;
using MemoryPack;
using MessagePack;
using NetSerializer.Benchmarks.Data;
using NetSerializer.Benchmarks.Floor;
using Orleans;
using ProtoBuf;

namespace NetSerializer.Benchmarks.Suites;

/// <summary>The person of the published comparison.</summary>
[Serializable, MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class Person
{
    [Key(0), ProtoMember(1), Id(0)] public int Age;
    [Key(1), ProtoMember(2), Id(1)] public decimal Balance;
    [Key(2), ProtoMember(3), Id(2)] public DateTime Birth;
    [Key(3), ProtoMember(4), Id(3)] public int? Children;
    [Key(4), ProtoMember(5), Id(4)] public int Code;
    [Key(5), ProtoMember(6), Id(5)] public Guid? Employer;
    [Key(6), ProtoMember(7), Id(6)] public string? FirstName;
    [Key(7), ProtoMember(8), Id(7)] public double Height;
    [Key(8), ProtoMember(9), NullWrappedCollection, Id(8)] public List<string>? Hobbies;
    [Key(9), ProtoMember(10), Id(9)] public Guid Id;
    [Key(10), ProtoMember(11), Id(10)] public Guid? Insurance;
    [Key(11), ProtoMember(12), Id(11)] public bool IsActive;
    [Key(12), ProtoMember(13), Id(12)] public string? LastName;
    [Key(13), ProtoMember(14), Id(13)] public int Level;
    [Key(14), ProtoMember(15), Id(14)] public string? MiddleName;
    [Key(15), ProtoMember(16), Id(15)] public Person? Parent;
    [Key(16), ProtoMember(17), Id(16)] public int? Salary;
    [Key(17), ProtoMember(18), NullWrappedCollection, Id(17)] public List<string>? Tags;
    [Key(18), ProtoMember(19), Id(18)] public double? Weight;
    [Key(19), ProtoMember(20), Id(19)] public TimeSpan Working;

    public static Person Create(MixedRandom random)
    {
        Person person = Alone(random);
        person.Parent = random.Once(4) ? Alone(random) : null;
        return person;
    }

    private static Person Alone(MixedRandom random) => new()
    {
        Age = random.Below(100),
        Balance = random.Below(1_000_000) / 100m,
        Birth = new DateTime(1930 + random.Below(80), 1 + random.Below(12), 1 + random.Below(28), 0, 0, 0, DateTimeKind.Utc),
        Children = random.Once(3) ? random.Below(5) : null,
        Code = random.Below(100_000),
        Employer = random.Once(2) ? NewGuid(random) : null,
        FirstName = random.Word(4, 10),
        Height = 1.5 + (random.Fraction() / 2),
        Hobbies = random.Once(2) ? [random.Word(4, 10), random.Word(4, 10)] : null,
        Id = NewGuid(random),
        Insurance = random.Once(2) ? NewGuid(random) : null,
        IsActive = random.Once(2),
        LastName = random.Word(4, 12),
        Level = random.Below(10),
        MiddleName = random.Once(2) ? random.Word(4, 10) : null,
        Salary = random.Once(2) ? random.Below(200_000) : null,
        Tags = random.Once(2) ? [random.Word(3, 6), random.Word(3, 6), random.Word(3, 6)] : [],
        Weight = random.Once(2) ? 50 + (random.Fraction() * 50) : null,
        Working = TimeSpan.FromMinutes(random.Below(3_000)),
    };

    private static Guid NewGuid(MixedRandom random) =>
        new(random.Below(int.MaxValue), (short)random.Below(65_536), (short)random.Below(65_536), BitConverter.GetBytes(random.Mixed()));

    internal readonly struct Body : IFloorBody
    {
        public static int Bound =>
            (3 * Varint.Max32) + (2 * (1 + Varint.Max32)) + DecimalParts.Max + 8 + (2 * 17) + 8 + 16 + 1 + 9 + 8;

        public static object Create() => new Person();

        public static ref byte Write(scoped ref FloorWriter w, ref byte p, object message)
        {
            Person m = Unsafe.As<Person>(message);
            p = ref Varint.Write(ref p, m.Age);
            p = ref DecimalParts.Write(ref p, in m.Balance);
            Unsafe.WriteUnaligned(ref p, m.Birth);
            p = ref Optional.Write(ref Unsafe.Add(ref p, 8), m.Children);
            p = ref Varint.Write(ref p, m.Code);
            p = ref Optional.WriteFixed(ref p, in m.Employer);
            Unsafe.WriteUnaligned(ref p, m.Height);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref p, 8), m.Id);
            p = ref Optional.WriteFixed(ref Unsafe.Add(ref p, 24), in m.Insurance);
            p = m.IsActive ? (byte)1 : (byte)0;
            p = ref Varint.Write(ref Unsafe.Add(ref p, 1), m.Level);
            p = ref Optional.Write(ref p, m.Salary);
            p = ref Optional.WriteFixed(ref p, in m.Weight);
            Unsafe.WriteUnaligned(ref p, m.Working);
            p = ref Text.Write(ref w, ref Unsafe.Add(ref p, 8), m.FirstName);
            p = ref Texts.Write(ref w, ref p, m.Hobbies);
            p = ref Text.Write(ref w, ref p, m.LastName);
            p = ref Text.Write(ref w, ref p, m.MiddleName);
            p = ref w.Ensure(ref p, 1 + Bound);
            if (m.Parent is { } parent)
            {
                p = 1;
                p = ref Write(ref w, ref Unsafe.Add(ref p, 1), parent);
            }
            else
            {
                p = 0;
                p = ref Unsafe.Add(ref p, 1);
            }
            return ref Texts.Write(ref w, ref p, m.Tags);
        }

        public static ref byte Read(scoped ref FloorReader r, ref byte p, object message)
        {
            Person m = Unsafe.As<Person>(message);
            p = ref Varint.Read(ref r, ref p, out int number);
            m.Age = number;
            p = ref DecimalParts.Read(ref r, ref p, ref m.Balance);
            m.Birth = Unsafe.ReadUnaligned<DateTime>(ref p);
            p = ref Optional.Read(ref r, ref Unsafe.Add(ref p, 8), ref m.Children);
            p = ref Varint.Read(ref r, ref p, out number);
            m.Code = number;
            p = ref Optional.ReadFixed(ref p, ref m.Employer);
            m.Height = Unsafe.ReadUnaligned<double>(ref p);
            m.Id = Unsafe.ReadUnaligned<Guid>(ref Unsafe.Add(ref p, 8));
            p = ref Optional.ReadFixed(ref Unsafe.Add(ref p, 24), ref m.Insurance);
            m.IsActive = p != 0;
            p = ref Varint.Read(ref r, ref Unsafe.Add(ref p, 1), out number);
            m.Level = number;
            p = ref Optional.Read(ref r, ref p, ref m.Salary);
            p = ref Optional.ReadFixed(ref p, ref m.Weight);
            m.Working = Unsafe.ReadUnaligned<TimeSpan>(ref p);
            p = ref Text.Read(ref r, ref Unsafe.Add(ref p, 8), out string? text);
            m.FirstName = text;
            p = ref Texts.Read(ref r, ref p, ref m.Hobbies);
            p = ref Text.Read(ref r, ref p, out text);
            m.LastName = text;
            p = ref Text.Read(ref r, ref p, out text);
            m.MiddleName = text;
            p = ref r.Run(ref p, 1 + Bound);
            byte present = p;
            p = ref Unsafe.Add(ref p, 1);
            if (present != 0)
            {
                Person parent = new();
                m.Parent = parent;
                p = ref Read(ref r, ref p, parent);
            }
            return ref Texts.Read(ref r, ref p, ref m.Tags);
        }
    }
}
