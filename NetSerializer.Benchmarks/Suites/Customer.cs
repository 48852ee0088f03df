using System.Runtime.CompilerServices;
using System.Text.Json.Serialization;
using MemoryPack;
using MessagePack;
using NetSerializer.Benchmarks.Data;
using NetSerializer.Benchmarks.Floor;
using NetSerializer.Benchmarks.Peers;
using Orleans;
using ProtoBuf;

namespace NetSerializer.Benchmarks.Suites;

/// <summary>The customer of the published comparison: private fields, 30 characters of text in all.</summary>
[Serializable]
public sealed class Customer
{
    [JsonInclude]
    private string? _lastname;
    [JsonInclude]
    private string? _firstname;
    [JsonInclude]
    private string? _address;
    [JsonInclude]
    private int _age;
    [JsonInclude]
    private int _code;

    public static Customer Create(MixedRandom random) => new()
    {
        _lastname = random.Word(6, 10),
        _firstname = random.Word(5, 9),
        _address = random.Word(12, 18),
        _age = random.Below(100),
        _code = random.Below(100_000),
    };

    /// <summary>The peers have a model with public members.</summary>
    internal static PeerModel<CustomerModel> Model { get; } = new(
        item => ((Customer)item).ToModel(),
        model => new Customer
        {
            _lastname = model.LastName, _firstname = model.FirstName, _address = model.Address, _age = model.Age, _code = model.Code,
        });

    private CustomerModel ToModel() => new() { LastName = _lastname, FirstName = _firstname, Address = _address, Age = _age, Code = _code };

    internal readonly struct Body : IFloorBody
    {
        public static int Bound => 2 * Varint.Max32;

        public static object Create() => new Customer();

        public static ref byte Write(scoped ref FloorWriter w, ref byte p, object message)
        {
            Customer m = Unsafe.As<Customer>(message);
            p = ref Varint.Write(ref p, m._age);
            p = ref Varint.Write(ref p, m._code);
            p = ref Text.Write(ref w, ref p, m._address);
            p = ref Text.Write(ref w, ref p, m._firstname);
            return ref Text.Write(ref w, ref p, m._lastname);
        }

        public static ref byte Read(scoped ref FloorReader r, ref byte p, object message)
        {
            Customer m = Unsafe.As<Customer>(message);
            p = ref Varint.Read(ref r, ref p, out int number);
            m._age = number;
            p = ref Varint.Read(ref r, ref p, out number);
            m._code = number;
            p = ref Text.Read(ref r, ref p, out string? text);
            m._address = text;
            p = ref Text.Read(ref r, ref p, out text);
            m._firstname = text;
            p = ref Text.Read(ref r, ref p, out text);
            m._lastname = text;
            return ref p;
        }
    }
}

[MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class CustomerModel
{
    [Key(0), ProtoMember(1), Id(0)] public string? LastName;
    [Key(1), ProtoMember(2), Id(1)] public string? FirstName;
    [Key(2), ProtoMember(3), Id(2)] public string? Address;
    [Key(3), ProtoMember(4), Id(3)] public int Age;
    [Key(4), ProtoMember(5), Id(4)] public int Code;
}
