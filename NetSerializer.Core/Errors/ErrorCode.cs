namespace NetSerializer;

/// <summary>
/// The kind of an error, as a stable number: 100-199 when a model is made or checked, 200-299 while writing,
/// 300-399 while reading. Each code is described in docs/errors.md together with its cure.
/// </summary>
public enum ErrorCode
{
    /// <summary>A type has no [Serializable] and no TypeFilter admits it.</summary>
    TypeNotSerializable = 100,
    /// <summary>A type can never travel: pointer, delegate, stream, task, handle, or a framework type without a family.</summary>
    TypeNotSupported = 101,
    /// <summary>A generic type with open parameters was given.</summary>
    OpenGenericType = 102,
    /// <summary>Two types were given the same explicit id.</summary>
    DuplicateTypeId = 103,
    /// <summary>An explicit id is reserved, or belongs to a type that is not in the model.</summary>
    InvalidTypeId = 104,
    /// <summary>The model needs more than 65,535 type ids, or a generic type leads to itself with ever deeper arguments.</summary>
    TooManyTypes = 105,
    /// <summary>A root is null or a static class.</summary>
    InvalidRoot = 106,
    /// <summary>A custom serializer does not fit the type it was given for.</summary>
    InvalidCustomSerializer = 107,
    /// <summary>The keys of a hash table are not known to be safe from hash flooding, and the model refuses such tables.</summary>
    UnsafeKey = 108,
    /// <summary>Data of another schema have no place in the model.</summary>
    SchemaMismatch = 109,

    /// <summary>The run-time type of a value is not in the model, or not admitted in its slot.</summary>
    TypeNotRegistered = 200,
    /// <summary>A value is nested deeper than the limit.</summary>
    ValueTooDeep = 201,
    /// <summary>A dictionary or set uses a comparer that the wire format does not know.</summary>
    UnknownComparer = 202,
    /// <summary>A float is NaN or infinite and the model refuses that.</summary>
    NonFiniteFloat = 203,
    /// <summary>A collection or a string builder changed while it was written.</summary>
    CollectionChanged = 204,
    /// <summary>A value cannot be expressed on the wire.</summary>
    ValueNotEncodable = 205,
    /// <summary>An object contains itself, and the model does not preserve references.</summary>
    Cycle = 206,
    /// <summary>An object that can only be made of its whole content contains itself.</summary>
    IncompleteReference = 207,

    /// <summary>The input ends inside a value.</summary>
    Truncated = 300,
    /// <summary>Bytes are left after the value.</summary>
    TrailingBytes = 301,
    /// <summary>A varint is longer than necessary or too large for its type.</summary>
    MalformedVarInt = 302,
    /// <summary>A value is outside the range of its type.</summary>
    ValueOutOfRange = 303,
    /// <summary>A type id that the model does not know.</summary>
    UnknownTypeId = 304,
    /// <summary>A known type id in a slot, or at a root, that does not admit that type.</summary>
    TypeIdNotAdmitted = 305,
    /// <summary>Null where the format has none, or a null root that is read as a value type.</summary>
    NullNotAllowed = 306,
    /// <summary>A length or count that the rest of the input cannot hold.</summary>
    LengthExceedsInput = 307,
    /// <summary>A value that is not in the one encoding the format gives it.</summary>
    NotCanonical = 308,
    /// <summary>The input is longer than <see cref="SerializerLimits.MaxInputBytes"/>.</summary>
    InputTooLong = 310,
    /// <summary>The value needs more memory than <see cref="SerializerLimits.MaxAllocatedBytes"/>.</summary>
    AllocationTooLarge = 311,
    /// <summary>A collection is longer than <see cref="SerializerLimits.MaxCollectionLength"/>.</summary>
    CollectionTooLong = 312,
    /// <summary>A string is longer than <see cref="SerializerLimits.MaxStringBytes"/>.</summary>
    StringTooLong = 313,
    /// <summary>The data are nested deeper than <see cref="SerializerLimits.MaxDepth"/>.</summary>
    DataTooDeep = 314,
    /// <summary>The number of an object that has not appeared.</summary>
    ReferenceOutOfRange = 315,
    /// <summary>The number of an object of another type than its place admits.</summary>
    ReferenceNotAdmitted = 316,
    /// <summary>
    /// The number of an object that cannot exist before its own content is known, inside that content, or of the values of a name in a
    /// NameValueCollection, which are no object of the value.
    /// </summary>
    ReferenceIncomplete = 317,
    /// <summary>A key occurs twice in a dictionary or set.</summary>
    DuplicateKey = 320,
    /// <summary>A dictionary key is null.</summary>
    NullKey = 321,
    /// <summary>An unknown comparer byte.</summary>
    UnknownComparerId = 322,
    /// <summary>
    /// More keys of a table than <see cref="SerializerLimits.MaxKeyCollisions"/> fall into one bucket, or the hashes of keys look at the same objects
    /// over and over: from strangers, a hash-flooding attack.
    /// </summary>
    KeyCollisions = 323,
    /// <summary>A NaN or an infinity and the model refuses that.</summary>
    NonFiniteFloatRead = 324,
    /// <summary>Two keys of a sorted collection cannot be compared.</summary>
    KeyNotComparable = 325,
    /// <summary>The writer marked the value as aborted.</summary>
    ValueAborted = 330,
    /// <summary>A chunk header of a stream that no writer makes, or none at all, as in the bytes of arrays and sessions.</summary>
    MalformedChunk = 331,
    /// <summary>The stream header names another format or fingerprint.</summary>
    HeaderMismatch = 332,
    /// <summary>A constructor, callback or GetRealObject of a user's type threw while the value was read; its exception is the inner one.</summary>
    UserCodeFailed = 340,
    /// <summary>A custom serializer found the bytes to be no value, or a type that reads itself took fewer of them than were written.</summary>
    CustomValueRejected = 341,
    /// <summary>Data of another serializer that are damaged, or in a form that cannot be read.</summary>
    ForeignDataMalformed = 350,
    /// <summary>Data of another serializer with types, members or values that the model does not have.</summary>
    ForeignDataMismatch = 351,
    /// <summary>The bytes or the text are no schema, or not the one that they name.</summary>
    MalformedSchema = 360,
    /// <summary>A schema exceeds one of <see cref="SchemaLimits"/>.</summary>
    SchemaTooLarge = 361,
    /// <summary>A file of values is damaged, or contradicts itself.</summary>
    MalformedFile = 370,
}
