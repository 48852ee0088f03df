using NetSerializer.Benchmarks.Data;

namespace NetSerializer.Benchmarks.Messages;

[Serializable]
public struct LargeStruct
{
    public ulong A;
    public ulong B;
    public ulong C;
    public ulong D;

    public static LargeStruct Create(MixedRandom random) =>
        new() { A = random.Mixed(), B = random.Mixed(), C = random.Mixed(), D = random.Mixed() };
}
