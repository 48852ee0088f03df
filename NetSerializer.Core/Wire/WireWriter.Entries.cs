using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using NetSerializer.Errors;
using NetSerializer.Wire;
using NetSerializer.Wire.Protocols;

namespace NetSerializer;

// ISerializable objects: docs/wire-format.md, section 5f.
public ref partial struct WireWriter
{
    /// <summary>The body of a value in a slot that admits no other type.</summary>
    internal ref byte WriteObjectData(ref byte p, object value, Type type)
    {
        SerializationInfo info = ObjectData.Gather(value, type, UserContext);
        if (info.ObjectType != type)
        {
            Throw.SetTypeNotAdmitted(type, info.ObjectType);
        }
        return ref WriteEntries(ref p, info);
    }

    /// <summary>
    /// Id and body, of the type that GetObjectData has set if it has set one. The reader of a <paramref name="declaredType"/> must admit that type. The
    /// <paramref name="id"/> is 0 for a type that cannot be read as itself.
    /// </summary>
    internal ref byte WriteTaggedObjectData(ref byte p, object value, Type type, int id, Type declaredType)
    {
        SerializationInfo info = ObjectData.Gather(value, type, UserContext);
        if (info.ObjectType != type)
        {
            return ref WriteAsSetType(ref p, info, type, declaredType);
        }
        if (id == 0)
        {
            Throw.NoSerializationConstructor(type, type);
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
        int id = FindSetId(type, set, declaredType, mayBeReplaced: true);
        if (!set.IsAssignableTo(typeof(ISerializable)))
        {
            // That one has the number of the object in whose place it is written.
            if (Dispatch.HasNumber(set))
            {
                _state?.Adopt();
            }
            return ref WriteObject(ref p, FromEntries(info, type));
        }
        if (ObjectData.FindConstructor(set) == null)
        {
            Throw.NoSerializationConstructor(type, set);
        }
        p = ref WriteNumber(ref p, id);
        // Its reader has no object before all of the entries are there.
        bool isMadeLast = Dispatch.HasNumber(set) && ObjectData.IsReplaced(set);
        if (isMadeLast)
        {
            OpenNumber();
        }
        p = ref WriteEntries(ref p, info);
        if (isMadeLast)
        {
            CloseNumber();
        }
        return ref p;
    }

    /// <summary>The id, as on the wire, of the type that GetObjectData has set, if the reader of a <paramref name="declaredType"/> admits it.</summary>
    internal readonly int FindSetId(Type type, Type set, Type declaredType, bool mayBeReplaced)
    {
        int id = Dispatch.FindId(set);
        if (id == 0)
        {
            Throw.SetTypeNotRegistered(type, set);
        }
        bool isReplaced = mayBeReplaced && ObjectData.IsReplaced(set);
        if (!isReplaced && (!set.IsAssignableTo(declaredType) || (!set.IsAssignableTo(type) && !type.IsAssignableTo(set))))
        {
            Throw.SetTypeNotAdmitted(type, set);
        }
        // The reader goes by the type set: it would count an object more or less.
        if (Dispatch.HasNumber(type) != Dispatch.HasNumber(set))
        {
            Throw.SetTypeSharedOtherwise(type, set);
        }
        return id << Dispatch.IdShift;
    }

    // As BinaryFormatter does it: the entries go to the fields of their names, numbers that fit convert, and entries without a field go nowhere.
    private static object FromEntries(SerializationInfo info, Type type)
    {
        object made = RuntimeHelpers.GetUninitializedObject(info.ObjectType);
        foreach (SerializationEntry entry in info)
        {
            if (ObjectData.FindField(info.ObjectType, entry.Name) is not { } field)
            {
                continue;
            }
            try
            {
                field.SetValue(made, entry.Value);
            }
            catch (ArgumentException)
            {
                Throw.SetTypeFieldMismatch(type, field, entry.Name, entry.Value);
            }
        }
        return made;
    }
}
