using NetSerializer.IO;
using NetSerializer.Wire;
using NUnit.Framework;

namespace NetSerializer.Tests.Streams;

/// <summary>The three ways to take a value out of the array of a MemoryStream, held to each other.</summary>
internal static class MemoryTakes
{
    // Of a value whose header has one byte, only so much is asked for at once.
    private const int LongestOfOneByte = 0x3F;

    /// <summary>
    /// Whether the next value is taken by what is public of the stream. By its fields that is so unless it is long, and for a reader in place unless the
    /// array ends soon behind it, too; who takes nothing leaves the stream as it is.
    /// </summary>
    /// <param name="create">The same stream each time.</param>
    /// <param name="what">What it holds, for the message of a failure.</param>
    public static bool AreAlike(Func<MemoryStream> create, string what)
    {
        MemoryStream members = create(), fields = create(), direct = create();
        bool isTaken = Chunk.TryTakeByMembers(members, out ReadOnlySpan<byte> value, out bool hasSlack);
        long behind = isTaken && members.TryGetBuffer(out ArraySegment<byte> all) ? all.Array!.Length - all.Offset - members.Position : 0;
        bool isShort = isTaken && value.Length <= Chunk.LongestByFields;
        bool byFields = Chunk.TryTakeByFields(fields, out ReadOnlySpan<byte> same);
        bool directly = Chunk.TryTakeWithSlack(direct, out ReadOnlySpan<byte> inPlace);
        bool isRight = hasSlack == behind >= ByteSource.Slack && byFields == isShort
            && (directly ? isShort && behind >= ByteSource.Slack : !isShort || behind < ByteSource.Slack + LongestOfOneByte)
            && IsTaken(byFields, fields, same, value, members) && IsTaken(directly, direct, inPlace, value, members);
        if (!isRight)
        {
            Assert.Fail($"{what}: {isTaken}, {byFields}, {directly}, {value.Length} bytes, {behind} behind them");
        }
        return isTaken;

        bool IsTaken(bool isTaken, MemoryStream stream, ReadOnlySpan<byte> bytes, ReadOnlySpan<byte> right, MemoryStream rightly) =>
            isTaken ? bytes.SequenceEqual(right) && stream.Position == rightly.Position : bytes.IsEmpty && stream.Position == create().Position;
    }
}
