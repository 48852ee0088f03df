using System.Reflection;
using System.Runtime.Serialization;
using NetSerializer.Tests.Equality;

namespace NetSerializer.Tests.Oracle.Schema;

/// <summary>Ids for a set of roots and all they reach, so that the oracle can run without an engine that hands them out.</summary>
public static class TypeClosure
{
    public const ushort FirstId = 32;

    /// <param name="roots">The roots.</param>
    /// <param name="preserve">With references=preserve.</param>
    public static IReadOnlyList<(ushort Id, Type Type)> Of(IEnumerable<Type> roots, bool preserve = false)
    {
        var known = new HashSet<Type>(Scalars.AlwaysInTheModel().Select(row => row.Type));
        var found = new List<(ushort Id, Type Type)>();
        var visited = new HashSet<Type>();
        var waiting = new Queue<Type>(roots);
        while (waiting.TryDequeue(out Type? type))
        {
            if (!visited.Add(type))
                continue;
            if (!known.Contains(type) && CanBeInstantiated(type))
                found.Add(((ushort)(FirstId + found.Count), type));
            foreach (Type part in preserve && Covers.Of(type) is { } cover ? PartsOf(type).Concat(Covers.ImpliedBy(cover)) : PartsOf(type))
                waiting.Enqueue(part);
        }

        return found;
    }

    private static bool CanBeInstantiated(Type type) =>
        !type.IsInterface && (!type.IsAbstract || OtherCollections.KindOf(type) is not null || FrameworkValues.Contains(type))
            && Nullable.GetUnderlyingType(type) is null;

    /// <summary>The declared types of the slots of a type.</summary>
    public static IEnumerable<Type> PartsOf(Type type)
    {
        if (Scalars.Contains(type) || type.IsEnum || type.IsInterface || TypeKinds.Of(type, false, false) is SchemaKind.Bits or SchemaKind.Value)
            return [];
        if (ArrayViews.Contains(type))
            return [ArrayViews.ElementOf(type)];
        if (OtherCollections.KindOf(type) is not null)
            return OtherCollections.SlotTypes(type);
        if (type.IsArray)
            return [type.GetElementType()!];
        if (Nullable.GetUnderlyingType(type) is { } underlying)
            return [underlying];
        if (type.IsAssignableTo(typeof(Exception)))
            return [typeof(Exception), typeof(object), .. Fields.OfException(type).Select(field => field.FieldType)];
        if (TypeKinds.IsCollection(type))
            return type.GetGenericArguments();
        if (type.IsAssignableTo(typeof(ISerializable)) && CollectionKinds.ContentOf(type) is null)
            return [typeof(string), typeof(object)];
        if (TypeKinds.IsTuple(type))
            return Fields.OfTuple(type).Select(field => field.FieldType);
        IEnumerable<Type> members = Fields.AllOf(type).Where(Fields.Travels).Select(field => field.FieldType);
        return CollectionKinds.ContentOf(type) is { } content
            ? members.Append(content).Concat(
                OtherCollections.KindOf(PlainContent.PlainType(content)) is null
                ? content.GetGenericArguments() : OtherCollections.SlotTypes(PlainContent.PlainType(content))) : members;
    }
}
