using System.Diagnostics.CodeAnalysis;
using NetSerializer.Emit;
using NetSerializer.Errors;

namespace NetSerializer;

/// <summary>
/// The process-wide default model: <see cref="Initialize(Type[])"/> once, then <see cref="Serialize(Stream, object?)"/> and
/// <see cref="Deserialize(Stream)"/> from any thread.
/// </summary>
/// <remarks>All calls have the stream form; <see cref="Model"/> has the others.</remarks>
/// <example><code>
/// Serializer.Initialize(typeof(Order));
/// Serializer.Serialize(stream, order);
/// var copy = (Order?)Serializer.Deserialize(stream);
/// </code></example>
public static class Serializer
{
    // The only mutable state of the process besides caches: set once, under the lock, to an immutable object.
    private static readonly Lock s_lock = new();
    private static volatile State? s_state;

    private sealed record State(TypeModel Model, Type[] Types);

    /// <summary>The model behind this class.</summary>
    /// <exception cref="InvalidOperationException">Not initialized.</exception>
    public static TypeModel Model
    {
        get
        {
            State? state = s_state;
            if (state == null)
            {
                Throw.NotInitialized();
            }
            return state.Model;
        }
    }

    /// <summary>
    /// Makes the model of <paramref name="types"/>. A second call with the same types in the same order, and the same options, has no effect.
    /// </summary>
    /// <example><code>Serializer.Initialize(typeof(Order), typeof(Invoice));</code></example>
    /// <exception cref="TypeModelException">Some of the types cannot travel.</exception>
    /// <exception cref="PlatformNotSupportedException">The program was published trimmed or ahead of time.</exception>
    /// <exception cref="InvalidOperationException">It was initialized with other types or options.</exception>
    [RequiresDynamicCode(RunTimeCode.Needed), RequiresUnreferencedCode(RunTimeCode.Needed)]
    public static void Initialize(params Type[] types) => Initialize(types, null);

    /// <inheritdoc cref="Initialize(Type[])"/>
    [RequiresDynamicCode(RunTimeCode.Needed), RequiresUnreferencedCode(RunTimeCode.Needed)]
    public static void Initialize(IEnumerable<Type> types) => Initialize(types, null);

    /// <inheritdoc cref="Initialize(Type[])"/>
    /// <param name="types">The roots: every type that is sent by itself or stands behind a member of a base type, interface or object.</param>
    /// <param name="options">The settings; null for the default ones.</param>
    [RequiresDynamicCode(RunTimeCode.Needed), RequiresUnreferencedCode(RunTimeCode.Needed)]
    public static void Initialize(IEnumerable<Type> types, SerializerOptions? options)
    {
        ArgumentNullException.ThrowIfNull(types);
        Type[] roots = [.. types];
        options ??= SerializerOptions.Default;
        lock (s_lock)
        {
            if (s_state is { } state)
            {
                if (!state.Types.Distinct().SequenceEqual(roots.Distinct()) || !state.Model.Options.SameAs(options))
                {
                    Throw.InitializedDifferently();
                }
                return;
            }
            s_state = new State(TypeModel.Create(roots, options), roots);
        }
    }

    /// <summary>Writes a value of any type of the model to a stream.</summary>
    /// <inheritdoc cref="TypeModel.Serialize(Stream, object?)"/>
    public static void Serialize(Stream destination, object? value) => Model.Serialize(destination, value);

    /// <summary>Writes a value to a stream, with the id of its type. Any <c>Deserialize</c> of a type that admits the value reads it.</summary>
    /// <inheritdoc cref="TypeModel.Serialize{T}(Stream, T)"/>
    public static void Serialize<T>(Stream destination, T value) => Model.Serialize(destination, value);

    /// <inheritdoc cref="TypeModel.Serialize(Type, object?, Stream)"/>
    public static void Serialize(Type declared, object? value, Stream destination) => Model.Serialize(declared, value, destination);

    /// <inheritdoc cref="TypeModel.Deserialize(Type, Stream)"/>
    public static object? Deserialize(Type declared, Stream source) => Model.Deserialize(declared, source);

    /// <inheritdoc cref="TypeModel.SerializeDirect{T}(Stream, T)"/>
    public static void SerializeDirect<T>(Stream destination, T value) => Model.SerializeDirect(destination, value);

    /// <inheritdoc cref="TypeModel.DeserializeDirect{T}(Stream)"/>
    public static T? DeserializeDirect<T>(Stream source) => Model.DeserializeDirect<T>(source);

    /// <summary>Reads the next value of a stream, and no byte behind it.</summary>
    /// <inheritdoc cref="TypeModel.Deserialize(Stream)"/>
    public static object? Deserialize(Stream source) => Model.Deserialize(source);

    /// <summary>Reads the next value of a stream as a T.</summary>
    /// <inheritdoc cref="TypeModel.Deserialize{T}(Stream)"/>
    public static T? Deserialize<T>(Stream source) => Model.Deserialize<T>(source);

    /// <inheritdoc cref="TypeModel.SerializeAsync{T}"/>
    public static ValueTask SerializeAsync<T>(Stream destination, T value, CancellationToken cancellationToken = default) =>
        Model.SerializeAsync(destination, value, cancellationToken);

    /// <inheritdoc cref="TypeModel.DeserializeAsync{T}"/>
    public static ValueTask<T?> DeserializeAsync<T>(Stream source, CancellationToken cancellationToken = default) =>
        Model.DeserializeAsync<T>(source, cancellationToken);
}
