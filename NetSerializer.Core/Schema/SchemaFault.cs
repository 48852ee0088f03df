namespace NetSerializer.Schema;

/// <summary>The failures of schemas that come from outside.</summary>
internal static class SchemaFault
{
    public static MalformedDataException Malformed(string message, long offset) => new(ErrorCode.MalformedSchema, message, offset);

    public static MalformedDataException TooLarge(string thing, string limit, int most, long offset) =>
        new(ErrorCode.SchemaTooLarge, $"{thing} than {nameof(SchemaLimits)}.{limit} = {most}.", offset);
}
