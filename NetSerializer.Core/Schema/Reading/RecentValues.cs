namespace NetSerializer.Schema.Reading;

/// <summary>Values by their tags; when there are too many, the one not used for longest goes. For one thread at a time.</summary>
internal sealed class RecentValues<T>(int capacity) where T : class
{
    private readonly Dictionary<ulong, LinkedListNode<(ulong Tag, T Value)>> _byTag = [];
    // The most recently used first.
    private readonly LinkedList<(ulong Tag, T Value)> _order = [];

    public T? Find(ulong tag)
    {
        if (!_byTag.TryGetValue(tag, out LinkedListNode<(ulong Tag, T Value)>? node))
        {
            return null;
        }
        _order.Remove(node);
        _order.AddFirst(node);
        return node.Value.Value;
    }

    public void Add(ulong tag, T value)
    {
        Remove(tag);
        _byTag.Add(tag, _order.AddFirst((tag, value)));
        if (_byTag.Count > capacity)
        {
            Remove(_order.Last!.Value.Tag);
        }
    }

    public bool Remove(ulong tag)
    {
        if (!_byTag.Remove(tag, out LinkedListNode<(ulong Tag, T Value)>? node))
        {
            return false;
        }
        _order.Remove(node);
        return true;
    }
}
