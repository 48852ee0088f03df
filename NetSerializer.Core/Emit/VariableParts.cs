using System.Reflection;

namespace NetSerializer.Emit;

/// <summary>Some of the parts that the variables of a method consist of: a struct that is filled field by field is assigned when all of its parts are.</summary>
/// <param name="Start">The number of the first part.</param>
/// <param name="Count">How many; a struct without fields has none.</param>
internal readonly record struct VariableParts(int Start, int Count);

/// <summary>Numbers the parts of a method's locals and by-reference arguments.</summary>
internal sealed class VariableLayout
{
    private const BindingFlags Fields = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

    private readonly Dictionary<Type, int> _partCounts = [];
    private readonly VariableParts[] _locals;
    private readonly VariableParts?[] _arguments;

    public VariableLayout(GeneratedMethod method)
    {
        _locals = [.. method.Locals.Select(local => Take(local.Type))];
        // A by-reference argument that is moved on, as the cursor is, stands for no single variable.
        HashSet<object?> moved = [.. method.Instructions.Where(step => step.Code == System.Reflection.Emit.OpCodes.Starg).Select(step => step.Operand)];
        _arguments = [.. method.Arguments.Select(argument => argument.Type.IsByRef && !moved.Contains(argument) ? Take(argument.Type.GetElementType()!) : (VariableParts?)null)];
    }

    /// <summary>The number of all parts.</summary>
    public int Count { get; private set; }

    public VariableParts Of(Local local) => _locals[local.Index];

    /// <summary>What a by-reference argument refers to; null for an argument that is moved on or is no reference.</summary>
    public VariableParts? Of(Argument argument) => _arguments[argument.Index];

    /// <summary>The parts of one field of the struct at <paramref name="owner"/>.</summary>
    public VariableParts Of(VariableParts owner, FieldInfo field)
    {
        int start = owner.Start;
        foreach (FieldInfo each in field.DeclaringType!.GetFields(Fields))
        {
            if (each.Name == field.Name)
            {
                return new VariableParts(start, PartCount(each.FieldType));
            }
            start += PartCount(each.FieldType);
        }
        return owner;
    }

    private VariableParts Take(Type type)
    {
        var parts = new VariableParts(Count, PartCount(type));
        Count += parts.Count;
        return parts;
    }

    private int PartCount(Type type)
    {
        if (!type.IsValueType || type.IsPrimitive || type.IsEnum)
        {
            return 1;
        }
        if (!_partCounts.TryGetValue(type, out int count))
        {
            _partCounts.Add(type, count = type.GetFields(Fields).Sum(field => PartCount(field.FieldType)));
        }
        return count;
    }
}
