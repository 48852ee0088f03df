using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Errors;
using NetSerializer.Wire;
using NetSerializer.Wire.Protocols;
using NetSerializer.Wire.Tables;

namespace NetSerializer.Emit;

/// <summary>
/// The members that generated code calls. Each is looked up when it is asked for, because the first search takes long and most types need few of them.
/// From then on the runtime knows it. A test asks for all of them, so that no name is wrong in a user's program.
/// </summary>
internal static class KnownMembers
{
    private const BindingFlags All = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance | BindingFlags.DeclaredOnly;

    // ref T, of a generic method's T.
    private static readonly Type s_reference = Type.MakeGenericMethodParameter(0).MakeByRefType();

    public static MethodInfo GetTypeFromHandle => Method(typeof(Type), nameof(Type.GetTypeFromHandle));
    public static MethodInfo TypeEquals => Method(typeof(Type), "op_Equality");
    public static MethodInfo ObjectGetType => Method(typeof(object), nameof(GetType));
    public static MethodInfo GetUninitializedObject => Method(typeof(RuntimeHelpers), nameof(RuntimeHelpers.GetUninitializedObject));

    public static MethodInfo Ensure => Method(typeof(WireWriter), nameof(WireWriter.Ensure));
    public static MethodInfo WriteString => Threaded(typeof(WireWriter), nameof(WireWriter.WriteString));
    public static MethodInfo WriteObject => Method(typeof(WireWriter), nameof(WireWriter.WriteObject));
    public static MethodInfo WriterDescend => Method(typeof(WireWriter), nameof(WireWriter.Descend));
    public static MethodInfo WriterDescendOrKnown => Method(typeof(WireWriter), nameof(WireWriter.DescendOrKnown));
    public static FieldInfo WriterDepthCredit => Field(typeof(WireWriter), nameof(WireWriter.DepthCredit));
    public static MethodInfo WriteVarInt32 => Method(typeof(VarInt), nameof(VarInt.Write32));
    public static MethodInfo NotRegistered => Method(typeof(Throw), nameof(Throw.NotRegistered));
    public static MethodInfo CollectionChanged => Method(typeof(Throw), nameof(Throw.CollectionChanged));

    public static MethodInfo Run => Method(typeof(WireReader), nameof(WireReader.Run));
    public static MethodInfo ReadString => Threaded(typeof(WireReader), nameof(WireReader.ReadString));
    public static MethodInfo ReadObject => Method(typeof(WireReader), nameof(WireReader.ReadObject));
    public static MethodInfo ReaderDescend => Method(typeof(WireReader), nameof(WireReader.Descend));
    public static MethodInfo ReaderDescendInto => Method(typeof(WireReader), nameof(WireReader.DescendInto));
    public static MethodInfo ReaderDescendOrNull => Method(typeof(WireReader), nameof(WireReader.DescendOrNull));
    public static FieldInfo ReaderDepthCredit => Field(typeof(WireReader), nameof(WireReader.DepthCredit));
    public static MethodInfo ReadVarInt32 => Method(typeof(WireReader), nameof(WireReader.ReadVarInt32));
    public static MethodInfo ReadCount => Threaded(typeof(WireReader), nameof(WireReader.ReadCount));
    public static MethodInfo Step => Method(typeof(WireReader), nameof(WireReader.Step));
    public static MethodInfo Charge => Threaded(typeof(WireReader), nameof(WireReader.Charge));
    public static MethodInfo FailTypeId => Method(typeof(WireReader), nameof(WireReader.FailTypeIdIn));
    public static MethodInfo FailNullBody => Method(typeof(WireReader), nameof(WireReader.FailNullBody));
    public static MethodInfo FailFlag => Method(typeof(WireReader), nameof(WireReader.FailFlag));
    public static MethodInfo Publish => Method(typeof(WireReader), nameof(WireReader.Publish));
    public static MethodInfo Known => Method(typeof(WireReader), nameof(WireReader.Known));
    public static MethodInfo HoldFinalizer => Method(typeof(WireReader), nameof(WireReader.HoldFinalizer));
    public static MethodInfo TraceMember => Method(typeof(WireReader), nameof(WireReader.TraceMember));
    public static MethodInfo TraceIndex => Method(typeof(WireReader), nameof(WireReader.TraceIndex));
    public static MethodInfo WriterTraceMember => Method(typeof(WireWriter), nameof(WireWriter.TraceMember));
    public static MethodInfo WriterTraceIndex => Method(typeof(WireWriter), nameof(WireWriter.TraceIndex));

    public static MethodInfo StreamingContext => Method(typeof(UserCode), nameof(UserCode.StreamingContext));
    public static FieldInfo WriterUserContext => Field(typeof(WireWriter), nameof(WireWriter.UserContext));

    public static MethodInfo Finish => Method(typeof(WireReader), nameof(WireReader.Finish));
    public static MethodInfo TracePop => Method(typeof(WireReader), nameof(WireReader.TracePop));
    public static MethodInfo WriterTracePop => Method(typeof(WireWriter), nameof(WireWriter.TracePop));

    /// <summary>The method of <see cref="Wire.Elements"/> for that type of span.</summary>
    public static MethodInfo Elements(string name, Type span) => typeof(Elements).GetMethods()
        .Single(method => method.Name == name && method.GetParameters()[0].ParameterType.GetGenericTypeDefinition() == span.GetGenericTypeDefinition())
        .MakeGenericMethod(span.GetGenericArguments());

    public static MethodInfo UnsafeAs(Type type) => Method(typeof(Unsafe), nameof(Unsafe.As), 1, typeof(object)).MakeGenericMethod(type);

    public static MethodInfo UnsafeAdd(Type type) => Method(typeof(Unsafe), nameof(Unsafe.Add), 1, s_reference, typeof(int)).MakeGenericMethod(type);

    public static MethodInfo UnsafeAsReference(Type from, Type to) => Method(typeof(Unsafe), nameof(Unsafe.As), 2, s_reference).MakeGenericMethod(from, to);

    public static MethodInfo ListAsSpan(Type elementType) =>
        Method(typeof(CollectionsMarshal), nameof(CollectionsMarshal.AsSpan)).MakeGenericMethod(elementType);

    public static MethodInfo ListSetCount(Type elementType) =>
        Method(typeof(CollectionsMarshal), nameof(CollectionsMarshal.SetCount)).MakeGenericMethod(elementType);

    public static MethodInfo ArrayResize(Type elementType) => Method(typeof(Array), nameof(Array.Resize)).MakeGenericMethod(elementType);

    public static MethodInfo Is(Type type) => Method(typeof(Conversions), nameof(Conversions.Is)).MakeGenericMethod(type);

    public static MethodInfo WriteCustom(Type type, bool isFramed = false) =>
        Method(typeof(WireWriter), isFramed ? nameof(WireWriter.WriteFramed) : nameof(WireWriter.WriteCustom)).MakeGenericMethod(type);

    public static MethodInfo ReadCustom(Type type, bool isFramed = false) =>
        Method(typeof(WireReader), isFramed ? nameof(WireReader.ReadFramed) : nameof(WireReader.ReadCustom)).MakeGenericMethod(type);

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

    private static MethodInfo Method(Type type, string name, int typeParameters, params Type[] parameters) =>
        type.GetMethod(name, typeParameters, parameters) ?? throw new MissingMethodException(type.FullName, name);

    public static ConstructorInfo Constructor(Type type, params Type[] parameters) =>
        type.GetConstructor(All, parameters) ?? throw new MissingMethodException(type.FullName, ".ctor");

    private static FieldInfo Field(Type type, string name) =>
        type.GetField(name, All) ?? throw new MissingFieldException(type.FullName, name);
}
