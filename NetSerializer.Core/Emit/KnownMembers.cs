using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Errors;
using NetSerializer.Wire;
using NetSerializer.Wire.Protocols;
using NetSerializer.Wire.Tables;

namespace NetSerializer.Emit;

/// <summary>The members that generated code calls, looked up once; a name that does not exist fails at start and not in a user's program.</summary>
internal static class KnownMembers
{
    private const BindingFlags All = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance | BindingFlags.DeclaredOnly;

    public static MethodInfo GetTypeFromHandle { get; } = Method(typeof(Type), nameof(Type.GetTypeFromHandle));
    public static MethodInfo TypeEquals { get; } = Method(typeof(Type), "op_Equality");
    public static MethodInfo ObjectGetType { get; } = Method(typeof(object), nameof(GetType));
    public static MethodInfo GetUninitializedObject { get; } = Method(typeof(RuntimeHelpers), nameof(RuntimeHelpers.GetUninitializedObject));

    public static MethodInfo Ensure { get; } = Method(typeof(WireWriter), nameof(WireWriter.Ensure));
    public static MethodInfo WriteString { get; } = Threaded(typeof(WireWriter), nameof(WireWriter.WriteString));
    public static MethodInfo WriteObject { get; } = Method(typeof(WireWriter), nameof(WireWriter.WriteObject));
    public static MethodInfo WriterDescend { get; } = Method(typeof(WireWriter), nameof(WireWriter.Descend));
    public static MethodInfo WriterDescendOrKnown { get; } = Method(typeof(WireWriter), nameof(WireWriter.DescendOrKnown));
    public static FieldInfo WriterDepthCredit { get; } = Field(typeof(WireWriter), nameof(WireWriter.DepthCredit));
    public static MethodInfo WriteVarInt32 { get; } = Method(typeof(VarInt), nameof(VarInt.Write32));
    public static MethodInfo NotRegistered { get; } = Method(typeof(Throw), nameof(Throw.NotRegistered));
    public static MethodInfo CollectionChanged { get; } = Method(typeof(Throw), nameof(Throw.CollectionChanged));

    public static MethodInfo Run { get; } = Method(typeof(WireReader), nameof(WireReader.Run));
    public static MethodInfo ReadString { get; } = Threaded(typeof(WireReader), nameof(WireReader.ReadString));
    public static MethodInfo ReadObject { get; } = Method(typeof(WireReader), nameof(WireReader.ReadObject));
    public static MethodInfo ReaderDescend { get; } = Method(typeof(WireReader), nameof(WireReader.Descend));
    public static MethodInfo ReaderDescendInto { get; } = Method(typeof(WireReader), nameof(WireReader.DescendInto));
    public static MethodInfo ReaderDescendOrNull { get; } = Method(typeof(WireReader), nameof(WireReader.DescendOrNull));
    public static FieldInfo ReaderDepthCredit { get; } = Field(typeof(WireReader), nameof(WireReader.DepthCredit));
    public static MethodInfo ReadVarInt32 { get; } = Method(typeof(WireReader), nameof(WireReader.ReadVarInt32));
    public static MethodInfo ReadCount { get; } = Threaded(typeof(WireReader), nameof(WireReader.ReadCount));
    public static MethodInfo Step { get; } = Method(typeof(WireReader), nameof(WireReader.Step));
    public static MethodInfo Charge { get; } = Threaded(typeof(WireReader), nameof(WireReader.Charge));
    public static MethodInfo FailTypeId { get; } = Method(typeof(WireReader), nameof(WireReader.FailTypeIdIn));
    public static MethodInfo FailNullBody { get; } = Method(typeof(WireReader), nameof(WireReader.FailNullBody));
    public static MethodInfo FailFlag { get; } = Method(typeof(WireReader), nameof(WireReader.FailFlag));
    public static MethodInfo Publish { get; } = Method(typeof(WireReader), nameof(WireReader.Publish));
    public static MethodInfo Known { get; } = Method(typeof(WireReader), nameof(WireReader.Known));
    public static MethodInfo HoldFinalizer { get; } = Method(typeof(WireReader), nameof(WireReader.HoldFinalizer));
    public static MethodInfo TraceMember { get; } = Method(typeof(WireReader), nameof(WireReader.TraceMember));
    public static MethodInfo TraceIndex { get; } = Method(typeof(WireReader), nameof(WireReader.TraceIndex));
    public static MethodInfo WriterTraceMember { get; } = Method(typeof(WireWriter), nameof(WireWriter.TraceMember));
    public static MethodInfo WriterTraceIndex { get; } = Method(typeof(WireWriter), nameof(WireWriter.TraceIndex));

    public static MethodInfo StreamingContext { get; } = Method(typeof(UserCode), nameof(UserCode.StreamingContext));
    public static FieldInfo WriterUserContext { get; } = Field(typeof(WireWriter), nameof(WireWriter.UserContext));

    public static MethodInfo Finish { get; } = Method(typeof(WireReader), nameof(WireReader.Finish));
    public static MethodInfo TracePop { get; } = Method(typeof(WireReader), nameof(WireReader.TracePop));
    public static MethodInfo WriterTracePop { get; } = Method(typeof(WireWriter), nameof(WireWriter.TracePop));

    private static readonly MethodInfo s_is = Method(typeof(Conversions), nameof(Conversions.Is));
    private static readonly MethodInfo s_writeCustom = Method(typeof(WireWriter), nameof(WireWriter.WriteCustom));
    private static readonly MethodInfo s_readCustom = Method(typeof(WireReader), nameof(WireReader.ReadCustom));
    private static readonly MethodInfo s_unsafeAs = typeof(Unsafe).GetMethods()
        .Single(method => method.Name == nameof(Unsafe.As) && method.GetGenericArguments().Length == 1);
    private static readonly MethodInfo s_unsafeAsReference = typeof(Unsafe).GetMethods()
        .Single(method => method.Name == nameof(Unsafe.As) && method.GetGenericArguments().Length == 2);
    private static readonly MethodInfo s_asSpan = Method(typeof(CollectionsMarshal), nameof(CollectionsMarshal.AsSpan));
    private static readonly MethodInfo s_setCount = Method(typeof(CollectionsMarshal), nameof(CollectionsMarshal.SetCount));
    private static readonly MethodInfo s_unsafeAdd = typeof(Unsafe).GetMethods()
        .Single(method => method.Name == nameof(Unsafe.Add) && method.GetParameters() is [{ ParameterType.IsByRef: true }, var count]
            && count.ParameterType == typeof(int));
    private static readonly MethodInfo s_resize = Method(typeof(Array), nameof(Array.Resize));

    /// <summary>The method of <see cref="Wire.Elements"/> for that type of span.</summary>
    public static MethodInfo Elements(string name, Type span) => typeof(Elements).GetMethods()
        .Single(method => method.Name == name && method.GetParameters()[0].ParameterType.GetGenericTypeDefinition() == span.GetGenericTypeDefinition())
        .MakeGenericMethod(span.GetGenericArguments());

    public static MethodInfo UnsafeAs(Type type) => s_unsafeAs.MakeGenericMethod(type);

    public static MethodInfo UnsafeAdd(Type type) => s_unsafeAdd.MakeGenericMethod(type);

    public static MethodInfo UnsafeAsReference(Type from, Type to) => s_unsafeAsReference.MakeGenericMethod(from, to);

    public static MethodInfo ListAsSpan(Type elementType) => s_asSpan.MakeGenericMethod(elementType);

    public static MethodInfo ListSetCount(Type elementType) => s_setCount.MakeGenericMethod(elementType);

    public static MethodInfo ArrayResize(Type elementType) => s_resize.MakeGenericMethod(elementType);

    public static MethodInfo Is(Type type) => s_is.MakeGenericMethod(type);

    public static MethodInfo WriteCustom(Type type) => s_writeCustom.MakeGenericMethod(type);

    public static MethodInfo ReadCustom(Type type) => s_readCustom.MakeGenericMethod(type);

    /// <summary>The one method of that name that takes the cursor, beside the public one that does not.</summary>
    private static MethodInfo Threaded(Type type, string name)
    {
        foreach (MemberInfo member in type.GetMember(name, MemberTypes.Method, All))
        {
            if (member is MethodInfo { IsAssembly: true } method)
            {
                return method;
            }
        }
        throw new MissingMethodException(type.FullName, name);
    }

    /// <summary>The one method of that name.</summary>
    public static MethodInfo Method(Type type, string name) =>
        type.GetMethod(name, All) ?? throw new MissingMethodException(type.FullName, name);

    public static MethodInfo Method(Type type, string name, params Type[] parameters) =>
        type.GetMethod(name, All, parameters) ?? throw new MissingMethodException(type.FullName, name);

    public static ConstructorInfo Constructor(Type type, params Type[] parameters) =>
        type.GetConstructor(All, parameters) ?? throw new MissingMethodException(type.FullName, ".ctor");

    private static FieldInfo Field(Type type, string name) =>
        type.GetField(name, All) ?? throw new MissingFieldException(type.FullName, name);
}
