using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Model;
using NetSerializer.Tests.Oracle;
using NetSerializer.Tests.Streams;
using NUnit.Framework;
using static NetSerializer.Tests.Versions.VersionPairs;

namespace NetSerializer.Tests.Versions;

/// <summary>Sessions that say which schema they have: readers of other versions resolve it.</summary>
[TestFixture]
internal sealed class SessionHeaderTests
{
    private static readonly SessionOptions s_schema = new() { Header = SessionHeader.Schema, LeaveOpen = true },
        s_fingerprint = new() { Header = SessionHeader.Fingerprint, LeaveOpen = true };

    private readonly TypeModel _old = ModelOf(("Value", typeof(int)), ("Gone", typeof(string))), _new = ModelOf(("Value", typeof(long)), ("More", typeof(int))),
        _other = ModelOf(("Value", typeof(string)));

    [Test]
    public void A_header_is_as_the_format_says_and_the_values_follow()
    {
        byte[] values = [.. _old.Serialize(Message(5)), .. _old.Serialize(Message(6))];
        byte[] withSchema = Session(_old, s_schema, 5, 6), withFingerprint = Session(_old, s_fingerprint, 5, 6);
        HeaderForm header = HeaderForm.Read(withSchema);
        Assert.That((header.Version, header.Fingerprint, header.Schema), Is.EqualTo((2, _old.Fingerprint.ToArray(), _old.Schema.ToBytes())));
        Assert.That(withSchema[header.Length..], Is.EqualTo(values));
        header = HeaderForm.Read(withFingerprint);
        Assert.That((header.Version, header.Fingerprint, header.Schema), Is.EqualTo((1, _old.Fingerprint.ToArray(), (byte[]?)null)));
        Assert.That(withFingerprint[header.Length..], Is.EqualTo(values));
        Assert.That(Session(_old, SessionOptions.Default with { LeaveOpen = true }, 5, 6), Is.EqualTo(values), "no header where none is asked for");
    }

    [Test]
    public void A_header_goes_with_the_first_value_in_one_call_of_the_stream()
    {
        using var stream = new CallStream();
        using ValueWriter writer = _old.OpenWriter(stream, s_schema);
        Assert.That(stream.Calls, Is.Zero);
        writer.Write(Message(5));
        writer.Flush();
        Assert.That(stream.Calls, Is.EqualTo(2), "one that writes, one that flushes");
    }

    [Test]
    public async Task A_reader_of_another_version_resolves_the_schema([Values(1, 3, 1_000)] int step, [Values] bool hasStore)
    {
        byte[] sent = Session(_old, s_schema, 0, 1, 2, 3, 4);
        var store = new SchemaStore(_new);
        SessionOptions options = hasStore ? s_schema with { Schemas = store } : s_schema;
        Type declared = TypeOf(_new);
        for (int first = 0; first < 5; first++)
        {
            // Each kind of call may be the one that reads the header.
            using ValueReader reader = _new.OpenReader(new ArrivingStream(sent, step, endsCleanly: true), options);
            for (int i = 0; i < 5; i++)
            {
                object? read = ((first + i) % 5) switch
                {
                    0 => reader.Read<object>(),
                    1 => await reader.ReadAsync<object>(),
                    2 => reader.Read(declared),
                    3 => (await reader.TryReadAsync(declared)).Value,
                    _ => reader.TryRead(out object? any) ? any : null,
                };
                Assert.That((Get(read!, "Value"), Get(read!, "More")), Is.EqualTo(((long)i, 0)));
            }
            Assert.That(reader.TryRead<object>(out _), Is.False);
            Assert.That((await reader.TryReadAsync<object>()).Found, Is.False);
        }
        Assert.That(store.FindReader(_old.Fingerprint.Span) != null, Is.EqualTo(hasStore), "the store keeps the reader");
    }

    [Test]
    public void A_reader_waits_for_no_byte_behind_a_value([Values(SessionHeader.Schema, SessionHeader.Fingerprint)] SessionHeader kind)
    {
        SessionOptions options = s_schema with { Header = kind };
        using ValueReader reader = _old.OpenReader(new ArrivingStream(Session(_old, options, 7), 1), options);
        Assert.That(Get(reader.Read<object>()!, "Value"), Is.EqualTo(7));
    }

    [Test]
    public async Task The_own_schema_is_not_parsed_and_direct_values_are_read()
    {
        using var stream = new MemoryStream();
        using (ValueWriter writer = _old.OpenWriter(stream, s_schema))
        {
            writer.WriteDirect(5);
            writer.WriteDirect(6);
        }
        var none = new SessionOptions { Header = SessionHeader.Schema, SchemaLimits = new SchemaLimits { MaxTypes = 1, MaxSlots = 1 } };
        using ValueReader reader = _old.OpenReader(new MemoryStream(stream.ToArray()), none);
        Assert.That((reader.ReadDirect<int>(), await reader.ReadDirectAsync<int>()), Is.EqualTo((5, 6)));
        using ValueReader other = _new.OpenReader(new MemoryStream(stream.ToArray()), s_schema);
        Assert.That(() => other.ReadDirect<int>(), Throws.InstanceOf<NotSupportedException>());
    }

    [Test]
    public void A_header_without_a_schema_needs_a_reader_that_knows_it()
    {
        byte[] sent = Session(_old, s_fingerprint, 5);
        var store = new SchemaStore(_new);
        foreach (SessionOptions options in (SessionOptions[])[s_fingerprint, s_schema, s_fingerprint with { Schemas = store }])
        {
            MalformedDataException mismatch = Rejected(_new, sent, options);
            Assert.That((mismatch.Code, mismatch.Offset), Is.EqualTo((ErrorCode.HeaderMismatch, 5L)));
            Assert.That(mismatch.Message, Does.Contain(Convert.ToHexStringLower(_old.Fingerprint.Span[..8])));
        }
        store.Add(_old.Schema);
        foreach (byte[] each in (byte[][])[sent, Session(_old, s_schema, 5)])
        {
            Assert.That(Get(Read(_new, each, s_fingerprint with { Schemas = store })!, "Value"), Is.EqualTo(5L));
        }
        Assert.That(Rejected(_new, Session(_old, s_schema, 5), s_fingerprint).Code, Is.EqualTo(ErrorCode.HeaderMismatch), "its schema is not looked at");
    }

    [Test]
    public void A_schema_that_cannot_be_resolved_is_refused_with_the_differences([Values] bool hasStore)
    {
        byte[] sent = Session(_other, s_schema, "five");
        SessionOptions options = hasStore ? s_schema with { Schemas = new SchemaStore(_new) } : s_schema;
        for (int i = 0; i < 2; i++)
        {
            MalformedDataException mismatch = Rejected(_new, sent, options);
            Assert.That(mismatch.Code, Is.EqualTo(ErrorCode.HeaderMismatch));
            Assert.That(mismatch.Message, Does.Contain("Dynamic.Message.Value"));
            Assert.That(mismatch.InnerException, Is.InstanceOf<SchemaMismatchException>());
        }
        var conversion = new ResolveOptions { Nulls = NullsOfWriter.Default, Conversions = [SchemaConversion.For<string, long>(text => text.Length)] };
        Assert.That(Get(Read(_new, sent, s_schema with { Resolve = conversion })!, "Value"), Is.EqualTo(4L));
    }

    [Test]
    public async Task A_refused_header_breaks_the_session([Values] bool isAsync)
    {
        using ValueReader reader = _new.OpenReader(new MemoryStream(Session(_other, s_schema, "five")), s_schema);
        for (int i = 0; i < 2; i++)
        {
            Exception? failure = null;
            try
            {
                _ = isAsync ? await reader.ReadAsync<object>() : reader.Read<object>();
            }
            catch (Exception caught)
            {
                failure = caught;
            }
            Assert.That(failure, i == 0 ? Is.InstanceOf<MalformedDataException>() : Is.InstanceOf<InvalidOperationException>());
        }
    }

    [Test]
    public async Task A_stream_may_end_in_front_of_the_header_or_behind_it()
    {
        foreach (byte[] sent in (byte[][])[[], Session(_old, s_schema)])
        {
            using ValueReader reader = _new.OpenReader(new MemoryStream(sent), s_schema), awaited = _new.OpenReader(new MemoryStream(sent), s_schema);
            Assert.That((await awaited.TryReadAsync<object>()).Found, Is.False);
            for (int i = 0; i < 2; i++)
            {
                Assert.That(reader.TryRead<object>(out _), Is.False);
            }
            Assert.That(() => reader.Read<object>(), Throws.InstanceOf<EndOfStreamException>());
        }
    }

    [Test]
    public async Task A_cancelled_wait_for_the_header_can_be_repeated()
    {
        byte[] sent = Session(_old, s_schema, 5);
        var stream = new HeldStream(sent, until: 20);
        using ValueReader reader = _new.OpenReader(stream, s_schema);
        using var cancelled = new CancellationTokenSource();
        ValueTask<object?> first = reader.ReadAsync<object>(cancelled.Token);
        await cancelled.CancelAsync();
        Assert.That(async () => await first, Throws.InstanceOf<OperationCanceledException>());
        stream.Release();
        Assert.That(Get((await reader.ReadAsync<object>())!, "Value"), Is.EqualTo(5L));
    }

    [Test]
    public void Every_cut_of_a_header_is_truncated()
    {
        byte[] sent = Session(_old, s_schema, 5);
        int length = HeaderForm.Read(sent).Length;
        for (int cut = 1; cut < length; cut++)
        {
            MalformedDataException truncated = Rejected(_new, sent[..cut], s_schema);
            Assert.That((truncated.Code, truncated.Offset), Is.EqualTo((ErrorCode.Truncated, (long)cut)));
            using ValueReader awaited = _new.OpenReader(new ArrivingStream(sent[..cut], 7, endsCleanly: true), s_schema);
            Assert.That(async () => await awaited.ReadAsync<object>(), Throws.InstanceOf<MalformedDataException>());
        }
    }

    [Test]
    public void Every_changed_byte_is_refused_or_another_value()
    {
        byte[] sent = Session(_old, s_schema, 5);
        int length = HeaderForm.Read(sent).Length;
        for (int at = 0; at < length; at++)
        {
            foreach (byte change in (byte[])[0x01, 0x10, 0x80])
            {
                byte[] changed = [.. sent];
                changed[at] ^= change;
                try
                {
                    Read(_new, changed, s_schema);
                    Assert.Fail($"byte {at} ^ {change} is read");
                }
                catch (MalformedDataException refused)
                {
                    Assert.That(refused.Code, Is.AnyOf(ErrorCode.HeaderMismatch, ErrorCode.MalformedSchema, ErrorCode.SchemaTooLarge, ErrorCode.Truncated),
                        $"byte {at} ^ {change}");
                }
            }
        }
    }

    [TestCase("FF FF FF FF 07", ErrorCode.SchemaTooLarge)]
    [TestCase("FF FF FF FF FF", ErrorCode.SchemaTooLarge)]
    [TestCase("FF FF FF FF FF 01", ErrorCode.SchemaTooLarge)]
    [TestCase("81 80 10", ErrorCode.SchemaTooLarge)]
    [TestCase("80 00", ErrorCode.SchemaTooLarge)]
    [TestCase("80 80 10", ErrorCode.Truncated)]
    [TestCase("00", ErrorCode.HeaderMismatch)]
    [TestCase("05 01 02 03 04 05", ErrorCode.MalformedSchema)]
    public void Hostile_lengths_are_refused_before_anything_is_held_for_them(string length, ErrorCode code)
    {
        byte[] sent = [.. "NSER"u8, 2, .. _old.Fingerprint.Span, .. Convert.FromHexString(length.Replace(" ", "", StringComparison.Ordinal))];
        long before = GC.GetAllocatedBytesForCurrentThread();
        Assert.That(Rejected(_new, sent, s_schema).Code, Is.EqualTo(code));
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.LessThan(1 << 20));
    }

    [TestCase("20", 0)]
    [TestCase("4E 53 46", 0)]
    [TestCase("4E 53 45 52 03", 4)]
    public void Bytes_that_are_no_header_are_refused_as_soon_as_they_show(string hex, int offset)
    {
        byte[] sent = Convert.FromHexString(hex.Replace(" ", "", StringComparison.Ordinal));
        using ValueReader reader = _new.OpenReader(new ArrivingStream(sent, 1), s_schema), awaited = _new.OpenReader(new MemoryStream(sent), s_schema);
        MalformedDataException refused = Malformed.AssertRejected(hex, () => reader.Read<object>());
        Assert.That((refused.Code, refused.Offset), Is.EqualTo((ErrorCode.HeaderMismatch, (long)offset)));
        Assert.That(async () => await awaited.ReadAsync<object>(), Throws.InstanceOf<MalformedDataException>());
    }

    [Test]
    public void A_schema_with_another_fingerprint_than_that_in_front_of_it_is_refused()
    {
        byte[] sent = Session(_old, s_schema, 5);
        _other.Fingerprint.Span.CopyTo(sent.AsSpan(5));
        MalformedDataException refused = Rejected(_new, sent, s_schema);
        Assert.That((refused.Code, refused.Offset), Is.EqualTo((ErrorCode.HeaderMismatch, 5L)));
    }

    [Test]
    public void A_schema_within_the_limits_of_the_reader_alone_is_parsed()
    {
        byte[] sent = Session(_old, s_schema, 5);
        int length = _old.Schema.ToBytes().Length;
        Assert.That(Read(_new, sent, s_schema with { SchemaLimits = new SchemaLimits { MaxBytes = length } }), Is.Not.Null);
        foreach (SchemaLimits limits in (SchemaLimits[])[new() { MaxBytes = length - 1 }, new() { MaxSlots = 1 }])
        {
            Assert.That(Rejected(_new, sent, s_schema with { SchemaLimits = limits }).Code, Is.EqualTo(ErrorCode.SchemaTooLarge));
        }
    }

    [Test]
    public void A_header_may_be_longer_than_the_buffer()
    {
        (string, Type)[] members = [.. Enumerable.Range(0, 2_000).Select(i => ($"Member{new string('m', 40)}{i}", typeof(byte)))];
        TypeModel large = ModelOf([("Value", typeof(int)), .. members]);
        using var stream = new MemoryStream();
        using (ValueWriter writer = large.OpenWriter(stream, s_schema))
        {
            writer.Write(Make(large, ("Value", 5)));
            writer.Write(Make(large, ("Value", 6)));
        }
        Assert.That(HeaderForm.Read(stream.ToArray()).Length, Is.GreaterThan(64 << 10));
        using ValueReader reader = _new.OpenReader(new ArrivingStream(stream.ToArray(), 5_000, endsCleanly: true), s_schema);
        Assert.That((Get(reader.Read<object>()!, "Value"), Get(reader.Read<object>()!, "Value")), Is.EqualTo((5L, 6L)));
    }

    [Test]
    public void A_value_that_fails_leaves_the_header()
    {
        using var stream = new MemoryStream();
        using (ValueWriter writer = _old.OpenWriter(stream, s_schema))
        {
            Assert.That(() => writer.Write<object>(new Version(1, 0)), Throws.InstanceOf<ValueNotSerializableException>());
            writer.Write(Message(5));
        }
        Assert.That(Get(Read(_new, stream.ToArray(), s_schema)!, "Value"), Is.EqualTo(5L));
    }

    [Test]
    public void Options_that_contradict_each_other_are_refused()
    {
        Assert.That(() => _new.OpenReader(Stream.Null, s_schema with { Schemas = new SchemaStore(_old) }), Throws.ArgumentException);
        Assert.That(() => _new.OpenReader(Stream.Null, s_schema with { Schemas = new SchemaStore(_new), Resolve = new ResolveOptions() }),
            Throws.ArgumentException);
        Assert.That(() => new SessionOptions { Header = (SessionHeader)3 }, Throws.InstanceOf<ArgumentOutOfRangeException>());
        Assert.That(() => _new.OpenReader(null!, s_schema), Throws.ArgumentNullException);
        Assert.That(() => _new.OpenWriter(Stream.Null, (SessionOptions)null!), Throws.ArgumentNullException);
    }

    [Test]
    public void A_reader_without_options_says_that_there_is_a_header()
    {
        using ValueReader reader = _old.OpenReader(new MemoryStream(Session(_old, s_schema, 5)));
        Assert.That(Malformed.AssertRejected("a header", () => reader.Read<object>()).Message, Does.Contain(nameof(SessionOptions)));
    }

    [Test]
    public void A_source_of_schemas_that_fails_is_named_and_breaks_the_session()
    {
        SessionOptions options = s_fingerprint with { Schemas = new SchemaStore(_new, source: new FailingSource()) };
        using ValueReader reader = _new.OpenReader(new MemoryStream(Session(_old, s_fingerprint, 5)), options);
        MalformedDataException failed = Malformed.AssertRejected("a failure", () => reader.Read<object>());
        Assert.That((failed.Code, failed.InnerException), Is.EqualTo((ErrorCode.UserCodeFailed, failed.InnerException as IOException)));
        Assert.That(failed.InnerException, Is.Not.Null);
    }

    [Test]
    public void The_context_of_a_model_is_passed_on()
    {
        TypeModel withContext = _new.WithContext("mine");
        Assert.That(Get(Read(withContext, Session(_old, s_schema, 5), s_schema)!, "Value"), Is.EqualTo(5L));
    }

    private static Type TypeOf(TypeModel model) => model.TypeIds.First(pair => pair.Value == 32).Key;

    private object Message(int value) => Make(_old, ("Value", value));

    private static byte[] Session(TypeModel model, SessionOptions options, params object[] values)
    {
        using var stream = new MemoryStream();
        using (ValueWriter writer = model.OpenWriter(stream, options))
        {
            Array.ForEach(values, value => writer.Write(Make(model, ("Value", value))));
        }
        return stream.ToArray();
    }

    private static object? Read(TypeModel model, byte[] sent, SessionOptions options)
    {
        using ValueReader reader = model.OpenReader(new MemoryStream(sent), options);
        return reader.Read<object>();
    }

    private static MalformedDataException Rejected(TypeModel model, byte[] sent, SessionOptions options) =>
        Malformed.AssertRejected("header", () => Read(model, sent, options));

    private sealed class FailingSource : ISchemaSource
    {
        public WireSchema? Find(ReadOnlySpan<byte> tag) => throw new IOException("away");
    }

    /// <summary>A stream that gives its last bytes when it is told to.</summary>
    private sealed class HeldStream(byte[] bytes, int until) : MemoryStream(bytes)
    {
        private readonly TaskCompletionSource _released = new();

        public void Release() => _released.SetResult();

        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            if (Position >= until)
            {
                await _released.Task.WaitAsync(cancellationToken);
            }
            return Read(buffer.Span[..(int)Math.Min(buffer.Length, Position < until ? until - Position : buffer.Length)]);
        }
    }
}
