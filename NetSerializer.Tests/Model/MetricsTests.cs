using System.Buffers;
using System.Diagnostics.Metrics;
using System.Diagnostics.Tracing;
using System.IO.Pipelines;
using NetSerializer.Tests.Structure;
using NUnit.Framework;

namespace NetSerializer.Tests.Model;

/// <summary>
/// The counts of <see cref="SerializerMetrics"/>, and the events. Counts are those of all models of a process, so their tests have the library for
/// themselves. Failures are told on the thread that fails.
/// </summary>
public class MetricsTests
{
    [TestCase(nameof(Every_form_is_counted))]
    [TestCase(nameof(Long_values_are_counted_whole))]
    [TestCase(nameof(Values_of_another_schema_are_resolutions))]
    [TestCase(nameof(Nothing_is_counted_before_a_listener_asks))]
    [TestCase(nameof(The_meter_is_made_once))]
    public void In_a_fresh_process(string test) => IsolatedLibrary.Run(typeof(MetricsTests), test);

    private static void Every_form_is_counted()
    {
        using var listener = new Counts();
        listener.TakeAll();
        TypeModel model = TypeModel.Create(typeof(Note));
        var note = new Note { Text = "tea" };
        int length = model.Serialize(note).Length;

        listener.RequireWritten(1, length);
        model.Serialize(new ArrayBufferWriter<byte>(), note);
        listener.RequireWritten(1, length);
        model.TrySerialize(new byte[100], note, out _);
        listener.RequireWritten(1, length);
        model.TrySerialize(new byte[1], note, out _);
        listener.RequireWritten(0, 0);
        model.Serialize(typeof(Note), note);
        listener.RequireWritten(1, length);
        model.SerializeFramed(new ArrayBufferWriter<byte>(), note);
        listener.RequireWritten(1, length);
        byte[] direct = model.SerializeDirect(1.5);
        listener.RequireWritten(1, direct.Length);
        model.SerializeDirect(new ArrayBufferWriter<byte>(), 1.5);
        listener.RequireWritten(1, direct.Length);
        model.TrySerializeDirect(new byte[direct.Length], 1.5, out _);
        listener.RequireWritten(1, direct.Length);
        model.TrySerializeDirect(new byte[direct.Length - 1], 1.5, out _);
        listener.RequireWritten(0, 0);
        model.SerializeDirect(Stream.Null, 1.5);
        listener.RequireWritten(1, direct.Length);

        byte[] bytes = model.Serialize(note);
        model.Deserialize<Note>(bytes);
        listener.RequireRead(1, length);
        model.Deserialize<Note>(Segments.Cut(bytes, 1));
        listener.RequireRead(1, length);
        model.DeserializeDirect<double>(direct);
        listener.RequireRead(1, direct.Length);
        var stream = new MemoryStream();
        model.Serialize(stream, note);
        model.SerializeAsync(stream, note).AsTask().Wait();
        stream.Position = 0;
        model.Deserialize<Note>(stream);
        listener.RequireRead(1, length);
        model.DeserializeAsync<Note>(stream).AsTask().Wait();
        listener.RequireRead(1, length);
        model.DeepClone(note);
        listener.RequireRead(1, length);

        var session = new MemoryStream();
        using ValueWriter writer = model.OpenWriter(session, leaveOpen: true);
        listener.TakeAll();
        writer.Write(note);
        writer.Write(note);
        listener.RequireWritten(2, 2 * length);
        writer.Flush();
        session.Position = 0;
        using ValueReader reader = model.OpenReader(session);
        reader.Read<Note>();
        listener.RequireRead(1, length);
        reader.ReadAsync<Note>().AsTask().Wait();
        listener.RequireRead(1, length);
    }

    private static void Long_values_are_counted_whole()
    {
        using var listener = new Counts();
        listener.TakeAll();
        TypeModel model = TypeModel.Create(typeof(Note), typeof(List<Note>));
        List<Note> notes = [.. Enumerable.Range(0, 20_000).Select(i => new Note { Text = $"a note of some length, number {i}" })];
        byte[] bytes = model.Serialize(notes);
        listener.RequireWritten(1, bytes.Length);
        model.Serialize(new ArrayBufferWriter<byte>(), notes);
        listener.RequireWritten(1, bytes.Length);
        var stream = new MemoryStream();
        model.Serialize(stream, notes);
        listener.RequireWritten(1, bytes.Length);
        var session = new MemoryStream();
        using (ValueWriter writer = model.OpenWriter(session, leaveOpen: true))
        {
            writer.Write(notes[0]);
            listener.TakeAll();
            writer.Write(notes);
            listener.RequireWritten(1, bytes.Length);
        }
        // Not a MemoryStream itself, which shows its array.
        stream.Position = 0;
        model.Deserialize<List<Note>>(new BufferedStream(stream));
        listener.RequireRead(1, bytes.Length);
        byte[] array = new byte[1_000_000];
        int length = model.Serialize(array).Length;
        listener.TakeAll();
        model.Serialize(stream, array);
        listener.RequireWritten(1, length);
    }

    // Once by code for both schemas, once through a tree, whose bytes are read by the model again.
    private static void Values_of_another_schema_are_resolutions()
    {
        TypeModel old = TypeModel.Create(new DynamicTypes().Make("Message", ("Value", typeof(int))));
        TypeModel model = TypeModel.Create(new DynamicTypes().Make("Message", ("Value", typeof(long))));
        byte[] bytes = Message(old), own = Message(model);
        using var listener = new Counts();
        listener.TakeAll();
        ModelReader code = model.ReaderFor(old.Schema), tree = model.ReaderFor(old.Schema, new ResolveOptions { UnknownTypes = UnknownTypes.Null });
        foreach (ModelReader reader in (ModelReader[])[code, tree])
        {
            reader.Deserialize(bytes);
            listener.RequireRead(1, bytes.Length, resolutions: 1);
            reader.Deserialize(Segments.Cut(bytes, 1));
            listener.RequireRead(1, bytes.Length, resolutions: 1);
            using ValueReader session = reader.OpenReader(new MemoryStream([.. bytes, .. bytes]));
            session.Read<object>();
            session.ReadAsync<object>().AsTask().Wait();
            listener.RequireRead(2, 2 * bytes.Length, resolutions: 2);
            var stream = new MemoryStream();
            old.Serialize(stream, old.Deserialize(bytes));
            listener.TakeAll();
            stream.Position = 0;
            reader.Deserialize(stream);
            listener.RequireRead(1, bytes.Length, resolutions: 1);
            Assert.That(() => reader.Deserialize(bytes.AsSpan(0, bytes.Length - 1)), Throws.InstanceOf<MalformedDataException>());
            listener.RequireRead(0, 0);
        }
        model.Deserialize(own);
        listener.RequireRead(1, own.Length);
        model.ReaderFor(model.Schema).Deserialize(own);
        listener.RequireRead(1, own.Length);
    }

    private static byte[] Message(TypeModel model) =>
        model.Serialize(Activator.CreateInstance(model.TypeIds.First(pair => pair.Value == 32).Key)!);

    private static void Nothing_is_counted_before_a_listener_asks()
    {
        TypeModel model = TypeModel.Create(typeof(Note));
        SerializerMetrics.Publish();
        model.Serialize(new Note());
        using var listener = new Counts();
        Assert.That(listener.TakeAll(), Is.EqualTo((0, 0, 0, 0)));
    }

    [Test]
    public void A_failure_is_counted_once_by_its_code()
    {
        using var listener = new Counts();
        TypeModel model = TypeModel.Create([typeof(Note), typeof(Watched)], new SerializerOptions { Limits = new() { MaxInputBytes = 1000 } });
        byte[] bytes = model.Serialize(new Note { Text = "tea" });
        Dictionary<string, Action> failures = new()
        {
            ["LengthExceedsInput"] = () => model.Deserialize<Note>(bytes.AsSpan(0, bytes.Length - 1)),
            ["LengthExceedsInput "] = () => model.Deserialize<Note>(Segments.Cut(bytes[..^1], 1)),
            ["TrailingBytes"] = () => model.Deserialize<Note>([.. bytes, 0]),
            ["InputTooLong"] = () => model.Deserialize<Note>(new byte[1001]),
            ["MalformedChunk"] = () => model.Deserialize<Note>(new MemoryStream(bytes)),
            ["Truncated  "] = () => model.Deserialize<Note>(new MemoryStream([0x9F, 1, 2])),
            ["Truncated   "] = () => model.DeserializeAsync<Note>(new MemoryStream([0x9F, 1, 2])).AsTask().GetAwaiter().GetResult(),
            ["UnknownTypeId"] = () => model.OpenReader(new MemoryStream([0xFF, 0x77])).Read<Note>(),
            ["UnknownTypeId "] = () => model.OpenReader(new MemoryStream([0xFF, 0x77])).ReadAsync<Note>().AsTask().GetAwaiter().GetResult(),
            ["MalformedChunk "] = () => Framed(model, new ReadOnlySequence<byte>(bytes)),
            ["MalformedChunk  "] = () =>
                model.DeserializeFramedAsync<Note>(PipeReader.Create(new ReadOnlySequence<byte>(bytes))).AsTask().GetAwaiter().GetResult(),
            ["UserCodeFailed"] = () => model.Deserialize<Watched>(model.Serialize(new Watched())),
            ["UserCodeFailed "] = () => model.DeepClone(new Watched()),
            ["TypeNotRegistered"] = () => model.Serialize<object>(new Version[1]),
            ["TypeNotRegistered "] = () => model.Deserialize<MetricsTests>(bytes),
        };
        foreach ((string code, Action fail) in failures)
        {
            Assert.That(() => fail(), Throws.InstanceOf<NetSerializerException>(), code);
            Assert.That(listener.TakeFailures(), Is.EqualTo([code.Trim()]), code);
        }
    }

    [Test]
    public void A_failure_is_an_event()
    {
        using var events = new Events();
        TypeModel model = TypeModel.Create(typeof(Note));
        Assert.That(() => model.Deserialize<Note>(model.Serialize(new Note { Text = "tea" }).AsSpan(0, 3)), Throws.InstanceOf<MalformedDataException>());
        Assert.That(() => model.Serialize<object>(new Version[1]), Throws.InstanceOf<ValueNotSerializableException>());
        Assert.That(events.Seen, Is.EqualTo((string[])
        [
            $"ValueNotRead: 307, LengthExceedsInput, {typeof(Note).FullName!.Replace('+', '.')}.Text, 1",
            "ValueNotWritten: 200, TypeNotRegistered, System.Version[]",
        ]));
    }

    private static void The_meter_is_made_once()
    {
        Assert.That(SerializerMetrics.Meter, Is.Null, "no model makes it");
        SerializerMetrics.Publish();
        Meter? meter = SerializerMetrics.Meter;
        SerializerMetrics.Publish();
        Assert.That(SerializerMetrics.Meter, Is.SameAs(meter));
        Assert.That(meter!.Name, Is.EqualTo("NetSerializer"));
    }

    private static void Framed(TypeModel model, ReadOnlySequence<byte> bytes) => model.TryDeserializeFramed<Note>(ref bytes, out _);

    /// <summary>Listens to the meter of this copy of the library; others have meters of the same name.</summary>
    private sealed class Counts : IDisposable
    {
        private readonly MeterListener _listener = new();
        private readonly Dictionary<string, long> _seen = [], _told = [];
        private readonly List<string> _failures = [];
        private readonly int _thread = Environment.CurrentManagedThreadId;

        public Counts()
        {
            SerializerMetrics.Publish();
            _listener.InstrumentPublished = (instrument, listener) =>
            {
                if (instrument.Meter == SerializerMetrics.Meter)
                {
                    listener.EnableMeasurementEvents(instrument);
                }
            };
            _listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) =>
            {
                if (instrument.Name == "netserializer.failures")
                {
                    AddFailure((string)tags[0].Value!);
                    return;
                }
                _seen[$"{instrument.Name["netserializer.".Length..]} {(tags.IsEmpty ? "" : tags[0].Value)}".Trim()] = value;
            });
            _listener.Start();
        }

        public (long, long, long, long) TakeAll() => (Take("values write"), Take("bytes write"), Take("values read"), Take("bytes read"));

        public void RequireWritten(long values, long bytes) => Assert.That((Take("values write"), Take("bytes write")), Is.EqualTo((values, bytes)));

        public void RequireRead(long values, long bytes, long resolutions = 0)
        {
            Assert.That((Take("values read"), Take("bytes read"), Take("resolutions")), Is.EqualTo((values, bytes, resolutions)));
            TakeAll();
        }

        public string[] TakeFailures()
        {
            string[] failures = [.. _failures];
            _failures.Clear();
            return failures;
        }

        public void Dispose() => _listener.Dispose();

        private void AddFailure(string code)
        {
            if (Environment.CurrentManagedThreadId == _thread)
            {
                _failures.Add(code);
            }
        }

        private long Take(string name)
        {
            _listener.RecordObservableInstruments();
            long more = _seen[name] - _told.GetValueOrDefault(name);
            _told[name] = _seen[name];
            return more;
        }
    }

    private sealed class Events : EventListener
    {
        private readonly int _thread = Environment.CurrentManagedThreadId;

        public List<string> Seen { get; } = [];

        protected override void OnEventSourceCreated(EventSource source)
        {
            if (source.GetType().Assembly == typeof(TypeModel).Assembly)
            {
                EnableEvents(source, EventLevel.Verbose);
            }
        }

        protected override void OnEventWritten(EventWrittenEventArgs written)
        {
            if (Environment.CurrentManagedThreadId == _thread)
            {
                Seen.Add($"{written.EventName}: {string.Join(", ", written.Payload!)}");
            }
        }
    }

    [Serializable]
    private sealed class Note
    {
        public string Text = "";
    }

    [Serializable]
    private sealed class Watched
    {
        [System.Runtime.Serialization.OnDeserialized]
        private void OnDeserialized(System.Runtime.Serialization.StreamingContext context) => throw new InvalidOperationException("It is watched.");
    }
}
