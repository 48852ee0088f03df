using System.Buffers;
using System.Runtime.CompilerServices;
using NetSerializer.Errors;
using NetSerializer.Families;
using NetSerializer.IO;
using NetSerializer.Scanning;
using NetSerializer.Wire;
using NetSerializer.Wire.Protocols;

namespace NetSerializer.Dispatch;

// Paths of failures. The generated code does not track its place. A twin that does, made at the first failure, repeats the failed call.
internal sealed partial class ModelCore
{
    /// <summary>The same failure with the path of the value that cannot be written.</summary>
    public ValueNotSerializableException Locate<T>(ValueNotSerializableException failure, RootSlot<T> root, T value) =>
        SerializerMetrics.Counted(FindPath(failure, root, value));

    private ValueNotSerializableException FindPath<T>(ValueNotSerializableException failure, RootSlot<T> root, T value)
    {
        ModelCore twin = Traced;
        RootSlot<T> slot = root.In(twin);
        var trace = new PathTrace(value is null ? TypeNames.Display(root.DeclaredType) : TypeNames.Display(value.GetType()));
        var w = new WireWriter(twin.Dispatch, new DiscardSink(), default) { Trace = trace, UserContext = Context };
        try
        {
            slot.Write(ref w, ref w.Start, value);
            if (trace.IsSearching)
            {
                return Throw.TooDeepWithoutCycle(Limits, trace.HasGivenUp, trace.ToString());
            }
        }
        // The search goes on behind the failure, so an exception there is another failure, not the one to report.
        catch (Exception other) when (trace.IsSearching
            && (UserCode.IsToBeWrapped(other) || other is OutOfMemoryException or InsufficientExecutionStackException))
        {
            return trace.Cycle is { } cycle
                ? Throw.InCycle(cycle, trace.ToString()) : Throw.TooDeepWithoutCycle(Limits, hasGivenUp: true, trace.ToString());
        }
        catch (ValueNotSerializableException again)
        {
            return new ValueNotSerializableException(
                again.Code, again.Missing is { } missing ? ReasonFor(missing, again.Reason) : again.Reason, trace.ToString());
        }
        catch (Exception other) when (UserCode.IsToBeWrapped(other))
        {
            // A callback that was called before will not be called again.
        }
        // The value has changed in the meantime, and can be written now.
        return failure;
    }

    /// <summary>Why a value cannot be written, and the cure: to add its type is none where that would be refused.</summary>
    /// <param name="missing">The type.</param>
    /// <param name="reason">The answer where the model would take the type.</param>
    /// <param name="isWithoutObjects">The answer where adding the type would bring no type that has objects.</param>
    public string ReasonFor(Type missing, string reason, string? isWithoutObjects = null)
    {
        try
        {
            if (HandledAs(missing) is { } handled)
            {
                return $"{TypeNames.Display(missing)} is not in the model; {TypeNames.Display(handled)} has a custom serializer that handles it: add "
                    + $"{TypeNames.Expression(handled)} to the types given to TypeModel.Create or Serializer.Initialize, on both sides.";
            }
            var scanner = new TypeScanner(FamilyCatalogue.All, Options, FamilyCatalogue.Last(Options)) { RootOmission = "leave it out of the value." };
            IReadOnlyList<TypeShape> shapes = scanner.Scan([missing]);
            string name = TypeNames.Display(missing);
            if ((scanner.Problems.FirstOrDefault(problem => problem.Path == name)?.Message ?? ProblemOfCopies(missing)) is { } problem)
            {
                return $"{name} is not in the model, and would not be taken into it as it is: {problem}";
            }
            return shapes.Any(shape => !shape.Type.IsAbstract && shape.Type.IsAssignableTo(missing)) ? reason : isWithoutObjects ?? reason;
        }
        catch (Exception other) when (UserCode.IsToBeWrapped(other))
        {
            // The type filter or a factory of custom serializers.
            return reason;
        }
    }

    // A base class or interface whose serializer would take values of the type, if the model had it.
    private Type? HandledAs(Type missing)
    {
        IEnumerable<Type> above = MemberSelector.Levels(missing).AsEnumerable().Reverse().Skip(1).Concat(missing.GetInterfaces());
        return Options.Serializers == null ? null : above.FirstOrDefault(type => Plans.Find(type) == null
            && Options.Serializers.Select(serializer => serializer.Find(type)).FirstOrDefault(code => code != null) is { Failure: CustomCode.Fault.None } code
            && (type.IsInterface || code.HandlesDerivedTypes));
    }

    // An object from before a plugin was loaded again.
    private string? ProblemOfCopies(Type missing)
    {
        var copies = new AssemblyCopies();
        foreach ((Type type, _) in TypeIds)
        {
            copies.Problem(type);
        }
        return copies.Problem(missing);
    }

    /// <summary>The verdict that <see cref="IsVerdict"/> accepts, with the path of the item that is wrong.</summary>
    public MalformedDataException Locate<T>(Exception failure, RootSlot<T> root, ReadOnlySpan<byte> source) =>
        SerializerMetrics.Counted(Chunk.Explain(Locate(failure, root, source, source, null), source, source.Length));

    /// <inheritdoc cref="Locate{T}(Exception, RootSlot{T}, ReadOnlySpan{byte})"/>
    // In its segments: a copy may take more memory than the limits allow for the value, which can end long before.
    public MalformedDataException Locate<T>(Exception failure, RootSlot<T> root, in ReadOnlySequence<byte> source)
    {
        Span<byte> start = stackalloc byte[(int)Math.Min(Chunk.MaxHeader, source.Length)];
        source.Slice(0, start.Length).CopyTo(start);
        using SequenceSource segments = SequenceSource.Rent(source, out ReadOnlySpan<byte> window);
        return SerializerMetrics.Counted(Chunk.Explain(Locate(failure, root, start, window, segments), start, source.Length));
    }

    [SkipLocalsInit]
    private MalformedDataException Locate<T>(
        Exception failure, RootSlot<T> root, ReadOnlySpan<byte> start, ReadOnlySpan<byte> window, ByteSource? rest)
    {
        Unsafe.SkipInit(out ScratchBuffer scratch);
        return Locate(failure, root, start, window, rest, ref scratch.First);
    }

    /// <summary>The same with the scratch given, whose content is of no importance.</summary>
    /// <param name="failure">The failure of the call.</param>
    /// <param name="root">The root of the call.</param>
    /// <param name="start">The first bytes of the value, as many as an id takes.</param>
    /// <param name="window">The bytes of the value, or its first segment.</param>
    /// <param name="rest">The other segments.</param>
    /// <param name="scratch">The scratch of the reader.</param>
    internal MalformedDataException Locate<T>(
        Exception failure, RootSlot<T> root, ReadOnlySpan<byte> start, ReadOnlySpan<byte> window, ByteSource? rest, ref byte scratch)
    {
        MalformedDataException verdict = Verdict(failure);
        // The key may come from bytes behind the end of the input. The twin checks that all its bytes are there before it asks the key.
        bool isOfKey = !ReferenceEquals(verdict, failure);
        if (_source != null || verdict.Code == ErrorCode.InputTooLong || (verdict.Code == ErrorCode.UserCodeFailed && !isOfKey))
        {
            return verdict;
        }
        ModelCore twin = Traced;
        RootSlot<T> slot = root.In(twin);
        var trace = new PathTrace(TypeNames.Display(TypeAt(root, start)));
        var r = new WireReader(twin.Dispatch, Options.Limits, window, ref scratch, rest) { Trace = trace, UserContext = Context };
        try
        {
            r.Complete(ref slot.Read(ref r, ref r.Start, out _));
        }
        // Code of the user decides in the first run only: the twin may get past that, and find something else.
        catch (MalformedDataException again)
            when ((again.Code == verdict.Code && again.Offset == verdict.Offset) || (isOfKey && again.Code == ErrorCode.Truncated))
        {
            return new MalformedDataException(again.Code, again.Reason, again.Offset, trace.ToString());
        }
        catch (MalformedDataException)
        {
        }
        catch (Exception other) when (UserCode.IsToBeWrapped(other))
        {
            // A key, once more or now alone.
        }
        finally
        {
            r.Abandon();
        }
        return verdict;
    }

    // A path begins with the type that the bytes name, where the root admits several.
    private Type TypeAt<T>(RootSlot<T> root, ReadOnlySpan<byte> start)
    {
        try
        {
            return root.HasId && PeekType(start) is { } named && named.IsAssignableTo(root.DeclaredType) ? named : root.DeclaredType;
        }
        catch (MalformedDataException)
        {
            return root.DeclaredType;
        }
    }

    /// <summary>
    /// Whether a failure of reading is about the bytes and has no path yet. Failures of other types than <see cref="MalformedDataException"/> come from
    /// code of the user's types: Equals or GetHashCode of a key, CompareTo of an element.
    /// </summary>
    public static bool IsVerdict(Exception failure) =>
        failure is MalformedDataException malformed ? malformed.Path.Length == 0 : UserCode.IsToBeWrapped(failure);

    /// <summary>Ends a session in which a value could not be read. Returns the exception that takes the place of the failure, or null.</summary>
    public static MalformedDataException? FailIn(SessionSource session, Exception failure)
    {
        MalformedDataException? explained = failure is MalformedDataException { Offset: 0 } atStart
            ? Chunk.Explain(atStart, session.Unread, long.MaxValue) : null;
        session.Fail();
        if (explained == null && !session.HasFailed && failure is not MalformedDataException && IsVerdict(failure))
        {
            explained = Verdict(failure);
        }
        // A value that is not all there is no failure: it is begun anew.
        if (session.MissingBytes == 0 && (explained ?? failure) is MalformedDataException malformed)
        {
            SerializerMetrics.Failed(malformed);
        }
        return explained;
    }

    /// <summary>The failure as the exception that a caller sees.</summary>
    public static MalformedDataException Verdict(Exception failure) =>
        failure as MalformedDataException
        ?? new MalformedDataException(ErrorCode.UserCodeFailed,
            $"Code of a type threw {TypeNames.Display(failure.GetType())} while a value was read: {failure.Message}", 0, innerException: failure);
}
