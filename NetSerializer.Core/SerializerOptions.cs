using System.Runtime.CompilerServices;

namespace NetSerializer;

/// <summary>How integers travel.</summary>
public enum IntegerEncoding
{
    /// <summary>Varints and width-chosen arrays: compact. The default.</summary>
    Varint,
    /// <summary>Fixed width, little-endian; unmanaged structs are copied whole.</summary>
    Fixed,
}

/// <summary>Whether objects keep their identity.</summary>
public enum ReferenceHandling
{
    /// <summary>Values are trees: an object that is held twice is written twice, one that contains itself is refused. The default, and the fastest.</summary>
    None,
    /// <summary>Values are graphs: each object is written once, and shared objects are shared after reading. Cycles of every kind travel.</summary>
    Preserve,
}

/// <summary>Which strings are written once.</summary>
public enum StringHandling
{
    /// <summary>
    /// Like other objects: with <see cref="ReferenceHandling.Preserve"/> a string held twice is written once, and otherwise each time. The default.
    /// </summary>
    ByReference,
    /// <summary>Each time, also when other objects are written once: for strings that are rarely shared, which then cost no look-up.</summary>
    Values,
    /// <summary>
    /// Each text once, in any string object: for repeated texts in distinct strings. Texts of up to 256 characters, and of these the first 65,536 of each
    /// value.
    /// </summary>
    Table,
}

/// <summary>How a model treats members of delegate type, the fields behind events included.</summary>
public enum DelegateHandling
{
    /// <summary>A type with such a member is refused. The default.</summary>
    Refuse,
    /// <summary>Such members are left out, and are null after reading.</summary>
    Skip,
}

/// <summary>How a model treats NaN and the infinities.</summary>
public enum NonFiniteFloats
{
    /// <summary>They travel bit for bit. The default.</summary>
    Accept,
    /// <summary>Writer and reader refuse them in every position.</summary>
    Reject,
}

/// <summary>How a model treats enum values without a name.</summary>
public enum UndefinedEnums
{
    /// <summary>They travel, within the range of the underlying type. The default.</summary>
    Accept,
    /// <summary>Writer and reader refuse them in every position. Of an enum with [Flags] every combination of named bits has a name, zero too.</summary>
    Reject,
}

/// <summary>How a model treats hash tables whose keys are not known to be safe from hash flooding.</summary>
public enum UnsafeKeys
{
    /// <summary>They travel, within the bounds of docs/security.md. The default.</summary>
    Accept,
    /// <summary>
    /// A type with such a table is refused: tables keyed by <c>object</c>, by structs without a hash of their own, by types whose hash the user has
    /// written.
    /// </summary>
    Refuse,
}

/// <summary>How a model treats exceptions of types that are not in the model.</summary>
public enum UnknownExceptions
{
    /// <summary>They are refused, as values of other unknown types are. The default.</summary>
    Refuse,
    /// <summary>They are written as a <see cref="RemoteException"/> wherever one may stand: where Exception or object is declared.</summary>
    AsRemoteException,
}

/// <summary>
/// The settings of a <see cref="TypeModel"/>. Immutable; both sides of a connection need equal ones wherever they change the wire. A value that its enum
/// does not have is refused with an <see cref="ArgumentOutOfRangeException"/>, limits that are null with an <see cref="ArgumentNullException"/>.
/// </summary>
public sealed record SerializerOptions
{
    /// <summary>The settings of a model that names none.</summary>
    public static SerializerOptions Default { get; } = new();

    /// <summary>How integers travel. Changes the wire.</summary>
    public IntegerEncoding Integers { get; init => field = Defined(value, IntegerEncoding.Fixed); } = IntegerEncoding.Varint;

    /// <summary>Whether objects keep their identity. Changes the wire.</summary>
    public ReferenceHandling References { get; init => field = Defined(value, ReferenceHandling.Preserve); } = ReferenceHandling.None;

    /// <summary>
    /// With <see cref="ReferenceHandling.Preserve"/>: types whose objects are written where they stand, as in a tree, which costs them no look-up and no
    /// number. Null for none, and of no effect in trees.
    /// <para>
    /// A shared object of such a type arrives once for each place that holds it. One that contains itself is refused with <see cref="ErrorCode.Cycle"/>.
    /// The very type counts, not its bases. Create asks once for each type of the model and each built-in one but <see cref="string"/>, for which
    /// <see cref="Strings"/> says the same. A value type stands for its boxes. Changes the wire.
    /// </para>
    /// </summary>
    /// <example><code>NeverShared = new HashSet&lt;Type&gt; { typeof(Money), typeof(byte[]) }.Contains</code></example>
    public Func<Type, bool>? NeverShared { get; init; }

    /// <summary>Which strings are written once. Changes the wire.</summary>
    public StringHandling Strings { get; init => field = Defined(value, StringHandling.Table); } = StringHandling.ByReference;

    /// <summary>
    /// Explicit type ids, 32 and up, for types of the model; null for none. Each must be one that the types given to Create lead to. Types that only
    /// <see cref="TypeModel.With"/> brings get the next free ids. Changes the wire.
    /// <para>
    /// <see cref="TypeModel.TypeIds"/> of a model can be given back: a model of the same roots has the same ids. Built-in types in it have the ids that they
    /// always have.
    /// </para>
    /// </summary>
    public IReadOnlyDictionary<Type, ushort>? TypeIds { get; init; }

    /// <summary>Admits types that do not carry [Serializable]; asked once for each such class or struct that is found.</summary>
    public Func<Type, bool>? TypeFilter { get; init; }

    /// <summary>How the model treats members of delegate types for which <see cref="Serializers"/> has none.</summary>
    public DelegateHandling Delegates { get; init => field = Defined(value, DelegateHandling.Skip); } = DelegateHandling.Refuse;

    /// <summary>
    /// How the model treats NaN and the infinities. Changes the wire of structs of floats, which are no longer copied whole when each float is looked at.
    /// </summary>
    public NonFiniteFloats NonFiniteFloats { get; init => field = Defined(value, NonFiniteFloats.Reject); } = NonFiniteFloats.Accept;

    /// <summary>
    /// How the model treats enum values without a name. Changes the wire of arrays and lists of enums, and of structs with enums that are otherwise copied
    /// whole: each value is looked at by itself. A serializer among <see cref="Serializers"/> for an enum comes before.
    /// </summary>
    public UndefinedEnums UndefinedEnums { get; init => field = Defined(value, UndefinedEnums.Reject); } = UndefinedEnums.Accept;

    /// <summary>
    /// How the model treats hash tables whose keys are not known to be safe from hash flooding; docs/security.md has the list. For models that read
    /// bytes of strangers.
    /// </summary>
    public UnsafeKeys UnsafeKeys { get; init => field = Defined(value, UnsafeKeys.Refuse); } = UnsafeKeys.Accept;

    /// <summary>
    /// How the model treats exceptions of types that are not in the model. With <see cref="UnknownExceptions.AsRemoteException"/> the model has
    /// <see cref="RemoteException"/> behind its other types, which changes the wire. The reader knows no more types for it.
    /// </summary>
    public UnknownExceptions UnknownExceptions { get; init => field = Defined(value, UnknownExceptions.AsRemoteException); } = UnknownExceptions.Refuse;

    /// <summary>
    /// Serializers of the user's own, asked before the library's, in this order; null for none. One for a type that the library knows takes its place
    /// in a model whose roots are it or lead to it: as a member, element, key or root. The arrays and lists of such a type (section 8 of the wire
    /// format) are then in the model only where its roots are them or lead to them. Where none leads to a scalar, it keeps the library's form.
    /// </summary>
    public IReadOnlyList<CustomSerializer>? Serializers { get; init; }

    /// <summary>
    /// Whether the bytes of each of <see cref="Serializers"/> have their length in front. A reader of another schema goes past a value whose serializer it
    /// lacks then, where a member is gone. The writer copies each such value once for each frame around it. A type with
    /// <see cref="ICustomBinarySerializable"/> always has a length. Changes the wire.
    /// </summary>
    public bool FrameCustomForms { get; init; }

    /// <summary>The limits on the cost of one call.</summary>
    public SerializerLimits Limits { get; init => field = value ?? throw new ArgumentNullException(nameof(Limits)); } = SerializerLimits.Default;

    /// <summary>
    /// The generated code can be unloaded once the model and all types are unreachable: for plugins. Slower than the default, since such code is
    /// compiled once and not re-optimised.
    /// </summary>
    public bool Collectible { get; init; }

    /// <summary>Some types have custom serializers.</summary>
    internal bool HasCustomTypes => Serializers != null || UndefinedEnums == UndefinedEnums.Reject;

    internal bool PreservesReferences => References == ReferenceHandling.Preserve;

    /// <summary>Strings have numbers.</summary>
    internal bool NumbersStrings => Strings == StringHandling.Table || (PreservesReferences && Strings == StringHandling.ByReference);

    /// <summary>With lists of its own, which nobody changes: a model asks for them again when it is extended.</summary>
    internal SerializerOptions Snapshot() => TypeIds == null && Serializers == null ? this : this with
    {
        TypeIds = TypeIds == null ? null : new Dictionary<Type, ushort>(TypeIds),
        Serializers = Serializers == null ? null : [.. Serializers],
    };

    internal bool SameAs(SerializerOptions other) =>
        this with { TypeIds = other.TypeIds, Serializers = other.Serializers } == other && IdsByName(TypeIds) == IdsByName(other.TypeIds)
        && (Serializers ?? []).SequenceEqual(other.Serializers ?? []);

    // Not Enum.IsDefined, which the JIT would have to compile for each enum before anything else is done.
    private static T Defined<T>(T value, T last, [CallerMemberName] string name = "") where T : struct, Enum =>
        Unsafe.BitCast<T, uint>(value) <= Unsafe.BitCast<T, uint>(last) ? value
            : throw new ArgumentOutOfRangeException(name, value, $"{typeof(T).Name} has no such value.");

    private static string IdsByName(IReadOnlyDictionary<Type, ushort>? ids) =>
        ids == null ? "" : string.Join(';', ids.OrderBy(pair => pair.Value).Select(pair => $"{pair.Key.AssemblyQualifiedName}={pair.Value}"));
}
