using System.Diagnostics;
using System.Runtime;
using NetSerializer.Benchmarks.Messages;
using NetSerializer.Benchmarks.Suites;

namespace NetSerializer.Benchmarks.Engine;

internal static partial class NetSerializerPeer
{
    private const int OrdinaryTypes = 20;

    /// <summary>
    /// Create for so many types, and that with the first message written and read. 1 and 20 are ordinary message types; more are made by generic
    /// instantiation, which the runtime has to load first, so that their time is an upper bound.
    /// </summary>
    public static (TimeSpan Create, TimeSpan RoundTrip) FirstRoundTrip(int count)
    {
        Type[] types = count switch
        {
            1 => [typeof(U8Message)],
            OrdinaryTypes =>
            [
                typeof(U8Message), typeof(S16Message), typeof(S32Message), typeof(S64Message), typeof(PrimitivesMessage), typeof(DecimalMessage),
                typeof(NullableDecimalMessage),
                typeof(ComplexMessage), typeof(StringMessage), typeof(StructMessage), typeof(BoxedPrimitivesMessage), typeof(ByteArrayMessage),
                typeof(IntArrayMessage),
                typeof(TriDimensionalMessage), typeof(DictionaryMessage), typeof(LargeStruct), typeof(Leaf), typeof(Marked), typeof(Customer), typeof(Person),
            ],
            _ => [typeof(U8Message), .. Shapes.Types(count - 1)],
        };
        U8Message message = new() { Value = 1 };
        MemoryStream stream = new();
        long begin = Stopwatch.GetTimestamp();
        TypeModel model = TypeModel.Create(types);
        TimeSpan create = Stopwatch.GetElapsedTime(begin);
        model.Serialize(stream, message);
        stream.Position = 0;
        U8Message? back = model.Deserialize<U8Message>(stream);
        TimeSpan time = Stopwatch.GetElapsedTime(begin);
        return back?.Value == message.Value ? (create, time) : throw new InvalidOperationException("The first message came back changed.");
    }

    /// <summary>Create, the first write and the compiler's part of both, in milliseconds, for three models of one class after one another.</summary>
    public static double[] FirstWrites()
    {
        MemoryStream stream = new();
        return [.. FirstWrite(stream, new FirstClass()), .. FirstWrite(stream, new SecondClass()), .. FirstWrite(stream, new WideClass())];
    }

    private static double[] FirstWrite<T>(MemoryStream stream, T message)
    {
        TimeSpan compiled = JitInfo.GetCompilationTime();
        long begin = Stopwatch.GetTimestamp();
        TypeModel model = TypeModel.Create(typeof(T));
        TimeSpan create = Stopwatch.GetElapsedTime(begin);
        model.Serialize(stream, message);
        TimeSpan both = Stopwatch.GetElapsedTime(begin);
        return [create.TotalMilliseconds, (both - create).TotalMilliseconds, (JitInfo.GetCompilationTime() - compiled).TotalMilliseconds];
    }
}
