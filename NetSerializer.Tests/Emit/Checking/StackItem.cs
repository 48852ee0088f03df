using NetSerializer.Emit;

namespace NetSerializer.Tests.Emit.Checking;

/// <summary>What the evaluation stack tells apart: narrow integers, bool, char and enums are all 32 bits wide there.</summary>
internal enum StackKind
{
    Int32,
    Int64,
    Native,
    Single,
    Double,
    Struct,
    Reference,
    Address,
}

/// <summary>One entry of the evaluation stack as <see cref="BodyFlow"/> follows it.</summary>
/// <param name="Kind">The kind.</param>
/// <param name="Type">The type; of an address that of the value there; null for the null reference.</param>
/// <param name="Target">Of the address of a variable or of a field in one: which parts of the variable it stands for.</param>
/// <param name="IsInFrame">An address into the method's own frame, which no caller may get.</param>
internal readonly record struct StackItem(StackKind Kind, Type? Type, VariableParts? Target = null, bool IsInFrame = false)
{
    public static StackItem Int32 => new(StackKind.Int32, typeof(int));

    public static StackItem Null => new(StackKind.Reference, null);

    public static StackItem Of(Type type) => type.IsByRef ? new(StackKind.Address, type.GetElementType()!) : new(KindOf(type), type);

    public static StackItem AddressOf(Type type, VariableParts? target, bool isInFrame) => new(StackKind.Address, type, target, isInFrame);

    /// <summary>Whether the entry may be stored where an entry like <paramref name="expected"/> is declared.</summary>
    public bool FitsIn(in StackItem expected) => Kind == expected.Kind && Kind switch
    {
        StackKind.Struct => Type == expected.Type,
        StackKind.Reference => Type == null || Type == expected.Type || expected.Type!.IsAssignableFrom(Type),
        StackKind.Address => IsSameMemory(Type!, expected.Type!),
        _ => true,
    };

    /// <summary>What can be said of an entry that is either of two; null when they do not go together.</summary>
    public StackItem? MergedWith(StackItem other)
    {
        if (this == other)
        {
            return this;
        }
        if (Kind != other.Kind)
        {
            return null;
        }
        return Kind switch
        {
            StackKind.Struct => null,
            StackKind.Reference when Type == null || other.Type?.IsAssignableFrom(Type) == true => other,
            StackKind.Reference => other.Type == null || Type.IsAssignableFrom(other.Type) ? this : null,
            StackKind.Address => Target == other.Target && IsInFrame == other.IsInFrame && IsSameMemory(Type!, other.Type!) ? this : null,
            _ => this,
        };
    }

    /// <summary>Addresses of the two types may stand for each other: equal but for enums and signs.</summary>
    public static bool IsSameMemory(Type left, Type right) => left == right || Reduce(left) == Reduce(right);

    public override string ToString() => Kind switch
    {
        StackKind.Address => $"ref {OperandText.Name(Type!)}",
        _ => Type == null ? "null" : OperandText.Name(Type),
    };

    private static StackKind KindOf(Type type)
    {
        if (type.IsPointer || type.IsFunctionPointer)
        {
            return StackKind.Native;
        }
        if (!type.IsValueType)
        {
            return StackKind.Reference;
        }
        // Type.GetTypeCode sees through enums.
        return Type.GetTypeCode(type) switch
        {
            TypeCode.Boolean or TypeCode.Char or TypeCode.SByte or TypeCode.Byte or TypeCode.Int16 or TypeCode.UInt16 or TypeCode.Int32 or TypeCode.UInt32 =>
                StackKind.Int32,
            TypeCode.Int64 or TypeCode.UInt64 => StackKind.Int64,
            TypeCode.Single => StackKind.Single,
            TypeCode.Double => StackKind.Double,
            _ => type == typeof(nint) || type == typeof(nuint) ? StackKind.Native : StackKind.Struct,
        };
    }

    private static Type Reduce(Type type) => Type.GetTypeCode(type) switch
    {
        TypeCode.Boolean or TypeCode.SByte or TypeCode.Byte => typeof(byte),
        TypeCode.Char or TypeCode.Int16 or TypeCode.UInt16 => typeof(ushort),
        TypeCode.Int32 or TypeCode.UInt32 => typeof(uint),
        TypeCode.Int64 or TypeCode.UInt64 => typeof(ulong),
        _ => type == typeof(nint) || type == typeof(nuint) ? typeof(nuint) : type,
    };
}
