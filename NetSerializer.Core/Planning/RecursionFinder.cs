using System.Collections.Immutable;
using NetSerializer.Scanning;

namespace NetSerializer.Planning;

/// <summary>
/// Finds the types that lie on a cycle of the type graph: only they need a guard against depth. Strongly connected components after Tarjan (SIAM J.
/// Comput. 1972), with an explicit stack; slots that admit several types are nodes of their own, so that the graph stays small.
/// </summary>
internal sealed class RecursionFinder
{
    private readonly Dictionary<object, Node> _nodes = [];
    private readonly HashSet<Type> _recursive = [];
    private int _entered, _closed;

    public RecursionFinder(IReadOnlyList<TypeShape> shapes, Func<Type, ImmutableArray<SlotPlan>> slots)
    {
        // Loops here and wherever code runs at start: each kind of LINQ iterator is a dozen types for the runtime to load.
        var all = new List<object>();
        foreach (TypeShape shape in shapes)
        {
            if (shape.HasId)
            {
                all.Add(shape.Type);
            }
            var targets = new List<object>();
            foreach (SlotPlan slot in slots(shape.Type))
            {
                object key = KeyOf(slot);
                targets.Add(key);
                if (slot.Kind == SlotKind.Any && !_nodes.ContainsKey(key))
                {
                    _nodes.Add(key, new Node(key, slot.IsOpen ? all : [.. slot.Admitted]));
                }
            }
            _nodes.Add(shape.Type, new Node(shape.Type, targets));
        }
    }

    public IReadOnlySet<Type> Find()
    {
        foreach (Node node in _nodes.Values)
        {
            if (!node.IsEntered)
            {
                Walk(node);
            }
        }
        return _recursive;
    }

    /// <summary>Whether the object in a slot of <paramref name="owner"/> may lead back to it. Known when the recursive types have been found.</summary>
    public bool LeadsBack(Type owner, SlotPlan slot) => _nodes[owner].Component == _nodes[KeyOf(slot)].Component;

    private static object KeyOf(SlotPlan slot) => slot.Kind == SlotKind.Any ? slot.IsOpen ? "any" : "slot " + slot.DeclaredType.TypeHandle.Value : slot.Target;

    private void Walk(Node root)
    {
        var open = new Stack<Node>();
        var path = new Stack<Node>();
        Enter(root, open, path);
        while (path.TryPeek(out Node? node))
        {
            if (node.Next < node.Targets.Count)
            {
                Node target = _nodes[node.Targets[node.Next++]];
                if (!target.IsEntered)
                {
                    Enter(target, open, path);
                }
                else if (target.IsOpen)
                {
                    node.Low = Math.Min(node.Low, target.Index);
                }
                continue;
            }
            path.Pop();
            if (path.TryPeek(out Node? parent))
            {
                parent.Low = Math.Min(parent.Low, node.Low);
            }
            if (node.Low == node.Index)
            {
                CloseComponent(node, open);
            }
        }
    }

    private void Enter(Node node, Stack<Node> open, Stack<Node> path)
    {
        node.Enter(_entered++);
        open.Push(node);
        path.Push(node);
    }

    private void CloseComponent(Node root, Stack<Node> open)
    {
        bool isCycle = open.Peek() != root || root.Targets.Contains(root.Key);
        Node node;
        do
        {
            node = open.Pop();
            node.IsOpen = false;
            node.Component = _closed;
            if (isCycle && node.Key is Type type)
            {
                _recursive.Add(type);
            }
        }
        while (node != root);
        _closed++;
    }

    private sealed class Node(object key, List<object> targets)
    {
        public object Key { get; } = key;

        public List<object> Targets { get; } = targets;

        public bool IsEntered { get; private set; }

        public bool IsOpen { get; set; }

        public int Index { get; private set; }

        public int Low { get; set; }

        public int Next { get; set; }

        public int Component { get; set; }

        public void Enter(int index) => (IsEntered, IsOpen, Index, Low) = (true, true, index, index);
    }
}
