namespace NetSerializer.Trees;

/// <summary>The conversions of numbers that lose nothing, which BinaryFormatter makes when a field has become wider.</summary>
internal static class NumberConversion
{
    /// <summary>The value as one of <paramref name="declared"/>; null where it is none.</summary>
    public static object? To(Type declared, object value)
    {
        if (declared.IsInstanceOfType(value))
        {
            return value;
        }
        Type target = Nullable.GetUnderlyingType(declared) ?? declared, source = value.GetType();
        if (source.IsEnum)
        {
            (source, value) = (Enum.GetUnderlyingType(source), Number(value));
        }
        Type number = target.IsEnum ? Enum.GetUnderlyingType(target) : target;
        if (!number.IsPrimitive || !source.IsPrimitive || Widened(value, number) is not { } wide)
        {
            return null;
        }
        return target.IsEnum ? Enum.ToObject(target, wide) : wide;
    }

    private static object Number(object value) => Convert.ChangeType(value, Enum.GetUnderlyingType(value.GetType()), null);

    // An array takes a number if its element type can hold every number of that type.
    private static object? Widened(object value, Type number)
    {
        Array one = Array.CreateInstance(number, 1);
        try
        {
            one.SetValue(value, 0);
        }
        catch (InvalidCastException)
        {
            return null;
        }
        return one.GetValue(0);
    }
}
