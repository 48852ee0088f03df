using System.Runtime.CompilerServices;

namespace NetSerializer.Wire;

/// <summary>
/// What is made when it is first asked for, once. Unlike <see cref="Lazy{T}"/> it does not keep what <paramref name="make"/> throws: a lack of memory
/// or an interruption at first use is that call's alone, and the next one tries again. For any number of threads, of which one makes it and the
/// others wait.
/// </summary>
internal sealed class MadeOnce<T>(Func<T> make) where T : class
{
    private readonly Lock _making = new();
    private volatile T? _value;
    // Null once it is made: it may hold on to what only the making needs.
    private Func<T>? _make = make;

    public T Value => _value ?? Make();

    // Not inlined: see ModelCore.MakeRoot.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private T Make()
    {
        lock (_making)
        {
            if (_value == null)
            {
                _value = _make!();
                _make = null;
            }
            return _value;
        }
    }
}
