using NUnit.Framework;
using NetSerializer.Dispatch;
using NetSerializer.Planning;
using NetSerializer.Wire;
using NetSerializer.Wire.Tables;

namespace NetSerializer.Tests.Model;

/// <summary>Built-in types are compiled when the first value of them is met where anything may stand; from then on they are found like all others.</summary>
public class LateTypeTests
{
    private static readonly object[] s_values =
    [
        5, true, 'c', 1.5m, "text", Guid.Empty, new DateTimeOffset(2026, 11, 25, 1, 2, 3, TimeSpan.FromHours(2)), new object(), new[] { 1, 2 },
        new List<string> { "a" }, new Dictionary<string, object> { ["a"] = 1 }, new byte[][] { [1] },
    ];

    [Test]
    public void Values_are_read_whether_the_type_is_first_met_by_a_writer_or_by_a_reader([ValueSource(nameof(s_values))] object value)
    {
        byte[] written = TypeModel.Create(typeof(Anything)).Serialize(new Anything { Value = value });
        TypeModel reading = TypeModel.Create(typeof(Anything));
        for (int round = 0; round < 3; round++)
        {
            Anything back = reading.Deserialize<Anything>(written)!;
            Assert.That(back.Value, Is.TypeOf(value.GetType()));
            Assert.That(reading.Serialize(back), Is.EqualTo(written));
        }
    }

    [Test]
    public void A_type_that_was_met_is_in_the_tables_as_if_it_had_been_there_at_once([ValueSource(nameof(s_values))] object value)
    {
        TypeModel model = TypeModel.Create(typeof(Anything));
        Type type = value.GetType();
        CompiledModel compiled = BuiltInModel.ModelOf(type, model.Core.Plans, isTraced: false);
        TypePlan plan = compiled.Table[type];
        for (int round = 0; round < 2; round++)
        {
            _ = model.Deserialize<Anything>(model.Serialize(new Anything { Value = value }));
            _ = model.Core.Dispatch.TryFindWriter(value, out nint writer);
            AdmittedTypes anything = model.Core.Dispatch.Slots[0];
            Assert.Multiple(() =>
            {
                Assert.That(writer, Is.EqualTo(compiled.Writer(plan)));
                Assert.That(model.Core.Dispatch.FindReader((uint)plan.Id, anything), Is.EqualTo(compiled.Reader(plan)));
            });
        }
    }

    [Test]
    public void Types_that_are_not_admitted_are_not_compiled_and_not_found()
    {
        TypeModel model = TypeModel.Create(typeof(Anything));
        _ = model.Serialize(new Anything());
        AdmittedTypes own = model.Core.Dispatch.Admit(typeof(Anything));
        Assert.That(Enumerable.Range(0, 0x4000).Select(id => model.Core.Dispatch.FindReader((uint)id, own)).Count(reader => reader != 0), Is.EqualTo(1));
    }

    [Serializable]
    public sealed class Anything
    {
        public object? Value;
    }
}
