using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>Section 5b: names and values of ISerializable types.</summary>
internal static class ObjectEntries
{
    private static readonly StreamingContext Context = new(StreamingContextStates.All);

    public static void Write(OracleOutput output, SerializableShape shape, object value)
    {
        var info = new SerializationInfo(shape.Type, new FormatterConverter());
        ((ISerializable)value).GetObjectData(info, Context);
        Varints.Write(output, (ulong)info.MemberCount + 1);
        foreach (SerializationEntry entry in info)
        {
            Slots.Write(output, shape.Name, entry.Name);
            Slots.Write(output, shape.Value, entry.Value);
        }
    }

    public static object Read(OracleInput input, SerializableShape shape)
    {
        var info = new SerializationInfo(shape.Type, new FormatterConverter());
        int start = input.Position;
        ulong head = Varints.Read(input, 32);
        if (head == 0)
            throw input.Reject(RejectionCode.NullNotAllowed, start, "a null where there is an object");
        int count = Varints.CheckLength(input, head - 1, start);
        input.RequireRest(2L * count, start);
        int mark = input.Waiting;
        var names = new HashSet<string>(StringComparer.Ordinal);
        for (int i = 0; i < count; i++)
        {
            int item = input.Position;
            string name = (string?)Slots.Read(input, shape.Name) ?? throw input.Reject(RejectionCode.NullNotAllowed, item, "a null name");
            object? value = Slots.Read(input, shape.Value);
            if (!names.Add(name))
                throw input.Reject(RejectionCode.KeyDuplicate, item, $"the name {name} again");
            info.AddValue(name, value);
        }

        object instance = RuntimeHelpers.GetUninitializedObject(shape.Type);
        int end = input.Position;
        if (shape.Type.IsValueType)
        {
            input.CompleteFrom(mark);
            Construct(input, instance, info, end);
        }
        else
        {
            input.AtEnd(() => Construct(input, instance, info, end));
        }
        return instance;
    }

    private static void Construct(OracleInput input, object instance, SerializationInfo info, int position)
    {
        ConstructorInfo constructor = instance.GetType().GetConstructor(
            BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic, [typeof(SerializationInfo), typeof(StreamingContext)])!;
        try
        {
            constructor.Invoke(instance, [info, Context]);
        }
        catch (TargetInvocationException failure)
        {
            throw input.Reject(RejectionCode.UserCodeFailed, position, failure.InnerException!.Message);
        }
    }
}
