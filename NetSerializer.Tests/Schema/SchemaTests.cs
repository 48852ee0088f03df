using System.Runtime.InteropServices;
using System.Text;
using NetSerializer.Tests.Custom;
using NetSerializer.Tests.Golden;
using NetSerializer.Tests.Model;
using NUnit.Framework;

namespace NetSerializer.Tests.Schema;

/// <summary>A schema is the text of Describe as an object, and comes back whole out of its text and its bytes.</summary>
[TestFixture]
internal sealed class SchemaTests
{
    private static readonly TypeModel s_model = TypeModel.Create(typeof(Customer), typeof(Circle), typeof(Bits));

    [Test]
    public void A_model_has_its_schema()
    {
        WireSchema schema = s_model.Schema;
        Assert.That(schema.Text, Is.EqualTo(s_model.Describe()));
        Assert.That(schema.Fingerprint.ToArray(), Is.EqualTo(s_model.Fingerprint.ToArray()));
        SchemaType customer = schema.Types.Single(type => type.Name == typeof(Customer).FullName), being = Find(typeof(Being)), level = Find(typeof(Level));
        Assert.That((customer.Id, customer.Form), Is.EqualTo((s_model.TypeIds[typeof(Customer)], "class")));
        SchemaSlot name = customer.Slots.Single(slot => slot.Name == "Name"), contact = customer.Slots.Single(slot => slot.Name == "Contact");
        Assert.That((name.Role, name.DeclaringType, name.Type, name.Form), Is.EqualTo(("member", being.Name, "string", SchemaSlotForm.OwnNull)));
        Assert.That(contact.Form, Is.EqualTo(SchemaSlotForm.TypeId));
        Assert.That(contact.AdmittedIds, Is.EqualTo(new[] { customer.Id, being.Id }.Order()));
        Assert.That((level.Underlying, level.EnumNames), Is.EqualTo(("byte", new[] { KeyValuePair.Create("Low", (Int128)1), new("High", 9) })));
        Assert.That(schema.Options, Is.EqualTo(SerializerOptions.Default));
        Assert.That(customer.ToString(), Does.StartWith($"type {customer.Id} class {customer.Name}\n  member "));
        Assert.That(name.ToString(), Is.EqualTo($"member {being.Name} Name string?"));

        SchemaType Find(Type type) => schema.Types.Single(line => line.Name == type.FullName);
    }

    [Test]
    public void The_options_that_change_the_wire_are_in_it([Values] IntegerEncoding integers, [Values] NonFiniteFloats floats,
        [Values] ReferenceHandling references, [Values] StringHandling strings)
    {
        var options = new SerializerOptions { Integers = integers, NonFiniteFloats = floats, References = references, Strings = strings };
        WireSchema schema = TypeModel.Create([typeof(Address)], options).Schema, read = WireSchema.Parse(schema.ToBytes());
        SerializerOptions expected = references == ReferenceHandling.None && strings == StringHandling.Values
            ? options with { Strings = StringHandling.ByReference } : options;
        Assert.That(schema.Options, Is.EqualTo(expected));
        Assert.That(read.Options, Is.EqualTo(expected));
        Assert.That(WireSchema.Parse(schema.Text).Options, Is.EqualTo(expected));
    }

    [Test]
    public void Every_kept_text_comes_back_out_of_text_and_bytes()
    {
        Assert.That(KeptSchemas.All, Has.Count.GreaterThan(300));
        foreach ((string name, string text) in KeptSchemas.All)
        {
            WireSchema parsed = WireSchema.Parse(text), read = WireSchema.Parse(parsed.ToBytes());
            Assert.That(parsed.ToString(), Is.EqualTo(text), name);
            Assert.That(read.ToString(), Is.EqualTo(text), name);
            Assert.That(read.Fingerprint.Span.SequenceEqual(parsed.Fingerprint.Span), name);
            Assert.That(read.ToBytes(), Is.EqualTo(parsed.ToBytes()), name);
        }
    }

    [Test]
    public void Names_of_enum_values_come_back_and_are_no_part_of_the_fingerprint()
    {
        TypeModel model = TypeModel.Create(typeof(Level), typeof(Wide), typeof(Signed));
        string full = model.Schema.ToString();
        Assert.That(full, Is.EqualTo($"{model.Describe()}# value 32 Low 1\n# value 32 High 9\n# value 33 Most {ulong.MaxValue}\n"
            + $"# value 34 Zero 0\n# value 34 Least {long.MinValue}\n"));
        foreach (WireSchema read in (WireSchema[])[WireSchema.Parse(full), WireSchema.Parse(model.Schema.ToBytes())])
        {
            Assert.That(read.ToString(), Is.EqualTo(full));
            Assert.That(read.Fingerprint.Span.SequenceEqual(model.Fingerprint.Span));
        }
        Assert.That(WireSchema.Parse(model.Describe() + "# a remark\n").ToString(), Is.EqualTo(model.Describe()));
    }

    [Test]
    public void Line_ends_may_be_those_of_another_system() =>
        Assert.That(WireSchema.Parse(s_model.Schema.ToString().ReplaceLineEndings("\r\n")).ToString(), Is.EqualTo(s_model.Schema.ToString()));

    [Test]
    public void The_size_of_a_union_is_in_its_line()
    {
        Assert.That(s_model.Describe(), Does.Match($"(?m)^type \\d+ raw {typeof(Bits).FullName!.Replace("+", "\\+", StringComparison.Ordinal)} size 8$"));
        Assert.That(s_model.Schema.Types.Single(type => type.Form == "raw").Size, Is.EqualTo(8));
        Assert.That(TypeModel.Create(typeof(Vector)).Describe(), Does.Contain("raw ").And.Not.Contain("size"));
    }

    /// <summary>Without the line two models would have one fingerprint and different bytes.</summary>
    [Test]
    public void A_built_in_type_with_a_custom_serializer_has_a_line()
    {
        var options = new SerializerOptions { Serializers = [CustomSerializer.For(new BigEndianSerializer())] };
        TypeModel custom = TypeModel.Create([typeof(int), typeof(int[])], options), plain = TypeModel.Create(typeof(int), typeof(int[]));
        Assert.That(custom.Describe(), Does.Contain($"type 7 custom int32 as {typeof(BigEndianSerializer).FullName}\n"));
        Assert.That(custom.Describe(), Does.Contain("type 16135 sequence int32[]\n  element int32\n"));
        Assert.That(custom.Fingerprint.Span.SequenceEqual(plain.Fingerprint.Span), Is.False);
        Assert.That(WireSchema.Parse(custom.Schema.ToBytes()).Text, Is.EqualTo(custom.Describe()));
    }

    [Test]
    public void Signs_that_would_end_a_name_are_escaped()
    {
        var types = new DynamicTypes("An assembly");
        Type odd = types.Make("Odd name!", ("a b", typeof(int)), ("line\nbreak", typeof(string)));
        string text = TypeModel.Create(odd).Describe();
        Assert.That(text, Does.Contain("type 32 class Dynamic.Odd\\u0020name\\u0021\n"));
        Assert.That(text, Does.Contain("  member Dynamic.Odd\\u0020name\\u0021 a b int32\n").And.Contain(" line\\u000Abreak string?\n"));
        WireSchema read = WireSchema.Parse(text);
        Assert.That(WireSchema.Parse(read.ToBytes()).Text, Is.EqualTo(text));
        Assert.That(read.Types[0].Slots.Select(slot => slot.Name), Does.Contain("a b"));
    }

    [Test]
    public void The_binary_form_is_small()
    {
        WireSchema schema = TypeModel.Create(typeof(Customer), typeof(Circle), typeof(Bits), typeof(Reading), typeof(Pixel), typeof(Knot)).Schema;
        Assert.That(schema.ToBytes(), Has.Length.LessThan(Encoding.UTF8.GetByteCount(schema.Text) / 2));
    }

    [Test]
    public void The_binary_form_is_kept()
    {
        TypeModel model = TypeModel.Create([typeof(Order)], new SerializerOptions { References = ReferenceHandling.Preserve });
        byte[] bytes = model.Schema.ToBytes();
        var text = new StringBuilder(model.Schema.ToString());
        text.Append($"\nthe binary form: {bytes.Length} bytes\n");
        for (int start = 0; start < bytes.Length; start += 16)
        {
            text.Append($"  {start:X4}  {string.Join(' ', bytes.Skip(start).Take(16).Select(b => $"{b:X2}"))}\n");
        }
        GoldenFile.AssertEqual("example-schema", text.ToString());
    }

    [StructLayout(LayoutKind.Explicit)]
    [Serializable]
    private struct Bits
    {
        [FieldOffset(0)]
        public double Number;
        [FieldOffset(0)]
        public ulong Whole;
    }

    private enum Wide : ulong
    {
        Most = ulong.MaxValue,
    }

    private enum Signed : long
    {
        Least = long.MinValue,
        Zero = 0,
    }
}
