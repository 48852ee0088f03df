using System.Runtime.CompilerServices;

namespace NetSerializer.Wire;

/// <summary>
/// A value that is made once, when it is first asked for. Unlike <see cref="Lazy{T}"/> it does not keep an exception of <paramref name="make"/>. So a
/// lack of memory or an interruption at first use fails that call alone, and the next one tries again. For any number of threads, of which one makes
/// the value and the others wait.
/// </summary>
internal sealed class MadeOnce<T>(Func<T> make) where T : class
{
    private readonly Lock _making = new();
    private volatile T? _value;
    // Null once the value is made: the function may hold on to objects that only the making needs.
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
