using System.Text;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Fuzzing;
using NetSerializer.Tests.Oracle.Values;
using NetSerializer.Tests.Schema;
using NUnit.Framework;
using static NetSerializer.Tests.Versions.VersionPairs;

namespace NetSerializer.Tests.Versions;

/// <summary>A schema of a stranger is parsed, resolved and read by within bounds: it is refused, or gives values of the model's own types.</summary>
[TestFixture]
internal sealed class FuzzedSchemaTests
{
    private const long MostBytes = 8 << 20;

    private static readonly (string, Type)[] s_members = [("A", typeof(int)), ("B", typeof(List<string>)), ("C", typeof(Dictionary<string, object>)),
        ("D", typeof(double?)), ("E", typeof(int[,])), ("F", typeof((int, string))), ("G", typeof(DayOfWeek)), ("H", typeof(object))];

    private static readonly string[] s_pieces =
    [
        "int32", "int64", "string?", "object*{any}", "nullable<int32>", "System.DayOfWeek", "32", "33", "36", "class", "struct", "sequence", "dictionary",
        "A", "B", "System.Diagnostics.Process", "Dynamic.Message!", "", "?", "!",
    ];

    [Test]
    public void Fuzzed_bytes_of_schemas_are_refused()
    {
        byte[][] kept = [.. KeptSchemas.OfEveryForm.Select(schema => WireSchema.Parse(schema.Text).ToBytes())];
        Sample.Check(2_000, sample =>
        {
            var random = new Random(sample.Seed);
            byte[] bytes = kept[random.Next(kept.Length)], fuzzed = Damage.Of(bytes, random);
            long before = GC.GetAllocatedBytesForCurrentThread();
            try
            {
                Assert.That(WireSchema.Parse(fuzzed).ToBytes(), Is.EqualTo(fuzzed));
            }
            catch (MalformedDataException)
            {
            }
            Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.LessThan(MostBytes));
        });
    }

    /// <summary>No name of a schema leads to a type: the runtime is never asked for one that it does not know.</summary>
    [Test, NonParallelizable]
    public void Fuzzed_schemas_are_refused_or_read_by()
    {
        TypeModel old = ModelOf(s_members), @new = TypeModel.Create(
            [new Model.DynamicTypes().Make("Message", [.. s_members[1..], ("Z", typeof(long))])], new SerializerOptions { Limits = FuzzTarget.LargeLimits });
        byte[] bytes = old.Serialize(Make(old, ("A", 5), ("B", new List<string> { "x" }), ("C", new Dictionary<string, object> { ["k"] = 5 }), ("D", 0.5),
            ("E", new int[2, 1]), ("F", (1, "one")), ("G", DayOfWeek.Friday), ("H", Make(old, ("A", 6)))));
        int resolved = 0, read = 0, asked = 0;
        ResolveEventHandler count = (_, _) =>
        {
            asked++;
            return null;
        };
        AppDomain.CurrentDomain.TypeResolve += count;
        AppDomain.CurrentDomain.AssemblyResolve += count;
        try
        {
            Sample.Check(200, sample =>
            {
                var random = new Random(sample.Seed);
                var text = new StringBuilder(old.Describe());
                for (int edits = random.Next(1, 4); edits > 0; edits--)
                {
                    Edit(text, random);
                }
                long before = GC.GetAllocatedBytesForCurrentThread();
                ModelReader? reader = Resolve(@new, text.ToString());
                resolved += reader == null ? 0 : 1;
                for (int i = 0; reader != null && i < 3; i++)
                {
                    read += IsRead(reader, i == 0 ? bytes : Damage.Of(bytes, random)) ? 1 : 0;
                }
                Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.LessThan(MostBytes));
            });
        }
        finally
        {
            AppDomain.CurrentDomain.TypeResolve -= count;
            AppDomain.CurrentDomain.AssemblyResolve -= count;
        }
        Assert.That(resolved, Is.GreaterThan(10));
        Assert.That(read, Is.GreaterThan(10));
        Assert.That(asked, Is.Zero);
    }

    // A word is replaced, or a line goes or comes twice.
    private static void Edit(StringBuilder text, Random random)
    {
        string[] lines = text.ToString().Split('\n');
        int line = random.Next(1, lines.Length - 1);
        string[] words = lines[line].Split(' ');
        switch (random.Next(4))
        {
            case 0:
                lines[line] += '\n' + lines[line];
                break;
            case 1:
                lines = [.. lines[..line], .. lines[(line + 1)..]];
                break;
            default:
                words[random.Next(words.Length)] = s_pieces[random.Next(s_pieces.Length)];
                lines[line] = string.Join(' ', words);
                break;
        }
        text.Clear().AppendJoin('\n', lines);
    }

    private static ModelReader? Resolve(TypeModel model, string text)
    {
        try
        {
            return model.ReaderFor(WireSchema.Parse(text));
        }
        catch (Exception refused) when (refused is MalformedDataException or SchemaMismatchException)
        {
            return null;
        }
    }

    private static bool IsRead(ModelReader reader, byte[] bytes)
    {
        try
        {
            object? read = reader.Deserialize(bytes);
            Assert.That(read == null || reader.Model.TypeIds.ContainsKey(read.GetType()), "a type of the model");
            return true;
        }
        catch (MalformedDataException)
        {
            return false;
        }
    }
}
