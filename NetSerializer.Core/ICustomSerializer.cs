namespace NetSerializer;

/// <summary>
/// Writes and reads values of one type in a form of its own (<see cref="SerializerOptions.Serializers"/>). It may have state, but is used by many
/// threads at once. Both sides need equal ones: the model's fingerprint covers <see cref="Format"/> and <see cref="NestedTypes"/>, not the code.
/// </summary>
/// <typeparam name="T">The very type that it handles, or with <see cref="HandlesDerivedTypes"/> a base class.</typeparam>
public interface ICustomSerializer<T>
{
    /// <summary>
    /// Writes a value, which is never null. Its exceptions reach the caller of the model unchanged, and nothing of the value is sent.
    /// </summary>
    void Write(ref WireWriter writer, T value);

    /// <summary>
    /// Reads the bytes that <see cref="Write"/> wrote, none more or less. They may come from anybody: an exception reaches the caller as
    /// <see cref="MalformedDataException"/> with <see cref="ErrorCode.UserCodeFailed"/> and the cause inside; <see cref="WireReader.Reject"/> says it
    /// in words. Never returns null.
    /// </summary>
    T Read(ref WireReader reader);

    /// <summary>The types that it writes with <see cref="WireWriter.Write{T}"/>: they become part of the model.</summary>
    IReadOnlyList<Type> NestedTypes => [];

    /// <summary>
    /// The least bytes that a value takes, 0 and up: a collection of such values that claims more elements than the input can hold is refused before
    /// anything is allocated.
    /// </summary>
    int MinimumSize => 0;

    /// <summary>
    /// The name of the form, part of <see cref="TypeModel.Describe"/>: change it when the form changes, so that two sides that differ find out. One
    /// line; the name of the serializer's type by default.
    /// </summary>
    string Format => "";

    /// <summary>It handles values of every class derived from T that the model does not know otherwise, and reading may give any of them.</summary>
    bool HandlesDerivedTypes => false;
}
