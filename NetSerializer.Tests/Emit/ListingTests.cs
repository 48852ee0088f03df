using System.Reflection.Emit;
using NetSerializer.Emit;
using NUnit.Framework;

namespace NetSerializer.Tests.Emit;

/// <summary>The listings of representative types, kept as text: a change of what is generated shows in review.</summary>
internal sealed class ListingTests
{
    [TestCase("flat-class", typeof(Reading))]
    [TestCase("order", typeof(Order), typeof(Card), typeof(Transfer))]
    [TestCase("struct", typeof(Place))]
    [TestCase("recursion", typeof(Tree))]
    [TestCase("tables", typeof(Tables))]
    [TestCase("tuples", typeof(Tuples))]
    [TestCase("sequences", typeof(Boards))]
    [TestCase("enum", typeof(Levels))]
    [TestCase("crowd", typeof(Crowd), typeof(Guest<bool>), typeof(Guest<byte>), typeof(Guest<char>), typeof(Guest<short>), typeof(Guest<int>),
        typeof(Guest<long>), typeof(Guest<float>), typeof(Guest<double>), typeof(Guest<decimal>))]
    public void Is_the_one_that_was_reviewed(string name, params Type[] roots) =>
        KeptText.AssertEqual($"NetSerializer.Tests/Emit/Listings/{name}.golden.txt", BodyListing.Print(GeneratedCode.OfTestTypes(roots)));

    [Test]
    public void Of_a_model_has_every_method()
    {
        TypeModel model = TypeModel.Create(typeof(Order), typeof(Card), typeof(Tree));
        string listing = model.ListGeneratedCode();
        Assert.That(model.Core.GeneratedMethods.Select(method => method.Name),
            Has.All.Matches<string>(name => listing.Contains($" {name}(", StringComparison.Ordinal)));
    }

    [Test]
    public void Shows_signature_locals_statements_labels_and_members()
    {
        var method = new GeneratedMethod(
            "Sum", typeof(int), ("text", typeof(string)), ("list", typeof(List<int?>).MakeByRefType()), ("count", typeof(int).MakeByRefType()));
        var il = new BodyWriter(method);
        Local total = il.NewLocal("total", typeof(long));
        il.Statement("count = list.Count;");
        il.Load(il.Argument(2));
        il.Load(il.Argument(1));
        il.LoadIndirect(typeof(List<int?>));
        il.Call(typeof(List<int?>).GetMethod("get_Count")!);
        il.StoreIndirect(typeof(int));
        il.Statement("if (text == \"a\\b\") total = -1;");
        il.Load(il.Argument(0));
        il.Constant("\"a\\b\u00e9");
        il.Call(typeof(string).GetMethod("op_Equality")!);
        il.If(Condition.True, () =>
        {
            il.Constant(-1L);
            il.Store(total);
            il.Load(total);
            il.Pop();
        });
        il.Constant(7);
        il.Return();
        Assert.That(BodyListing.Print(method), Is.EqualTo(
            """
            static int Sum(string text, ref List<int?> list, ref int count)
            {
                long total;
                // count = list.Count;
                    ldarg count
                    ldarg list
                    ldobj List<int?>
                    call List<int?>.get_Count()
                    stobj int
                // if (text == "a\b") total = -1;
                    ldarg text
                    ldstr "\"a\\b\u00E9"
                    call string.op_Equality(string, string)
                    brfalse end0
                    ldc.i8 -1
                    stloc total
                    ldloc total
                    pop
              end0:
                    ldc.i4 7
                    ret
            }

            """));
    }

    [Test]
    public void A_method_that_is_wrong_can_be_listed()
    {
        var method = new GeneratedMethod("Wrong", typeof(int), ("place", typeof(int).MakeByRefType()));
        method.Append(Instruction.Op(OpCodes.Add));
        method.Append(Instruction.Op(OpCodes.Br, new NetSerializer.Emit.Label("nowhere", 3)));
        Assert.That(BodyListing.Print(method), Is.EqualTo("static int Wrong(ref int place)\n{\n        add\n        br nowhere\n}\n"));
    }

    [Test]
    public void Names_types_as_CSharp_does()
    {
        string[] names = [.. new[] { typeof(Dictionary<string, List<int?>>.Enumerator), typeof(int[][,]), typeof(object).MakeByRefType(), typeof(nuint),
            typeof(void*), typeof((int, Outer<int>.Inner<string>)) }.Select(OperandText.Name)];
        Assert.That(names, Is.EqualTo(new[] { "Dictionary<string, List<int?>>.Enumerator", "int[,][]", "ref object", "nuint", "void*",
            "ValueTuple<int, ListingTests.Outer<int>.Inner<string>>" }));
    }

    [Test]
    public void Is_the_same_for_the_same_model()
    {
        string first = TypeModel.Create(typeof(Order), typeof(Tables)).ListGeneratedCode(),
            second = TypeModel.Create(typeof(Order), typeof(Tables)).ListGeneratedCode();
        Assert.That(second, Is.EqualTo(first));
    }

    [Test]
    public void Kept_texts_are_never_written_where_CI_is_set()
    {
        Assert.That(KeptText.IsWriting("1", null), Is.True);
        Assert.That(KeptText.IsWriting("0", null), Is.False);
        Assert.That(KeptText.IsWriting(null, "true"), Is.False);
        Assert.That(() => KeptText.IsWriting("1", "true"), Throws.InvalidOperationException);
    }

    private sealed class Outer<T>
    {
        public sealed class Inner<TInner>;
    }
}
