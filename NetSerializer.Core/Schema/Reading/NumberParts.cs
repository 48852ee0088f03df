namespace NetSerializer.Schema.Reading;

/// <summary>Numbers of the writer and of the reader.</summary>
internal static class NumberParts
{
    /// <summary>A number as the one of the reader.</summary>
    public static object Convert(scoped ref WireReader r, object value, string name)
    {
        try
        {
            return NumericConversion.Convert(value, name);
        }
        catch (OverflowException)
        {
            throw new MalformedDataException(ErrorCode.ValueOutOfRange, $"The number {value} does not fit the {name} of the reader.", r.CursorPosition);
        }
    }

    /// <summary>An enum whose values are checked, as its number: of integers=varint, whatever the option.</summary>
    public static object ReadNamedEnum(scoped ref WireReader r, string underlying) => underlying switch
    {
        "byte" => r.ReadByte(),
        "sbyte" => r.ReadSByte(),
        "int16" => r.ReadInt16(),
        "uint16" => r.ReadUInt16(),
        "int32" => r.ReadInt32(),
        "uint32" => r.ReadUInt32(),
        "int64" => r.ReadInt64(),
        "uint64" => r.ReadUInt64(),
        _ => throw new MalformedDataException(ErrorCode.CustomValueRejected, $"An enum over {underlying} has no names.", r.CursorPosition),
    };
}
