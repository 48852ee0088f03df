using System.Buffers;
using NetSerializer.Wire;
using NUnit.Framework;

namespace NetSerializer.Tests.Faults;

/// <summary>
/// Takes the place of the shared pool for one thread, and sees that each buffer comes back exactly once, to the thread that took it, and is not
/// touched after. Buffers are as long as was asked for, so that nothing can rely on more.
/// </summary>
internal sealed class CountingPool : ArrayPool<byte>, IDisposable
{
    private const byte Unwritten = 0xA5, GivenBack = 0xDD;

    private readonly HashSet<byte[]> _out = new(ReferenceEqualityComparer.Instance);
    private readonly List<byte[]> _back = [];
    private readonly List<string> _wrong = [];

    public CountingPool() => Buffers.OfThread = this;

    /// <summary>How many buffers were taken so far.</summary>
    public int Taken { get; private set; }

    /// <summary>How many bytes are taken now.</summary>
    public long Held => _out.Sum(buffer => (long)buffer.Length);

    /// <summary>How many bytes of the buffer in which it lies follow it; -1 when it lies in none that is taken.</summary>
    public int RoomBehind(ReadOnlySpan<byte> window)
    {
        foreach (byte[] buffer in _out)
        {
            if (new ReadOnlySpan<byte>(buffer).Overlaps(window, out int offset))
            {
                return buffer.Length - offset - window.Length;
            }
        }
        return -1;
    }

    public override byte[] Rent(int minimumLength)
    {
        byte[] buffer = GC.AllocateUninitializedArray<byte>(minimumLength);
        buffer.AsSpan().Fill(Unwritten);
        _out.Add(buffer);
        Taken++;
        return buffer;
    }

    public override void Return(byte[] array, bool clearArray = false)
    {
        if (!_out.Remove(array))
        {
            _wrong.Add($"a buffer of {array.Length} bytes came back {(_back.Any(back => ReferenceEquals(back, array)) ? "twice" : "that was not taken")}");
            return;
        }
        array.AsSpan().Fill(GivenBack);
        _back.Add(array);
    }

    /// <summary>All buffers are back, and nobody wrote into one that was.</summary>
    public void AssertAllBack(string place)
    {
        if (_out.Count > 0)
        {
            _wrong.Add($"{_out.Count} of {Taken} buffers did not come back");
        }
        AssertUnharmed(place);
    }

    /// <summary>No buffer came back twice, and nobody wrote into one that was back.</summary>
    public void AssertUnharmed(string place)
    {
        if (_back.Any(buffer => buffer.AsSpan().ContainsAnyExcept(GivenBack)))
        {
            _wrong.Add("a buffer was written into after it had come back");
        }
        Assert.That(_wrong, Is.Empty, place);
        _back.Clear();
    }

    public void Dispose() => Buffers.OfThread = null;
}
