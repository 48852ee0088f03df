using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;

namespace NetSerializer.Emit;

/// <summary>How two values, or one, are compared by <see cref="BodyWriter.If(Condition, Action, Action?)"/>.</summary>
internal enum Condition
{
    /// <summary>One value: not zero, not null.</summary>
    True,
    /// <summary>One value: zero or null.</summary>
    False,
    Equal,
    NotEqual,
    Less,
    GreaterOrEqual,
}

/// <summary>The verbs in which families write methods. Records into a <see cref="GeneratedMethod"/>; knows nothing of types to serialize.</summary>
internal sealed class BodyWriter(GeneratedMethod method) : IStatementWriter
{
    // Few: to look at each takes less than a table would.
    private readonly List<string> _sharedNames = [];
    private readonly List<Local> _shared = [];

    public GeneratedMethod Method { get; } = method;

    public bool HasTexts => Method.HasTexts;

    public Argument Argument(int index) => Method.Arguments[index];

    /// <summary>A new local.</summary>
    public Local NewLocal(string name, Type type) => Method.AddLocal(name, type);

    /// <summary>A local for a value that is used up at once, shared by all uses of that name and type.</summary>
    public Local SharedLocal(string name, Type type)
    {
        for (int i = 0; i < _shared.Count; i++)
        {
            if (_shared[i].Type == type && _sharedNames[i] == name)
            {
                return _shared[i];
            }
        }
        Local local = NewLocal(name, type);
        _shared.Add(local);
        _sharedNames.Add(name);
        return local;
    }

    /// <summary>The C# statement that the following instructions implement.</summary>
    public void Statement(string? text)
    {
        if (HasTexts)
        {
            Method.Append(InstructionKind.Statement, default, text);
        }
    }

    /// <inheritdoc cref="Statement(string)"/>
    public void Statement([InterpolatedStringHandlerArgument("")] ref StatementText text) => Statement(text.ToString());

    public void Load(Argument argument) => Op(OpCodes.Ldarg, argument);

    public void Load(Local local) => Op(OpCodes.Ldloc, local);

    public void LoadAddress(Argument argument) => Op(OpCodes.Ldarga, argument);

    public void LoadAddress(Local local) => Op(OpCodes.Ldloca, local);

    public void Store(Argument argument) => Op(OpCodes.Starg, argument);

    public void Store(Local local) => Op(OpCodes.Stloc, local);

    public void Constant(int value) => Op(OpCodes.Ldc_I4, value);

    public void Constant(long value) => Op(OpCodes.Ldc_I8, value);

    public void Constant(string value) => Op(OpCodes.Ldstr, value);

    public void Null() => Op(OpCodes.Ldnull);

    public void Call(MethodInfo target) =>
        Op(target.IsVirtual && !target.IsFinal && !target.DeclaringType!.IsValueType ? OpCodes.Callvirt : OpCodes.Call, target);

    public void Call(GeneratedMethod target) => Op(OpCodes.Call, target);

    /// <summary>Runs a constructor on an object that exists.</summary>
    public void Call(ConstructorInfo constructor) => Op(OpCodes.Call, constructor);

    public void New(ConstructorInfo constructor) => Op(OpCodes.Newobj, constructor);

    public void NewArray(Type elementType) => Op(OpCodes.Newarr, elementType);

    /// <summary>array[index] = value, for arrays of values.</summary>
    public void StoreElement(Type type) => Op(OpCodes.Stelem, type);

    public void LoadField(FieldInfo field) => Op(OpCodes.Ldfld, field);

    public void LoadFieldAddress(FieldInfo field) => Op(OpCodes.Ldflda, field);

    public void StoreField(FieldInfo field) => Op(OpCodes.Stfld, field);

    /// <summary>Replaces an address by the value there.</summary>
    public void LoadIndirect(Type type) => Op(OpCodes.Ldobj, type);

    /// <summary>Stores a value through an address below it.</summary>
    public void StoreIndirect(Type type) => Op(OpCodes.Stobj, type);

    public void Box(Type type) => Op(OpCodes.Box, type);

    /// <summary>Replaces a boxed value by the address of the value in it.</summary>
    public void UnboxAddress(Type type) => Op(OpCodes.Unbox, type);

    /// <summary>Clears the value at an address.</summary>
    public void Initialize(Type type) => Op(OpCodes.Initobj, type);

    public void Pop() => Op(OpCodes.Pop);

    public void Add() => Op(OpCodes.Add);

    /// <summary>Adds a constant to a field of the first argument.</summary>
    public void Add(FieldInfo field, int change)
    {
        Statement($"{Argument(0).Name}.{field.Name} += {change};");
        Load(Argument(0));
        Load(Argument(0));
        LoadField(field);
        Constant(change);
        Add();
        StoreField(field);
    }

    public void Subtract() => Op(OpCodes.Sub);

    public void Return() => Op(OpCodes.Ret);

    /// <summary>Pushes the address of another generated method.</summary>
    public void LoadFunction(GeneratedMethod target) => Op(OpCodes.Ldftn, target);

    /// <summary>Pushes the address of a static method.</summary>
    public void LoadFunction(MethodInfo target) => Op(OpCodes.Ldftn, target);

    /// <summary>Pushes typeof(<paramref name="type"/>); the JIT turns comparisons with GetType() into one of method tables.</summary>
    public void TypeOf(Type type)
    {
        Op(OpCodes.Ldtoken, type);
        Call(KnownMembers.GetTypeFromHandle);
    }

    /// <summary>Tells a reference to be of a type that was tested or is known; costs nothing at run time.</summary>
    public void As(Type type) => Call(KnownMembers.UnsafeAs(type));

    /// <summary>Takes a reference to a place for one to a place of another type.</summary>
    public void AsReference(Type from, Type to) => Call(KnownMembers.UnsafeAsReference(from, to));

    public Label NewLabel(string name) => Method.AddLabel(name);

    public void Mark(Label label) => Method.Append(InstructionKind.Mark, default, label);

    public void Branch(Label target) => Op(OpCodes.Br, target);

    public void Branch(Condition condition, Label target) => Op(
        condition switch
        {
            Condition.True => OpCodes.Brtrue,
            Condition.False => OpCodes.Brfalse,
            Condition.Equal => OpCodes.Beq,
            Condition.NotEqual => OpCodes.Bne_Un,
            Condition.Less => OpCodes.Blt,
            _ => OpCodes.Bge,
        },
        target);

    public void Switch(IReadOnlyList<Label> targets) => Op(OpCodes.Switch, targets);

    /// <summary>Runs one of two blocks, depending on the one or two values on the stack.</summary>
    public void If(Condition condition, Action then, Action? otherwise = null)
    {
        Label skip = NewLabel(otherwise == null ? "end" : "else");
        Branch(Negate(condition), skip);
        then();
        if (otherwise == null)
        {
            Mark(skip);
            return;
        }
        Label end = NewLabel("end");
        Branch(end);
        Mark(skip);
        otherwise();
        Mark(end);
    }

    /// <summary>for (; index &lt; limit; index++) body</summary>
    public void ForUpTo(Local index, Action loadLimit, Action body)
    {
        Label next = NewLabel("next"), test = NewLabel("test");
        Branch(test);
        Mark(next);
        body();
        Load(index);
        Constant(1);
        Add();
        Store(index);
        Mark(test);
        Load(index);
        loadLimit();
        Branch(Condition.Less, next);
    }

    private static Condition Negate(Condition condition) => condition switch
    {
        Condition.True => Condition.False,
        Condition.False => Condition.True,
        Condition.Equal => Condition.NotEqual,
        Condition.NotEqual => Condition.Equal,
        Condition.Less => Condition.GreaterOrEqual,
        _ => Condition.Less,
    };

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Op(OpCode code, object? operand = null) => Method.Append(InstructionKind.Op, code, operand);
}
