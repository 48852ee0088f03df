using System.Collections.Frozen;
using System.Reflection;
using NetSerializer.Dispatch;
using NetSerializer.IO;
using NetSerializer.Tests.Conformance;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Fuzzing;
using NetSerializer.Wire;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>
/// What lies behind the end of a value that is cut short, in the scratch or in the slack of a buffer, is nobody's business: what is said of the value
/// is the same whatever it is, and code of the user is called for the same things until then.
/// </summary>
[TestFixture]
internal sealed partial class BehindTheEndTests
{
    private static readonly byte[] s_constants = [0, 1, 0x7F, 0x80, 0xFF];

    private static readonly (ReferenceHandling References, StringHandling Strings, IntegerEncoding Integers)[] s_forms =
    [
        (ReferenceHandling.None, StringHandling.ByReference, IntegerEncoding.Varint), (ReferenceHandling.None, StringHandling.Table, IntegerEncoding.Fixed),
        (ReferenceHandling.Preserve, StringHandling.ByReference, IntegerEncoding.Varint),
        (ReferenceHandling.Preserve, StringHandling.Values, IntegerEncoding.Fixed), (ReferenceHandling.Preserve, StringHandling.Table, IntegerEncoding.Varint),
    ];

    private static IEnumerable<TestCaseData> Forms() =>
        from form in Enumerable.Range(0, s_forms.Length)
        let options = new SerializerOptions { References = s_forms[form].References, Strings = s_forms[form].Strings, Integers = s_forms[form].Integers }
        select new TestCaseData(form, options).SetArgDisplayNames($"{options.References}", $"{options.Strings}", $"{options.Integers}");

    [TestCaseSource(nameof(Forms))]
    public void Matters_to_no_code_of_the_user(int _, SerializerOptions options)
    {
        Type[] types = [typeof(object), typeof(HeardMore), .. s_values.Concat(s_tables).Select(TypeOf).Distinct()];
        var model = TypeModel.Create(types, options with { Serializers = s_serializers });
        var check = new EndCheck(mostCuts: 24, mostShifts: 8);
        foreach (object value in s_values.Concat(s_tables))
        {
            RootOf(TypeOf(value), value).Accept(model, check);
            check.Check(model, $"{value.GetType()} as object", value);
        }
        check.AssertNone();
    }

    [TestCaseSource(nameof(Forms))]
    public void Matters_to_no_family(int form, SerializerOptions options)
    {
        var check = new EndCheck(mostCuts: 8, mostShifts: 4);
        (Type Type, object?[] Values, Type[] Types)[] families = [.. s_families.Value.Where((_, index) => index % s_forms.Length == form)];
        TypeModel model = TypeModel.Create([.. families.SelectMany(family => family.Types).Distinct()], options);
        foreach ((Type type, object?[] values, _) in families)
        {
            foreach (object? value in values)
            {
                RootOf(type, value).Accept(model, check);
                check.Check(model, $"{type} as object", value);
            }
        }
        check.AssertNone();
    }

    // A key is asked for its hash as soon as it is read.
    [Test]
    public void Is_no_key_that_refuses([Values] ReferenceHandling references)
    {
        var model = TypeModel.Create([typeof(object), .. s_tables.Select(TypeOf).Distinct()], new() { References = references, Serializers = s_serializers });
        foreach (object value in s_tables)
        {
            byte[] bytes = model.Serialize(value);
            byte[][] fills = [.. Fills(bytes, mostShifts: 4)];
            for (int length = 1; length < bytes.Length; length++)
            {
                byte[] cut = bytes[..length];
                MalformedDataException expected = Malformed.AssertRejected("cut", () => model.Deserialize(cut));
                foreach (byte[] fill in fills)
                {
                    string place = $"{value.GetType()}: {length} of {bytes.Length} bytes, then {Convert.ToHexString(fill.AsSpan(0, 16))}";
                    byte[] padded = [.. cut, .. fill];
                    MalformedDataException got = Strictly(place, () =>
                        model.Core.Root<object>().Deserialize(model.Core, padded.AsSpan(0, length), Extent.Whole | Extent.Slack, out _));
                    Assert.That((got.Code, got.Offset, got.Path), Is.EqualTo((expected.Code, expected.Offset, expected.Path)), place);
                    byte[] scratch = [.. fill];
                    got = Strictly(place, () => throw model.Core.Locate(expected, model.Core.Root<object>(), cut, cut, null, ref scratch[0]));
                    Assert.That(got.Path, Is.EqualTo(expected.Path), place);
                }
            }
        }
    }

    private static MalformedDataException Strictly(string place, Action read)
    {
        s_isStrict = true;
        try
        {
            return Malformed.AssertRejected(place, read);
        }
        finally
        {
            s_isStrict = false;
        }
    }

    // Of frozen collections the class that has a name.
    private static Type TypeOf(object value)
    {
        Type type = value.GetType();
        while (!type.IsPublic && type.Namespace == typeof(FrozenSet<>).Namespace)
        {
            type = type.BaseType!;
        }
        return type;
    }

    private static Root RootOf(Type type, object? value) => (Root)Activator.CreateInstance(typeof(Root<>).MakeGenericType(type), $"{type}", value)!;

    private static IEnumerable<byte[]> Fills(byte[] bytes, int mostShifts)
    {
        foreach (byte constant in s_constants)
        {
            byte[] fill = new byte[WireReader.ScratchLength];
            Array.Fill(fill, constant);
            yield return fill;
        }
        for (int i = 0, shifts = Math.Min(mostShifts, bytes.Length); i < shifts; i++)
        {
            int shift = (int)((long)bytes.Length * i / shifts);
            yield return [.. Enumerable.Range(shift, WireReader.ScratchLength).Select(at => bytes[at % bytes.Length])];
        }
    }

    // What the fixtures of the families know; most of what they do with it would take longer than all of this.
    private static readonly Lazy<(Type Type, object?[] Values, Type[] Types)[]> s_families = new(() =>
    [
        .. from fixture in FixtureTargets.Types.DistinctBy(fixture => fixture.Type)
           let made = Activator.CreateInstance(fixture.Type, fixture.Arguments)!
           let family = FixtureTargets.FamilyOf(fixture.Type)
           let known = typeof(FamilyConformance<>).MakeGenericType(family)
           where Know(known, "Serializers", made) == null
           let values = ((IEnumerable<object>)Know(known, "Samples", made)!).Select(sample => Know(sample.GetType(), "Value", sample)).ToArray()
           select (family, values, (Type[])[family, .. (IEnumerable<Type>)Know(known, "Types", made)!])
    ]);

    private static object? Know(Type type, string name, object target) =>
        type.GetProperty(name, BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic)!.GetValue(target);

    /// <summary>What is said of a value that is cut anywhere, and the calls of code of the user until then, are the same with all fills.</summary>
    private sealed class EndCheck(int mostCuts, int mostShifts) : RootCheck
    {
        private readonly List<string> _found = [];
        private readonly byte[] _scratch = new byte[WireReader.ScratchLength];
        private int _reads;

        public override void Check<TRoot>(TypeModel model, string place, TRoot value)
        {
            byte[] bytes = model.Serialize(value), padded = new byte[bytes.Length + ByteSource.Slack];
            byte[][] fills = [.. Fills(bytes, mostShifts)];
            for (int i = 0, cuts = Math.Min(mostCuts, bytes.Length); i < cuts; i++)
            {
                int length = (int)((long)bytes.Length * (i + 1) / cuts) - 1;
                bytes.AsSpan(0, length).CopyTo(padded);
                string? expected = null;
                foreach (byte[] fill in fills)
                {
                    bool isInBuffer = ++_reads % 2 == 0;
                    fill.CopyTo(_scratch, 0);
                    fill.AsSpan(0, ByteSource.Slack).CopyTo(padded.AsSpan(length));
                    string got = Read<TRoot>(model.Core, isInBuffer ? padded.AsSpan(0, length) : bytes.AsSpan(0, length), isInBuffer);
                    expected ??= got;
                    if (got != expected)
                    {
                        _found.Add($"{typeof(TRoot)} {place}: {length} of {bytes.Length} bytes, then {Convert.ToHexString(fill.AsSpan(0, 16))}"
                            + $"{(isInBuffer ? " in a buffer" : "")}:\n  expected {expected}\n  but was  {got}");
                        break;
                    }
                }
            }
        }

        public void AssertNone()
        {
            Assert.That(_reads, Is.GreaterThan(1000));
            Assert.That(_found, Is.Empty, string.Join('\n', _found));
        }

        private string Read<T>(ModelCore core, ReadOnlySpan<byte> window, bool hasSlack)
        {
            List<string> calls = s_calls = [];
            var r = new WireReader(core.Dispatch, core.Limits, window, ref _scratch[0], null, hasSlack);
            string verdict;
            try
            {
                r.Complete(ref core.Root<T>().Read(ref r, ref r.Start, out _));
                verdict = "accepted";
            }
            catch (MalformedDataException failure)
            {
                verdict = failure.Message;
            }
            catch (Exception failure)
            {
                verdict = $"{failure.GetType()}: {failure.Message}";
            }
            finally
            {
                r.Abandon();
                s_calls = null;
            }
            return $"{verdict} {string.Join(", ", calls)}";
        }
    }
}
