using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Dispatch;
using NetSerializer.Wire;

namespace NetSerializer;

/// <summary>
/// A closed list of types with the code that writes and reads their values. Immutable and safe to use from any number of threads at once; make it once and keep it, for making it generates code.
/// Two models with equal <see cref="Fingerprint"/> understand each other.
/// </summary>
/// <remarks>Writing calls throw <see cref="ValueNotSerializableException"/>, reading calls <see cref="MalformedDataException"/>; see docs/errors.md.</remarks>
public sealed partial class TypeModel
{
    private const int InitialBuffer = 1024;

    private readonly ModelCore _core;

    private TypeModel(ModelCore core) => _core = core;

    /// <summary>Makes a model of <paramref name="types"/> and everything that their members can hold.</summary>
    /// <param name="types">The roots: every type that is serialized by itself or stands behind a member of a base type, interface or object.</param>
    /// <exception cref="TypeModelException">Some of the types cannot travel. It lists every problem with its path and cure.</exception>
    public static TypeModel Create(params IEnumerable<Type> types) => Create(types, SerializerOptions.Default);

    /// <inheritdoc cref="Create(IEnumerable{Type})"/>
    /// <param name="types">The roots.</param>
    /// <param name="options">The settings; null for the default ones.</param>
    public static TypeModel Create(IEnumerable<Type> types, SerializerOptions? options)
    {
        ArgumentNullException.ThrowIfNull(types);
        return new TypeModel(ModelCore.Create([.. types], options ?? SerializerOptions.Default, null));
    }

    /// <summary>The settings of the model.</summary>
    public SerializerOptions Options => _core.Options;

    /// <summary>All types of the model with their ids, built-in ones included.</summary>
    public TypeIdTable TypeIds => _core.TypeIds;

    /// <summary>The SHA-256 of <see cref="Describe"/>, 32 bytes: equal on both sides when the bytes of one are values for the other.</summary>
    public ReadOnlyMemory<byte> Fingerprint => _core.Fingerprint;

    /// <summary>The agreement of the two sides as stable text, one line for each type and member (docs/wire-format.md, section 10).</summary>
    public string Describe() => _core.Schema;

    /// <summary>A model with more types. The types of this one keep their ids.</summary>
    /// <param name="types">The additional roots.</param>
    /// <exception cref="TypeModelException">Some of the types cannot travel.</exception>
    /// <remarks>A slot that admitted one type may admit several now, which changes its form: both sides must make the step.</remarks>
    public TypeModel With(params IEnumerable<Type> types)
    {
        ArgumentNullException.ThrowIfNull(types);
        return new TypeModel(ModelCore.Create([.. _core.Roots, .. types], Options, _core));
    }

    /// <summary>The generated methods as text: C# statements with the IL that implements them.</summary>
    public string ListGeneratedCode() => _core.ListGeneratedCode();

    internal ModelCore Core => _core;

    /// <summary>Writes a value into an array of its own.</summary>
    [SkipLocalsInit]
    public byte[] Serialize<T>(T value)
    {
        RootSlot<T> slot = _core.Root<T>();
        Span<byte> initial = stackalloc byte[InitialBuffer];
        var w = new WireWriter(_core.Dispatch, Options.Limits.MaxDepth, initial);
        try
        {
            return w.ToArray(ref slot.Write(ref w, ref w.Start, value));
        }
        catch (ValueNotSerializableException failure) when (failure.Path.Length == 0)
        {
            throw _core.Locate(failure, slot, value);
        }
        finally
        {
            w.Dispose();
        }
    }

    /// <summary>Appends a value to <paramref name="destination"/>. When it fails, the destination may have been advanced over bytes of an unfinished value.</summary>
    public void Serialize<T>(IBufferWriter<byte> destination, T value)
    {
        ArgumentNullException.ThrowIfNull(destination);
        RootSlot<T> slot = _core.Root<T>();
        var w = new WireWriter(_core.Dispatch, Options.Limits.MaxDepth, destination);
        try
        {
            w.Complete(ref slot.Write(ref w, ref w.Start, value));
        }
        catch (ValueNotSerializableException failure) when (failure.Path.Length == 0)
        {
            throw _core.Locate(failure, slot, value);
        }
    }

    /// <summary>Writes a value into <paramref name="destination"/> if it has room.</summary>
    /// <param name="destination">Where to write; its content is unspecified when the value does not fit.</param>
    /// <param name="value">The value.</param>
    /// <param name="written">How many bytes the value took; 0 when it does not fit.</param>
    /// <returns>False when the value does not fit.</returns>
    public bool TrySerialize<T>(Span<byte> destination, T value, out int written)
    {
        RootSlot<T> slot = _core.Root<T>();
        var w = new WireWriter(_core.Dispatch, Options.Limits.MaxDepth, destination);
        try
        {
            ReadOnlySpan<byte> bytes = w.WrittenSpan(ref slot.Write(ref w, ref w.Start, value));
            // The generated code asks for room by the largest size a run can have, so a value that fits exactly may have moved on to a rented buffer.
            bool fits = bytes.Length <= destination.Length;
            if (fits && w.IsRented)
            {
                bytes.CopyTo(destination);
            }
            written = fits ? bytes.Length : 0;
            return fits;
        }
        catch (ValueNotSerializableException failure) when (failure.Path.Length == 0)
        {
            throw _core.Locate(failure, slot, value);
        }
        finally
        {
            w.Dispose();
        }
    }

    /// <summary>Reads a value that takes all of <paramref name="source"/>.</summary>
    public T? Deserialize<T>(ReadOnlySpan<byte> source)
    {
        T? value = Deserialize<T>(source, out int consumed);
        if (consumed != source.Length)
        {
            throw new MalformedDataException(ErrorCode.TrailingBytes, $"The value ends, but {source.Length - consumed} bytes follow.", consumed);
        }
        return value;
    }

    /// <summary>Reads the value at the start of <paramref name="source"/>; <paramref name="consumed"/> is its length in bytes.</summary>
    [SkipLocalsInit]
    public T? Deserialize<T>(ReadOnlySpan<byte> source, out int consumed)
    {
        RootSlot<T> slot = _core.Root<T>();
        Span<byte> scratch = stackalloc byte[WireReader.ScratchLength];
        var r = new WireReader(_core.Dispatch, Options.Limits, _core.Shapes, source, ref MemoryMarshal.GetReference(scratch), null);
        try
        {
            _core.CheckLength(source.Length);
            ref byte end = ref slot.Read(ref r, ref r.Start, out T value);
            consumed = (int)r.Complete(ref end);
            return value;
        }
        catch (MalformedDataException failure) when (failure.Path.Length == 0)
        {
            throw _core.Locate(failure, slot, source);
        }
    }

    /// <summary>Reads a value that takes all of <paramref name="source"/>, whose segments may part it anywhere.</summary>
    public T? Deserialize<T>(in ReadOnlySequence<byte> source)
    {
        T? value = Deserialize<T>(source, out long consumed);
        if (consumed != source.Length)
        {
            throw new MalformedDataException(ErrorCode.TrailingBytes, $"The value ends, but {source.Length - consumed} bytes follow.", consumed);
        }
        return value;
    }

    /// <summary>What the value at the start of <paramref name="source"/> is, without reading it. For roots of reference types only: value types leave no trace of their type.</summary>
    /// <returns>The type; null for a null value.</returns>
    /// <exception cref="MalformedDataException">There is no type id, or one that the model does not have.</exception>
    [SkipLocalsInit]
    public Type? PeekType(ReadOnlySpan<byte> source)
    {
        Span<byte> scratch = stackalloc byte[WireReader.ScratchLength];
        var r = new WireReader(_core.Dispatch, Options.Limits, _core.Shapes, source, ref MemoryMarshal.GetReference(scratch), null);
        ref byte p = ref r.ReadVarInt32(ref r.Start, out uint id);
        r.Finish(ref p);
        if (id == 0)
        {
            return null;
        }
        return _core.Dispatch.FindType(id)
            ?? throw new MalformedDataException(ErrorCode.UnknownTypeId, $"Type id {id} is not in the model: do both sides have the same types and ids?", 0);
    }

    /// <summary>A copy that shares nothing with <paramref name="value"/>: written to memory and read back, without limits but MaxDepth.</summary>
    [SkipLocalsInit]
    public T DeepClone<T>(T value)
    {
        RootSlot<T> slot = _core.Root<T>();
        Span<byte> initial = stackalloc byte[InitialBuffer], scratch = stackalloc byte[WireReader.ScratchLength];
        var w = new WireWriter(_core.Dispatch, Options.Limits.MaxDepth, initial);
        try
        {
            ReadOnlySpan<byte> bytes = w.WrittenSpan(ref slot.Write(ref w, ref w.Start, value));
            var r = new WireReader(_core.Dispatch, _core.CloneLimits, _core.Shapes, bytes, ref MemoryMarshal.GetReference(scratch), null);
            r.Complete(ref slot.Read(ref r, ref r.Start, out T copy));
            return copy;
        }
        catch (ValueNotSerializableException failure) when (failure.Path.Length == 0)
        {
            throw _core.Locate(failure, slot, value);
        }
        finally
        {
            w.Dispose();
        }
    }
}
