using System.Collections;
using System.Collections.Concurrent;
using System.Collections.ObjectModel;
using System.ComponentModel;
using System.Dynamic;
using System.Runtime.Serialization;
using NUnit.Framework;

namespace NetSerializer.Tests.Faults;

/// <summary>
/// A collection that changes while it is written, by a callback of one of its own elements: the writer says so, or the framework's enumerator does,
/// and no reader sees a value. Collections that are made for many threads are written as they were at one moment.
/// </summary>
[TestFixture]
internal sealed class ChangingCollectionTests
{
    private const int Count = 5;

    private static readonly TypeModel s_model = TypeModel.Create(
        typeof(Item), typeof(Holder), typeof(List<Item>), typeof(Dictionary<int, Item>), typeof(Dictionary<Item, int>), typeof(HashSet<Item>),
        typeof(Queue<Item>), typeof(Stack<Item>), typeof(LinkedList<Item>), typeof(SortedSet<Item>),
        typeof(SortedDictionary<int, Item>), typeof(SortedList<int, Item>), typeof(PriorityQueue<Item, int>), typeof(OrderedDictionary<int, Item>),
        typeof(ReadOnlyDictionary<int, Item>), typeof(ReadOnlySet<Item>),
        typeof(ReadOnlyCollection<Item>), typeof(Collection<Item>), typeof(ObservableCollection<Item>), typeof(ReadOnlyObservableCollection<Item>),
        typeof(BindingList<Item>), typeof(Keyed), typeof(DerivedList), typeof(DerivedTable),
        typeof(DerivedSet), typeof(ArrayList), typeof(Hashtable), typeof(Queue), typeof(Stack), typeof(SortedList), typeof(ExpandoObject),
        typeof(ConcurrentQueue<Item>), typeof(ConcurrentStack<Item>), typeof(ConcurrentBag<Item>),
        typeof(ConcurrentDictionary<int, Item>));

    private static IEnumerable<Case> Cases()
    {
        yield return Case.Of(new List<Item>(), (list, item) => list.Add(item), list => list.RemoveAt(list.Count - 1), list => list.Clear());
        yield return Case.Of(new Dictionary<int, Item>(), (table, item) => table.Add(item.Number, item), table => table.Remove(Count - 1), table =>
            table.Clear());
        yield return Case.Of(new Dictionary<Item, int>(), (table, item) => table.Add(item, 1), table => table.Remove(table.Keys.Last()), table =>
            table.Clear());
        yield return Case.Of(new HashSet<Item>(), (set, item) => set.Add(item), set => set.Remove(set.Last()), set => set.Clear());
        yield return Case.Of(new Queue<Item>(), (queue, item) => queue.Enqueue(item), queue => queue.Dequeue(), queue => queue.Clear());
        yield return Case.Of(new Stack<Item>(), (stack, item) => stack.Push(item), stack => stack.Pop(), stack => stack.Clear());
        yield return Case.Of(new LinkedList<Item>(), (list, item) => list.AddLast(item), list => list.RemoveLast(), list => list.Clear());
        yield return Case.Of(new SortedSet<Item>(), (set, item) => set.Add(item), set => set.Remove(set.Max!), set => set.Clear());
        yield return Case.Of(new SortedDictionary<int, Item>(), (table, item) => table.Add(item.Number, item), table => table.Remove(Count - 1), table =>
            table.Clear());
        yield return Case.Of(new SortedList<int, Item>(), (table, item) => table.Add(item.Number, item), table => table.Remove(Count - 1), table =>
            table.Clear());
        yield return Case.Of(new PriorityQueue<Item, int>(), (queue, item) => queue.Enqueue(item, item.Number), queue => queue.Dequeue(), queue =>
            queue.Clear());
        yield return Case.Of(new OrderedDictionary<int, Item>(), (table, item) => table.Add(item.Number, item), table => table.Remove(Count - 1), table =>
            table.Clear());
        yield return Case.Around(new Dictionary<int, Item>(), table => new ReadOnlyDictionary<int, Item>(table), (table, item) =>
            table.Add(item.Number, item), table => table.Remove(Count - 1), table => table.Clear());
        yield return Case.Around(new HashSet<Item>(), set => new ReadOnlySet<Item>(set), (set, item) => set.Add(item), set => set.Remove(set.Last()), set =>
            set.Clear());
        yield return Case.Around(new List<Item>(), list => new ReadOnlyCollection<Item>(list), (list, item) => list.Add(item), list =>
            list.RemoveAt(list.Count - 1), list => list.Clear());
        yield return Case.Around(new LinkedList<Item>(), list => new Holder { Items = list }, (list, item) => list.AddLast(item), list =>
            list.RemoveLast(), list => list.Clear());
        yield return Case.Around(new ObservableCollection<Item>(), list => new ReadOnlyObservableCollection<Item>(list), (list, item) => list.Add(item), list =>
            list.RemoveAt(list.Count - 1), list => list.Clear());
        foreach (Collection<Item> list in (Collection<Item>[])[[], new ObservableCollection<Item>(), new BindingList<Item>(), new Keyed()])
        {
            yield return Case.Of(list, (list, item) => list.Add(item), list => list.RemoveAt(list.Count - 1), list => list.Clear());
        }
        yield return Case.Of(new DerivedList(), (list, item) => list.Add(item), list => list.RemoveAt(list.Count - 1), list => list.Clear());
        yield return Case.Of(new DerivedTable(), (table, item) => table.Add(item.Number, item), table => table.Remove(Count - 1), table => table.Clear());
        yield return Case.Of(new DerivedSet(), (set, item) => set.Add(item), set => set.Remove(set.Last()), set => set.Clear());
        yield return Case.Of(new ArrayList(), (list, item) => list.Add(item), list => list.RemoveAt(list.Count - 1), list => list.Clear());
        yield return Case.AtOneMoment(new Hashtable(), (table, item) => table.Add(item.Number, item), table => table.Remove(Count - 1), table => table.Clear());
        yield return Case.AtOneMoment(new Queue(), (queue, item) => queue.Enqueue(item), queue => queue.Dequeue(), queue => queue.Clear());
        yield return Case.AtOneMoment(new Stack(), (stack, item) => stack.Push(item), stack => stack.Pop(), stack => stack.Clear());
        yield return Case.AtOneMoment(new SortedList(), (list, item) => list.Add(item.Number, item), list => list.RemoveAt(list.Count - 1), list =>
            list.Clear());
        yield return Case.AtOneMoment<IDictionary<string, object?>>(new ExpandoObject(), (table, item) => table.Add($"key {item.Number}", item), table =>
            table.Remove("key 4"), table => table.Clear());
        yield return Case.AtOneMoment(new ConcurrentQueue<Item>(), (queue, item) => queue.Enqueue(item), queue => queue.TryDequeue(out _), queue =>
            queue.Clear());
        yield return Case.AtOneMoment(new ConcurrentStack<Item>(), (stack, item) => stack.Push(item), stack => stack.TryPop(out _), stack => stack.Clear());
        yield return Case.AtOneMoment(new ConcurrentBag<Item>(), (bag, item) => bag.Add(item), bag => bag.TryTake(out _), bag => bag.Clear());
        yield return Case.AtOneMoment(new ConcurrentDictionary<int, Item>(), (table, item) => table.TryAdd(item.Number, item), table =>
            table.TryRemove(Count - 1, out _), table => table.Clear());
    }

    [TestCaseSource(nameof(Cases))]
    public void IsRefusedOrWrittenAsItWas(Case changing)
    {
        foreach (Change change in Enum.GetValues<Change>())
        {
            // Whoever is written first, in the middle or last makes the change.
            foreach (int turn in (int[])[0, 2, Count - 1])
            {
                string place = $"{change} at {turn}";
                changing.Fill(change, turn);
                using var stream = new MemoryStream();
                s_model.Serialize<object>(stream, "in front");
                long before = stream.Length;
                // What is taken away when all have been written is not missed: they are all there.
                bool mayBeWhole = changing.IsAtOneMoment || (turn == Count - 1 && change != Change.Add);
                try
                {
                    s_model.Serialize(stream, changing.Value);
                }
                catch (Exception failure) when (!changing.IsAtOneMoment)
                {
                    Assert.That(failure, Is.InstanceOf<ValueNotSerializableException>().With.Property("Code").EqualTo(
                        ErrorCode.CollectionChanged).Or.TypeOf<InvalidOperationException>(), place);
                    Assert.That(stream.Length, Is.EqualTo(before), place);
                    continue;
                }
                Assert.That(mayBeWhole, place);
                stream.Position = before;
                Assert.That(Case.CountOf(s_model.Deserialize(stream)!), Is.EqualTo(Count), place);
            }
        }
    }

    internal enum Change
    {
        Add,
        Remove,
        Clear,
    }

    /// <summary>A collection of items, one of which changes it while it is written.</summary>
    internal sealed record Case(object Value, Action<Change, int> Fill, bool IsAtOneMoment)
    {
        public static Case Of<T>(T collection, Action<T, Item> add, Action<T> remove, Action<T> clear) where T : class =>
            Around(collection, made => made, add, remove, clear);

        public static Case AtOneMoment<T>(T collection, Action<T, Item> add, Action<T> remove, Action<T> clear) where T : class =>
            Of(collection, add, remove, clear) with { IsAtOneMoment = true };

        public static Case Around<T>(T collection, Func<T, object> wrap, Action<T, Item> add, Action<T> remove, Action<T> clear) where T : class
        {
            void Fill(Change change, int turn)
            {
                int written = 0;
                void Written()
                {
                    if (written++ == turn)
                    {
                        switch (change)
                        {
                            case Change.Add:
                                add(collection, new Item { Number = Count });
                                break;
                            case Change.Remove:
                                remove(collection);
                                break;
                            default:
                                clear(collection);
                                break;
                        }
                    }
                }
                clear(collection);
                for (int i = 0; i < Count; i++)
                {
                    add(collection, new Item { Number = i, Written = Written });
                }
            }
            return new Case(wrap(collection), Fill, IsAtOneMoment: false);
        }

        public static int CountOf(object copy) => ((IEnumerable)copy).Cast<object>().Count();

        public override string ToString() => Value.GetType().Name;
    }

    /// <summary>Tells when it is written.</summary>
    [Serializable]
    internal sealed class Item : IComparable<Item>, IEquatable<Item>
    {
        public int Number { get; init; }

        [field: NonSerialized]
        public Action? Written { get; init; }

        public int CompareTo(Item? other) => Number.CompareTo(other!.Number);

        public bool Equals(Item? other) => Number == other?.Number;

        public override bool Equals(object? obj) => Equals(obj as Item);

        public override int GetHashCode() => Number;

        [OnSerializing]
        private void Begin(StreamingContext context) => Written?.Invoke();
    }

    [Serializable]
    internal sealed class Holder
    {
        public ICollection<Item>? Items { get; init; }
    }

    [Serializable]
    internal sealed class Keyed : KeyedCollection<int, Item>
    {
        protected override int GetKeyForItem(Item item) => item.Number;
    }

    [Serializable]
    internal sealed class DerivedList : List<Item>;

    [Serializable]
    internal sealed class DerivedTable : Dictionary<int, Item>;

    [Serializable]
    internal sealed class DerivedSet : HashSet<Item>;
}
