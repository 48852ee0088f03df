using System.Reflection;
using System.Reflection.Emit;

namespace NetSerializer.Tests.Models;

/// <summary>Serializable types with many members, emitted because nobody would read their source.</summary>
public static class WideTypes
{
    private static readonly Type[] MemberTypes =
    [
        typeof(int), typeof(string), typeof(byte), typeof(double), typeof(long?), typeof(Guid), typeof(bool), typeof(int[]),
        typeof(decimal), typeof(object),
    ];

    private static readonly ModuleBuilder Module = AssemblyBuilder
        .DefineDynamicAssembly(new AssemblyName("NetSerializer.Tests.WideTypes"), AssemblyBuilderAccess.Run)
        .DefineDynamicModule("WideTypes");

    /// <summary>A class of 300 members of mixed types, half of them private.</summary>
    public static Type MixedClass { get; } = Create("Wide.MixedClass", typeof(object), 300, i => MemberTypes[i % MemberTypes.Length]);

    /// <summary>A class of 300 ints: one run of 1,500 bytes at most.</summary>
    public static Type IntClass { get; } = Create("Wide.IntClass", typeof(object), 300, _ => typeof(int));

    /// <summary>A struct of 300 floats, raw.</summary>
    public static Type FloatStruct { get; } = Create("Wide.FloatStruct", typeof(ValueType), 300, _ => typeof(float));

    private static Type Create(string name, Type baseType, int members, Func<int, Type> memberType)
    {
        TypeAttributes attributes = TypeAttributes.Public | TypeAttributes.Sealed | TypeAttributes.SequentialLayout;
        TypeBuilder type = Module.DefineType(name, attributes, baseType);
        type.SetCustomAttribute(new CustomAttributeBuilder(typeof(SerializableAttribute).GetConstructor([])!, []));
        for (int i = 0; i < members; i++)
            type.DefineField($"member{i}", memberType(i), i % 2 == 0 ? FieldAttributes.Public : FieldAttributes.Private);
        if (!type.IsValueType)
            type.DefineDefaultConstructor(MethodAttributes.Public);
        return type.CreateType();
    }
}
