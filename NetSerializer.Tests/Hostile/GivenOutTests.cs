using System.Runtime.Serialization;
using NetSerializer.Tests.Wire.Bulk;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>
/// Members and elements are handed to the code that makes what they hold. Nothing is put there that does not fit, for code of the user may know the
/// object; and tables are read within their bounds.
/// </summary>
internal sealed class GivenOutTests
{
    // More types than a switch has cases.
    private static readonly Type[] s_parts =
        [typeof(int), typeof(long), typeof(byte), typeof(short), typeof(uint), typeof(ulong), typeof(string), typeof(char), typeof(double)];

    private static readonly Type[] s_types =
    [
        typeof(Holder), typeof(OpenHolder), typeof(Plain), typeof(Named), typeof(Keeper), typeof(NamedComparable), typeof(Wrong), typeof(Plain[]),
        .. from first in s_parts from second in s_parts select typeof(Many<,>).MakeGenericType(first, second),
    ];

    private static object? s_kept;

#pragma warning disable CS0649 // Shapes only.
    [Serializable]
    private class Plain
    {
        public string? Text;
    }

    [Serializable]
    private sealed class Many<TFirst, TSecond> : Plain;

    [Serializable]
    private sealed class Wrong
    {
        public long Number = 0x123456780000;
    }

    [Serializable]
    private sealed class Named(object value) : Plain, IObjectReference
    {
        private readonly object _value = value;

        public object GetRealObject(StreamingContext context) => _value;
    }

    [Serializable]
    private sealed class NamedComparable(object value) : IComparable, IObjectReference
    {
        private readonly object _value = value;

        public int CompareTo(object? other) => 0;

        public object GetRealObject(StreamingContext context) => _value;
    }

    [Serializable]
    private sealed class Keeper : Plain, IObjectReference
    {
        public object? Array;

        public object GetRealObject(StreamingContext context)
        {
            s_kept = Array;
            return new Plain();
        }
    }

    [Serializable]
    private sealed class Holder
    {
        public Plain? Field;

        [OnDeserializing]
        private void Begin(StreamingContext context) => s_kept = this;
    }

    [Serializable]
    private sealed class OpenHolder
    {
        public IComparable? Field;

        [OnDeserializing]
        private void Begin(StreamingContext context) => s_kept = this;
    }

    [Serializable]
    private sealed class Entry
    {
        public object? Any;
        public int Number;
    }
#pragma warning restore CS0649

    private enum Wide : ulong;

    [Test]
    public void A_member_never_holds_a_real_object_that_does_not_fit([Values] ReferenceHandling references)
    {
        TypeModel model = Model(references);
        byte[] bytes = model.Serialize(new Holder { Field = new Named(new Wrong()) });
        Assert.That(() => model.Deserialize<Holder>(bytes), Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.TypeIdNotAdmitted));
        Assert.That(((Holder)s_kept!).Field, Is.Null);
        Assert.That(model.Deserialize<Holder>(model.Serialize(new Holder { Field = new Named(new Plain { Text = "fits" }) }))!.Field!.Text, Is.EqualTo("fits"));
    }

    [Test]
    public void A_member_of_an_interface_neither([Values] ReferenceHandling references)
    {
        TypeModel model = Model(references);
        byte[] bytes = model.Serialize(new OpenHolder { Field = new NamedComparable(new Wrong()) });
        Assert.That(() => model.Deserialize<OpenHolder>(bytes),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.TypeIdNotAdmitted));
        Assert.That(((OpenHolder)s_kept!).Field, Is.Null);
    }

    [Test]
    public void An_element_neither()
    {
        TypeModel model = Model(ReferenceHandling.Preserve);
        var keeper = new Keeper();
        var array = new Plain[] { keeper, new Named(new Wrong()) };
        keeper.Array = array;
        byte[] bytes = model.Serialize(array);
        Assert.That(() => model.Deserialize<Plain[]>(bytes),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.TypeIdNotAdmitted));
        Assert.That(((Plain?[])s_kept!)[1], Is.Null);
    }

    [Test]
    public void Boxed_values_of_the_largest_size_stay_within_their_room()
    {
        using var memory = new GuardedMemory();
        TypeModel model = TypeModel.Create(typeof(Wide), typeof(object[]));
        foreach (object value in new object[] { true, byte.MaxValue, char.MaxValue, short.MinValue, int.MinValue, uint.MaxValue, long.MinValue, ulong.MaxValue,
            (Wide)ulong.MaxValue, decimal.MinValue, 1.5, Guid.NewGuid(), DateTime.MaxValue, DateTimeOffset.MaxValue, Int128.MinValue })
        {
            foreach (object written in new[] { value, new[] { value } })
            {
                byte[] expected = model.Serialize(written);
                Assert.That(model.TrySerialize(memory.Reserve<byte>(expected.Length), written, out int length) && length == expected.Length,
                    value.GetType().Name);
                for (int less = 1; less <= expected.Length; less++)
                {
                    Assert.That(model.TrySerialize(memory.Reserve<byte>(expected.Length - less), written, out _), Is.False, value.GetType().Name);
                }
            }
        }
    }

    // The first header of two bytes is the first that no table of readers by header has.
    [Test]
    public void Ids_around_the_first_of_two_bytes([Range(125, 131)] int id)
    {
        var options = new SerializerOptions { TypeIds = new Dictionary<Type, ushort> { [typeof(Entry)] = (ushort)id, [typeof(Wrong)] = 300 } };
        TypeModel model = TypeModel.Create([typeof(Entry), typeof(Wrong)], options);
        byte[] bytes = model.Serialize(new Entry { Any = new Entry { Number = 7 }, Number = 8 });
        Assert.That(((Entry)model.Deserialize<Entry>(bytes)!.Any!).Number, Is.EqualTo(7));
        int inner = bytes.AsSpan(1).IndexOf(bytes.AsSpan(0, id < 128 ? 1 : 2)) + 1;
        for (int other = 64; other < 200; other++)
        {
            byte[] header = other < 128 ? [(byte)other] : [(byte)(other | 0x80), (byte)(other >> 7)];
            byte[] changed = [.. bytes[..inner], .. header, .. bytes[(inner + (id < 128 ? 1 : 2))..]];
            if (other != id)
            {
                Assert.That(() => model.Deserialize<Entry>(changed),
                    Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.UnknownTypeId), $"{other}");
            }
        }
    }

    private static TypeModel Model(ReferenceHandling references)
    {
        s_kept = null;
        return TypeModel.Create(s_types, new SerializerOptions { References = references });
    }
}
