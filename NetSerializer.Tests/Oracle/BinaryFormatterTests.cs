using System.Runtime.Serialization;
using NetSerializer.Tests.Equality;
using NetSerializer.Tests.Oracle.Schema;
using NetSerializer.Tests.Oracle.Values;
using NUnit.Framework;

namespace NetSerializer.Tests.Oracle;

/// <summary>
/// Values of all types that BinaryFormatter supports, through it and through a model: the copies are the same to the last bit, in types, contents,
/// comparers and order.
/// </summary>
[TestFixtureSource(nameof(Cases))]
public sealed class BinaryFormatterTests(string name, Type[] roots)
{
    private const int Samples = 80;
    private const int MostTries = 20;
    private const int SmallSize = 10;
    private TypeModel _model = TypeModel.Create(roots);

    /// <summary>Fixtures live as long as the run, and generated code with them.</summary>
    [OneTimeTearDown]
    public void ReleaseModel() => _model = null!;

    public static IEnumerable<object[]> Cases => BinaryFormatterTypes.All.Select(row => new object[] { row.Name, row.Roots });

    [Test]
    public void No_type_of_the_lists_is_left_out() =>
        Assert.That(BinaryFormatterTypes.Collections.Concat(BinaryFormatterTypes.Untyped).Concat(BinaryFormatterTypes.Values).Where(type =>
            !BinaryFormatterTypes.IsSupported(type)), Is.Empty);

    [Test]
    public void Copies_are_those_of_BinaryFormatter()
    {
        Dictionary<ushort, Type> types = _model.TypeIds.Where(pair => BinaryFormatterTypes.IsSupported(pair.Key) && pair.Key != typeof(object))
            .ToDictionary(pair => pair.Value, pair => pair.Key);
        int compared = 0;
        Sample.Check(Samples, sample =>
        {
            Type root = roots[sample.Seed % roots.Length];
            if (root.IsInterface || root.IsAbstract || new ValueGenerator(types, sample, wellFormedTexts: true).CreateRoot(root) is not { } generated)
            {
                return;
            }
            // What comes out of BinaryFormatter, it can hold.
            if (!TryClone(generated, out object value))
            {
                return;
            }
            object theirs = BinaryFormatterPeer.Clone(value), ours = EngineSurface.For(root).Read(_model, EngineSurface.For(root).Write(_model, value), out _)!;
            compared++;
            if (DeepComparer.FirstDifference(theirs, ours) is { } difference)
            {
                throw new InvalidOperationException($"{name}, {SchemaNames.Of(root)}: {difference}");
            }
        });
        Assert.That(compared, Is.GreaterThan(Samples / 4), "values that BinaryFormatter takes");
    }

    /// <summary>What BinaryFormatter refuses is not compared above: that must not be all values of a type.</summary>
    [Test]
    public void Of_every_type_of_the_framework_some_values_are_compared()
    {
        Dictionary<ushort, Type> types = _model.TypeIds.Where(pair => BinaryFormatterTypes.IsSupported(pair.Key) && pair.Key != typeof(object))
            .ToDictionary(pair => pair.Value, pair => pair.Key);
        IEnumerable<Type> never = roots.Where(root =>
            root.Namespace!.StartsWith(nameof(System), StringComparison.Ordinal) && !root.IsInterface && !root.IsAbstract
            && !Enumerable.Range(1, MostTries)
            .Any(seed => new ValueGenerator(types, new Sample(seed, SmallSize), wellFormedTexts: true).CreateRoot(root) is { } value
                && TryClone(value, out _)));
        Assert.That(never, Is.Empty);
    }

    private static bool TryClone(object value, out object copy)
    {
        try
        {
            copy = BinaryFormatterPeer.Clone(value);
            return true;
        }
        // A type that a slot admits is not marked, or a char that is half of a pair.
        catch (Exception refused) when (refused is SerializationException or ArgumentException or IOException)
        {
            copy = value;
            return false;
        }
    }
}
