using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using MemoryPack;
using MessagePack;
using NetSerializer.Benchmarks.Floor;
using Orleans;
using ProtoBuf;

namespace NetSerializer.Benchmarks.Suites;

/// <summary>Three floats.</summary>
[Serializable, MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public partial struct Vector3
{
    [Key(0), ProtoMember(1), Id(0)] public float X;
    [Key(1), ProtoMember(2), Id(1)] public float Y;
    [Key(2), ProtoMember(3), Id(2)] public float Z;
}

/// <summary>Roots that are arrays or text, which have no empty object to read into.</summary>
internal readonly struct VectorsCodec : IFloorCodec
{
    public static ref byte Write(scoped ref FloorWriter w, ref byte p, object? value)
    {
        Vector3[] vectors = Unsafe.As<Vector3[]>(value!);
        p = ref ArrayRoot.Begin(ref w, ref p, vectors.Length);
        return ref w.WriteBytes(ref p, MemoryMarshal.AsBytes(vectors.AsSpan()));
    }

    public static object? Read(scoped ref FloorReader r)
    {
        ref byte p = ref ArrayRoot.Begin(ref r, out uint count);
        Vector3[] vectors = GC.AllocateUninitializedArray<Vector3>((int)count);
        r.Position = ref r.ReadBytes(ref p, MemoryMarshal.AsBytes(vectors.AsSpan()));
        return vectors;
    }
}

internal readonly struct PeopleCodec : IFloorCodec
{
    public static ref byte Write(scoped ref FloorWriter w, ref byte p, object? value)
    {
        Person[] people = Unsafe.As<Person[]>(value!);
        p = ref ArrayRoot.Begin(ref w, ref p, people.Length);
        foreach (Person? person in people)
        {
            p = ref w.Ensure(ref p, 1 + Person.Body.Bound);
            if (person is null)
            {
                p = 0;
                p = ref Unsafe.Add(ref p, 1);
                continue;
            }
            p = 1;
            p = ref Person.Body.Write(ref w, ref Unsafe.Add(ref p, 1), person);
        }
        return ref p;
    }

    public static object? Read(scoped ref FloorReader r)
    {
        ref byte p = ref ArrayRoot.Begin(ref r, out uint count);
        Person[] people = new Person[count];
        for (int i = 0; i < people.Length; i++)
        {
            p = ref r.Run(ref p, 1 + Person.Body.Bound);
            byte present = p;
            p = ref Unsafe.Add(ref p, 1);
            if (present != 0)
            {
                Person person = new();
                people[i] = person;
                p = ref Person.Body.Read(ref r, ref p, person);
            }
        }
        r.Position = ref p;
        return people;
    }
}

internal readonly struct TextCodec : IFloorCodec
{
    public static ref byte Write(scoped ref FloorWriter w, ref byte p, object? value) => ref Text.Write(ref w, ref p, Unsafe.As<string>(value));

    public static object? Read(scoped ref FloorReader r)
    {
        r.Position = ref Text.Read(ref r, ref r.Position, out string? text);
        return text;
    }
}
