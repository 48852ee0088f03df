using System.Collections;
using System.Collections.ObjectModel;
using NetSerializer.Tests.Oracle;
using NUnit.Framework;

#pragma warning disable CS8714 // Keys that could be null, but are not.
namespace NetSerializer.Tests.Collections;

/// <summary>
/// Collections that BinaryFormatter has read are written: that is how data of old come over. Their default comparers are other objects than the
/// default ones, some of another class.
/// </summary>
public class MigratedCollectionTests
{
    public enum Small : byte
    {
        One = 1,
        Last = 255,
    }

    public enum Plain
    {
        Low = -1,
        High = 1,
    }

    public enum Large : ulong
    {
        One = 1,
        Last = ulong.MaxValue,
    }

    private static IEnumerable<TestCaseData> Keys() =>
    [
        Of("bytes", Small.Last, Small.One), Of("ints", Plain.High, Plain.Low), Of("longs", Large.Last, Large.One),
        Of<Small?>("bytes or null", Small.Last, Small.One), Of<Plain?>("ints or null", Plain.High, Plain.Low),
        Of<Large?>("longs or null", Large.Last, Large.One), Of("byte", (byte)2, (byte)1), Of("char", 'b', 'a'), Of("int", 2, 1), Of<int?>("int or null", 2, 1),
        Of("string", "b", "a"), Of("Guid", Guid.AllBitsSet, Guid.Empty),
        Of("decimal", 2m, 1m), Of("DateTime", DateTime.MaxValue, DateTime.MinValue), Of("object", (object)2, 1),
        Of("untyped", new Untyped { Value = 2 }, new Untyped { Value = 1 }),
        Of<Untyped?>("untyped or null", new Untyped { Value = 2 }, new Untyped { Value = 1 }),
    ];

    [TestCaseSource(nameof(Keys))]
    public void Every_table_with_its_default_comparer_is_written(IMigration migration) => migration.AssertWritten();

    [Test]
    [SetCulture("de-DE")]
    public void Tables_without_types_are_written()
    {
        object[] values =
        [
            new Hashtable { ["a"] = 1 }, new Hashtable(StringComparer.OrdinalIgnoreCase) { ["a"] = 1 }, new SortedList { ["a"] = 1 },
            new SortedList(StringComparer.Ordinal) { ["a"] = 1 }, new SortedList(Comparer.DefaultInvariant) { ["a"] = 1 },
        ];
        TypeModel model = TypeModel.Create(typeof(Hashtable), typeof(SortedList));
        foreach (object value in values)
        {
            Assert.That(model.Serialize(BinaryFormatterPeer.Clone(value)), Is.EqualTo(model.Serialize(value)), value.GetType().Name);
        }
    }

    [Test]
    public void The_comparer_of_objects_is_not_taken_for_that_of_a_type_that_compares_itself()
    {
        var ofObjects = (IEqualityComparer<Guid>)Activator.CreateInstance(
            typeof(object).Assembly.GetType("System.Collections.Generic.ObjectEqualityComparer`1")!.MakeGenericType(typeof(Guid)))!;
        var orderOfObjects = (IComparer<Guid>)Activator.CreateInstance(
            typeof(object).Assembly.GetType("System.Collections.Generic.ObjectComparer`1")!.MakeGenericType(typeof(Guid)))!;
        object[] values = [new HashSet<Guid>(ofObjects), new SortedSet<Guid>(orderOfObjects), new Dictionary<Item<int>, int>(EqualityComparer<object>.Default)];
        TypeModel model = TypeModel.Create([.. values.Select(value => value.GetType())]);
        Assert.Multiple(() =>
        {
            foreach (object value in values)
            {
                Assert.That(() => model.Serialize(value),
                    Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.UnknownComparer), value.GetType().Name);
            }
        });
    }

    private static TestCaseData Of<T>(string name, T first, T second) => new TestCaseData(new Migration<T>(first, second)).SetArgDisplayNames(name);

    public interface IMigration
    {
        void AssertWritten();
    }

    [Serializable]
    public struct Untyped : IComparable
    {
        public int Value;

        public readonly int CompareTo(object? other) => Value.CompareTo(((Untyped)other!).Value);
    }

    [Serializable]
    public sealed class Item<T>
    {
        public T Key = default!;
    }

    [Serializable]
    public sealed class Items<T> : KeyedCollection<T, Item<T>>
    {
        protected override T GetKeyForItem(Item<T> item) => item.Key;
    }

    private sealed class Migration<T>(T first, T second) : IMigration
    {
        public void AssertWritten()
        {
            var table = new Dictionary<T, int> { [first] = 1, [second] = 2 };
            object[] values =
            [
                table, new HashSet<T> { first, second }, new SortedSet<T> { first, second }, new SortedDictionary<T, int>(table), new SortedList<T, int>(table),
                new Items<T> { new() { Key = first }, new() { Key = second } },
                new ReadOnlyDictionary<T, int>(table), new ReadOnlyDictionary<T, int>(new SortedDictionary<T, int>(table)),
                new ReadOnlyDictionary<T, int>(new SortedList<T, int>(table)),
            ];
            TypeModel model = TypeModel.Create([.. values.Select(value => value.GetType()), typeof(T)]);
            Assert.Multiple(() =>
            {
                foreach (object value in values)
                {
                    object migrated = BinaryFormatterPeer.Clone(value);
                    Assert.That(model.DeepClone(migrated), Is.EqualTo(value).Using<Item<T>>((a, b) => a.Key!.Equals(b.Key)), $"{value.GetType().Name}");
                    Assert.That(model.Serialize(migrated), Is.EqualTo(model.Serialize(value)), $"{value.GetType().Name}");
                }
            });
        }
    }
}
