using System.Dynamic;
using NetSerializer.Tests.Equality;
using NetSerializer.Tests.Models;
using NetSerializer.Tests.Oracle.Schema;
using NetSerializer.Tests.Oracle.Values;
using NUnit.Framework;

namespace NetSerializer.Tests.Oracle;

/// <summary>The oracle against itself, on a schema of its own: it must hold together before anything is compared with it.</summary>
[TestFixtureSource(nameof(Cases))]
public sealed class OracleRoundTripTests
{
    private const int Samples = 14;
    private const int SharedSamples = 8;
    private const int ChangesPerSample = 20, MostCuts = 32;

    private readonly WireOptions options;
    private readonly int samples;
    private OracleModel model;
    private readonly Type[] roots;

    public OracleRoundTripTests(Theme theme, WireOptions options)
    {
        this.options = options;
        samples = WireOptions.Shared.Contains(options) ? SharedSamples : Samples;
        IReadOnlyList<(ushort Id, Type Type)> ids = TypeClosure.Of(theme.Roots, options.Preserve);
        model = new OracleModel(SchemaComposer.Compose(ids, options), ids);
        roots = [.. ids.Select(row => row.Type), typeof(object)];
    }

    /// <summary>Fixtures live as long as the run.</summary>
    [OneTimeTearDown]
    public void ReleaseModel() => model = null!;

    public static IEnumerable<object[]> Cases =>
        from row in Theme.All.Index()
        from options in WireOptions.All.Concat(WireOptions.SharedFor(row.Index))
        select new object[] { row.Item, options };

    [Test]
    public void Values_come_back_as_they_were() => Sample.Check(samples, sample =>
    {
        (Type root, object? value, byte[] bytes) = Write(sample);
        object? copy = new SlowReader(model).Read(root, bytes, out int consumed);
        Require(consumed == bytes.Length, $"{consumed} of {bytes.Length} bytes consumed");
        string? difference = Difference(value, copy);
        Require(difference is null, difference);
        Require(IsEncodingOf(root, copy, bytes), "the copy has other bytes");
    });

    [Test]
    public void Every_prefix_is_truncated() => Sample.Check(samples, sample =>
    {
        (Type root, _, byte[] bytes) = Write(sample with { Size = sample.Size / 8 });
        for (int length = 0; length < bytes.Length; length += 1 + (bytes.Length / MostCuts))
        {
            OracleRejection? rejection = Reject(root, bytes.AsSpan(0, length));
            bool isLength = rejection?.Code == RejectionCode.LengthExceedsInput;
            Require(isLength || rejection?.Code == RejectionCode.Truncated, $"{root} cut at {length}: {rejection?.Message ?? "accepted"}");
            Require(isLength ? rejection!.Offset < length : rejection!.Offset == length, $"cut at {length} and reported at {rejection!.Offset}");
        }
    });

    [Test]
    public void Changed_bytes_are_rejected_or_the_one_encoding_of_another_value() => Sample.Check(samples, sample =>
    {
        (Type root, _, byte[] bytes) = Write(sample with { Size = sample.Size / 8 });
        var random = new Random(sample.Seed);
        for (int i = 0; i < ChangesPerSample; i++)
        {
            byte[] changed = Damage.Of(bytes, random);
            object? value;
            int consumed;
            try
            {
                value = new SlowReader(model).Read(root, changed, out consumed);
            }
            catch (OracleRejection)
            {
                continue;
            }

            Require(IsEncodingOf(root, value, changed[..consumed]), $"{root}: {Convert.ToHexString(changed)} is not how the value that it reads as is written");
        }
    });

    /// <summary>
    /// The one encoding. Sorted collections are also read in the order that another machine may have, and hash tables without an order in any; a
    /// reference to a name of an ExpandoObject is one to another text afterwards; what ISerializable types make of their entries is their affair:
    /// then one of the encodings that read as the same value.
    /// </summary>
    private bool IsEncodingOf(Type root, object? value, byte[] bytes)
    {
        byte[] again = new SlowWriter(model).Write(root, value);
        return bytes.AsSpan().SequenceEqual(again) || (HasSeveralEncodings && Difference(value, new SlowReader(model).Read(root, again, out _)) is null);
    }

    private string? Difference(object? value, object? copy) =>
        Copies.FirstDifference(model.Schema, value, copy);

    private bool HasSeveralEncodings =>
        options.Texts == TextForm.Table
        || (options is { Preserve: true, Texts: TextForm.ByReference } && model.TypesById.Values.Contains(typeof(ExpandoObject)))
        || model.Schema.Types.Any(type =>
            type.Kind is SchemaKind.SortedSet or SchemaKind.SortedDictionary or SchemaKind.PriorityQueue or SchemaKind.ImmutableSortedDictionary
                or SchemaKind.SortedList or SchemaKind.Serializable or SchemaKind.Exception)
        || model.TypesById.Values.Any(type => OtherCollections.KindOf(type) is not null && !OtherCollections.IsOrdered(type));

    private (Type Root, object? Value, byte[] Bytes) Write(Sample sample)
    {
        Type root = roots[sample.Seed % roots.Length];
        object? value = new ValueGenerator(model.TypesById, sample, options.FiniteFloats, options.Preserve).CreateRoot(root);
        return (root, value, new SlowWriter(model).Write(root, value));
    }

    private OracleRejection? Reject(Type root, ReadOnlySpan<byte> bytes)
    {
        try
        {
            new SlowReader(model).Read(root, bytes, out _);
            return null;
        }
        catch (OracleRejection rejection)
        {
            return rejection;
        }
    }

    private static void Require(bool condition, string? otherwise)
    {
        if (!condition)
            throw new InvalidOperationException(otherwise);
    }
}
