
namespace NetSerializer.Wire.Tables;

/// <summary>A type of the tables with its id. Its code is asked for when the first value of it is met.</summary>
internal sealed record DispatchEntry(Type Type, int Id, EntryKind Kind, bool CoversDerived = false);

/// <summary>Tells how the values of a type may turn into others, and where they may stand.</summary>
[Flags]
internal enum EntryKind
{
    Plain = 0,
    /// <summary>ISerializable: may write themselves as another type.</summary>
    ObjectData = 1,
    /// <summary>IObjectReference: name another object when they are read.</summary>
    Replaced = 2,
    /// <summary>In every model, but nowhere declared in this one, nor a root of it.</summary>
    Undeclared = 4,
    /// <summary>Exceptions with members besides their entries: no other one can be written as one of them.</summary>
    ExceptionWithMembers = 8,
}
