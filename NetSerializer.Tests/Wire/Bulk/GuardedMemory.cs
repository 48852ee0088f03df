using System.Runtime.InteropServices;
using NUnit.Framework;

namespace NetSerializer.Tests.Wire.Bulk;

/// <summary>
/// Memory between two inaccessible pages, so that one byte read or written outside it ends the process. Where pages
/// cannot be protected this way it is plain memory, and only the canaries of the tests watch it.
/// </summary>
internal sealed unsafe partial class GuardedMemory : IDisposable
{
    private const int PageSize = 64 * 1024;
    private const int ReadWrite = 3;
    private const int PrivateAnonymous = 0x22;
    private const int LargestSize = 16 * PageSize;

    private readonly byte* _start;

    public GuardedMemory()
    {
        if (!OperatingSystem.IsLinux())
        {
            _start = (byte*)NativeMemory.AlignedAlloc(LargestSize, PageSize);
            return;
        }

        byte* mapped = Map(null, LargestSize + (2 * PageSize), ReadWrite, PrivateAnonymous, -1, 0);
        if ((nint)mapped == -1
            || Protect(mapped, PageSize, 0) != 0
            || Protect(mapped + PageSize + LargestSize, PageSize, 0) != 0)
        {
            throw new InvalidOperationException("Guard pages are not available.");
        }

        _start = mapped + PageSize;
    }

    /// <summary>The first bytes: a read before them hits the guard.</summary>
    public Span<byte> Head(int length) => new(_start, length);

    /// <summary>The last bytes: a read behind them hits the guard.</summary>
    public Span<byte> Tail(int length) => new(_start + LargestSize - length, length);

    /// <summary>A copy at the very end, or at the very start.</summary>
    public Span<T> Place<T>(ReadOnlySpan<T> content, bool atEnd = true) where T : unmanaged
    {
        Span<T> placed = Reserve<T>(content.Length, atEnd);
        content.CopyTo(placed);
        return placed;
    }

    /// <summary>Room for elements at the very end, or at the very start.</summary>
    public Span<T> Reserve<T>(int count, bool atEnd = true) where T : unmanaged
    {
        int length = checked(count * sizeof(T));
        Assert.That(length, Is.LessThanOrEqualTo(LargestSize));
        return MemoryMarshal.Cast<byte, T>(atEnd ? Tail(length) : Head(length));
    }

    public void Dispose()
    {
        if (OperatingSystem.IsLinux())
        {
            _ = Unmap(_start - PageSize, LargestSize + (2 * PageSize));
        }
        else
        {
            NativeMemory.AlignedFree(_start);
        }
    }

    [LibraryImport("libc", EntryPoint = "mmap")]
    private static partial byte* Map(byte* address, nint length, int protection, int flags, int file, nint offset);

    [LibraryImport("libc", EntryPoint = "mprotect")]
    private static partial int Protect(byte* address, nint length, int protection);

    [LibraryImport("libc", EntryPoint = "munmap")]
    private static partial int Unmap(byte* address, nint length);
}
