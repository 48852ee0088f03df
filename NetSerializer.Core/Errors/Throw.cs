using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using NetSerializer.Languages;

namespace NetSerializer.Errors;

/// <summary>
/// The failures of the writing side and of misuse, each in a method of its own that only throws, so that the hot paths stay small; see
/// WireReader.Failures.cs.
/// </summary>
internal static class Throw
{
    /// <summary>The advice for a type id that is not in the model.</summary>
    public const string UnknownIdCure = "Do both sides have the same types and ids, and read and write one form: array, stream, session or direct?";

    /// <summary>The advice for bytes that may be those of BinaryFormatter: as values they begin with a null.</summary>
    public const string OldPayload =
        " A payload of BinaryFormatter begins with 00 01 00 00 00 FF FF FF FF: the package NetSerializer.BinaryFormatter reads it.";

    private const string Numbers = $"{nameof(SerializerOptions)}.{nameof(SerializerOptions.References)} = {nameof(ReferenceHandling.Preserve)}";

    [DoesNotReturn]
    public static void NotRegistered(object value, Type? declaredType = null) => throw Unregistered(value, declaredType);

    private static ValueNotSerializableException Unregistered(object value, Type? declaredType)
    {
        string type = TypeNames.Display(value.GetType());
        if (declaredType is { IsArray: true } && PassesForAnother(value.GetType(), declaredType))
        {
            return new ValueNotSerializableException(
                ErrorCode.TypeNotRegistered,
                $"{type} is not admitted where a {TypeNames.Display(declaredType)} is declared: the run-time lets such arrays pass for one another, but "
                    + $"they are different types; copy the elements into a {TypeNames.Display(declaredType)}.");
        }
        string slot = declaredType == null || declaredType == typeof(object) ? "" : $", or not admitted where a {TypeNames.Display(declaredType)} is declared";
        string? instead = Cures.InsteadOf(value);
        Type missing = PublicType(value);
        string cure = instead != null ? instead
            : Cures.OfGenerated(missing) is { } generated ? $"it was made at run time, as proxies and mocks are: {generated}"
            : $"add {TypeNames.Expression(missing)} to the types given to TypeModel.Create or Serializer.Initialize, on both sides";
        return new ValueNotSerializableException(ErrorCode.TypeNotRegistered, $"{type} is not in the model{slot}; {cure}.")
        { Missing = instead == null ? missing : null };
    }

    // int[], uint[] and the arrays of an enum pass for one another, and a vector for an array with a lower bound. A string[] in an object[] does not:
    // its elements are objects as declared.
    private static bool PassesForAnother(Type type, Type declaredType)
    {
        for (; type.IsArray && declaredType.IsArray; (type, declaredType) = (type.GetElementType()!, declaredType.GetElementType()!))
        {
            if (type.IsSZArray != declaredType.IsSZArray)
            {
                return true;
            }
        }
        return type != declaredType && type.IsValueType && declaredType.IsValueType;
    }

    [DoesNotReturn]
    public static void TypeNamedByText(Type type, string name) =>
        throw new ValueNotSerializableException(
            ErrorCode.ValueNotEncodable,
            $"GetObjectData of {TypeNames.Display(type)} names the type {name} by text. No type is ever found by a name that was sent: call "
                + "SerializationInfo.SetType with a type of the model.");

    [DoesNotReturn]
    public static void SetTypeNotRegistered(Type type, Type set) =>
        throw new ValueNotSerializableException(
            ErrorCode.TypeNotRegistered,
            $"GetObjectData of {TypeNames.Display(type)} sets the type {TypeNames.Display(set)}, which is not in the model; add {TypeNames.Expression(set)} "
                + "to the types given to TypeModel.Create or Serializer.Initialize, on both sides.")
        { Missing = set };

    [DoesNotReturn]
    public static void SetTypeNotAdmitted(Type type, Type set) =>
        throw new ValueNotSerializableException(
            ErrorCode.TypeNotRegistered,
            $"GetObjectData of {TypeNames.Display(type)} sets the type {TypeNames.Display(set)}, which is not admitted where that object stands.");

    [DoesNotReturn]
    public static void NoSerializationConstructor(Type type, Type written) =>
        throw new ValueNotSerializableException(
            ErrorCode.ValueNotEncodable,
            $"GetObjectData of {TypeNames.Display(type)} leaves its object a {TypeNames.Display(written)}, which has no constructor (SerializationInfo, "
                + "StreamingContext) that could take it. Add that, or set the type of an IObjectReference.");

    [DoesNotReturn]
    public static void SetTypeOfException(Type type, Type set, string reason) =>
        throw new ValueNotSerializableException(
            ErrorCode.ValueNotEncodable,
            $"GetObjectData of {TypeNames.Display(type)} sets the type {TypeNames.Display(set)}, {reason}. An exception can only be written as another one "
                + "that takes its entries.");

    [DoesNotReturn]
    public static void SetTypeFieldMismatch(Type type, FieldInfo field, string entry, object? value) =>
        throw new ValueNotSerializableException(
            ErrorCode.ValueNotEncodable,
            $"GetObjectData of {TypeNames.Display(type)} sets a type that does not implement ISerializable, so that its fields take the entries of their "
                + $"names; but {TypeNames.Member(field.Name)} of {TypeNames.Display(field.DeclaringType!)} is a {TypeNames.Display(field.FieldType)}, which "
                + $"the entry {entry}, a {TypeNames.Display(value!.GetType())}, does not convert to.");

    [DoesNotReturn]
    public static void ExceptionDataTooLong(int count) =>
        throw new ValueNotSerializableException(
            ErrorCode.ValueNotEncodable, $"Exception.Data has {count} pairs, more than can be read back: each is searched for among the others.");

    // Many objects of the framework are of classes that no program can name. The model takes the nearest base that is public.
    private static Type PublicType(object value)
    {
        if (value is Type or System.Text.Encoding)
        {
            return value is Type ? typeof(Type) : typeof(System.Text.Encoding);
        }
        Type type = value.GetType(), level = type;
        while (level.BaseType is { } below && IsOfTheFramework(level) && (!level.IsVisible || IsComparer(below)))
        {
            level = below;
        }
        return level == typeof(object) || level == typeof(ValueType) ? type : level;
    }

    // The framework's classes derived from these are public, but no program can name them.
    private static bool IsComparer(Type type) =>
        type == typeof(StringComparer)
            || (type.IsGenericType && type.GetGenericTypeDefinition() is var definition
                && (definition == typeof(EqualityComparer<>) || definition == typeof(Comparer<>)));

    private static bool IsOfTheFramework(Type type) =>
        type.Namespace is { } space && (space == "System" || space.StartsWith("System.", StringComparison.Ordinal));

    [DoesNotReturn]
    public static void ValueTooDeep(SerializerLimits limits) =>
        throw new ValueNotSerializableException(ErrorCode.ValueTooDeep, TooDeep("The value is", limits));

    /// <summary>The traced twin of a tree has looked for a cycle: in the whole value, unless it gave up.</summary>
    public static ValueNotSerializableException TooDeepWithoutCycle(SerializerLimits limits, bool hasGivenUp, string path) =>
        new(ErrorCode.ValueTooDeep, TooDeep("The value is", limits) + (!hasGivenUp
            ? " No object in it contains itself: raise the limit on both sides."
            : $" No cycle was found, but not all was looked at: if an object contains itself, set {Numbers}, otherwise raise the limit, on both sides."), path);

    /// <summary>Why depth of XML is refused, for both directions.</summary>
    public static string XmlTooDeep(int maxDepth) => $"Elements of XML are within one another deeper than {maxDepth} levels.";

    /// <summary>Why depth is refused, for both directions.</summary>
    public static string TooDeep(string nested, SerializerLimits limits) =>
        $"{nested} nested deeper than {nameof(SerializerLimits.MaxDepth)} = {limits.MaxDepth} or {nameof(SerializerLimits.MaxStackBytes)} = "
            + $"{limits.MaxStackBytes} allow, or a key has more than {SerializerLimits.MaxKeyDepth} levels.";

    [DoesNotReturn]
    public static void UnknownComparer(object comparer, Type type) =>
        throw new ValueNotSerializableException(
            ErrorCode.UnknownComparer,
            $"A collection of {TypeNames.Display(type)} uses the comparer {TypeNames.Display(comparer.GetType())}, which cannot travel. The default one "
                + "can, and for string keys the ordinal and invariant ones of StringComparer. A collection with another one travels by a "
                + $"{nameof(CustomSerializer)}.{nameof(CustomSerializer.Surrogate)}: an array of its content, from which it is made anew with its comparer.");

    [DoesNotReturn]
    public static void UnknownTable(object table) =>
        throw new ValueNotSerializableException(
            ErrorCode.UnknownComparer,
            $"A read-only collection covers a {TypeNames.Display(table.GetType())}, which does not say by which comparer it tells keys apart. Cover a "
                + "collection of the framework with the same content.");

    [DoesNotReturn]
    public static void ReadOnlyDictionary(Type type) =>
        throw new ValueNotSerializableException(
            ErrorCode.ValueNotEncodable,
            $"A read-only {TypeNames.Display(type)} is a cover of another one. Hold that, or a copy, and take its AsReadOnly again after reading.");

    [DoesNotReturn]
    public static void CollectionChanged() =>
        throw new ValueNotSerializableException(ErrorCode.CollectionChanged, "A collection changed while it was written.");

    [DoesNotReturn]
    public static void ValueChanged() => throw new ValueNotSerializableException(ErrorCode.CollectionChanged, "The value changed while it was written.");

    [DoesNotReturn]
    public static void IncompleteReference(Type type) =>
        throw new ValueNotSerializableException(
            ErrorCode.IncompleteReference,
            $"A {TypeNames.Display(type)} contains itself, and it can only be made of its whole content. Hold an array or a list in its place, or begin the "
                + "value with the object inside that leads back.");

    [DoesNotReturn]
    public static void Cycle(ObjectCycle cycle) => throw InCycle(cycle);

    public static ValueNotSerializableException InCycle(ObjectCycle cycle, string path = "")
    {
        string otherwise = cycle.NeedsContentFirst ? $"{Numbers} is no cure for an object made of its whole content." : $"Or set {Numbers} on both sides.";
        return new ValueNotSerializableException(
            ErrorCode.Cycle,
            $"A {TypeNames.Display(cycle.Type)} contains itself" + (cycle.Custom == null
                ? $". Set {Numbers} on both sides, or mark the member that leads back {SourceLanguages.NonSerialized(cycle.Type)}."
                : $", by way of the custom serializer or surrogate of {TypeNames.Display(cycle.Custom)}: let that write an id, or nothing, for the "
                    + $"value that leads back. {otherwise}"),
            path);
    }

    [DoesNotReturn]
    public static void CycleOfUnshared(Type type) =>
        throw new ValueNotSerializableException(
            ErrorCode.Cycle,
            $"A {TypeNames.Display(type)} contains itself, and {nameof(SerializerOptions)}.{nameof(SerializerOptions.NeverShared)} names its type. Leave "
                + $"the type out there on both sides, or mark the member that leads back {SourceLanguages.NonSerialized(type)}.");

    [DoesNotReturn]
    public static void SetTypeSharedOtherwise(Type type, Type set) =>
        throw new ValueNotSerializableException(
            ErrorCode.ValueNotEncodable,
            $"GetObjectData of {TypeNames.Display(type)} sets the type {TypeNames.Display(set)}, and {nameof(SerializerOptions)}."
                + $"{nameof(SerializerOptions.NeverShared)} names one of them and not the other. Name both or neither.");

    [DoesNotReturn]
    public static void NotEncodable(string reason) => throw new ValueNotSerializableException(ErrorCode.ValueNotEncodable, reason);

    [DoesNotReturn]
    public static void TypeWithoutId(Type type) =>
        throw new ValueNotSerializableException(
            ErrorCode.TypeNotRegistered,
            $"typeof({TypeNames.Display(type)}) is a value that travels by the id of its type, and it has none: only types of the model that have objects "
                + "of their own do.");

    [DoesNotReturn]
    public static void ValueTooLargeForArray() =>
        throw new ValueNotSerializableException(
            ErrorCode.ValueNotEncodable, "The value takes more than 2 GB on the wire and fits no array: write it to a stream.");

    [DoesNotReturn]
    public static void NoBytesInSession(Type type) =>
        throw new ValueNotSerializableException(
            ErrorCode.ValueNotEncodable,
            $"A direct {TypeNames.Display(type)} takes no byte here, so that no session can tell whether it was written: write it with its id, by Write and "
                + "not WriteDirect.", TypeNames.Display(type));

    [DoesNotReturn]
    public static void FailureCaught(Type type) =>
        throw new ValueNotSerializableException(
            ErrorCode.ValueNotEncodable,
            $"The custom serializer of {TypeNames.Display(type)} caught a failure and went on. A value that has failed half-way cannot be written: test "
                + "it before it is written.");

    [DoesNotReturn]
    public static void BufferWriterTooSmall(int count) =>
        throw new InvalidOperationException($"The IBufferWriter returned a span of fewer than the {count} bytes that were asked for.");

    [DoesNotReturn]
    public static void StreamGaveTooMuch() =>
        throw new InvalidOperationException("The stream says that it has read more bytes than it was asked for.");

    [DoesNotReturn]
    public static void NoCall(string cursor) =>
        throw new InvalidOperationException(
            $"This {cursor} belongs to no call: it is the default of its type, or its call is over. Use the one that the custom serializer was given.");

    [DoesNotReturn]
    public static void NotNested(Type type) =>
        throw new InvalidOperationException(
            $"A custom serializer writes or reads a nested {TypeNames.Display(type)}, but none of the model names it among its NestedTypes.");

    [DoesNotReturn]
    public static void NotInitialized() =>
        throw new InvalidOperationException(
            "NetSerializer.Serializer is not initialized. Call NetSerializer.Serializer.Initialize(types) once at the start of the program, with the same "
                + "types on both sides.");

    [DoesNotReturn]
    public static void InitializedDifferently() =>
        throw new InvalidOperationException(
            "NetSerializer.Serializer was initialized before with other types or options. Initialize it once with all types, or use TypeModel.Create for "
                + "further models.");
}
