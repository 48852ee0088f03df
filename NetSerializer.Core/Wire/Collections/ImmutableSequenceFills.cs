using System.Collections.Immutable;
using System.Runtime.CompilerServices;

namespace NetSerializer.Wire.Collections;

/// <summary>Makes an immutable list: a balanced tree, in one pass over all elements.</summary>
internal struct ImmutableListFill<T> : ISequenceFill<ImmutableListFill<T>, ImmutableList<T>, T>
{
    private const int ObjectSize = 24, ObjectHeader = 16;

    private ElementArray<T> _elements;

    // Header, left, right, height and count, the element.
    public static int NodeSize => ObjectHeader + Unsafe.SizeOf<(nint, nint, long, T)>();

    public readonly ImmutableList<T> Collection => ImmutableList.CreateRange(_elements.Elements);

    public static ImmutableListFill<T> Start(scoped ref WireReader r, scoped ref byte p, int count, ImmutableList<T>? target)
    {
        r.Charge(ref p, ObjectSize);
        return new() { _elements = ElementArray<T>.Start(ref r, ref p, count) };
    }

    public void Add(scoped ref WireReader r, scoped ref byte p, T element)
    {
        r.Charge(ref p, NodeSize);
        _elements.Add(ref r, ref p, element);
    }
}

/// <summary>Makes an immutable stack, whose elements come top first.</summary>
internal struct ImmutableStackFill<T> : ISequenceFill<ImmutableStackFill<T>, ImmutableStack<T>, T>
{
    private const int ObjectHeader = 16;

    private ElementArray<T> _elements;

    // Header, the tail and the element.
    public static int NodeSize => ObjectHeader + Unsafe.SizeOf<(nint, T)>();

    public readonly ImmutableStack<T> Collection
    {
        get
        {
            ImmutableStack<T> stack = [];
            T[] elements = _elements.Elements;
            for (int i = elements.Length - 1; i >= 0; i--)
            {
                stack = stack.Push(elements[i]);
            }
            return stack;
        }
    }

    public static ImmutableStackFill<T> Start(scoped ref WireReader r, scoped ref byte p, int count, ImmutableStack<T>? target) =>
        new() { _elements = ElementArray<T>.Start(ref r, ref p, count) };

    public void Add(scoped ref WireReader r, scoped ref byte p, T element)
    {
        r.Charge(ref p, NodeSize);
        _elements.Add(ref r, ref p, element);
    }

    /// <summary>The elements, top first: an immutable stack does not know how many they are.</summary>
    public static T[] Snapshot(ImmutableStack<T> collection) => [.. collection];
}

/// <summary>Makes an immutable queue, the front first: a stack of nodes, from the back one on.</summary>
internal struct ImmutableQueueFill<T> : ISequenceFill<ImmutableQueueFill<T>, ImmutableQueue<T>, T>
{
    private const int ObjectSize = 40;

    private ElementArray<T> _elements;

    public readonly ImmutableQueue<T> Collection => ImmutableQueue.Create(_elements.Elements);

    public static ImmutableQueueFill<T> Start(scoped ref WireReader r, scoped ref byte p, int count, ImmutableQueue<T>? target)
    {
        r.Charge(ref p, ObjectSize);
        return new() { _elements = ElementArray<T>.Start(ref r, ref p, count) };
    }

    public void Add(scoped ref WireReader r, scoped ref byte p, T element)
    {
        r.Charge(ref p, ImmutableStackFill<T>.NodeSize);
        _elements.Add(ref r, ref p, element);
    }

    /// <summary>The elements, front first: an immutable queue does not know how many they are.</summary>
    public static T[] Snapshot(ImmutableQueue<T> collection) => [.. collection];
}
