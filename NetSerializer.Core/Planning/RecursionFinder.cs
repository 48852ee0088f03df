using System.Collections.Immutable;
using NetSerializer.Scanning;

namespace NetSerializer.Planning;

/// <summary>
/// Finds the types that lie on a cycle of the type graph: only they need a guard against depth. Strongly connected components after Tarjan (SIAM J.
/// Comput. 1972), with an explicit stack; slots that admit several types are nodes of their own, so that the graph stays small.
/// </summary>
internal sealed class RecursionFinder
{
    private readonly Dictionary<object, IReadOnlyList<object>> _edges = [];
    private readonly Dictionary<object, Node> _state = [];
    private readonly HashSet<Type> _recursive = [];
    private readonly Dictionary<object, int> _components = [];

    public RecursionFinder(IReadOnlyList<TypeShape> shapes, Func<Type, ImmutableArray<SlotPlan>> slots)
    {
        object[] all = [.. shapes.Where(shape => shape.HasId).Select(shape => (object)shape.Type)];
        foreach (TypeShape shape in shapes)
        {
            _edges.Add(shape.Type, [.. slots(shape.Type).Select(NodeOf).Distinct()]);
            foreach (SlotPlan slot in slots(shape.Type).Where(slot => slot.Kind == SlotKind.Any))
            {
                _edges.TryAdd(NodeOf(slot), slot.IsOpen ? all : [.. slot.Admitted]);
            }
        }
    }

    public IReadOnlySet<Type> Find()
    {
        foreach (object node in _edges.Keys)
        {
            if (!_state.ContainsKey(node))
            {
                Walk(node);
            }
        }
        return _recursive;
    }

    /// <summary>Whether the object in a slot of <paramref name="owner"/> may lead back to it. Known when the recursive types have been found.</summary>
    public bool LeadsBack(Type owner, SlotPlan slot) => _components[owner] == _components[NodeOf(slot)];

    private static object NodeOf(SlotPlan slot) => slot.Kind == SlotKind.Any ? slot.IsOpen ? "any" : "slot " + slot.DeclaredType.TypeHandle.Value : slot.Target;

    private void Walk(object root)
    {
        var open = new Stack<object>();
        var path = new Stack<Node>();
        Enter(root, open, path);
        while (path.TryPeek(out Node? node))
        {
            IReadOnlyList<object> targets = _edges.GetValueOrDefault(node.Type) ?? [];
            if (node.Next < targets.Count)
            {
                object target = targets[node.Next++];
                if (!_state.TryGetValue(target, out Node? seen))
                {
                    Enter(target, open, path);
                }
                else if (seen.IsOpen)
                {
                    node.Low = Math.Min(node.Low, seen.Index);
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
                CloseComponent(node.Type, open);
            }
        }
    }

    private void Enter(object type, Stack<object> open, Stack<Node> path)
    {
        var node = new Node(type, _state.Count);
        _state.Add(type, node);
        open.Push(type);
        path.Push(node);
    }

    private void CloseComponent(object root, Stack<object> open)
    {
        var component = new List<object>();
        object node;
        do
        {
            node = open.Pop();
            _state[node].IsOpen = false;
            component.Add(node);
        }
        while (!node.Equals(root));
        int number = _components.Count;
        foreach (object member in component)
        {
            _components.Add(member, number);
        }
        if (component.Count > 1 || (_edges.TryGetValue(root, out IReadOnlyList<object>? targets) && targets.Contains(root)))
        {
            _recursive.UnionWith(component.OfType<Type>());
        }
    }

    private sealed class Node(object type, int index)
    {
        public object Type { get; } = type;

        public int Index { get; } = index;

        public int Low { get; set; } = index;

        public int Next { get; set; }

        public bool IsOpen { get; set; } = true;
    }
}
