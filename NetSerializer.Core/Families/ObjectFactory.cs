using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;

namespace NetSerializer.Families;

/// <summary>Facts about making objects of a class.</summary>
internal static class ObjectFactory
{
    private const BindingFlags Declared = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    /// <summary>Header and fields of an object, or of a boxed value, in bytes, as the allocator counts them.</summary>
    public static long SizeOf(Type type)
    {
        const int header = 16;
        if (type.IsValueType)
        {
            return Align(header + RuntimeHelpers.SizeOf(type.TypeHandle));
        }
        // The fields of each level, in the worst order for padding: never less than the real size.
        long size = header;
        for (Type? level = type; level != null && level != typeof(object); level = level.BaseType)
        {
            foreach (FieldInfo field in level.GetFields(Declared))
            {
                size += field.FieldType.IsValueType ? Math.Max(1, RuntimeHelpers.SizeOf(field.FieldType.TypeHandle)) : nint.Size;
            }
            size = Align(size);
        }
        return Math.Max(24, size);
    }

    /// <summary>
    /// The parameterless constructor when it provably does nothing but call object's, so that newobj can take the place of the slower
    /// GetUninitializedObject; otherwise null.
    /// </summary>
    public static ConstructorInfo? TrivialConstructor(Type type) =>
        type is { IsAbstract: false, IsClass: true } && IsTrivial(type) ? Find(type) : null;

    /// <summary>The class, or one of its bases, has a finalizer.</summary>
    public static bool HasFinalizer(Type type) =>
        type.GetMethod("Finalize", BindingFlags.Instance | BindingFlags.NonPublic, Type.EmptyTypes)?.DeclaringType != typeof(object);

    private static long Align(long size) => (size + 7) & ~7L;

    private static ConstructorInfo? Find(Type type) => type.GetConstructor(Declared, Type.EmptyTypes);

    private static bool IsTrivial(Type type)
    {
        if (type == typeof(object))
        {
            return true;
        }
        // A static constructor would run at the first newobj: GetUninitializedObject runs it as well, so it does not matter here.
        return Find(type) is { } constructor && constructor.GetMethodBody()?.GetILAsByteArray() is { } il && CallsOnlyBase(type, constructor, il)
            && IsTrivial(type.BaseType!);
    }

    // ldarg.0, call Base::.ctor, any nop, ret
    private static bool CallsOnlyBase(Type type, ConstructorInfo constructor, byte[] il)
    {
        int at = 0;
        while (at < il.Length && il[at] == OpCodes.Nop.Value)
        {
            at++;
        }
        if (at + 6 > il.Length || il[at] != OpCodes.Ldarg_0.Value || il[at + 1] != OpCodes.Call.Value)
        {
            return false;
        }
        int token = BitConverter.ToInt32(il, at + 2);
        foreach (byte code in il.AsSpan(at + 6))
        {
            if (code != OpCodes.Nop.Value && code != OpCodes.Ret.Value)
            {
                return false;
            }
        }
        Type[] arguments = type.IsGenericType ? type.GetGenericArguments() : [];
        return constructor.Module.ResolveMethod(token, arguments, []) is ConstructorInfo { IsStatic: false } called
            && called.GetParameters().Length == 0 && called.DeclaringType == type.BaseType;
    }
}
