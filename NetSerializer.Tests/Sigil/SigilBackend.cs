using System.Reflection;
using System.Reflection.Emit;
using NetSerializer.Emit;
using Emitter = global::Sigil.NonGeneric.Emit;
using Label = NetSerializer.Emit.Label;
using SigilLabel = global::Sigil.Label;
using SigilLocal = global::Sigil.Local;

namespace NetSerializer.Tests.Sigil;

/// <summary>
/// Plays recorded methods into Sigil, whose verifier follows the stack by rules of its own. Sigil must know the signature of what is called, so calls
/// of other generated methods go to stand-ins: finished methods of the same signature that throw. Nothing of this runs, so more limits of Sigil 5.0.0
/// can be got round: it takes ldflda of a struct's value and not of its address, the address of a char for that of a ushort, and no constructor that
/// is called on what is there.
/// </summary>
internal sealed class SigilBackend
{
    private readonly Dictionary<object, MethodInfo> _standIns = [];
    private readonly TypeBuilder _type;
    private static readonly Type s_charAddress = typeof(char).MakeByRefType(), s_ushortAddress = typeof(ushort).MakeByRefType();

    public SigilBackend(IReadOnlyList<GeneratedMethod> methods)
    {
        ModuleBuilder module = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("NetSerializer.Tests.SigilCode"), AssemblyBuilderAccess.Run)
            .DefineDynamicModule("Code");
        TypeBuilder standIns = module.DefineType("StandIns", TypeAttributes.Public | TypeAttributes.Abstract | TypeAttributes.Sealed);
        foreach (GeneratedMethod method in methods)
        {
            Define(standIns, method.Name, method.ReturnType, ParameterTypes(method));
        }
        MethodInfo[] ofChars = [.. methods.SelectMany(method => method.Instructions).Select(step => step.Operand).OfType<MethodInfo>().Where(TakesCharAddress)
            .Distinct()];
        foreach (MethodInfo method in ofChars)
        {
            Define(standIns, method.Name, method.ReturnType,
                [.. method.GetParameters().Select(parameter => parameter.ParameterType == s_charAddress ? s_ushortAddress : parameter.ParameterType)]);
        }
        ConstructorInfo[] called = [.. methods.SelectMany(method => method.Instructions).Where(step => step.Code == OpCodes.Call).Select(step => step.Operand)
            .OfType<ConstructorInfo>().Distinct()];
        for (int i = 0; i < called.Length; i++)
        {
            Type self = called[i].DeclaringType!;
            Define(standIns, NameOf(i), typeof(void),
                [self.IsValueType ? self.MakeByRefType() : self, .. called[i].GetParameters().Select(parameter => parameter.ParameterType)]);
        }
        Type made = standIns.CreateType();
        for (int i = 0; i < called.Length; i++)
        {
            _standIns.Add(called[i], made.GetMethod(NameOf(i))!);
        }
        foreach (object method in methods.Concat<object>(ofChars))
        {
            _standIns.Add(method, made.GetMethod(method is GeneratedMethod generated ? generated.Name : ((MethodInfo)method).Name)!);
        }
        _type = module.DefineType("Methods", TypeAttributes.Public | TypeAttributes.Abstract | TypeAttributes.Sealed);
    }

    private static string NameOf(int constructor) => $"Construct{constructor}";

    /// <summary>Sigil's listing of the method.</summary>
    /// <exception cref="global::Sigil.SigilVerificationException">Sigil refuses it.</exception>
    public string Play(GeneratedMethod method)
    {
        Emitter emit = Emitter.BuildStaticMethod(
            method.ReturnType, ParameterTypes(method), _type, method.Name, MethodAttributes.Public | MethodAttributes.Static, allowUnverifiableCode: true,
            doVerify: true, strictBranchVerification: true);
        SigilLocal[] locals = [.. method.Locals.Select(local => emit.DeclareLocal(local.Type, local.Name))];
        SigilLabel[] labels = [.. method.Labels.Select(label => emit.DefineLabel(label.Name))];
        foreach (Instruction instruction in method.Instructions)
        {
            switch (instruction.Kind)
            {
                case InstructionKind.Mark:
                    emit.MarkLabel(labels[((Label)instruction.Operand!).Index]);
                    break;
                case InstructionKind.Op:
                    Emit(emit, instruction.Code, instruction.Operand, locals, labels);
                    break;
            }
        }
        emit.CreateMethod(out string listing, global::Sigil.OptimizationOptions.None);
        return listing;
    }

    private void Emit(Emitter emit, OpCode code, object? operand, SigilLocal[] locals, SigilLabel[] labels)
    {
        switch (operand)
        {
            case Argument argument: s_arguments[code](emit, (ushort)argument.Index); break;
            case Local local: s_locals[code](emit, locals[local.Index]); break;
            case Label label: s_branches[code](emit, labels[label.Index]); break;
            case IReadOnlyList<Label> targets: emit.Switch([.. targets.Select(target => labels[target.Index])]); break;
            case GeneratedMethod target: s_methods[code](emit, _standIns[target]); break;
            case MethodInfo target: s_methods[code](emit, _standIns.GetValueOrDefault(target, target)); break;
            case ConstructorInfo constructor when code == OpCodes.Call: emit.Call(_standIns[constructor]); break;
            case ConstructorInfo constructor: emit.NewObject(constructor); break;
            case FieldInfo field: s_fields[code](emit, field); break;
            case Type type: s_types[code](emit, type); break;
            case int value: emit.LoadConstant(value); break;
            case long value: emit.LoadConstant(value); break;
            case string value: emit.LoadConstant(value); break;
            default: s_plain[code](emit); break;
        }
    }

    private static void Define(TypeBuilder type, string name, Type returnType, Type[] parameterTypes)
    {
        ILGenerator il = type.DefineMethod(name, MethodAttributes.Public | MethodAttributes.Static, returnType, parameterTypes).GetILGenerator();
        il.Emit(OpCodes.Ldnull);
        il.Emit(OpCodes.Throw);
    }

    private static bool TakesCharAddress(MethodInfo method) =>
        method.IsStatic && method.GetParameters().Any(parameter => parameter.ParameterType == s_charAddress);

    private static Type[] ParameterTypes(GeneratedMethod method) => [.. method.Arguments.Select(argument => argument.Type)];

    private static readonly Dictionary<OpCode, Action<Emitter, ushort>> s_arguments = new()
    {
        [OpCodes.Ldarg] = (emit, index) => emit.LoadArgument(index),
        [OpCodes.Ldarga] = (emit, index) => emit.LoadArgumentAddress(index),
        [OpCodes.Starg] = (emit, index) => emit.StoreArgument(index),
    };

    private static readonly Dictionary<OpCode, Action<Emitter, SigilLocal>> s_locals = new()
    {
        [OpCodes.Ldloc] = (emit, local) => emit.LoadLocal(local),
        [OpCodes.Ldloca] = (emit, local) => emit.LoadLocalAddress(local),
        [OpCodes.Stloc] = (emit, local) => emit.StoreLocal(local),
    };

    private static readonly Dictionary<OpCode, Action<Emitter, SigilLabel>> s_branches = new()
    {
        [OpCodes.Br] = (emit, label) => emit.Branch(label),
        [OpCodes.Brtrue] = (emit, label) => emit.BranchIfTrue(label),
        [OpCodes.Brfalse] = (emit, label) => emit.BranchIfFalse(label),
        [OpCodes.Beq] = (emit, label) => emit.BranchIfEqual(label),
        [OpCodes.Bne_Un] = (emit, label) => emit.UnsignedBranchIfNotEqual(label),
        [OpCodes.Blt] = (emit, label) => emit.BranchIfLess(label),
        [OpCodes.Bge] = (emit, label) => emit.BranchIfGreaterOrEqual(label),
    };

    private static readonly Dictionary<OpCode, Action<Emitter, MethodInfo>> s_methods = new()
    {
        [OpCodes.Call] = (emit, method) => emit.Call(method),
        [OpCodes.Callvirt] = (emit, method) => emit.CallVirtual(method),
        [OpCodes.Ldftn] = (emit, method) => emit.LoadFunctionPointer(method),
    };

    private static readonly Dictionary<OpCode, Action<Emitter, FieldInfo>> s_fields = new()
    {
        [OpCodes.Ldfld] = (emit, field) => emit.LoadField(field),
        [OpCodes.Ldflda] = (emit, field) =>
            _ = field.DeclaringType!.IsValueType ? emit.LoadObject(field.DeclaringType).LoadFieldAddress(field) : emit.LoadFieldAddress(field),
        [OpCodes.Stfld] = (emit, field) => emit.StoreField(field),
    };

    // Sigil has ldobj and stobj for value types alone; for references, ldind.ref and stind.ref mean the same.
    private static readonly Dictionary<OpCode, Action<Emitter, Type>> s_types = new()
    {
        [OpCodes.Ldobj] = (emit, type) => _ = type.IsValueType ? emit.LoadObject(type) : emit.LoadIndirect(type),
        [OpCodes.Stobj] = (emit, type) => _ = type.IsValueType ? emit.StoreObject(type) : emit.StoreIndirect(type),
        [OpCodes.Initobj] = (emit, type) => emit.InitializeObject(type),
        [OpCodes.Box] = (emit, type) => emit.Box(type),
        [OpCodes.Unbox] = (emit, type) => emit.Unbox(type),
        [OpCodes.Newarr] = (emit, type) => emit.NewArray(type),
        [OpCodes.Stelem] = (emit, type) => emit.StoreElement(type),
        [OpCodes.Ldtoken] = (emit, type) => emit.LoadConstant(type),
    };

    private static readonly Dictionary<OpCode, Action<Emitter>> s_plain = new()
    {
        [OpCodes.Add] = emit => emit.Add(),
        [OpCodes.Sub] = emit => emit.Subtract(),
        [OpCodes.Pop] = emit => emit.Pop(),
        [OpCodes.Ldnull] = emit => emit.LoadNull(),
        [OpCodes.Ret] = emit => emit.Return(),
    };
}
