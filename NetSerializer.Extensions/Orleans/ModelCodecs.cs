using Orleans.Serialization;
using Orleans.Serialization.Cloning;
using Orleans.Serialization.Codecs;
using Orleans.Serialization.Serializers;

namespace NetSerializer;

/// <summary>
/// Gives Orleans a codec for each type of a model. A codec of its own for each type, and not one for all: it knows the type that may stand in the bytes,
/// and no other is made.
/// </summary>
internal sealed class ModelCodecs(SchemaStore schemas) : ISpecializableCodec
{
    public bool IsSupportedType(Type type) => schemas.Model.Has(type);

    public IFieldCodec GetSpecializedCodec(Type type) => (IFieldCodec)Activator.CreateInstance(typeof(ModelCodec<>).MakeGenericType(type), schemas)!;
}

/// <summary>Gives Orleans a copier for each type of a model.</summary>
internal sealed class ModelCopiers(TypeModel model) : ISpecializableCopier
{
    public bool IsSupportedType(Type type) => model.Has(type);

    public IDeepCopier GetSpecializedCopier(Type type) => (IDeepCopier)Activator.CreateInstance(typeof(ModelCopier<>).MakeGenericType(type), model)!;
}

/// <summary>Lets Orleans find the types of a model by the names in its messages.</summary>
internal sealed class ModelTypeFilter(TypeModel model) : ITypeFilter
{
    public bool? IsTypeAllowed(Type type) => model.Has(type) ? true : null;
}

internal static class ModelTypes
{
    /// <summary>
    /// Whether values of exactly this type travel by the model. Orleans asks for the run-time type of a value that stands behind a base class or an
    /// interface. An exception without an id would come as a <see cref="RemoteException"/>, which is none of its type.
    /// </summary>
    public static bool Has(this TypeModel model, Type type) =>
        !type.IsAbstract && type != typeof(object) && model.CanSerialize(type)
        && (!type.IsAssignableTo(typeof(Exception)) || model.TypeIds.ContainsKey(type));
}
