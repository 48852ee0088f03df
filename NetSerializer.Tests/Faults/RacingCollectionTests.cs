using System.Collections;
using System.Collections.Concurrent;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.ComponentModel;
using System.Dynamic;
using System.Reflection;
using System.Text;
using NUnit.Framework;

namespace NetSerializer.Tests.Faults;

/// <summary>
/// Collections that another thread changes while they are written. The writer gives a value, says that the collection changed, or passes on the
/// InvalidOperationException of the framework's enumerator; nothing else comes out.
/// </summary>
[TestFixture]
internal sealed class RacingCollectionTests
{
    private const int Changes = 3_000;

    private static readonly TypeModel s_model = TypeModel.Create(
        typeof(List<int>), typeof(List<string>), typeof(Dictionary<int, string>), typeof(Dictionary<string, int>), typeof(HashSet<int>),
        typeof(HashSet<string>), typeof(Queue<int>), typeof(Queue<string>), typeof(Stack<int>), typeof(Stack<string>), typeof(LinkedList<int>),
        typeof(LinkedList<string>), typeof(SortedSet<int>), typeof(SortedDictionary<int, string>), typeof(SortedList<int, string>),
        typeof(PriorityQueue<string, int>), typeof(OrderedDictionary<int, string>), typeof(ReadOnlyDictionary<int, string>), typeof(ReadOnlySet<string>),
        typeof(Collection<int>), typeof(Collection<string>), typeof(ReadOnlyCollection<int>), typeof(ReadOnlyCollection<string>),
        typeof(ObservableCollection<string>), typeof(BindingList<string>), typeof(ArrayList), typeof(Hashtable), typeof(Queue), typeof(Stack),
        typeof(SortedList), typeof(BitArray), typeof(StringBuilder), typeof(StringCollection), typeof(StringDictionary), typeof(NameValueCollection),
        typeof(ExpandoObject), typeof(ConcurrentQueue<int>), typeof(ConcurrentStack<string>), typeof(ConcurrentBag<int>),
        typeof(ConcurrentDictionary<int, string>));

    private static IEnumerable<TestCaseData> Cases()
    {
        yield return Of(new List<int>(), (list, i) => list.Add(i), list => list.Clear(), list => list.Capacity = list.Count);
        yield return Of(new List<string>(), (list, i) => list.Add($"{i}"), list => list.Clear(), list => list.Capacity = list.Count);
        yield return Of(new Dictionary<int, string>(), (table, i) => table[i] = $"{i}", table => table.Clear(), table => table.TrimExcess());
        yield return Of(new Dictionary<string, int>(), (table, i) => table[$"{i}"] = i, table => table.Clear(), table => table.TrimExcess());
        yield return Of(new HashSet<int>(), (set, i) => set.Add(i), set => set.Clear(), set => set.TrimExcess());
        yield return Of(new HashSet<string>(), (set, i) => set.Add($"{i}"), set => set.Clear(), set => set.TrimExcess());
        yield return Of(new Queue<int>(), (queue, i) => queue.Enqueue(i), queue => queue.Clear(), queue => queue.TrimExcess());
        yield return Of(new Queue<string>(), (queue, i) => queue.Enqueue($"{i}"), queue => queue.Clear(), queue => queue.TrimExcess());
        yield return Of(new Stack<int>(), (stack, i) => stack.Push(i), stack => stack.Clear(), stack => stack.TrimExcess());
        yield return Of(new Stack<string>(), (stack, i) => stack.Push($"{i}"), stack => stack.Clear(), stack => stack.TrimExcess());
        yield return Of(new LinkedList<int>(), (list, i) => list.AddLast(i), list => list.Clear(), list => list.RemoveFirst());
        yield return Of(new LinkedList<string>(), (list, i) => list.AddLast($"{i}"), list => list.Clear(), list => list.RemoveFirst());
        yield return Of(new SortedSet<int>(), (set, i) => set.Add(i * 7 % 101), set => set.Clear(), set => set.Remove(set.Min));
        yield return Of(new SortedDictionary<int, string>(), (table, i) => table[i * 7 % 101] = $"{i}", table => table.Clear(), table => table.Remove(1));
        yield return Of(new SortedList<int, string>(), (table, i) => table[i * 7 % 101] = $"{i}", table => table.Clear(), table => table.TrimExcess());
        yield return Of(new PriorityQueue<string, int>(), (queue, i) => queue.Enqueue($"{i}", -i), queue => queue.Clear(), queue => queue.TrimExcess());
        yield return Of(new OrderedDictionary<int, string>(), (table, i) => table[i] = $"{i}", table => table.Clear(), table => table.TrimExcess());
        var inner = new Dictionary<int, string>();
        yield return Of(new ReadOnlyDictionary<int, string>(inner), (_, i) => inner[i] = $"{i}", _ => inner.Clear(), _ => inner.TrimExcess());
        var set = new HashSet<string>();
        yield return Of(new ReadOnlySet<string>(set), (_, i) => set.Add($"{i}"), _ => set.Clear(), _ => set.TrimExcess());
        var ints = new List<int>();
        yield return Of(new ReadOnlyCollection<int>(ints), (_, i) => ints.Add(i), _ => ints.Clear(), _ => ints.TrimExcess());
        var texts = new List<string>();
        yield return Of(new ReadOnlyCollection<string>(texts), (_, i) => texts.Add($"{i}"), _ => texts.Clear(), _ => texts.TrimExcess());
        yield return Of(new Collection<int>(), (list, i) => list.Add(i), list => list.Clear(), list => list.RemoveAt(0));
        foreach (Collection<string> list in (Collection<string>[])[[], new ObservableCollection<string>(), new BindingList<string>()])
        {
            yield return Of(list, (list, i) => list.Add($"{i}"), list => list.Clear(), list => list.RemoveAt(0));
        }
        yield return Of(new ArrayList(), (list, i) => list.Add(i), list => list.Clear(), list => list.TrimToSize());
        yield return Of(new Hashtable(), (table, i) => table[i] = i, table => table.Clear(), table => table.Remove(1));
        yield return Of(new Queue(), (queue, i) => queue.Enqueue(i), queue => queue.Clear(), queue => queue.TrimToSize());
        yield return Of(new Stack(), (stack, i) => stack.Push(i), stack => stack.Clear(), stack => stack.Pop());
        yield return Of(new SortedList(), (table, i) => table[i * 7 % 101] = i, table => table.Clear(), table => table.TrimToSize());
        yield return Of(new BitArray(0), (bits, i) => bits.Length = i, bits => bits.Length = 0, bits => bits.Length += 4_000);
        yield return Of(new StringBuilder(), (text, i) => text.Append(i), text => text.Clear(), text => text.Insert(0, "Ω"));
        yield return Of(new StringCollection(), (list, i) => list.Add($"{i}"), list => list.Clear(), list => list.RemoveAt(0));
        yield return Of(new StringDictionary(), (table, i) => table[$"{i}"] = "", table => table.Clear(), table => table.Remove("1"));
        yield return Of(new NameValueCollection(), (table, i) => table[$"{i}"] = "", table => table.Clear(), table => table.Remove("1"));
        yield return Of<IDictionary<string, object?>>(new ExpandoObject(), (table, i) => table[$"{i}"] = i, table => table.Clear(), table => table.Remove("1"));
        yield return Of(new ConcurrentQueue<int>(), (queue, i) => queue.Enqueue(i), queue => queue.Clear(), queue => queue.TryDequeue(out _));
        yield return Of(new ConcurrentStack<string>(), (stack, i) => stack.Push($"{i}"), stack => stack.Clear(), stack => stack.TryPop(out _));
        yield return Of(new ConcurrentBag<int>(), (bag, i) => bag.Add(i), bag => bag.Clear(), bag => bag.TryTake(out _));
        yield return Of(new ConcurrentDictionary<int, string>(), (table, i) => table[i] = $"{i}", table => table.Clear(), table => table.TryRemove(1, out _));
    }

    [TestCaseSource(nameof(Cases))]
    public void GivesAValueOrADocumentedException(object collection, Action<int> change)
    {
        using var started = new Barrier(2);
        int done = 0;
        var changer = new Thread(() =>
        {
            started.SignalAndWait();
            for (int i = 0; i < Changes; i++)
            {
                change(i);
                Volatile.Write(ref done, i + 1);
            }
        });
        changer.Start();
        started.SignalAndWait();
        try
        {
            do
            {
                byte[] bytes;
                try
                {
                    bytes = s_model.Serialize(collection);
                }
                catch (Exception failure)
                {
                    Assert.That(failure, Is.InstanceOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.CollectionChanged)
                        .Or.TypeOf<InvalidOperationException>());
                    continue;
                }
                // A table that is torn may show one key twice, or none at all, or keys out of order. Its writer cannot know that; its reader does.
                try
                {
                    Assert.That(s_model.Deserialize<object>(bytes), Is.InstanceOf(collection.GetType()));
                }
                catch (MalformedDataException torn) when (torn.Code is ErrorCode.DuplicateKey or ErrorCode.NullKey or ErrorCode.NotCanonical)
                {
                }
            }
            while (Volatile.Read(ref done) < Changes);
        }
        finally
        {
            changer.Join();
        }
    }

    /// <summary>What the writer sees when another thread has just put a shorter array into a collection: its count is still the old one.</summary>
    [TestCaseSource(nameof(TornCases))]
    public void A_collection_whose_array_is_shorter_than_its_count_is_refused(object collection)
    {
        FieldInfo[] arrays = [.. collection.GetType().GetFields(BindingFlags.Instance | BindingFlags.NonPublic).Where(field => field.FieldType.IsArray)];
        Assert.That(arrays, Is.Not.Empty);
        foreach (FieldInfo array in arrays)
        {
            array.SetValue(collection, Array.CreateInstance(array.FieldType.GetElementType()!, 1));
        }
        Assert.That(() => s_model.Serialize(collection),
            Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.CollectionChanged));
    }

    private static IEnumerable<TestCaseData> TornCases()
    {
        int[] numbers = [.. Enumerable.Range(0, 40)];
        string[] texts = [.. numbers.Select(number => $"{number}")];
        // With room behind the last item, since a full ring would be copied in two pieces.
        var queue = new Queue(100);
        Array.ForEach(texts, queue.Enqueue);
        object[] collections =
        [
            new Queue<int>(numbers), new Queue<string>(texts), new Stack<int>(numbers), new Stack<string>(texts), queue, new Stack(texts),
            new PriorityQueue<string, int>(texts.Zip(numbers)), new SortedList(texts.ToDictionary(text => text)), new BitArray(400),
            new StringBuilder(new string('t', 400)),
        ];
        return collections.Select(collection => new TestCaseData(collection).SetArgDisplayNames(TypeNameOf(collection.GetType())));
    }

    // It grows from nothing, is cut to its size, and begins again.
    private static TestCaseData Of<T>(T collection, Action<T, int> add, Action<T> clear, Action<T> trim) where T : class
    {
        void Change(int i)
        {
            int step = i % 70;
            if (step == 0)
            {
                clear(collection);
            }
            add(collection, step);
            if (step is 30 or 69)
            {
                trim(collection);
            }
        }
        return new TestCaseData(collection, (Action<int>)Change).SetArgDisplayNames(TypeNameOf(collection.GetType()));
    }

    private static string TypeNameOf(Type type) =>
        type.IsGenericType ? $"{type.Name.Split('`')[0]} of {string.Join(" and ", type.GetGenericArguments().Select(TypeNameOf))}" : type.Name;
}
