using System.Runtime.CompilerServices;

namespace NetSerializer.Wire.Collections;

/// <summary>
/// Runs the constructor of a framework collection on an object of a derived class that was made without one: no constructor of the user's runs while a value is read, but the base needs its own.
/// </summary>
internal static class BaseConstructors<T>
{
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    public static extern void Run(Queue<T> target, int capacity);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    public static extern void Run(Stack<T> target, int capacity);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    public static extern void Run(LinkedList<T> target);
}
