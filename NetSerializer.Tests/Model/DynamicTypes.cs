using System.Globalization;
using System.Reflection;
using System.Reflection.Emit;

namespace NetSerializer.Tests.Model;

/// <summary>[Serializable] classes made at run time: as many, as large and in as many assemblies as a test wants.</summary>
internal sealed class DynamicTypes
{
    // The flag of [Serializable], whose name is marked obsolete with the formatters.
    private const TypeAttributes Class = TypeAttributes.Public | TypeAttributes.Class | (TypeAttributes)0x2000;
    private readonly ModuleBuilder _module;

    public DynamicTypes(string assembly = "Dynamic", string version = "1.0.0.0", bool collectible = false) =>
        _module = AssemblyBuilder
            .DefineDynamicAssembly(new AssemblyName(assembly)
            { Version = new Version(version) }, collectible ? AssemblyBuilderAccess.RunAndCollect : AssemblyBuilderAccess.Run)
            .DefineDynamicModule("Dynamic");

    public Type Make(string name, params (string Name, Type Type)[] fields) => Make(name, null, fields);

    public Type Make(string name, Type? baseType, params (string Name, Type Type)[] fields) => Make(name, baseType, Class, fields);

    /// <summary>A class with a member Next of its own type.</summary>
    public Type MakeRecursive(string name, params (string Name, Type Type)[] fields)
    {
        TypeBuilder type = _module.DefineType("Dynamic." + name, Class);
        type.DefineField("Next", type, FieldAttributes.Public);
        foreach ((string field, Type fieldType) in fields)
        {
            type.DefineField(field, fieldType, FieldAttributes.Public);
        }
        type.DefineDefaultConstructor(MethodAttributes.Public);
        return type.CreateType();
    }

    /// <summary>A class that only its own assembly may name.</summary>
    public Type MakeInternal(string name, params (string Name, Type Type)[] fields) => Make(name, null, Class & ~TypeAttributes.Public, fields);

    public Type MakeStruct(string name, params (string Name, Type Type)[] fields) =>
        Make(name, typeof(ValueType), Class | TypeAttributes.SequentialLayout | TypeAttributes.Sealed, fields);

    public Type MakeEnum(string name, Type underlying)
    {
        EnumBuilder type = _module.DefineEnum("Dynamic." + name, TypeAttributes.Public, underlying);
        type.DefineLiteral("None", Convert.ChangeType(0, underlying, CultureInfo.InvariantCulture));
        return type.CreateType();
    }

    private Type Make(string name, Type? baseType, TypeAttributes attributes, (string Name, Type Type)[] fields)
    {
        TypeBuilder type = _module.DefineType("Dynamic." + name, attributes, baseType ?? typeof(object));
        foreach ((string field, Type fieldType) in fields)
        {
            type.DefineField(field, fieldType, FieldAttributes.Public);
        }
        if (baseType != typeof(ValueType))
        {
            type.DefineDefaultConstructor(MethodAttributes.Public);
        }
        return type.CreateType();
    }
}
