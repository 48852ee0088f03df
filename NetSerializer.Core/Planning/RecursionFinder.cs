using System.Collections.Immutable;
using NetSerializer.Scanning;

namespace NetSerializer.Planning;

/// <summary>
/// Finds the types that lie on a cycle of the type graph: only they need a guard against depth. Strongly connected components after Tarjan (SIAM J. Comput. 1972), with an explicit stack;
/// slots that admit several types are nodes of their own, so that the graph stays small.
/// </summary>
internal sealed class RecursionFinder
{
    private readonly Dictionary<object, IReadOnlyList<object>> _edges = [];
    private readonly Dictionary<object, (int Index, int Low, bool Open)> _state = [];
    private readonly HashSet<Type> _recursive = [];

    public RecursionFinder(IReadOnlyList<TypeShape> shapes, IReadOnlyDictionary<Type, ImmutableArray<SlotPlan>> slots)
    {
        object[] all = [.. shapes.Where(shape => shape.HasId).Select(shape => (object)shape.Type)];
        foreach (TypeShape shape in shapes)
        {
            _edges.Add(shape.Type, [.. slots[shape.Type].Select(NodeOf).Distinct()]);
            foreach (SlotPlan slot in slots[shape.Type].Where(slot => slot.Kind == SlotKind.Any))
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

    private static object NodeOf(SlotPlan slot) => slot.Kind == SlotKind.Any ? slot.IsOpen ? "any" : (slot.DeclaredType, "slot") : slot.Target;

    private void Walk(object root)
    {
        var open = new Stack<object>();
        var path = new Stack<(object Node, int Next)>();
        Enter(root, open, path);
        while (path.TryPop(out var step))
        {
            IReadOnlyList<object> targets = _edges.GetValueOrDefault(step.Node) ?? [];
            if (step.Next < targets.Count)
            {
                path.Push((step.Node, step.Next + 1));
                object target = targets[step.Next];
                if (!_state.TryGetValue(target, out var seen))
                {
                    Enter(target, open, path);
                }
                else if (seen.Open)
                {
                    Lower(step.Node, seen.Index);
                }
                continue;
            }
            var state = _state[step.Node];
            if (path.TryPeek(out var parent))
            {
                Lower(parent.Node, state.Low);
            }
            if (state.Low == state.Index)
            {
                CloseComponent(step.Node, open);
            }
        }
    }

    private void Enter(object node, Stack<object> open, Stack<(object, int)> path)
    {
        _state.Add(node, (_state.Count, _state.Count, true));
        open.Push(node);
        path.Push((node, 0));
    }

    private void Lower(object node, int low)
    {
        var state = _state[node];
        _state[node] = state with { Low = Math.Min(state.Low, low) };
    }

    private void CloseComponent(object root, Stack<object> open)
    {
        var component = new List<object>();
        object node;
        do
        {
            node = open.Pop();
            _state[node] = _state[node] with { Open = false };
            component.Add(node);
        }
        while (!node.Equals(root));
        if (component.Count > 1 || (_edges.TryGetValue(root, out IReadOnlyList<object>? targets) && targets.Contains(root)))
        {
            _recursive.UnionWith(component.OfType<Type>());
        }
    }
}
