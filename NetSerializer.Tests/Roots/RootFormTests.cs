using System.Buffers;
using NetSerializer.Tests.Conformance.Checks;
using NUnit.Framework;

namespace NetSerializer.Tests.Roots;

/// <summary>Whatever Serialize wrote, any Deserialize of a type that admits it reads, typed or not: docs/wire-format.md, section 7.</summary>
[TestFixture(ReferenceHandling.None)]
[TestFixture(ReferenceHandling.Preserve)]
internal sealed class RootFormTests(ReferenceHandling references)
{
    private static readonly Type[] s_types =
        [typeof(Two), typeof(Named), typeof(Level), typeof(Item), typeof(Square), typeof(Animal), typeof(Dog), typeof(Chain)];

    private readonly TypeModel _model = TypeModel.Create(s_types, new SerializerOptions { References = references });

    private static IEnumerable<object?> Values()
    {
        var item = new Item { Number = 7, Text = "seven" };
        yield return new Two { First = 1, Second = -1 };
        yield return new Named { Name = "x", Item = item, Again = item };
        yield return default(Named);
        yield return Level.High;
        yield return new Chain { Link = 1, Next = new Chain { Link = 2 } };
        yield return 5;
        yield return -3L;
        yield return 2.5;
        yield return 'c';
        yield return true;
        yield return 12.50m;
        yield return Guid.Parse("00112233-4455-6677-8899-aabbccddeeff");
        yield return new DateTime(2026, 11, 28, 1, 2, 3, DateTimeKind.Utc);
        yield return "text";
    }

    [TestCaseSource(nameof(Values))]
    public void The_bytes_do_not_depend_on_the_static_type(object value) => Typed.For(value.GetType()).AssertForms(_model, value);

    [Test]
    public void A_value_of_another_type_is_refused_before_anything_is_made()
    {
        object[] values = [.. Values().Select(value => value!)];
        foreach (object value in values)
        {
            byte[] bytes = _model.Serialize(value);
            foreach (object other in values.Where(other => other.GetType() != value.GetType()))
            {
                string place = $"{value.GetType().Name} as {other.GetType().Name}";
                AssertRefused(place, () => _model.Deserialize(other.GetType(), bytes));
                AssertRefused(place, () => Typed.For(other.GetType()).Read(_model, bytes));
            }
        }
    }

    /// <summary>No pair of numbers looks like another type: the ids tell.</summary>
    [Test]
    public void Pairs_of_numbers_are_read_as_nothing_else()
    {
        for (int first = -63; first < 64; first += 3)
        {
            for (int second = 0; second < 126; second++)
            {
                byte[] bytes = _model.Serialize(new Two { First = first, Second = second });
                if (_model.Deserialize(bytes) is not Two read || read.First != first || read.Second != second)
                {
                    Assert.Fail($"{first}, {second}");
                }
            }
        }
    }

    [TestCaseSource(nameof(Values))]
    public void Every_root_says_what_it_is(object value) => Assert.That(_model.PeekType(_model.Serialize(value.GetType(), value)), Is.EqualTo(value.GetType()));

    [Test]
    public void Nullables_are_null_or_their_value()
    {
        Assert.That(_model.Serialize((int?)null), Is.EqualTo(_model.Serialize((object?)null)));
        Assert.That(_model.Serialize((int?)5), Is.EqualTo(_model.Serialize(5)));
        Assert.That(_model.Deserialize<int?>(_model.Serialize(5)), Is.EqualTo(5));
        Assert.That(_model.Deserialize<int>(_model.Serialize((int?)5)), Is.EqualTo(5));
        Assert.That(_model.Deserialize<Two?>(_model.Serialize((object?)null)), Is.Null);
        Assert.That(_model.Deserialize(typeof(Level?), _model.Serialize(Level.Low)), Is.EqualTo(Level.Low));
        Assert.That(_model.Deserialize(typeof(Level?), [0]), Is.Null);
        Assert.That(_model.DeserializeDirect<Two?>(_model.SerializeDirect((Two?)new Two { First = 3 })), Is.EqualTo(new Two { First = 3 }));
        Assert.That(_model.DeserializeDirect<Two?>(_model.SerializeDirect((Two?)null)), Is.Null);
        Func<object?>[] readings = [() => _model.Deserialize<Two>([0]), () => _model.Deserialize<int>([0]), () => _model.Deserialize(typeof(Two), [0])];
        foreach (Func<object?> read in readings)
        {
            Assert.That(Malformed.AssertRejected("null", () => read()).Code, Is.EqualTo(ErrorCode.NullNotAllowed));
        }
    }

    [Test]
    public void Objects_are_read_as_whatever_they_are()
    {
        byte[] dog = _model.Serialize(new Dog { Name = "Rex", Age = 3 });
        Assert.That(_model.Serialize<Animal>(new Dog { Name = "Rex", Age = 3 }), Is.EqualTo(dog));
        Assert.That(((Dog)_model.Deserialize<Animal>(dog)!).Age, Is.EqualTo(3));
        Assert.That(((Dog)_model.Deserialize(typeof(Animal), dog)!).Name, Is.EqualTo("Rex"));
        AssertRefused("an animal as a dog", () => _model.Deserialize<Dog>(_model.Serialize(new Animal())));
        AssertRefused("a square as an animal", () => _model.Deserialize(typeof(Animal), _model.Serialize(new Square())));
    }

    [Test]
    public void A_direct_root_of_one_class_has_no_id()
    {
        Assert.That(_model.SerializeDirect(new Item { Number = 1 })[0], Is.EqualTo(1));
        Assert.That(_model.SerializeDirect((Item?)null), Is.EqualTo(new byte[] { 0 }));
        Assert.That(_model.DeserializeDirect<Item>(_model.SerializeDirect(new Item { Number = 9 }))!.Number, Is.EqualTo(9));
        // One class is derived from it in the model.
        Assert.That(_model.SerializeDirect<Shape>(new Square { Edge = 2 })[0], Is.EqualTo(1));
        Assert.That(((Square)_model.DeserializeDirect<Shape>(_model.SerializeDirect<Shape>(new Square { Edge = 2 }))!).Edge, Is.EqualTo(2));
        // Several are.
        Assert.That(_model.SerializeDirect<Animal>(new Dog { Age = 4 }), Is.EqualTo(_model.Serialize<Animal>(new Dog { Age = 4 })));
        Assert.That(_model.SerializeDirect<object>(5), Is.EqualTo(_model.Serialize<object>(5)));
    }

    [Test]
    public void What_a_direct_struct_shares_stays_shared_in_graphs()
    {
        var item = new Item { Number = 1 };
        Named copy = _model.DeserializeDirect<Named>(_model.SerializeDirect(new Named { Item = item, Again = item })),
            boxed = _model.Deserialize<Named>(_model.Serialize(new Named { Item = item, Again = item }));
        Assert.That(ReferenceEquals(copy.Item, copy.Again), Is.EqualTo(references == ReferenceHandling.Preserve));
        Assert.That(ReferenceEquals(boxed.Item, boxed.Again), Is.EqualTo(references == ReferenceHandling.Preserve));
    }

    [Test]
    public void Values_of_another_declared_type_are_not_written()
    {
        using var stream = new MemoryStream();
        using ValueWriter session = _model.OpenWriter(stream, leaveOpen: true);
        var buffer = new ArrayBufferWriter<byte>();
        (Type, object?)[] wrong = [(typeof(int), "x"), (typeof(int), null), (typeof(Item), 5), (typeof(Animal), new Square())];
        foreach ((Type declared, object? value) in wrong)
        {
            Assert.That(() => _model.Serialize(declared, value), Throws.ArgumentException);
            Assert.That(() => _model.Serialize(declared, value, stream), Throws.ArgumentException);
            Assert.That(() => _model.Serialize(declared, value, buffer), Throws.ArgumentException);
            Assert.That(() => _model.TrySerialize(declared, value, new byte[99], out _), Throws.ArgumentException);
            Assert.That(() => _model.SerializeAsync(declared, value, stream).AsTask(), Throws.ArgumentException);
            Assert.That(() => session.Write(declared, value), Throws.ArgumentException);
        }
        session.Flush();
        Assert.That(stream.Length + buffer.WrittenCount, Is.Zero);
        Assert.That(() => _model.Serialize((Type)null!, 5), Throws.ArgumentNullException);
        Assert.That(() => _model.Deserialize((Type)null!, [0]), Throws.ArgumentNullException);
    }

    private static void AssertRefused(string place, Func<object?> read) =>
        Assert.That(Malformed.AssertRejected(place, () => read()).Code, Is.EqualTo(ErrorCode.TypeIdNotAdmitted), place);

    /// <summary>The generic calls of every surface for a type that is known at run time.</summary>
    private abstract class Typed
    {
        public static Typed For(Type type) => (Typed)Activator.CreateInstance(typeof(Of<>).MakeGenericType(type))!;

        public abstract object? Read(TypeModel model, byte[] bytes);

        public abstract void AssertForms(TypeModel model, object value);

        private sealed class Of<T> : Typed
        {
            public override object? Read(TypeModel model, byte[] bytes) => model.Deserialize<T>(bytes);

            public override void AssertForms(TypeModel model, object value)
            {
                byte[] bytes = model.Serialize(value);
                Assert.Multiple(() =>
                {
                    foreach ((string call, byte[] written) in Writings(model, (T)value))
                    {
                        Assert.That(written, Is.EqualTo(bytes), call);
                    }
                    foreach ((string call, object? read) in Readings(model, bytes).Concat(DirectRoundTrips(model, (T)value)))
                    {
                        Assert.That(DifferenceOf(model, read, value), Is.Null, call);
                    }
                });
            }

            private static string? DifferenceOf(TypeModel model, object? read, object value) =>
                read?.GetType() == value.GetType() && model.Serialize(read).AsSpan().SequenceEqual(model.Serialize(value)) ? null : $"{read}";

            private static IEnumerable<(string, byte[])> Writings(TypeModel model, T value)
            {
                yield return ("array", model.Serialize(value));
                yield return ("declared", model.Serialize(typeof(T), value));
                var buffer = new ArrayBufferWriter<byte>();
                model.Serialize(buffer, value);
                yield return ("buffer writer", buffer.WrittenSpan.ToArray());
                buffer = new ArrayBufferWriter<byte>();
                model.Serialize(typeof(T), value, buffer);
                yield return ("declared, buffer writer", buffer.WrittenSpan.ToArray());
                byte[] span = new byte[200];
                Assert.That(model.TrySerialize(span, value, out int written));
                yield return ("span", span[..written]);
                Assert.That(model.TrySerialize(typeof(T), value, span, out written));
                yield return ("declared, span", span[..written]);
                yield return ("stream", Framed(stream => model.Serialize(stream, value)));
                yield return ("declared, stream", Framed(stream => model.Serialize(typeof(T), value, stream)));
                yield return ("async", Framed(stream => model.SerializeAsync(stream, value).AsTask().Wait()));
                yield return ("declared, async", Framed(stream => model.SerializeAsync(typeof(T), value, stream).AsTask().Wait()));
                yield return ("session", InSession(model, session => session.Write(value)));
                yield return ("declared, session", InSession(model, session => session.Write(typeof(T), value)));
            }

            private static IEnumerable<(string, object?)> Readings(TypeModel model, byte[] bytes)
            {
                byte[] framed = Streams.Frames.Of(bytes);
                ReadOnlySequence<byte> segments = Model.Segments.Cut(bytes, 1);
                yield return ("typed", model.Deserialize<T>(bytes));
                yield return ("untyped", model.Deserialize(bytes));
                yield return ("declared", model.Deserialize(typeof(T), bytes));
                yield return ("typed, open", model.Deserialize<T>([.. bytes, 1], out _));
                yield return ("declared, open", model.Deserialize(typeof(T), [.. bytes, 1], out _));
                yield return ("segments", model.Deserialize<T>(in segments));
                yield return ("untyped, segments", model.Deserialize(in segments));
                yield return ("declared, segments", model.Deserialize(typeof(T), in segments));
                yield return ("declared, open segments", model.Deserialize(typeof(T), in segments, out _));
                yield return ("stream", model.Deserialize<T>(new MemoryStream(framed)));
                yield return ("untyped, stream", model.Deserialize(new MemoryStream(framed)));
                yield return ("declared, stream", model.Deserialize(typeof(T), new MemoryStream(framed)));
                yield return ("async", model.DeserializeAsync<T>(new MemoryStream(framed)).AsTask().Result);
                yield return ("declared, async", model.DeserializeAsync(typeof(T), new MemoryStream(framed)).AsTask().Result);
                using ValueReader session = model.OpenReader(new MemoryStream([.. bytes, .. bytes, .. bytes, .. bytes, .. bytes, .. bytes]));
                yield return ("session", session.Read<T>());
                yield return ("untyped, session", session.Read<object>());
                yield return ("declared, session", session.Read(typeof(T)));
                Assert.That(session.TryRead(typeof(T), out object? tried));
                yield return ("declared, session, tried", tried);
                yield return ("declared, session, async", session.ReadAsync(typeof(T)).AsTask().Result);
                yield return ("declared, session, async, tried", session.TryReadAsync(typeof(T)).AsTask().Result.Value);
                Assert.That(session.TryRead(typeof(T), out _), Is.False);
            }

            private static IEnumerable<(string, object?)> DirectRoundTrips(TypeModel model, T value)
            {
                byte[] bytes = model.SerializeDirect(value), framed = Framed(stream => model.SerializeDirect(stream, value)), span = new byte[200];
                ReadOnlySequence<byte> segments = Model.Segments.Cut(bytes, 1);
                Assert.That(framed, Is.EqualTo(bytes));
                Assert.That(Framed(stream => model.SerializeDirectAsync(stream, value).AsTask().Wait()), Is.EqualTo(bytes));
                Assert.That(model.TrySerializeDirect(span, value, out int written) && span.AsSpan(0, written).SequenceEqual(bytes));
                var buffer = new ArrayBufferWriter<byte>();
                model.SerializeDirect(buffer, value);
                Assert.That(buffer.WrittenSpan.SequenceEqual(bytes));
                Assert.That(InSession(model, session => session.WriteDirect(value)), Is.EqualTo(bytes));
                yield return ("direct", model.DeserializeDirect<T>(bytes));
                yield return ("direct, open", model.DeserializeDirect<T>([.. bytes, 1], out _));
                yield return ("direct, segments", model.DeserializeDirect<T>(in segments));
                yield return ("direct, open segments", model.DeserializeDirect<T>(in segments, out _));
                yield return ("direct, stream", model.DeserializeDirect<T>(new MemoryStream(Streams.Frames.Of(bytes))));
                yield return ("direct, async", model.DeserializeDirectAsync<T>(new MemoryStream(Streams.Frames.Of(bytes))).AsTask().Result);
                using ValueReader session = model.OpenReader(new MemoryStream([.. bytes, .. bytes, .. bytes, .. bytes]));
                yield return ("direct, session", session.ReadDirect<T>());
                Assert.That(session.TryReadDirect(out T? tried));
                yield return ("direct, session, tried", tried);
                yield return ("direct, session, async", session.ReadDirectAsync<T>().AsTask().Result);
                yield return ("direct, session, async, tried", session.TryReadDirectAsync<T>().AsTask().Result.Value);
                Assert.That(session.TryReadDirect<T>(out _), Is.False);
            }

            private static byte[] Framed(Action<Stream> write)
            {
                using var stream = new MemoryStream();
                write(stream);
                return Streams.Frames.Content(stream.ToArray(), out _, out _).ToArray();
            }

            private static byte[] InSession(TypeModel model, Action<ValueWriter> write)
            {
                var stream = new MemoryStream();
                using (ValueWriter session = model.OpenWriter(stream, leaveOpen: true))
                {
                    write(session);
                }
                return stream.ToArray();
            }
        }
    }
}
