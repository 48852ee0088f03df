namespace NetSerializer.Tests.Models;

/// <summary>Members declared as the base classes that the runtime gives to arrays, structs and enums.</summary>
[Serializable]
public class RuntimeBases
{
    public Array? AnyArray;
    public ValueType? Boxed;
    public Enum? SomeEnum;
    public List<Array?>? Arrays;
}
