using System.Runtime.Serialization;

namespace NetSerializer.Tests.Wire;

// The types: leaves and others.
internal sealed partial class LeafReaderTests
{
#pragma warning disable CS0649, CA1822, CA1821 // Shapes only: some of their fields are never set, and finalizer and callbacks do nothing.
    public enum Level : short
    {
        Low = -1,
        High = 1000,
    }

    [Serializable]
    public abstract class Base;

    [Serializable]
    public sealed class One : Base
    {
        public int Value;
    }

    [Serializable]
    public struct Struct
    {
        public uint A;
        public long B;
    }

    [Serializable]
    public struct Nested
    {
        public Struct First;
        public Struct Second;
    }

    [Serializable]
    public sealed class Several : Base
    {
        public bool A;
        public int B;
        public char C;
        public decimal D;
        public DateTime E;
        public Level F;
        public int? G;
        public byte? H;
        public double I;
        public Struct J;
    }

    [Serializable]
    public record struct Longest
    {
        public decimal A, B, C, D, E, F, G, H, I, J, K, L, M, N;
        public long O;
    }

    [Serializable]
    public record struct Long
    {
        public Guid A, B, C;
        public double D;
        public ulong E;
    }

    [Serializable]
    public record struct Pair
    {
        public double First;
        public ulong Second;
    }

    [Serializable]
    public record struct Single
    {
        public long Value;
    }

    [Serializable]
    public record struct Words3
    {
        public long A;
        public Pair B;
    }

    [Serializable]
    public record struct Words4
    {
        public long A;
        public TimeSpan B;
        public ulong C;
        public Single D;
    }

    [Serializable]
    public record struct Ints8
    {
        public int A, B, C, D, E, F, G, H;
    }

    [Serializable]
    public record struct TextAndWords
    {
        public string? A;
        public long B, C;
    }

    [Serializable]
    public sealed class WithText
    {
        public string? Text;
    }

    [Serializable]
    public sealed class WithClass
    {
        public One? Inner;
    }

    public interface IBranch;

    [Serializable]
    public sealed class Branch : IBranch
    {
        public One? Only;
        public bool Flag;
    }

    public sealed class OtherBranch : IBranch;

    [Serializable]
    public sealed class Tree
    {
        public IBranch? Left;
        public Branch? Right;
        public Struct Pair;
    }

    public interface IPart;

    [Serializable]
    public struct LargePart : IPart
    {
        public long A, B, C;
    }

    [Serializable]
    public sealed class SmallPart : IPart
    {
        public byte A;
    }

    [Serializable]
    public sealed class WithPart
    {
        public IPart? Part;
    }

    public interface IShape;

    [Serializable]
    public sealed class Circle : IShape
    {
        public double Radius;
        public IShape2? Center;
    }

    [Serializable]
    public sealed class Label : IShape
    {
        public string? Text;
    }

    public interface IShape2;

    [Serializable]
    public struct Dot : IShape, IShape2
    {
        public int X, Y;
    }

    [Serializable]
    public sealed class Dash : IShape2
    {
        public Level Level;
    }

    public sealed class OtherShape : IShape;

    // Circle, Dot and Label in two slots, and in the last one of them whatever else.
    [Serializable]
    public sealed class Shapes
    {
        public IShape? First, Second;
        public int Number;
        public IShape? Last;
    }

    public interface IShape3;

    // May hold itself.
    [Serializable]
    public sealed class Shape3 : IShape3
    {
        public IShape3? Inner;
    }

    [Serializable]
    public sealed class WithOpenShape
    {
        public IShape3? Inner;
    }

    public interface INine;

    [Serializable]
    public sealed class Nine<T> : INine
        where T : struct
    {
        public T Value;
    }

    [Serializable]
    public sealed class WithNine
    {
        public INine? One;
    }

    public interface ISequence : System.Collections.IEnumerable;

    [Serializable]
    public sealed class Sequence<T> : ISequence
        where T : struct
    {
        public T Value;

        public System.Collections.IEnumerator GetEnumerator() => Array.Empty<T>().GetEnumerator();
    }

    // A collection may stand in for one.
    [Serializable]
    public sealed class WithSequence
    {
        public ISequence? Inner;
    }

    [Serializable]
    public struct WithBranch
    {
        public Branch? Only;
        public int Value;
    }

    [Serializable]
    public sealed class WithStructWithCallback
    {
        public StructWithCallback Inner;
    }

    [Serializable]
    public sealed class WithTextInside
    {
        public int Value;
        public WithText? Inner;
    }

    [Serializable]
    public sealed class Fifty
    {
        public long A, B, C, D, E;
    }

    // 5 times 51 bytes, and less than a run.
    [Serializable]
    public sealed class Longs5
    {
        public Fifty? A, B, C, D, E;
    }

    [Serializable]
    public sealed class Longs6
    {
        public Fifty? A, B, C, D, E;
        public bool F;
    }

    [Serializable]
    public sealed class Texts
    {
        public bool Flag;
        public int Number;
        public string? First;
        public string? Second;
        public WithText? Inner;
    }

    [Serializable]
    public sealed class TwelveTexts
    {
        public FourTexts A, B, C;
    }

    // 52 headers are more than a run.
    [Serializable]
    public sealed class ManyTexts
    {
        public FourTexts A, B, C, D, E, F, G, H, I, J, K, L, M;
    }

    [Serializable]
    public struct FourTexts
    {
        public string? A, B, C, D;
    }

    [Serializable]
    public sealed class WithTextAndObject
    {
        public string? Text;
        public object? Inner;
    }

    [Serializable]
    public sealed class WithObject
    {
        public object? Inner;
    }

    [Serializable]
    public sealed class WithCallback
    {
        public int Value;

        [OnDeserialized]
        private void Done(StreamingContext context)
        {
        }
    }

    [Serializable]
    public struct StructWithCallback
    {
        public int Value;

        [OnDeserialized]
        private void Done(StreamingContext context)
        {
        }
    }

    [Serializable]
    public class WithFinalizer
    {
        public int Value;

        ~WithFinalizer()
        {
        }
    }

    [Serializable]
    public sealed class Derived : WithFinalizer
    {
        public int Other;
    }

    [Serializable]
    public sealed class Data : ISerializable
    {
        public Data()
        {
        }

        private Data(SerializationInfo info, StreamingContext context)
        {
        }

        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
        }
    }

    [Serializable]
    public struct DataStruct : ISerializable
    {
        private DataStruct(SerializationInfo info, StreamingContext context)
        {
        }

        public readonly void GetObjectData(SerializationInfo info, StreamingContext context)
        {
        }
    }

    [Serializable]
    public sealed class Notified : IDeserializationCallback
    {
        public int Value;

        public void OnDeserialization(object? sender)
        {
        }
    }

    [Serializable]
    public sealed class Chain
    {
        public Chain? Next;
        public int Value;
    }

    [Serializable]
    public struct Large
    {
        public decimal A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q;
    }
#pragma warning restore CS0649, CA1822, CA1821
}
