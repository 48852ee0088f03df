using System.Text;
using NUnit.Framework;

namespace NetSerializer.Tests.Wire;

/// <summary>A builder has the very bytes of its text, whatever pieces it is made of.</summary>
public class BuilderTextTests
{
    private static readonly TypeModel s_model = TypeModel.Create(typeof(StringBuilder));

    [Test]
    public void A_builder_is_written_as_its_text(
        [Values(0, 1, 31, 32, 127, 128, 129, 4_000, 32_767, 32_768, 32_769, 100_000)] int length, [Values(1, 100, 9_000, int.MaxValue)] int pieceLength)
    {
        var random = new Random(length);
        foreach (int wide in (int[])[0, 1, length / 9, length])
        {
            char[] units = [.. Enumerable.Range(0, length).Select(_ => (char)random.Next(256))];
            for (int i = 0; i < Math.Min(wide, length); i++)
            {
                units[random.Next(length)] = (char)random.Next(256, 65_536);
            }
            if (wide == 1 && length > 0)
            {
                // In the last place, where all pieces before were narrow.
                units[^1] = '\uFFFF';
            }
            var builder = new StringBuilder();
            foreach (char[] piece in units.Chunk(pieceLength))
            {
                builder.Append(piece);
            }
            byte[] text = s_model.Serialize<object>(new string(units)), bytes = s_model.Serialize(builder);
            // Behind the type ids: a byte each, since that of a builder is 32. A builder without a limit has a 0 for it at the end.
            Assert.That(bytes.AsSpan(1, bytes.Length - 2).SequenceEqual(text.AsSpan(1)), Is.True, $"{wide} wide units");
            Assert.That(bytes[^1], Is.Zero);
            Assert.That(s_model.Deserialize<StringBuilder>(bytes)!.ToString(), Is.EqualTo(new string(units)));
        }
    }
}
