using System.Buffers;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Fuzzing;
using NetSerializer.Tests.Wire.Bulk;

namespace NetSerializer.Tests.Hostile;

/// <summary>
/// Reads bytes that end where the memory does: the golden payloads, cuts of them, and inputs of the fuzzer. A load behind them ends the process.
/// <c>NETSERIALIZER_EVERY=1 dotnet run -c Release --project NetSerializer.Tests -- guard-page --rounds 1000</c> tries every cut.
/// </summary>
internal static class GuardPageCommand
{
    private const int InputsPerRound = 400, MostZeros = 8, Padding = 0x80, Begin = 16, End = 8, Stride = 7;

    public static int Run(ulong seed, int rounds, TextWriter output)
    {
        using GuardedMemory whole = new(), rest = new();
        var reads = new Reads(whole, rest);
        FuzzThread.Run(() =>
        {
            // Half of them, by the seed: the tests take both halves.
            foreach ((string name, Func<FuzzTarget> make) in GoldenTargets.All.Where((_, i) => Thoroughness.IsFull || (ulong)i % 2 == seed % 2))
            {
                Say(output, name);
                ReadCuts(reads, make());
            }
            var targets = new TargetCatalogue();
            for (ulong round = seed; round < seed + (ulong)rounds; round++)
            {
                FuzzTarget target = targets.OfRound(round);
                Say(output, $"round {round}, {target.Name}");
                for (int i = 0; i < target.InputsFor(InputsPerRound); i++)
                {
                    (Payload payload, byte[] bytes) = FuzzCase.Of(round, i).Make(target);
                    reads.Read(target.Model, payload.Root, bytes);
                }
            }
        });
        Say(output, $"{reads.Accepted} accepted, {reads.Rejected} rejected");
        return 0;
    }

    // What is said last names what ended the process.
    private static void Say(TextWriter output, string text)
    {
        output.WriteLine(text);
        output.Flush();
    }

    // A cut by itself, and with an over-long varint behind it that ends where the memory does.
    private static void ReadCuts(Reads reads, FuzzTarget target)
    {
        foreach (Payload payload in target.Payloads)
        {
            for (int length = 0; length <= payload.Bytes.Length; length++)
            {
                // In the middle of long payloads, elements are alike. A stride of seven meets every place in a vector.
                if (!Thoroughness.IsFull && length >= Begin && length < payload.Bytes.Length - End && length % Stride != 0)
                {
                    continue;
                }
                byte[] cut = payload.Bytes[..length];
                reads.Read(target.Model, payload.Root, cut);
                reads.Read(target.Model, payload.Root, [.. cut, Padding, .. new byte[1 + (length % MostZeros)]]);
            }
        }
    }

    private sealed class Reads(GuardedMemory whole, GuardedMemory rest)
    {
        public long Accepted { get; private set; }

        public long Rejected { get; private set; }

        /// <summary>As a whole, as the beginning of an open extent, and as a sequence of one segment and of two, whose last one ends there.</summary>
        public void Read(TypeModel model, FuzzRoot root, byte[] bytes)
        {
            var placed = new Placed(whole, bytes);
            Try(() => root.ReadWhole(model, placed.GetSpan()));
            Try(() => root.Read(model, placed.GetSpan(), out _));
            Try(() => root.ReadSequence(model, new ReadOnlySequence<byte>(placed.Memory), out _));
            if (bytes.Length > 1)
            {
                int first = 1 + (bytes[^1] % (bytes.Length - 1));
                Segment start = new(bytes.AsMemory(0, first), null), end = new(new Placed(rest, bytes.AsSpan(first)).Memory, start);
                Try(() => root.ReadSequence(model, new ReadOnlySequence<byte>(start, 0, end, end.Memory.Length), out _));
            }
        }

        private void Try(Action read)
        {
            try
            {
                read();
                Accepted++;
            }
            catch (MalformedDataException)
            {
                Rejected++;
            }
        }
    }

    private sealed class Placed : MemoryManager<byte>
    {
        private readonly GuardedMemory _memory;
        private readonly int _length;

        public Placed(GuardedMemory memory, ReadOnlySpan<byte> bytes)
        {
            (_memory, _length) = (memory, bytes.Length);
            bytes.CopyTo(GetSpan());
        }

        public override Span<byte> GetSpan() => _memory.Tail(_length);

        public override MemoryHandle Pin(int elementIndex = 0) => throw new NotSupportedException();

        public override void Unpin()
        {
        }

        protected override void Dispose(bool disposing)
        {
        }
    }

    private sealed class Segment : ReadOnlySequenceSegment<byte>
    {
        public Segment(ReadOnlyMemory<byte> memory, Segment? previous)
        {
            Memory = memory;
            if (previous != null)
            {
                RunningIndex = previous.RunningIndex + previous.Memory.Length;
                previous.Next = this;
            }
        }
    }
}
