using System.Reflection;
using System.Runtime.CompilerServices;
using NetSerializer.Emit;

namespace NetSerializer.Tests.Emit.Checking;

/// <summary>
/// Some of the parts that the variables of a method consist of: a struct that is filled field by field is assigned when all of its parts are.
/// </summary>
/// <param name="Start">The number of the first part.</param>
/// <param name="Count">How many; a struct without fields has none.</param>
internal readonly record struct VariableParts(int Start, int Count);

/// <summary>Numbers the parts of a method's locals and by-reference arguments.</summary>
internal sealed class VariableLayout
{
    private readonly VariableParts[] _locals;
    private readonly VariableParts?[] _arguments;
    private readonly StackItem[] _localItems, _argumentItems;

    /// <param name="method">The method.</param>
    /// <param name="moved">For each argument, whether the method stores into it.</param>
    /// <param name="members">What is known of types.</param>
    public VariableLayout(GeneratedMethod method, bool[] moved, CheckedMembers members)
    {
        (_locals, _localItems) = (new VariableParts[method.Locals.Count], new StackItem[method.Locals.Count]);
        (_arguments, _argumentItems) = (new VariableParts?[moved.Length], new StackItem[moved.Length]);
        foreach (Local local in method.Locals)
        {
            _locals[local.Index] = Take(local.Type);
            _localItems[local.Index] = members.Of(local.Type).Item;
        }
        foreach (Argument argument in method.Arguments)
        {
            StackItem item = members.Of(argument.Type).Item;
            // A by-reference argument that is moved on, as the cursor is, stands for no single variable.
            if (item.Kind == StackKind.Address && !moved[argument.Index])
            {
                VariableParts parts = Take(item.Type!);
                _arguments[argument.Index] = parts;
                item = item with { Target = parts };
            }
            _argumentItems[argument.Index] = item;
        }
    }

    /// <summary>The number of all parts.</summary>
    public int Count { get; private set; }

    public VariableParts Of(Local local) => _locals[local.Index];

    /// <summary>What a by-reference argument refers to; null for an argument that is moved on or is no reference.</summary>
    public VariableParts? Of(Argument argument) => _arguments[argument.Index];

    /// <summary>The local's value on the stack.</summary>
    public StackItem ItemOf(Local local) => _localItems[local.Index];

    /// <summary>What the argument is on the stack: of a reference, the address of what it refers to.</summary>
    public StackItem ItemOf(Argument argument) => _argumentItems[argument.Index];

    /// <summary>The parts of one field of the struct at <paramref name="owner"/>.</summary>
    public static VariableParts Of(VariableParts owner, FieldInfo field) =>
        new(owner.Start + StructParts.Of(field.DeclaringType!).Starts[field.Name], PartCount(field.FieldType));

    /// <summary>How many parts a variable of a type has: a struct those of its fields, anything else one.</summary>
    public static int PartCount(Type type) => !type.IsValueType || type.IsPrimitive || type.IsEnum ? 1 : StructParts.Of(type).Count;

    private VariableParts Take(Type type)
    {
        var parts = new VariableParts(Count, PartCount(type));
        Count += parts.Count;
        return parts;
    }

    /// <summary>Where the parts of each field of a struct begin.</summary>
    private sealed class StructParts
    {
        // Does not keep the types of unloaded plugins.
        private static readonly ConditionalWeakTable<Type, StructParts> s_known = [];

        private StructParts(Type type)
        {
            foreach (FieldInfo field in type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic))
            {
                Starts.Add(field.Name, Count);
                Count += PartCount(field.FieldType);
            }
        }

        public Dictionary<string, int> Starts { get; } = new(StringComparer.Ordinal);

        public int Count { get; }

        public static StructParts Of(Type type) => s_known.GetValue(type, static type => new StructParts(type));
    }
}
