using System.Reflection;
using System.Runtime.CompilerServices;

namespace NetSerializer.Tests.Emit.Checking;

/// <summary>What the checker asks of reflection, once for all methods that are checked together: answers take longer than all else that it does.</summary>
internal sealed class CheckedMembers
{
    private readonly Dictionary<Type, CheckedType> _types = [];
    private readonly Dictionary<MethodBase, CheckedCall> _calls = [];
    private readonly Dictionary<FieldInfo, CheckedField> _fields = [];

    public CheckedType Of(Type type)
    {
        if (!_types.TryGetValue(type, out CheckedType? found))
        {
            _types.Add(type, found = new CheckedType(type));
        }
        return found;
    }

    public CheckedCall Of(MethodBase method)
    {
        if (!_calls.TryGetValue(method, out CheckedCall? found))
        {
            _calls.Add(method, found = new CheckedCall(method, this));
        }
        return found;
    }

    public CheckedField Of(FieldInfo field)
    {
        if (!_fields.TryGetValue(field, out CheckedField? found))
        {
            _fields.Add(field, found = new CheckedField(field, this));
        }
        return found;
    }

    /// <summary>What a call leaves on the stack; null for nothing.</summary>
    public StackItem? ResultOf(Type type) => type == typeof(void) ? null : Of(type).Item;
}

/// <summary>A type that an instruction names, or that owns what one names.</summary>
internal sealed class CheckedType(Type type)
{
    public Type Type { get; } = type;

    /// <summary>An entry of the stack that is declared as the type.</summary>
    public StackItem Item { get; } = StackItem.Of(type);

    public bool IsValueType { get; } = type.IsValueType;

    public bool IsOperand { get; } = type != typeof(void) && !type.IsByRef && !type.ContainsGenericParameters;
}

/// <summary>A field that an instruction names.</summary>
internal sealed class CheckedField(FieldInfo field, CheckedMembers members)
{
    private VariableParts? _parts;

    public FieldInfo Field { get; } = field;

    public bool IsStatic { get; } = field.IsStatic;

    public CheckedType Owner { get; } = members.Of(field.DeclaringType!);

    public CheckedType Type { get; } = members.Of(field.FieldType);

    /// <summary>The field of the struct whose parts are <paramref name="owner"/>.</summary>
    public VariableParts In(VariableParts owner)
    {
        VariableParts parts = _parts ??= VariableLayout.Of(default, Field);
        return parts with { Start = owner.Start + parts.Start };
    }
}

/// <summary>A method or constructor that an instruction names, and that is no generated one.</summary>
internal sealed class CheckedCall
{
    public CheckedCall(MethodBase target, CheckedMembers members)
    {
        (Target, Method, Owner) = (target, target as MethodInfo, members.Of(target.DeclaringType!));
        (IsOpen, IsStatic, IsAbstract) = (target.ContainsGenericParameters, target.IsStatic, target.IsAbstract);
        IsOverridable = target is { IsVirtual: true, IsFinal: false } && !Owner.Type.IsSealed;
        Result = Method == null ? null : members.ResultOf(Method.ReturnType);
        Arguments = Array.ConvertAll(target.GetParameters(), parameter => new CheckedArgument(
            members.Of(parameter.ParameterType).Item,
            parameter.Name ?? $"argument {parameter.Position}",
            parameter is { IsOut: true, ParameterType.IsByRef: true }));
        Taken = Method != null && IsUnsafeAsReference(Method) ? Method.GetGenericArguments() : null;
    }

    private static bool IsUnsafeAsReference(MethodInfo method) =>
        method.DeclaringType == typeof(Unsafe) && method.Name == nameof(Unsafe.As) && method.GetGenericArguments().Length == 2;

    public MethodBase Target { get; }

    /// <summary>Null for a constructor.</summary>
    public MethodInfo? Method { get; }

    public CheckedType Owner { get; }

    /// <summary>Type arguments are missing.</summary>
    public bool IsOpen { get; }

    public bool IsStatic { get; }

    public bool IsOverridable { get; }

    public bool IsAbstract { get; }

    public CheckedArgument[] Arguments { get; }

    /// <summary>What a call leaves on the stack; null for nothing.</summary>
    public StackItem? Result { get; }

    /// <summary>Of what takes a reference to a place for one to a place of another type: the two types; otherwise null.</summary>
    public Type[]? Taken { get; }
}

/// <summary>A parameter, without that of the object.</summary>
/// <param name="Item">What may be passed.</param>
/// <param name="Name">The name.</param>
/// <param name="IsOutput">C#'s out.</param>
internal readonly record struct CheckedArgument(StackItem Item, string Name, bool IsOutput);
