using System.Runtime.CompilerServices;
using System.Text.Json.Serialization;
using NetSerializer.Benchmarks.Data;
using NetSerializer.Benchmarks.Floor;

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
