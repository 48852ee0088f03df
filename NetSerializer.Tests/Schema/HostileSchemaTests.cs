using System.Text;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Golden;
using NetSerializer.Tests.Oracle.Values;
using NUnit.Framework;

namespace NetSerializer.Tests.Schema;

/// <summary>A schema from outside is read or refused with one exception, whatever it is.</summary>
[TestFixture]
internal sealed class HostileSchemaTests
{
    private const string Head = "schema 1 integers=varint floats=any\n";

    private static readonly WireSchema s_schema = TypeModel.Create(typeof(Customer), typeof(Circle), typeof(Knot)).Schema;

    [Test]
    public void Every_changed_byte_is_refused_or_changes_a_comment()
    {
        foreach (WireSchema schema in (WireSchema[])[s_schema, .. KeptSchemas.OfEveryForm.Select(kept => WireSchema.Parse(kept.Text))])
        {
            byte[] bytes = schema.ToBytes();
            for (int at = 0; at < bytes.Length; at++)
            {
                foreach (byte change in (byte[])[0x01, 0x40, 0x80, 0xFF])
                {
                    byte[] changed = [.. bytes];
                    changed[at] ^= change;
                    if (Read(() => WireSchema.Parse(changed)) is { } read)
                    {
                        Assert.That(read.Text, Is.EqualTo(schema.Text), $"byte {at} ^ {change}");
                    }
                }
            }
        }
    }

    [Test]
    public void Another_fingerprint_is_named_as_the_cause()
    {
        byte[] bytes = s_schema.ToBytes();
        bytes[5] ^= 1;
        Assert.That(Malformed.AssertRejected("another fingerprint", () => WireSchema.Parse(bytes)).Message, Does.Contain("fingerprint"));
    }

    [Test]
    public void Every_prefix_of_bytes_is_refused()
    {
        byte[] bytes = s_schema.ToBytes();
        for (int cut = 0; cut < bytes.Length; cut++)
        {
            Malformed.AssertRejected($"{cut} bytes", () => WireSchema.Parse(bytes.AsSpan(0, cut)));
        }
        Malformed.AssertRejected("one byte more", () => WireSchema.Parse([.. bytes, 0]));
    }

    [Test]
    public void Every_prefix_of_a_text_is_refused_or_a_schema()
    {
        string text = s_schema.ToString();
        for (int cut = 0; cut < text.Length; cut++)
        {
            if (Read(() => WireSchema.Parse(text[..cut])) is { } read)
            {
                Assert.That(text[..cut] + "\n", Does.StartWith(read.Text), $"{cut} characters");
            }
        }
    }

    [Test]
    public void Fuzzed_texts_are_refused_or_schemas()
    {
        string[] pieces = [" ", "\n", "  ", "?", "!", "*{any}", "*{32,33}", "{", "}", "type ", "member ", "class", "enum", "raw", " of ", " as ", " size ",
            "nullable<", "<", ">", "[]", "int32", "object", "string", "65535", "0", "-1", "99999999999", "#", "# value 32 A 1", "\0", "\uD800", "unshared 1",
            "class+", "element", "covered"];
        int read = 0;
        Sample.Check(20_000, sample =>
        {
            var random = new Random(sample.Seed);
            StringBuilder text = new(KeptSchemas.All[random.Next(KeptSchemas.All.Count)].Text);
            for (int edits = random.Next(1, 4); edits > 0; edits--)
            {
                int at = random.Next(text.Length), length = Math.Min(random.Next(12), text.Length - at);
                text.Remove(at, length).Insert(at, random.Next(3) == 0 ? "" : pieces[random.Next(pieces.Length)]);
            }
            string fuzzed = text.ToString();
            if (Read(() => WireSchema.Parse(fuzzed)) is { } schema)
            {
                read++;
                Assert.That(WireSchema.Parse(schema.ToBytes()).ToString(), Is.EqualTo(schema.ToString()));
            }
        });
        Assert.That(read, Is.GreaterThan(20), "edits of names and numbers make other schemas");
    }

    [TestCase("", ErrorCode.MalformedSchema)]
    [TestCase("schema 2 integers=varint floats=any\n", ErrorCode.MalformedSchema)]
    [TestCase(Head + "type 32 class A\ntype 32 class B\n", ErrorCode.MalformedSchema, TestName = "an id twice")]
    [TestCase(Head + "type 32 class A\ntype 33 class A\n", ErrorCode.MalformedSchema, TestName = "a name twice")]
    [TestCase(Head + "type 33 class A\ntype 32 class B\n", ErrorCode.MalformedSchema, TestName = "ids that do not ascend")]
    [TestCase(Head + "type 032 class A\n", ErrorCode.MalformedSchema, TestName = "an id with a zero in front")]
    [TestCase(Head + "type 7 class A\n", ErrorCode.MalformedSchema, TestName = "a built-in id")]
    [TestCase(Head + "type 32 class int32\n", ErrorCode.MalformedSchema, TestName = "a built-in name")]
    [TestCase(Head + "type 32 thing A\n", ErrorCode.MalformedSchema, TestName = "a form that is not known")]
    [TestCase(Head + "type 32 class+class A\n", ErrorCode.MalformedSchema, TestName = "a form that has no members in front")]
    [TestCase(Head + "type 32 sequence A\n", ErrorCode.MalformedSchema, TestName = "a sequence without elements")]
    [TestCase(Head + "type 32 class A\n  element int32\n", ErrorCode.MalformedSchema, TestName = "a class with elements")]
    [TestCase(Head + "type 32 class A\n  member A x B!\n", ErrorCode.MalformedSchema, TestName = "a type that is not there")]
    [TestCase(Head + "type 32 class A\n  member A x A\n", ErrorCode.MalformedSchema, TestName = "a class as a value")]
    [TestCase(Head + "type 32 class A\n  member A x int32!\n", ErrorCode.MalformedSchema, TestName = "a number that may be null")]
    [TestCase(Head + "type 32 class A\n  member A x object*{33}\n", ErrorCode.MalformedSchema, TestName = "an id that is not there")]
    [TestCase(Head + "type 32 enum A of string\n", ErrorCode.MalformedSchema, TestName = "an enum of texts")]
    [TestCase(Head + "type 32 class A of int32\n", ErrorCode.MalformedSchema, TestName = "a class with an underlying type")]
    [TestCase(Head + "type 32 class A size 8\n", ErrorCode.MalformedSchema, TestName = "a class with a size")]
    [TestCase(Head + "type 32 columns A\n  member A x string?\n", ErrorCode.MalformedSchema, TestName = "a column of texts")]
    [TestCase(Head + "type 32 columns A\n  member A x nint\n", ErrorCode.MalformedSchema, TestName = "a column of native integers")]
    [TestCase(Head + "type 32 columns A\n  member A x bool\n", ErrorCode.MalformedSchema, TestName = "columns of bits alone")]
    [TestCase(Head + "type 32 columns A\n  member A x B\ntype 33 struct B\n  member B x int32\n", ErrorCode.MalformedSchema,
        TestName = "a column of other structs")]
    [TestCase(Head + "unshared 7\n", ErrorCode.MalformedSchema, TestName = "unshared types in a tree")]
    [TestCase(Head + "type 32 struct A\n  member A x A\n", ErrorCode.SchemaTooLarge, TestName = "a struct in itself")]
    [TestCase(Head + "type 32 struct A\n  member A x nullable<A>\n", ErrorCode.SchemaTooLarge, TestName = "a nullable struct in itself")]
    [TestCase(Head + "type 32 class A<A<A<A<A<A<A<A<A<A<A<A<A<A<A<A<A<A>>>>>>>>>>>>>>>>>\n", ErrorCode.SchemaTooLarge, TestName = "nested arguments")]
    public void Parts_that_do_not_fit_are_refused(string text, ErrorCode code) =>
        Assert.That(Malformed.AssertRejected("text", () => WireSchema.Parse(text)).Code, Is.EqualTo(code));

    [Test]
    public void Where_a_text_is_wrong_is_told()
    {
        string text = s_schema.Text;
        int at = text.IndexOf("\ntype 33 ", StringComparison.Ordinal) + 1;
        MalformedDataException rejected = Malformed.AssertRejected("text", () => WireSchema.Parse(text.Insert(at, "type x class A\n")));
        Assert.That(rejected.Offset, Is.EqualTo(at));
    }

    [Test]
    public void Each_limit_is_kept()
    {
        byte[] bytes = s_schema.ToBytes();
        int slots = s_schema.Types.Sum(type => type.Slots.Count), longest = s_schema.Types.Max(type => type.Name.Length);
        SchemaLimits[] exact =
        [
            new() { MaxTypes = s_schema.Types.Count }, new() { MaxSlots = slots }, new() { MaxNameLength = longest }, new() { MaxNesting = 2 },
        ];
        foreach (SchemaLimits limits in exact)
        {
            Assert.That(WireSchema.Parse(bytes, limits).Text, Is.EqualTo(s_schema.Text));
            Assert.That(WireSchema.Parse(s_schema.ToString(), limits).Text, Is.EqualTo(s_schema.Text));
        }
        SchemaLimits[] small =
        [
            new() { MaxTypes = s_schema.Types.Count - 1 }, new() { MaxSlots = slots - 1 }, new() { MaxNameLength = longest - 1 },
            new() { MaxTextLength = s_schema.Text.Length - 1 },
        ];
        foreach (SchemaLimits limits in small)
        {
            Assert.That(Malformed.AssertRejected("bytes", () => WireSchema.Parse(bytes, limits)).Code, Is.EqualTo(ErrorCode.SchemaTooLarge));
            Assert.That(Malformed.AssertRejected("text", () => WireSchema.Parse(s_schema.ToString(), limits)).Code, Is.EqualTo(ErrorCode.SchemaTooLarge));
        }
        var tight = new SchemaLimits { MaxBytes = bytes.Length - 1 };
        Assert.That(Malformed.AssertRejected("bytes", () => WireSchema.Parse(bytes, tight)).Code, Is.EqualTo(ErrorCode.SchemaTooLarge));
        Assert.That(() => new SchemaLimits { MaxTypes = 0 }, Throws.InstanceOf<ArgumentOutOfRangeException>());
    }

    /// <summary>One long name and many slots that use it would be a text of ten megabytes.</summary>
    [Test]
    public void Few_bytes_do_not_become_a_long_text()
    {
        string name = new('N', 1000);
        var text = new StringBuilder(Head).Append("type 32 class A\n");
        for (int i = 0; i < 5_000; i++)
        {
            text.Append("  member ").Append(name).Append(' ').Append(name).Append(" int32\n");
        }
        byte[] bytes = WireSchema.Parse(text.ToString(), new SchemaLimits { MaxTextLength = int.MaxValue }).ToBytes();
        Assert.That(bytes, Has.Length.LessThan(30_000));
        long before = GC.GetAllocatedBytesForCurrentThread();
        Assert.That(Malformed.AssertRejected("long", () => WireSchema.Parse(bytes, new SchemaLimits { MaxBytes = 30_000 })).Code,
            Is.EqualTo(ErrorCode.SchemaTooLarge));
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.LessThan(16 << 20));
    }

    private static WireSchema? Read(Func<WireSchema> read)
    {
        try
        {
            return read();
        }
        catch (MalformedDataException malformed)
        {
            Assert.That(malformed.Code, Is.EqualTo(ErrorCode.MalformedSchema).Or.EqualTo(ErrorCode.SchemaTooLarge));
            return null;
        }
    }
}
