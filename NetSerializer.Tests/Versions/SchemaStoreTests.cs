using NetSerializer.Tests.Model;
using NUnit.Framework;

namespace NetSerializer.Tests.Versions;

/// <summary>Values of many versions behind tags.</summary>
[TestFixture]
internal sealed class SchemaStoreTests
{
    private readonly TypeModel _old = Model(typeof(int)), _new = Model(typeof(long)), _other = Model(typeof(string));

    [Test]
    public void Values_of_every_known_version_are_read()
    {
        var store = new SchemaStore(_new);
        byte[] old = Tagged(_old, 5), own = Tagged(_new, 6L);
        Assert.That((store.TryDeserialize(own, out object? value), Get(value)), Is.EqualTo((TaggedResult.Value, 6L)));
        Assert.That((store.TryDeserialize(old, out value), value), Is.EqualTo((TaggedResult.UnknownSchema, (object?)null)));
        store.Add(_old.Schema);
        Assert.That((store.TryDeserialize(old, out value), Get(value)), Is.EqualTo((TaggedResult.Value, 5L)));
        Assert.That(store.TryDeserialize<object>([.. old, 0], out _), Is.EqualTo(TaggedResult.Malformed));
        Assert.That(store.TryDeserialize<object>(old.AsSpan(0, 7), out _), Is.EqualTo(TaggedResult.Malformed));
        Assert.That(() => store.FindReader(old.AsSpan(0, 7)), Throws.ArgumentException);
        Assert.That(store.Model, Is.SameAs(_new));
        Assert.That(() => store.TryDeserialize(null!, out value), Throws.ArgumentNullException);
        Assert.That(() => _new.TryDeserializeTagged(null!, out value), Throws.ArgumentNullException);
        Assert.That((_old.TryDeserializeTagged(old, out value), Get(value)), Is.EqualTo((true, 5)));
    }

    [Test]
    public void Sequences_are_read_in_their_segments()
    {
        var store = new SchemaStore(_new);
        store.Add(_old.Schema);
        byte[] old = Tagged(_old, 5);
        foreach (int segment in (int[])[1, 3, 8, 100])
        {
            Assert.That(store.TryDeserialize(Segments.Cut(old, segment), out object? value), Is.EqualTo(TaggedResult.Value));
            Assert.That(Get(value), Is.EqualTo(5L));
            Assert.That(store.TryDeserialize<object>(Segments.Cut([.. old, 0], segment), out _), Is.EqualTo(TaggedResult.Malformed));
            Assert.That(store.TryDeserialize<object>(Segments.Cut(old[..7], segment), out _), Is.EqualTo(TaggedResult.Malformed));
            Assert.That(store.TryDeserialize<object>(Segments.Cut(Tagged(_other, "x"), segment), out _), Is.EqualTo(TaggedResult.UnknownSchema));
        }
    }

    [Test]
    public void A_schema_that_cannot_be_resolved_is_unknown()
    {
        var store = new SchemaStore(_new);
        store.Add(_other.Schema);
        Assert.That(store.TryDeserialize<object>(Tagged(_other, "x"), out _), Is.EqualTo(TaggedResult.UnknownSchema));
    }

    [Test]
    public void A_source_is_asked_once_for_each_tag()
    {
        var source = new Source(_old.Schema);
        var store = new SchemaStore(_new, source: source);
        for (int i = 0; i < 3; i++)
        {
            Assert.That(store.TryDeserialize<object>(Tagged(_old, 5), out _), Is.EqualTo(TaggedResult.Value));
            Assert.That(store.TryDeserialize<object>(Tagged(_other, "x"), out _), Is.EqualTo(TaggedResult.UnknownSchema), "the schema of another tag");
        }
        Assert.That(source.Calls, Is.EqualTo(2));
    }

    [Test]
    public void A_schema_that_is_added_after_it_was_unknown_is_known()
    {
        var store = new SchemaStore(_new, source: SchemaSource.Of());
        Assert.That(store.FindReader(_old.Fingerprint.Span), Is.Null);
        store.Add(_old.Schema);
        Assert.That(store.FindReader(_old.Fingerprint.Span), Is.Not.Null);
    }

    [Test]
    public void A_source_that_fails_is_asked_again()
    {
        var store = new SchemaStore(_new, source: new FailingSource(_old.Schema));
        Assert.That(() => store.FindReader(_old.Fingerprint.Span), Throws.InstanceOf<IOException>());
        Assert.That(store.FindReader(_old.Fingerprint.Span), Is.Not.Null);
    }

    [Test]
    public void Tags_of_nobody_do_not_drive_out_readers()
    {
        var store = new SchemaStore(_new, capacity: 2, source: SchemaSource.Of(_old.Schema));
        ModelReader reader = store.FindReader(_old.Fingerprint.Span)!;
        for (int i = 0; i < 100; i++)
        {
            Assert.That(store.FindReader(BitConverter.GetBytes((long)i)), Is.Null);
        }
        Assert.That(store.FindReader(_old.Fingerprint.Span), Is.SameAs(reader));
    }

    [Test]
    public void Schemas_are_found_in_a_folder_and_among_those_at_hand()
    {
        string folder = Directory.CreateTempSubdirectory("schemas").FullName;
        try
        {
            SchemaAssert.Compatible(_old, folder);
            File.WriteAllBytes(Path.Combine(folder, Convert.ToHexStringLower(_new.Fingerprint.Span[..8]) + ".schema"), _new.Schema.ToBytes());
            ISchemaSource files = SchemaSource.Folder(folder), table = SchemaSource.Of(_old.Schema, _new.Schema);
            foreach (ISchemaSource source in (ISchemaSource[])[files, table])
            {
                Assert.That(source.Find(_old.Fingerprint.Span[..8])!.Text, Is.EqualTo(_old.Describe()));
                Assert.That(source.Find(_new.Fingerprint.Span[..8])!.Text, Is.EqualTo(_new.Describe()));
                Assert.That(source.Find(_other.Fingerprint.Span[..8]), Is.Null);
            }
            File.WriteAllText(Path.Combine(folder, Convert.ToHexStringLower(_other.Fingerprint.Span[..8]) + ".schema"), "no schema");
            var store = new SchemaStore(_new, source: files);
            Assert.That(store.TryDeserialize<object>(Tagged(_other, "x"), out _), Is.EqualTo(TaggedResult.UnknownSchema));
            Assert.That(store.TryDeserialize(new System.Buffers.ReadOnlySequence<byte>(Tagged(_old, 5)), out object? value), Is.EqualTo(TaggedResult.Value));
            Assert.That(Get(value), Is.EqualTo(5L));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Test]
    public void One_reader_is_made_for_all_threads()
    {
        var store = new SchemaStore(_new);
        store.Add(_old.Schema);
        byte[] tag = _old.Fingerprint.ToArray();
        var readers = new System.Collections.Concurrent.ConcurrentBag<ModelReader?>();
        Parallel.For(0, 16, _ => readers.Add(store.FindReader(tag)));
        Assert.That(readers.Distinct().Count(), Is.EqualTo(1));
    }

    [Test]
    public void The_least_used_schema_goes()
    {
        var store = new SchemaStore(_new, capacity: 1);
        store.Add(_old.Schema);
        store.Add(Model(typeof(short)).Schema);
        Assert.That(store.FindReader(_old.Fingerprint.Span), Is.Null);
        Assert.That(store.FindReader(_new.Fingerprint.Span)!.Model, Is.EqualTo(_new), "the own schema stays");
    }

    [Test]
    public void A_schema_in_use_stays()
    {
        WireSchema used = Model(typeof(byte)).Schema, idle = Model(typeof(short)).Schema;
        var store = new SchemaStore(_new, capacity: 2);
        store.Add(used);
        store.Add(idle);
        ModelReader? reader = store.FindReader(used.Fingerprint.Span);
        store.Add(_old.Schema);
        Assert.That(store.FindReader(used.Fingerprint.Span), Is.SameAs(reader));
        Assert.That(store.FindReader(idle.Fingerprint.Span), Is.Null);
    }

    private static TypeModel Model(Type member) => TypeModel.Create(new DynamicTypes().Make("Message", ("Value", member)));

    private static byte[] Tagged(TypeModel model, object value)
    {
        Type type = model.TypeIds.First(pair => pair.Value == 32).Key;
        object message = Activator.CreateInstance(type)!;
        type.GetField("Value")!.SetValue(message, value);
        return model.SerializeTagged(message);
    }

    private static object? Get(object? message) => message?.GetType().GetField("Value")!.GetValue(message);

    private sealed class FailingSource(WireSchema schema) : ISchemaSource
    {
        private int _calls;

        public WireSchema? Find(ReadOnlySpan<byte> tag) => _calls++ == 0 ? throw new IOException("away") : schema;
    }

    private sealed class Source(WireSchema schema) : ISchemaSource
    {
        public int Calls { get; private set; }

        public WireSchema? Find(ReadOnlySpan<byte> tag)
        {
            Calls++;
            return schema;
        }
    }
}
