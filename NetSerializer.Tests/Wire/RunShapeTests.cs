using NetSerializer.Wire;
using NUnit.Framework;

namespace NetSerializer.Tests.Wire;

/// <summary>The bytes that a run lacks at least, beside all encodings that the run may have.</summary>
[TestFixture]
internal sealed class RunShapeTests
{
    private static readonly byte[][] s_varints = [[5], [0x85, 1], [0x85, 0x81, 1]];

    private static readonly (string Shape, byte[][] Encodings) s_number = (RunShape.VarIntText, s_varints), s_fixed = (RunShape.Fixed(3), [[7, 0, 0x80]]),
        s_optionalNumber = OptionalOf(s_number), s_nested = OptionalOf(Then(s_fixed, s_optionalNumber));

    private static IEnumerable<TestCaseData> Shapes()
    {
        yield return Case("a number", s_number);
        yield return Case("bytes", s_fixed);
        yield return Case("an optional number", s_optionalNumber);
        yield return Case("bytes and a number", Then(s_fixed, s_number));
        yield return Case("a number and bytes", Then(s_number, s_fixed));
        yield return Case("optional parts between numbers", Then(Then(s_number, s_optionalNumber), Then(s_nested, s_number)));
        yield return Case("optional parts at the end", Then(Then(s_number, s_fixed), s_nested));
    }

    [TestCaseSource(nameof(Shapes))]
    public void As_many_bytes_are_missing_as_the_shortest_run_has(string shape, byte[][] encodings)
    {
        foreach (byte[] encoding in encodings)
        {
            for (int length = 0; length <= encoding.Length; length++)
            {
                byte[] prefix = encoding[..length];
                int least = encodings.Where(other => other.AsSpan().StartsWith(prefix)).Min(other => other.Length - length);
                Assert.That(RunShape.Missing(prefix, 1, ["", shape]), Is.EqualTo(least), Convert.ToHexString(prefix));
            }
        }
    }

    [Test]
    public void A_varint_that_is_too_long_is_left_to_its_decoder() =>
        Assert.That(RunShape.Missing(Enumerable.Repeat((byte)0xFF, VarInt.Max64).ToArray(), RunShape.OneVarInt, []), Is.Zero);

    private static TestCaseData Case(string name, (string Shape, byte[][] Encodings) run) =>
        new TestCaseData(run.Shape, run.Encodings).SetArgDisplayNames(name);

    private static (string Shape, byte[][] Encodings) Then((string Shape, byte[][] Encodings) first, (string Shape, byte[][] Encodings) second) =>
        (first.Shape + second.Shape, [.. from a in first.Encodings from b in second.Encodings select (byte[])[.. a, .. b]]);

    private static (string Shape, byte[][] Encodings) OptionalOf((string Shape, byte[][] Encodings) part) =>
        (RunShape.OptionalOf(part.Shape), [[0], .. part.Encodings.Select(encoding => (byte[])[1, .. encoding])]);
}
