namespace NetSerializer.Errors;

/// <summary>An object that contains itself.</summary>
/// <param name="Type">Its type.</param>
/// <param name="Custom">On the way back to it: the innermost type with a custom serializer of the user's, if there is one.</param>
/// <param name="NeedsContentFirst">It has such a serializer itself.</param>
internal sealed record ObjectCycle(Type Type, Type? Custom, bool NeedsContentFirst);
