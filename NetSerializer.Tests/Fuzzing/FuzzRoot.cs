using System.Buffers;
using NetSerializer.Tests.Conformance;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Streams;

namespace NetSerializer.Tests.Fuzzing;

/// <summary>The calls of a model for one static type of its roots that is only known at run time.</summary>
internal abstract class FuzzRoot
{
    private static readonly Dictionary<Type, FuzzRoot> s_roots = [];

    public abstract Type Type { get; }

    public static FuzzRoot Of(Type type)
    {
        lock (s_roots)
        {
            if (!s_roots.TryGetValue(type, out FuzzRoot? root))
            {
                s_roots[type] = root = (FuzzRoot)Activator.CreateInstance(typeof(Over<>).MakeGenericType(type))!;
            }
            return root;
        }
    }

    public abstract byte[] Write(TypeModel model, object? value);

    public abstract object? Read(TypeModel model, ReadOnlySpan<byte> bytes, out int consumed);

    public abstract object? ReadWhole(TypeModel model, ReadOnlySpan<byte> bytes);

    /// <summary>Each byte in a segment, and an array, of its own.</summary>
    public abstract object? ReadSegments(TypeModel model, byte[] bytes, out long consumed);

    public abstract object? ReadSequence(TypeModel model, in ReadOnlySequence<byte> bytes, out long consumed);

    public abstract object? ReadStream(TypeModel model, Stream stream);

    /// <returns>False at the clean end of the stream.</returns>
    public abstract bool ReadSession(TypeModel model, Stream stream, out object? value);

    /// <summary>One read under other limits than those of the model, without the second one that finds the path of a failure.</summary>
    public abstract LimitedRead.Result Measure(TypeModel model, SerializerLimits limits, byte[] bytes);

    private sealed class Over<T> : FuzzRoot
    {
        public override Type Type => typeof(T);

        public override byte[] Write(TypeModel model, object? value) => model.Serialize((T)value!);

        public override object? Read(TypeModel model, ReadOnlySpan<byte> bytes, out int consumed) => model.Deserialize<T>(bytes, out consumed);

        public override object? ReadWhole(TypeModel model, ReadOnlySpan<byte> bytes) => model.Deserialize<T>(bytes);

        public override object? ReadSegments(TypeModel model, byte[] bytes, out long consumed)
        {
            ReadOnlySequence<byte> segments = Segments.Split(bytes, Enumerable.Range(1, Math.Max(0, bytes.Length - 1)));
            return ReadSequence(model, in segments, out consumed);
        }

        public override object? ReadSequence(TypeModel model, in ReadOnlySequence<byte> bytes, out long consumed) =>
            model.Deserialize<T>(in bytes, out consumed);

        public override object? ReadStream(TypeModel model, Stream stream) => model.Deserialize<T>(stream);

        public override bool ReadSession(TypeModel model, Stream stream, out object? value)
        {
            using ValueReader reader = model.OpenReader(stream);
            bool any = reader.TryRead(out T? read);
            value = read;
            return any;
        }

        public override LimitedRead.Result Measure(TypeModel model, SerializerLimits limits, byte[] bytes) => LimitedRead.Run<T>(model, limits, bytes);
    }
}
