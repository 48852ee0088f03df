using System.Collections.ObjectModel;
using System.Reflection;
using NetSerializer.Tests.Oracle.Values;

namespace NetSerializer.Tests.Graphs;

/// <summary>Graphs of mixed objects: all are made first, and then joined by edges that lead anywhere, to themselves too.</summary>
internal sealed class RandomGraph
{
    /// <summary>What the model of such graphs is made of.</summary>
    public static readonly Type[] Types =
    [
        typeof(Vertex), typeof(Edge), typeof(Carrier), typeof(Row), typeof(Parts), typeof(Fault), typeof(Vertex[]), typeof(Dictionary<object, object>),
        typeof(HashSet<object>), typeof(LinkedList<object>),
        typeof(Tuple<object, object>), typeof(Queue<object>), typeof(Dictionary<string, Vertex>), typeof(ReadOnlyCollection<object>),
        typeof(ReadOnlyDictionary<object, object>),
    ];

    private const int MostObjects = 40;

    private static readonly FieldInfo s_inner = typeof(Exception).GetField("_innerException", BindingFlags.Instance | BindingFlags.NonPublic)!;

    private readonly Random random;
    private readonly object[] objects;
    private readonly bool hasBoxes;

    private RandomGraph(Sample sample, bool hasBoxes)
    {
        random = new Random(sample.Seed);
        this.hasBoxes = hasBoxes;
        objects = new object[1 + (sample.Size % MostObjects)];
        for (int i = 0; i < objects.Length; i++)
        {
            objects[i] = Make(i);
        }
    }

    /// <param name="hasBoxes">Boxed numbers are shared too, which BinaryFormatter does not do.</param>
    public static object Create(Sample sample, bool hasBoxes = true)
    {
        var graph = new RandomGraph(sample, hasBoxes);
        foreach (object value in graph.objects)
        {
            graph.Join(value);
        }
        return graph.objects[0];
    }

    private object Make(int number) => random.Next(hasBoxes ? 18 : 17) switch
    {
        0 => new object?[random.Next(4)],
        1 => new List<object?>(),
        2 => new Dictionary<string, object?>(),
        3 => new Dictionary<object, object?>(),
        4 => new HashSet<object?>(),
        5 => new Carrier { Label = Text() },
        6 => new Row(),
        7 => new Parts(),
        8 => new Fault(),
        9 => new LinkedList<object?>(),
        10 => new Queue<object?>(),
        11 => new Vertex?[random.Next(4)],
        12 => Tuple.Create(Earlier(number), Earlier(number)),
        13 => new Edge { Weight = number },
        14 => new ReadOnlyCollection<object?>(EarlierOf<IList<object?>>(number) ?? []),
        15 => new ReadOnlyDictionary<object, object?>(EarlierOf<IDictionary<object, object?>>(number) ?? new Dictionary<object, object?>()),
        17 => number,
        _ => new Vertex { Number = number, Name = Text() },
    };

    private void Join(object value)
    {
        switch (value)
        {
            case Vertex vertex:
                (vertex.Any, vertex.Left, vertex.Right) = (Any(), AnyVertex(), AnyVertex());
                vertex.Items = random.Next(3) == 0 ? [Any(), Any()] : null;
                vertex.Edge = new() { Target = Any(), Vertex = AnyVertex(), Weight = 1 };
                vertex.Name = random.Next(3) == 0 ? AnyVertex()?.Name : vertex.Name;
                break;
            case Edge:
                // In the box itself, which is the object.
                typeof(Edge).GetField(nameof(Edge.Target))!.SetValue(value, Any());
                break;
            case Vertex?[] vertices:
                Array.ForEach(Enumerable.Range(0, vertices.Length).ToArray(), i => vertices[i] = AnyVertex());
                break;
            case object?[] array:
                Array.ForEach(Enumerable.Range(0, array.Length).ToArray(), i => array[i] = Any());
                break;
            case Dictionary<string, object?> table:
                Some(() => table[$"key {random.Next(9)}"] = Any());
                break;
            case Dictionary<object, object?> table:
                Some(() => table[Key()] = Any());
                break;
            case HashSet<object?> set:
                Some(() => set.Add(Key()));
                break;
            case LinkedList<object?> list:
                Some(() => list.AddLast(Any()));
                break;
            case Queue<object?> queue:
                Some(() => queue.Enqueue(Any()));
                break;
            case Row row:
                row.Title = Any();
                Some(() => row.Add(Any()));
                break;
            case List<object?> list:
                Some(() => list.Add(Any()));
                break;
            case Parts parts:
                objects.OfType<Vertex>().Where(_ => random.Next(3) == 0).ToList().ForEach(parts.Add);
                break;
            case Carrier carrier:
                carrier.Load = Any();
                break;
            case Fault fault:
                fault.Cause = Any();
                s_inner.SetValue(fault, objects.OfType<Fault>().Where(_ => random.Next(2) == 0).FirstOrDefault());
                break;
        }
    }

    private void Some(Action add)
    {
        for (int i = random.Next(4); i > 0; i--)
        {
            add();
        }
    }

    private object? Any() => random.Next(6) == 0 ? null : random.Next(8) == 0 ? Text() : objects[random.Next(objects.Length)];

    private Vertex? AnyVertex()
    {
        Vertex[] all = [.. objects.OfType<Vertex>()];
        return all.Length == 0 || random.Next(4) == 0 ? null : all[random.Next(all.Length)];
    }

    /// <summary>Compared by reference, so that no hash follows a cycle.</summary>
    private object Key()
    {
        object[] keys = [.. objects.Where(value => value is Vertex or Array or List<object?> or HashSet<object?> or Fault)];
        return keys.Length == 0 ? Text() : keys[random.Next(keys.Length)];
    }

    private object? Earlier(int number) => number == 0 ? null : objects[random.Next(number)];

    /// <summary>What a cover can show: no other cover, of which BinaryFormatter would keep the one between.</summary>
    private T? EarlierOf<T>(int number) where T : class
    {
        T[] all = [.. objects.Take(number).OfType<T>().Where(value => value is object?[] and not Vertex[] or List<object?> or Dictionary<object, object?>)];
        return all.Length == 0 ? null : all[random.Next(all.Length)];
    }

    private string Text() => new((char)('a' + random.Next(26)), 1 + random.Next(3));
}
