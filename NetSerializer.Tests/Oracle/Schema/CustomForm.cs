namespace NetSerializer.Tests.Oracle.Schema;

/// <summary>A type with a custom serializer whose form is nothing but nested values, one behind the other.</summary>
/// <param name="Format">What stands behind "as" in the schema text.</param>
/// <param name="Parts">The declared types of the nested values.</param>
/// <param name="Take">The nested values of a value.</param>
/// <param name="Make">The value that they make; null when they make none.</param>
public sealed record CustomForm(string Format, IReadOnlyList<Type> Parts, Func<object, object?[]> Take, Func<object?[], object?> Make);
