using System.Collections.Immutable;
using System.Reflection;
using System.Reflection.Emit;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace NetSerializer.Tests.Structure;

/// <summary>
/// Which types of an assembly, and of another one if that is named, each of its types names: in bases, signatures, locals and instructions.
/// </summary>
internal sealed class AssemblyUses : ISignatureTypeProvider<ImmutableArray<EntityHandle>, object?>, IDisposable
{
    private static readonly Dictionary<ushort, OperandType> s_operands = typeof(OpCodes).GetFields()
        .Select(field => (OpCode)field.GetValue(null)!)
        .ToDictionary(code => (ushort)code.Value, code => code.OperandType);

    private readonly PEReader _file;
    private readonly MetadataReader _metadata;

    private readonly string? _other;

    public AssemblyUses(string path, string? other = null)
    {
        _other = other;
        _file = new PEReader(File.OpenRead(path));
        _metadata = _file.GetMetadataReader();
    }

    /// <summary>All uses; a nested type stands as the outermost one that it is in.</summary>
    public IEnumerable<(string User, string Used, string Where)> All()
    {
        foreach (TypeDefinitionHandle handle in _metadata.TypeDefinitions)
        {
            string user = Outermost(handle);
            foreach ((EntityHandle used, string where) in Uses(_metadata.GetTypeDefinition(handle)))
            {
                string name = Outermost(used);
                if (name != user)
                {
                    yield return (user, name, where);
                }
            }
        }
    }

    /// <summary>The names of all types of other assemblies that this one names anywhere, and of the types that those are nested in.</summary>
    public IEnumerable<string> ForeignTypes() =>
        _metadata.TypeReferences.Select(_metadata.GetTypeReference).Select(reference => FullName(reference.Namespace, reference.Name));

    public void Dispose() => _file.Dispose();

    private IEnumerable<(EntityHandle, string)> Uses(TypeDefinition type)
    {
        string name = _metadata.GetString(type.Name);
        foreach (EntityHandle used in Resolve(type.BaseType)
            .Concat(type.GetInterfaceImplementations().SelectMany(handle => Resolve(_metadata.GetInterfaceImplementation(handle).Interface))))
        {
            yield return (used, $"the bases of {name}");
        }
        foreach (FieldDefinition field in type.GetFields().Select(_metadata.GetFieldDefinition))
        {
            foreach (EntityHandle used in field.DecodeSignature(this, null))
            {
                yield return (used, $"{name}.{_metadata.GetString(field.Name)}");
            }
        }
        foreach (MethodDefinition method in type.GetMethods().Select(_metadata.GetMethodDefinition))
        {
            MethodSignature<ImmutableArray<EntityHandle>> signature = method.DecodeSignature(this, null);
            foreach (EntityHandle used in Of(signature).Concat(Body(method)))
            {
                yield return (used, $"{name}.{_metadata.GetString(method.Name)}");
            }
        }
    }

    private IEnumerable<EntityHandle> Body(MethodDefinition method)
    {
        if (method.RelativeVirtualAddress == 0)
        {
            yield break;
        }
        MethodBodyBlock body = _file.GetMethodBody(method.RelativeVirtualAddress);
        var locals = body.LocalSignature.IsNil ? [] : _metadata.GetStandaloneSignature(body.LocalSignature).DecodeLocalSignature(this, null);
        foreach (EntityHandle used in locals.SelectMany(local => local))
        {
            yield return used;
        }
        foreach (ExceptionRegion region in body.ExceptionRegions.Where(region => !region.CatchType.IsNil))
        {
            foreach (EntityHandle used in Resolve(region.CatchType))
            {
                yield return used;
            }
        }
        foreach (EntityHandle token in Tokens(body.GetILBytes()!))
        {
            foreach (EntityHandle used in Resolve(token))
            {
                yield return used;
            }
        }
    }

    /// <summary>The members and types that a method of a loaded assembly names.</summary>
    public static IEnumerable<MemberInfo> Members(MethodBase method)
    {
        Type type = method.DeclaringType!;
        return Tokens(method.GetMethodBody()?.GetILAsByteArray() ?? []).Where(token => token.Kind != HandleKind.StandaloneSignature)
            .Select(token => type.Module.ResolveMember(MetadataTokens.GetToken(token), type.GetGenericArguments(),
                method.IsGenericMethod ? method.GetGenericArguments() : null)!);
    }

    /// <summary>The members and types that a body names, in order.</summary>
    private static IEnumerable<EntityHandle> Tokens(byte[] il)
    {
        for (int at = 0; at < il.Length;)
        {
            ushort code = il[at++];
            if (code == 0xFE)
            {
                code = (ushort)(code << 8 | il[at++]);
            }
            switch (s_operands[code])
            {
                case OperandType.InlineNone:
                    break;
                case OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar:
                    at += 1;
                    break;
                case OperandType.InlineVar:
                    at += 2;
                    break;
                case OperandType.InlineI8 or OperandType.InlineR:
                    at += 8;
                    break;
                case OperandType.InlineSwitch:
                    at += 4 + 4 * BitConverter.ToInt32(il, at);
                    break;
                case OperandType.InlineField or OperandType.InlineMethod or OperandType.InlineType or OperandType.InlineTok or OperandType.InlineSig:
                    yield return (EntityHandle)MetadataTokens.Handle(BitConverter.ToInt32(il, at));
                    at += 4;
                    break;
                default:
                    at += 4;
                    break;
            }
        }
    }

    private IEnumerable<EntityHandle> Resolve(EntityHandle handle)
    {
        if (handle.IsNil)
        {
            return [];
        }
        switch (handle.Kind)
        {
            case HandleKind.TypeDefinition:
                return [handle];
            case HandleKind.TypeReference:
                return IsOfOther((TypeReferenceHandle)handle) ? [handle] : [];
            case HandleKind.FieldDefinition:
                return [_metadata.GetFieldDefinition((FieldDefinitionHandle)handle).GetDeclaringType()];
            case HandleKind.MethodDefinition:
                return [_metadata.GetMethodDefinition((MethodDefinitionHandle)handle).GetDeclaringType()];
            case HandleKind.TypeSpecification:
                return _metadata.GetTypeSpecification((TypeSpecificationHandle)handle).DecodeSignature(this, null);
            case HandleKind.StandaloneSignature:
                return Of(_metadata.GetStandaloneSignature((StandaloneSignatureHandle)handle).DecodeMethodSignature(this, null));
            case HandleKind.MethodSpecification:
                MethodSpecification closed = _metadata.GetMethodSpecification((MethodSpecificationHandle)handle);
                return Resolve(closed.Method).Concat(closed.DecodeSignature(this, null).SelectMany(argument => argument));
            case HandleKind.MemberReference:
                MemberReference member = _metadata.GetMemberReference((MemberReferenceHandle)handle);
                return Resolve(member.Parent).Concat(
                    member.GetKind() == MemberReferenceKind.Field ? member.DecodeFieldSignature(this, null) : Of(member.DecodeMethodSignature(this, null)));
            default:
                return [];
        }
    }

    private bool IsOfOther(TypeReferenceHandle handle)
    {
        EntityHandle scope = _metadata.GetTypeReference(handle).ResolutionScope;
        return scope.Kind switch
        {
            HandleKind.TypeReference => IsOfOther((TypeReferenceHandle)scope),
            HandleKind.AssemblyReference => _metadata.GetString(_metadata.GetAssemblyReference((AssemblyReferenceHandle)scope).Name) == _other,
            _ => false,
        };
    }

    private string Outermost(EntityHandle handle)
    {
        if (handle.Kind == HandleKind.TypeReference)
        {
            TypeReference reference = _metadata.GetTypeReference((TypeReferenceHandle)handle);
            return reference.ResolutionScope.Kind == HandleKind.TypeReference
                ? Outermost(reference.ResolutionScope) : FullName(reference.Namespace, reference.Name);
        }
        TypeDefinition type = _metadata.GetTypeDefinition((TypeDefinitionHandle)handle);
        return type.GetDeclaringType() is { IsNil: false } around ? Outermost(around) : FullName(type.Namespace, type.Name);
    }

    private string FullName(StringHandle space, StringHandle name) =>
        space.IsNil ? _metadata.GetString(name) : $"{_metadata.GetString(space)}.{_metadata.GetString(name)}";

    private static IEnumerable<EntityHandle> Of(MethodSignature<ImmutableArray<EntityHandle>> signature) =>
        signature.ReturnType.Concat(signature.ParameterTypes.SelectMany(parameter => parameter));

    ImmutableArray<EntityHandle> ISimpleTypeProvider<ImmutableArray<EntityHandle>>.GetPrimitiveType(PrimitiveTypeCode typeCode) => [];

    ImmutableArray<EntityHandle> ISimpleTypeProvider<ImmutableArray<EntityHandle>>.GetTypeFromDefinition(
        MetadataReader reader, TypeDefinitionHandle handle, byte rawTypeKind) => [handle];

    ImmutableArray<EntityHandle> ISimpleTypeProvider<ImmutableArray<EntityHandle>>.GetTypeFromReference(
        MetadataReader reader, TypeReferenceHandle handle, byte rawTypeKind) => IsOfOther(handle) ? [handle] : [];

    ImmutableArray<EntityHandle> ISZArrayTypeProvider<ImmutableArray<EntityHandle>>.GetSZArrayType(
        ImmutableArray<EntityHandle> elementType) => elementType;

    ImmutableArray<EntityHandle> IConstructedTypeProvider<ImmutableArray<EntityHandle>>.GetArrayType(
        ImmutableArray<EntityHandle> elementType, ArrayShape shape) => elementType;

    ImmutableArray<EntityHandle> IConstructedTypeProvider<ImmutableArray<EntityHandle>>.GetByReferenceType(
        ImmutableArray<EntityHandle> elementType) => elementType;

    ImmutableArray<EntityHandle> IConstructedTypeProvider<ImmutableArray<EntityHandle>>.GetPointerType(
        ImmutableArray<EntityHandle> elementType) => elementType;

    ImmutableArray<EntityHandle> IConstructedTypeProvider<ImmutableArray<EntityHandle>>.GetGenericInstantiation(
        ImmutableArray<EntityHandle> genericType, ImmutableArray<ImmutableArray<EntityHandle>> typeArguments) =>
        [.. genericType, .. typeArguments.SelectMany(argument => argument)];

    ImmutableArray<EntityHandle> ISignatureTypeProvider<ImmutableArray<EntityHandle>, object?>.GetFunctionPointerType(
        MethodSignature<ImmutableArray<EntityHandle>> signature) => [.. Of(signature)];

    ImmutableArray<EntityHandle> ISignatureTypeProvider<ImmutableArray<EntityHandle>, object?>.GetGenericMethodParameter(
        object? genericContext, int index) => [];

    ImmutableArray<EntityHandle> ISignatureTypeProvider<ImmutableArray<EntityHandle>, object?>.GetGenericTypeParameter(
        object? genericContext, int index) => [];

    ImmutableArray<EntityHandle> ISignatureTypeProvider<ImmutableArray<EntityHandle>, object?>.GetModifiedType(
        ImmutableArray<EntityHandle> modifier, ImmutableArray<EntityHandle> unmodifiedType, bool isRequired) =>
        [.. modifier, .. unmodifiedType];

    ImmutableArray<EntityHandle> ISignatureTypeProvider<ImmutableArray<EntityHandle>, object?>.GetPinnedType(
        ImmutableArray<EntityHandle> elementType) => elementType;

    ImmutableArray<EntityHandle> ISignatureTypeProvider<ImmutableArray<EntityHandle>, object?>.GetTypeFromSpecification(
        MetadataReader reader, object? genericContext, TypeSpecificationHandle handle, byte rawTypeKind) =>
        reader.GetTypeSpecification(handle).DecodeSignature(this, genericContext);
}
