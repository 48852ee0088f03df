using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using NetSerializer.Errors;
using NetSerializer.Wire;

namespace NetSerializer;

// ISerializable objects: docs/wire-format.md, section 5f.
public ref partial struct WireWriter
{
    /// <summary>The body of a value in a slot that admits no other type.</summary>
    internal ref byte WriteObjectData(ref byte p, object value, Type type)
    {
        SerializationInfo info = ObjectData.Gather(value, type);
        if (info.ObjectType != type)
        {
            Throw.SetTypeNotAdmitted(type, info.ObjectType);
        }
        return ref WriteEntries(ref p, info);
    }

    /// <summary>Id and body: those of the type that GetObjectData has set, if it has, and if the reader of a <paramref name="declaredType"/> admits it.</summary>
    internal ref byte WriteTaggedObjectData(ref byte p, object value, Type type, int id, Type declaredType)
    {
        SerializationInfo info = ObjectData.Gather(value, type);
        if (info.ObjectType != type)
        {
            return ref WriteAsSetType(ref p, info, type, declaredType);
        }
        p = ref WriteNumber(ref p, id);
        return ref WriteEntries(ref p, info);
    }

    private ref byte WriteEntries(ref byte p, SerializationInfo info)
    {
        p = ref WriteNumber(ref p, info.MemberCount + 1);
        foreach (SerializationEntry entry in info)
        {
            p = ref WriteEntry(ref p, entry);
        }
        return ref p;
    }

    /// <summary>A name and a value.</summary>
    internal ref byte WriteEntry(ref byte p, SerializationEntry entry)
    {
        p = ref WriteString(ref p, entry.Name);
        Trace?.Push(entry.Name);
        p = ref WriteObject(ref p, entry.Value);
        Trace?.Pop();
        return ref p;
    }

    /// <summary>A count or an id.</summary>
    internal ref byte WriteNumber(ref byte p, int count)
    {
        p = ref Ensure(ref p, VarInt.Max32);
        return ref VarInt.Write32(ref p, (uint)count);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ref byte WriteAsSetType(ref byte p, SerializationInfo info, Type type, Type declaredType)
    {
        Type set = info.ObjectType;
        int id = Dispatch.FindId(set);
        if (id == 0)
        {
            Throw.SetTypeNotRegistered(type, set);
        }
        if (!ObjectData.IsReplaced(set) && (!set.IsAssignableTo(declaredType) || (!set.IsAssignableTo(type) && !type.IsAssignableTo(set))))
        {
            Throw.SetTypeNotAdmitted(type, set);
        }
        if (!set.IsAssignableTo(typeof(ISerializable)))
        {
            // That one has the number of the object in whose place it is written.
            _references?.Adopt();
            return ref WriteObject(ref p, FromEntries(info, type));
        }
        p = ref WriteNumber(ref p, id << Dispatch.IdShift);
        return ref WriteEntries(ref p, info);
    }

    // BinaryFormatter gives the entries to the fields of their names.
    private static object FromEntries(SerializationInfo info, Type type)
    {
        object made = RuntimeHelpers.GetUninitializedObject(info.ObjectType);
        foreach (SerializationEntry entry in info)
        {
            FieldInfo? field = null;
            for (Type? level = info.ObjectType; level != null && field == null; level = level.BaseType)
            {
                field = level.GetField(entry.Name, BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly);
            }
            if (field == null || (entry.Value != null && !field.FieldType.IsInstanceOfType(entry.Value)))
            {
                Throw.SetTypeWithoutField(type, info.ObjectType, entry.Name);
            }
            field.SetValue(made, entry.Value);
        }
        return made;
    }
}
