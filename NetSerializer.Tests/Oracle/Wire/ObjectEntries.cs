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
        value = output.Begin(value);
        var info = new SerializationInfo(shape.Type, new FormatterConverter());
        ((ISerializable)value).GetObjectData(info, Context);
        WriteAll(output, [.. Of(info)], shape.Value);
    }

    public static void WriteAll(OracleOutput output, SerializationEntry[] entries, Slot value)
    {
        Varints.Write(output, (ulong)entries.Length + 1);
        foreach (SerializationEntry entry in entries)
        {
            Strings.Write(output, entry.Name);
            Slots.Write(output, value, entry.Value);
        }
    }

    public static object Read(OracleInput input, SerializableShape shape)
    {
        int mark = input.Waiting;
        object instance = RuntimeHelpers.GetUninitializedObject(shape.Type);
        if (RealObjects.AreNamedBy(shape.Type))
            input.Numbers.ExpectNone();
        else
            input.Numbers.Made(instance);
        input.Begin(instance);
        SerializationInfo info = ReadAll(input, shape.Type, shape.Value);
        int end = input.Position;
        if (shape.Type.IsValueType)
        {
            input.CompleteFrom(mark);
            Construct(input, instance, Exceptions.Constructor(shape.Type), info, end);
        }
        else
        {
            input.AtEnd(() => Construct(input, instance, Exceptions.Constructor(shape.Type), info, end));
        }

        input.End(instance);
        return instance is ValueType ? RealObjects.ReadStruct(input, instance, mark) : instance;
    }

    public static SerializationInfo ReadAll(OracleInput input, Type type, Slot slot)
    {
        var info = new SerializationInfo(type, new FormatterConverter());
        int start = input.Position;
        ulong head = Varints.Read(input, 32);
        if (head == 0)
            throw input.Reject(RejectionCode.NullNotAllowed, start, "a null where there is an object");
        int count = Varints.CheckLength(input, head - 1, start);
        input.Announce(2L * count, start);
        var names = new HashSet<string>(StringComparer.Ordinal);
        for (int i = 0; i < count; i++)
        {
            int item = input.Position;
            string name = Strings.Read(input) ?? throw input.Reject(RejectionCode.NullNotAllowed, item, "a null name");
            object? value = Slots.Read(input, slot);
            if (!names.Add(name))
                throw input.Reject(RejectionCode.KeyDuplicate, item, $"the name {name} again");
            info.AddValue(name, value);
        }

        return info;
    }

    public static IEnumerable<SerializationEntry> Of(SerializationInfo info)
    {
        foreach (SerializationEntry entry in info)
            yield return entry;
    }

    public static void Construct(OracleInput input, object instance, ConstructorInfo constructor, SerializationInfo info, int position)
    {
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
