using System.Diagnostics.CodeAnalysis;
using System.Text;

namespace NetSerializer.Wire.Protocols;

/// <summary>The writer that WriteDataTo gets: floats are held against the policy of the model.</summary>
internal sealed class CustomContentWriter(Stream content, bool rejectsNonFinite) : BinaryWriter(content, Encoding.UTF8, leaveOpen: true)
{
    public override void Write(Half value)
    {
        Check(Half.IsFinite(value));
        base.Write(value);
    }

    public override void Write(float value)
    {
        Check(float.IsFinite(value));
        base.Write(value);
    }

    public override void Write(double value)
    {
        Check(double.IsFinite(value));
        base.Write(value);
    }

    private void Check(bool isFinite)
    {
        if (rejectsNonFinite && !isFinite)
        {
            Scalars.FailNonFinite();
        }
    }
}

/// <summary>
/// The reader that SetDataFrom gets. The values that it makes are held against the limits and the policy of the call. An array is never longer than
/// the bytes left: the framework's reader allocates any count that it is asked for.
/// </summary>
/// <param name="content">The bytes that SetDataFrom may read.</param>
/// <param name="limits">The limits of the call.</param>
/// <param name="rejectsNonFinite">The policy of the model.</param>
/// <param name="budget">Bytes that the call may still allocate.</param>
/// <param name="offset">Where the value begins, for failures.</param>
internal sealed class CustomContentReader(byte[] content, SerializerLimits limits, bool rejectsNonFinite, long budget, long offset)
    : BinaryReader(new MemoryStream(content, writable: false), Encoding.UTF8, leaveOpen: true)
{
    // .NET reads longer texts piece by piece and puts them together.
    private const int LongestInOnePiece = 128;

    private MalformedDataException? _failure;

    /// <summary>Bytes that the call may still allocate.</summary>
    public long Budget { get; private set; } = budget;

    /// <summary>Nobody has closed the stream, which goes on telling how far it was read when the reader is closed.</summary>
    public bool IsOpen => BaseStream.CanRead;

    /// <summary>Bytes that were read.</summary>
    public int Taken => (int)BaseStream.Position;

    private int Left => content.Length - Taken;

    /// <summary>Throws the refusal again, in case it was caught in between.</summary>
    public void ThrowIfRefused()
    {
        if (_failure != null)
        {
            throw _failure;
        }
    }

    public override Half ReadHalf()
    {
        Half value = base.ReadHalf();
        Check(Half.IsFinite(value));
        return value;
    }

    public override float ReadSingle()
    {
        float value = base.ReadSingle();
        Check(float.IsFinite(value));
        return value;
    }

    public override double ReadDouble()
    {
        double value = base.ReadDouble();
        Check(double.IsFinite(value));
        return value;
    }

    // A negative count, which the framework refuses, is no reason to give anything back to the budget.
    public override byte[] ReadBytes(int count)
    {
        count = Math.Min(count, Left);
        Charge(WireReader.ArraySize(Math.Max(0, count), sizeof(byte)));
        return base.ReadBytes(count);
    }

    public override char[] ReadChars(int count)
    {
        // A character takes a byte at least. An array that turns out too long is copied.
        count = Math.Min(count, Left);
        Charge(2 * (WireReader.ArrayOverhead + Math.Max(0L, 2L * count)));
        return base.ReadChars(count);
    }

    public override string ReadString()
    {
        int start = Taken, length = Read7BitEncodedInt();
        if (length > 0)
        {
            long characters = Encoding.UTF8.GetCharCount(content, Taken, Math.Min(length, Left));
            if (characters > limits.MaxStringBytes >> 1)
            {
                Fail(ErrorCode.StringTooLong, $"A string of {characters} characters takes more than {nameof(SerializerLimits.MaxStringBytes)} = "
                    + $"{limits.MaxStringBytes} bytes.");
            }
            Charge(WireReader.StringSize((int)characters) * (length > LongestInOnePiece ? 3 : 1));
        }
        BaseStream.Position = start;
        return base.ReadString();
    }

    private void Check(bool isFinite)
    {
        if (rejectsNonFinite && !isFinite)
        {
            Fail(ErrorCode.NonFiniteFloatRead,
                $"NaN or an infinity in a model with {nameof(SerializerOptions.NonFiniteFloats)} = {nameof(NonFiniteFloats.Reject)}.");
        }
    }

    private void Charge(long bytes)
    {
        if ((Budget -= bytes) < 0)
        {
            Fail(ErrorCode.AllocationTooLarge,
                $"The objects of the value take more than {nameof(SerializerLimits.MaxAllocatedBytes)} = {limits.MaxAllocatedBytes} bytes.");
        }
    }

    [DoesNotReturn]
    private void Fail(ErrorCode code, string message)
    {
        _failure = new MalformedDataException(code, message, offset);
        throw _failure;
    }
}
