using NetSerializer.Tests.Models;
using NetSerializer.Tests.Oracle.Schema;
using NUnit.Framework;

namespace NetSerializer.Tests.Oracle;

/// <summary>The parser and the composer of schema texts against texts written by hand.</summary>
public sealed class SchemaTextTests
{
    private const string Handwritten = """
        schema 1 integers=varint floats=any
        type 32 class NetSerializer.Tests.Models.Drawing2
          member NetSerializer.Tests.Models.Drawing2 <Age>k__BackingField int32
          member NetSerializer.Tests.Models.Base name string?
          member NetSerializer.Tests.Models.Drawing2 home NetSerializer.Tests.Models.Address!
          member NetSerializer.Tests.Models.Drawing2 tag object*{any}
          member NetSerializer.Tests.Models.Drawing2 grid double[*]?
          member NetSerializer.Tests.Models.Drawing2 shape NetSerializer.Tests.Models.IShape*{35,36}
        type 34 grid double[,]
          element double
        type 36 dictionary System.Collections.Generic.Dictionary<string,int32>
          key string?
          value int32
        type 38 enum NetSerializer.Tests.Models.Marks of int32
        type 39 tuple System.Tuple<int32,string>
          item int32
          item string?

        """;

    [Test]
    public void Parts_of_a_text_are_told_apart()
    {
        SchemaText schema = SchemaText.Parse(Handwritten);
        Assert.That(schema.Options, Is.EqualTo(new Dictionary<string, string> { ["integers"] = "varint", ["floats"] = "any" }));
        Assert.That(
            schema.Types.Select(type => (type.Id, type.Kind, type.Parts.Count)),
            Is.EqualTo(new[]
            {
                ((ushort)32, SchemaKind.Class, 6), ((ushort)34, SchemaKind.Grid, 1), ((ushort)36, SchemaKind.Dictionary, 2),
                ((ushort)38, SchemaKind.Enum, 0), ((ushort)39, SchemaKind.Tuple, 2),
            }));
        Assert.That(
            schema.Types[0].Parts.Select(part => (part.Field, part.Slot.TypeName, part.Slot.Form)),
            Is.EqualTo(new[]
            {
                ("<Age>k__BackingField", "int32", SlotForm.Value), ("name", "string", SlotForm.OwnNull),
                ("home", "NetSerializer.Tests.Models.Address", SlotForm.Presence), ("tag", "object", SlotForm.TypeId),
                ("grid", "double[*]", SlotForm.OwnNull), ("shape", "NetSerializer.Tests.Models.IShape", SlotForm.TypeId),
            }));
        Assert.That(schema.Types[0].Parts[3].Slot.AdmittedIds, Is.Null);
        Assert.That(schema.Types[0].Parts[5].Slot.AdmittedIds, Is.EqualTo(new ushort[] { 35, 36 }));
        Assert.That(schema.Types[3].Underlying, Is.EqualTo("int32"));
    }

    [TestCase("schema 2 integers=varint floats=any")]
    [TestCase("schema 1\nclass 32 A")]
    [TestCase("schema 1\ntype 32 thing A")]
    [TestCase("schema 1\ntype 32 class A\n  member A x")]
    [TestCase("schema 1\ntype 32 enum A")]
    public void Other_lines_are_refused(string text) =>
        Assert.That(() => SchemaText.Parse(text), Throws.InstanceOf<FormatException>().Or.InstanceOf<ArgumentException>());

    [Test]
    public void Composed_text_is_the_handwritten_one()
    {
        (ushort, Type)[] ids = [(32, typeof(BoundsOfMembers)), (33, typeof(ShadowMiddle)), (34, typeof(ExplicitRaw)), (35, typeof(Marks)),
            (36, typeof(Nothing))];
        Assert.That(SchemaComposer.Compose(ids), Is.EqualTo("""
            schema 1 integers=varint floats=any
            type 32 class NetSerializer.Tests.Models.BoundsOfMembers
              member NetSerializer.Tests.Models.BoundsOfMembers Whale NetSerializer.Tests.Models.Nothing
              member NetSerializer.Tests.Models.BoundsOfMembers Xerus int32
              member NetSerializer.Tests.Models.BoundsOfMembers Zebra NetSerializer.Tests.Models.JustBounded
              member NetSerializer.Tests.Models.BoundsOfMembers Ant NetSerializer.Tests.Models.TooLargeToBeBounded
              member NetSerializer.Tests.Models.BoundsOfMembers Bear string?
              member NetSerializer.Tests.Models.BoundsOfMembers Cat NetSerializer.Tests.Models.WithReferences
              member NetSerializer.Tests.Models.BoundsOfMembers Yak nullable<NetSerializer.Tests.Models.JustBounded>
            type 33 class NetSerializer.Tests.Models.ShadowMiddle
              member NetSerializer.Tests.Models.ShadowBase id int32
              member NetSerializer.Tests.Models.ShadowMiddle id int64
              member NetSerializer.Tests.Models.ShadowBase note string?
              member NetSerializer.Tests.Models.ShadowMiddle note string?
            type 34 raw NetSerializer.Tests.Models.ExplicitRaw
              member NetSerializer.Tests.Models.ExplicitRaw First float
              member NetSerializer.Tests.Models.ExplicitRaw Middle float
              member NetSerializer.Tests.Models.ExplicitRaw Last double
            type 35 enum NetSerializer.Tests.Models.Marks of int32
            type 36 struct NetSerializer.Tests.Models.Nothing

            """.ReplaceLineEndings("\n")));
    }
}
