using System.Reflection;
using System.Reflection.Emit;
using NetSerializer.Tests.Faults;
using NUnit.Framework;

namespace NetSerializer.Tests.Custom;

/// <summary>A cursor without a call under way refuses everything, and copies of one do no harm.</summary>
[TestFixture]
internal sealed class CursorTests
{
    private static readonly TypeModel s_model =
        TypeModel.Create([typeof(Parcel)], new SerializerOptions { Serializers = [CustomSerializer.For(new ParcelSerializer())] });

    private delegate void Write(ref WireWriter writer);

    private delegate void Read(ref WireReader reader);

    private static IEnumerable<TestCaseData> Writers() => Members(typeof(WireWriter), nameof(WireWriter.Refuse));

    private static IEnumerable<TestCaseData> Readers() => Members(typeof(WireReader), nameof(WireReader.Reject));

    [TestCaseSource(nameof(Writers))]
    public void A_default_writer_refuses(MethodInfo member)
    {
        Write write = Caller<Write>(member);
        Assert.Throws<InvalidOperationException>(() =>
        {
            WireWriter writer = default;
            write(ref writer);
        });
    }

    [TestCaseSource(nameof(Readers))]
    public void A_default_reader_refuses(MethodInfo member)
    {
        Read read = Caller<Read>(member);
        Assert.Throws<InvalidOperationException>(() =>
        {
            WireReader reader = default;
            read(ref reader);
        });
    }

    [TestCaseSource(nameof(Writers))]
    public void A_writer_whose_call_is_over_refuses(MethodInfo member)
    {
        Write write = Caller<Write>(member);
        Assert.Throws<InvalidOperationException>(() =>
        {
            var writer = new WireWriter(s_model.Core.Dispatch, null, new byte[100_000]);
            writer.Dispose();
            write(ref writer);
        });
    }

    [TestCaseSource(nameof(Readers))]
    public void A_reader_whose_call_is_over_refuses(MethodInfo member)
    {
        Read read = Caller<Read>(member);
        foreach (bool isWhole in new[] { true, false })
        {
            Assert.Throws<InvalidOperationException>(() =>
            {
                byte[] scratch = new byte[WireReader.ScratchLength];
                var reader = new WireReader(s_model.Core.Dispatch, s_model.Core.Limits, new byte[1000], ref scratch[0], null);
                if (isWhole)
                {
                    reader.Release();
                }
                else
                {
                    reader.Abandon();
                }
                read(ref reader);
            });
        }
    }

    [Test]
    public void A_long_text_is_refused_too() => Assert.Throws<InvalidOperationException>(() =>
    {
        WireWriter writer = default;
        writer.WriteString(new string('x', 100_000));
    });

    [Test]
    public void A_copy_gives_no_array_back_twice([Values] Use use, [Values(0, 5_000)] int before)
    {
        using var pool = new CountingPool();
        byte[] bytes = s_model.Serialize(new Parcel(use, before));
        if (use == Use.Beside)
        {
            Parcel read = s_model.Deserialize<Parcel>(bytes)!;
            Assert.That((read.Use, read.Before), Is.EqualTo((use, before)), "what the copy wrote went nowhere");
        }
        Assert.That(pool.Taken, Is.GreaterThan(1));
        if (before == 0)
        {
            // A copy from before the first array has its own, which it leaves to the collector.
            pool.AssertUnharmed("a copy");
            return;
        }
        pool.AssertAllBack("a copy");
    }

    private static IEnumerable<TestCaseData> Members(Type cursor, string refusal) =>
        from method in cursor.GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly)
        where method.Name != refusal
        let member = method.IsGenericMethodDefinition ? method.MakeGenericMethod(typeof(int)) : method
        select new TestCaseData(member).SetArgDisplayNames(member.Name);

    // Reflection calls no member of a ref struct.
    private static T Caller<T>(MethodInfo member) where T : Delegate
    {
        var caller = new DynamicMethod(member.Name, null, [member.DeclaringType!.MakeByRefType()], typeof(CursorTests).Module, skipVisibility: true);
        ILGenerator il = caller.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        foreach (ParameterInfo parameter in member.GetParameters())
        {
            MethodInfo? argument = typeof(Arguments).GetMethods(BindingFlags.Public | BindingFlags.Static)
                .SingleOrDefault(method => method.ReturnType == parameter.ParameterType);
            if (argument != null)
            {
                il.Emit(OpCodes.Call, argument);
            }
            else
            {
                il.Emit(OpCodes.Ldloc, il.DeclareLocal(parameter.ParameterType));
            }
        }
        il.Emit(OpCodes.Call, member);
        if (member.ReturnType != typeof(void))
        {
            il.Emit(OpCodes.Pop);
        }
        il.Emit(OpCodes.Ret);
        return caller.CreateDelegate<T>();
    }

    // What is more than the default of its type: nothing of no bytes, and no null.
    private static class Arguments
    {
        public static string Text() => "text";

        public static Type Type() => typeof(int);

        public static ReadOnlySpan<byte> Bytes() => new byte[10];

        public static Span<byte> Room() => new byte[10];
    }

    internal enum Use
    {
        /// <summary>The copy is written to, and then the writer.</summary>
        Beside,
        /// <summary>The copy takes the place of the writer.</summary>
        Instead,
    }

    internal sealed record Parcel(Use Use, int Before);

    private sealed class ParcelSerializer : ICustomSerializer<Parcel>
    {
        private static readonly byte[] s_content = new byte[20_000];

        public void Write(ref WireWriter writer, Parcel value)
        {
            writer.WriteByte((byte)value.Use);
            writer.WriteInt32(value.Before);
            writer.WriteBytes(s_content.AsSpan(0, value.Before));
            WireWriter copy = writer;
            copy.WriteBytes(s_content);
            writer.WriteBytes(s_content);
            copy.WriteBytes(s_content);
            writer.WriteBytes(s_content);
            if (value.Use == Use.Instead)
            {
                writer = copy;
            }
        }

        public Parcel Read(ref WireReader reader)
        {
            var read = new Parcel((Use)reader.ReadByte(), reader.ReadInt32());
            reader.ReadBytes(new byte[read.Before + (2 * s_content.Length)]);
            return read;
        }
    }
}
