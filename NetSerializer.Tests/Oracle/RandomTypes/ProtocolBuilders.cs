using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.Serialization;

namespace NetSerializer.Tests.Oracle.RandomTypes;

/// <summary>The methods of types that take part in their own serialization; each says in <see cref="Told"/> that it was called.</summary>
/// <param name="random">Decides.</param>
/// <param name="isClassic">BinaryFormatter reads the values as well: it fills tables in the method that says that all is read.</param>
/// <param name="hasReferences">Objects may name others in their place.</param>
internal sealed class ProtocolBuilders(Random random, bool isClassic, bool hasReferences = true)
{
    /// <summary>What objects see of collections around them is settled when the whole value is there.</summary>
    private static readonly (Type Attribute, bool IsWhole)[] s_callbacks =
        [(typeof(OnSerializingAttribute), true), (typeof(OnSerializedAttribute), true), (typeof(OnDeserializingAttribute), false),
            (typeof(OnDeserializedAttribute), true)];

    private static readonly MethodInfo s_told = typeof(Told).GetMethod(Told.MethodName)!;
    private static readonly MethodInfo s_isHeard = typeof(Told).GetProperty(nameof(Told.IsHeard))!.GetMethod!;
    private static readonly MethodInfo s_standIn = typeof(StandIns).GetMethod(nameof(StandIns.Of))!;
    private static readonly MethodInfo s_addValue = typeof(SerializationInfo).GetMethod(nameof(SerializationInfo.AddValue), [typeof(string), typeof(object)])!;
    private static readonly MethodInfo s_getValue = typeof(SerializationInfo).GetMethod(nameof(SerializationInfo.GetValue), [typeof(string), typeof(Type)])!;
    private static readonly MethodInfo s_typeOf = typeof(Type).GetMethod(nameof(Type.GetTypeFromHandle))!;
    private static readonly Type[] s_dataParameters = [typeof(SerializationInfo), typeof(StreamingContext)];

    private const MethodAttributes Implementation = MethodAttributes.Public | MethodAttributes.Virtual | MethodAttributes.HideBySig;

    /// <summary>Of some types methods that are called when a value is written or read.</summary>
    public void AddCallbacks(TypeBuilder type)
    {
        foreach ((Type attribute, bool isWhole) in s_callbacks)
        {
            if (random.Next(12) != 0)
                continue;
            MethodBuilder method = type.DefineMethod(attribute.Name, MethodAttributes.Private, typeof(void), [typeof(StreamingContext)]);
            method.SetCustomAttribute(new CustomAttributeBuilder(attribute.GetConstructor([])!, []));
            Tell(method, type, attribute.Name, isWhole);
        }

        AddReference(type);
        if (random.Next(12) == 0 && !(isClassic && IsCollection(type)))
            AddNotification(type);
    }

    /// <summary>A class or struct that says itself what it consists of: the fields are entries, under their own names.</summary>
    /// <param name="type">The type, which has its fields.</param>
    /// <param name="fields">Those of it.</param>
    /// <param name="parent">The members of its base, when that is such a class.</param>
    public DataMembers AddData(TypeBuilder type, IReadOnlyList<FieldBuilder> fields, DataMembers? parent)
    {
        MethodBuilder data = type.DefineMethod(nameof(ISerializable.GetObjectData), Implementation, typeof(void), s_dataParameters);
        ILGenerator il = data.GetILGenerator();
        if (parent is not null)
        {
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Ldarg_1);
            il.Emit(OpCodes.Ldarg_2);
            il.Emit(OpCodes.Call, parent.GetObjectData);
        }

        foreach (FieldBuilder field in fields)
        {
            il.Emit(OpCodes.Ldarg_1);
            il.Emit(OpCodes.Ldstr, EntryOf(field));
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Ldfld, field);
            if (field.FieldType.IsValueType)
                il.Emit(OpCodes.Box, field.FieldType);
            il.Emit(OpCodes.Call, s_addValue);
        }

        EmitTelling(il, type, nameof(ISerializable.GetObjectData), isWhole: true);
        il.Emit(OpCodes.Ret);
        if (parent is null)
            type.AddInterfaceImplementation(typeof(ISerializable));

        ConstructorBuilder constructor = type.DefineConstructor(MethodAttributes.Family, CallingConventions.Standard, s_dataParameters);
        il = constructor.GetILGenerator();
        if (parent is not null)
        {
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Ldarg_1);
            il.Emit(OpCodes.Ldarg_2);
            il.Emit(OpCodes.Call, parent.Constructor);
        }

        foreach (FieldBuilder field in fields)
        {
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Ldarg_1);
            il.Emit(OpCodes.Ldstr, EntryOf(field));
            il.Emit(OpCodes.Ldtoken, typeof(object));
            il.Emit(OpCodes.Call, s_typeOf);
            il.Emit(OpCodes.Call, s_getValue);
            il.Emit(OpCodes.Unbox_Any, field.FieldType);
            il.Emit(OpCodes.Stfld, field);
        }

        // A struct is constructed while others are still being read, and of objects that hold each other one comes first.
        EmitTelling(il, type, ".ctor", isWhole: false);
        il.Emit(OpCodes.Ret);
        return new DataMembers(data, constructor);
    }

    /// <summary>Of some types a method that names another object in the place of theirs.</summary>
    private void AddReference(TypeBuilder type)
    {
        if (isClassic || !hasReferences || random.Next(14) != 0)
            return;
        type.AddInterfaceImplementation(typeof(IObjectReference));
        MethodBuilder method = type.DefineMethod(nameof(IObjectReference.GetRealObject), Implementation, typeof(object), [typeof(StreamingContext)]);
        ILGenerator il = method.GetILGenerator();
        EmitTelling(il, type, nameof(IObjectReference.GetRealObject), isWhole: false);
        EmitSelf(il, type);
        il.Emit(OpCodes.Ldc_I4, random.Next(4) == 0 ? random.Next(StandIns.Kinds) : random.Next(3));
        il.Emit(OpCodes.Call, s_standIn);
        il.Emit(OpCodes.Ret);
    }

    private static bool IsCollection(TypeBuilder type)
    {
        Type? level = type.BaseType;
        while (level is TypeBuilder own)
            level = own.BaseType;
        return level?.Namespace?.StartsWith("System.Collections", StringComparison.Ordinal) == true;
    }

    private static string EntryOf(FieldBuilder field) => $"{field.DeclaringType!.Name}.{field.Name}";

    private static void AddNotification(TypeBuilder type)
    {
        type.AddInterfaceImplementation(typeof(IDeserializationCallback));
        MethodBuilder method = type.DefineMethod(nameof(IDeserializationCallback.OnDeserialization), Implementation, typeof(void), [typeof(object)]);
        Tell(method, type, nameof(IDeserializationCallback), isWhole: true);
    }

    private static void Tell(MethodBuilder method, TypeBuilder type, string what, bool isWhole)
    {
        ILGenerator il = method.GetILGenerator();
        EmitTelling(il, type, what, isWhole);
        il.Emit(OpCodes.Ret);
    }

    private static void EmitTelling(ILGenerator il, TypeBuilder type, string what, bool isWhole)
    {
        Label end = il.DefineLabel();
        il.Emit(OpCodes.Call, s_isHeard);
        il.Emit(OpCodes.Brfalse, end);
        EmitSelf(il, type);
        il.Emit(OpCodes.Ldstr, $"{what} of {type.Name}");
        // A struct is told while the value around it is not there.
        il.Emit(isWhole && !type.IsValueType ? OpCodes.Ldc_I4_1 : OpCodes.Ldc_I4_0);
        il.Emit(OpCodes.Call, s_told);
        il.MarkLabel(end);
    }

    private static void EmitSelf(ILGenerator il, TypeBuilder type)
    {
        Type self = type.IsGenericTypeDefinition ? type.MakeGenericType(type.GetGenericArguments()) : type;
        il.Emit(OpCodes.Ldarg_0);
        if (type.IsValueType)
        {
            il.Emit(OpCodes.Ldobj, self);
            il.Emit(OpCodes.Box, self);
        }
    }
}

/// <summary>What a derived class calls.</summary>
internal sealed record DataMembers(MethodBuilder GetObjectData, ConstructorBuilder Constructor);
