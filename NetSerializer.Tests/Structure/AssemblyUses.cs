using System.Collections.Immutable;
using System.Reflection.Emit;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace NetSerializer.Tests.Structure;

/// <summary>Which types of an assembly each of its types names: in bases, signatures, attributes, locals and instructions.</summary>
internal sealed class AssemblyUses : ISignatureTypeProvider<ImmutableArray<TypeDefinitionHandle>, object?>, IDisposable
{
    private static readonly Dictionary<ushort, OperandType> s_operands = typeof(OpCodes).GetFields()
        .Select(field => (OpCode)field.GetValue(null)!)
        .ToDictionary(code => (ushort)code.Value, code => code.OperandType);

    private readonly PEReader _file;
    private readonly MetadataReader _metadata;

    public AssemblyUses(string path)
    {
        _file = new PEReader(File.OpenRead(path));
        _metadata = _file.GetMetadataReader();
    }

    /// <summary>All uses; a nested type stands as the outermost one that it is in.</summary>
    public IEnumerable<(string User, string Used, string Where)> All()
    {
        foreach (TypeDefinitionHandle handle in _metadata.TypeDefinitions)
        {
            string user = Outermost(handle);
            foreach ((TypeDefinitionHandle used, string where) in Uses(_metadata.GetTypeDefinition(handle)))
            {
                string name = Outermost(used);
                if (name != user)
                {
                    yield return (user, name, where);
                }
            }
        }
    }

    public void Dispose() => _file.Dispose();

    private IEnumerable<(TypeDefinitionHandle, string)> Uses(TypeDefinition type)
    {
        string name = _metadata.GetString(type.Name);
        foreach (TypeDefinitionHandle used in Resolve(type.BaseType)
            .Concat(type.GetInterfaceImplementations().SelectMany(handle => Resolve(_metadata.GetInterfaceImplementation(handle).Interface))))
        {
            yield return (used, $"the bases of {name}");
        }
        foreach (FieldDefinition field in type.GetFields().Select(_metadata.GetFieldDefinition))
        {
            foreach (TypeDefinitionHandle used in field.DecodeSignature(this, null))
            {
                yield return (used, $"{name}.{_metadata.GetString(field.Name)}");
            }
        }
        foreach (MethodDefinition method in type.GetMethods().Select(_metadata.GetMethodDefinition))
        {
            MethodSignature<ImmutableArray<TypeDefinitionHandle>> signature = method.DecodeSignature(this, null);
            foreach (TypeDefinitionHandle used in Of(signature).Concat(Body(method)))
            {
                yield return (used, $"{name}.{_metadata.GetString(method.Name)}");
            }
        }
    }

    private IEnumerable<TypeDefinitionHandle> Body(MethodDefinition method)
    {
        if (method.RelativeVirtualAddress == 0)
        {
            yield break;
        }
        MethodBodyBlock body = _file.GetMethodBody(method.RelativeVirtualAddress);
        var locals = body.LocalSignature.IsNil ? [] : _metadata.GetStandaloneSignature(body.LocalSignature).DecodeLocalSignature(this, null);
        foreach (TypeDefinitionHandle used in locals.SelectMany(local => local))
        {
            yield return used;
        }
        foreach (ExceptionRegion region in body.ExceptionRegions.Where(region => !region.CatchType.IsNil))
        {
            foreach (TypeDefinitionHandle used in Resolve(region.CatchType))
            {
                yield return used;
            }
        }
        foreach (EntityHandle token in Tokens(body.GetILBytes()!))
        {
            foreach (TypeDefinitionHandle used in Resolve(token))
            {
                yield return used;
            }
        }
    }

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
                    yield return (EntityHandle)System.Reflection.Metadata.Ecma335.MetadataTokens.Handle(BitConverter.ToInt32(il, at));
                    at += 4;
                    break;
                default:
                    at += 4;
                    break;
            }
        }
    }

    private IEnumerable<TypeDefinitionHandle> Resolve(EntityHandle handle)
    {
        if (handle.IsNil)
        {
            return [];
        }
        switch (handle.Kind)
        {
            case HandleKind.TypeDefinition:
                return [(TypeDefinitionHandle)handle];
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

    private string Outermost(TypeDefinitionHandle handle)
    {
        TypeDefinition type = _metadata.GetTypeDefinition(handle);
        while (!type.GetDeclaringType().IsNil)
        {
            type = _metadata.GetTypeDefinition(type.GetDeclaringType());
        }
        return type.Namespace.IsNil ? _metadata.GetString(type.Name) : $"{_metadata.GetString(type.Namespace)}.{_metadata.GetString(type.Name)}";
    }

    private static IEnumerable<TypeDefinitionHandle> Of(MethodSignature<ImmutableArray<TypeDefinitionHandle>> signature) =>
        signature.ReturnType.Concat(signature.ParameterTypes.SelectMany(parameter => parameter));

    ImmutableArray<TypeDefinitionHandle> ISimpleTypeProvider<ImmutableArray<TypeDefinitionHandle>>.GetPrimitiveType(PrimitiveTypeCode typeCode) => [];

    ImmutableArray<TypeDefinitionHandle> ISimpleTypeProvider<ImmutableArray<TypeDefinitionHandle>>.GetTypeFromDefinition(
        MetadataReader reader, TypeDefinitionHandle handle, byte rawTypeKind) => [handle];

    ImmutableArray<TypeDefinitionHandle> ISimpleTypeProvider<ImmutableArray<TypeDefinitionHandle>>.GetTypeFromReference(
        MetadataReader reader, TypeReferenceHandle handle, byte rawTypeKind) => [];

    ImmutableArray<TypeDefinitionHandle> ISZArrayTypeProvider<ImmutableArray<TypeDefinitionHandle>>.GetSZArrayType(
        ImmutableArray<TypeDefinitionHandle> elementType) => elementType;

    ImmutableArray<TypeDefinitionHandle> IConstructedTypeProvider<ImmutableArray<TypeDefinitionHandle>>.GetArrayType(
        ImmutableArray<TypeDefinitionHandle> elementType, ArrayShape shape) => elementType;

    ImmutableArray<TypeDefinitionHandle> IConstructedTypeProvider<ImmutableArray<TypeDefinitionHandle>>.GetByReferenceType(
        ImmutableArray<TypeDefinitionHandle> elementType) => elementType;

    ImmutableArray<TypeDefinitionHandle> IConstructedTypeProvider<ImmutableArray<TypeDefinitionHandle>>.GetPointerType(
        ImmutableArray<TypeDefinitionHandle> elementType) => elementType;

    ImmutableArray<TypeDefinitionHandle> IConstructedTypeProvider<ImmutableArray<TypeDefinitionHandle>>.GetGenericInstantiation(
        ImmutableArray<TypeDefinitionHandle> genericType, ImmutableArray<ImmutableArray<TypeDefinitionHandle>> typeArguments) =>
        [.. genericType, .. typeArguments.SelectMany(argument => argument)];

    ImmutableArray<TypeDefinitionHandle> ISignatureTypeProvider<ImmutableArray<TypeDefinitionHandle>, object?>.GetFunctionPointerType(
        MethodSignature<ImmutableArray<TypeDefinitionHandle>> signature) => [.. Of(signature)];

    ImmutableArray<TypeDefinitionHandle> ISignatureTypeProvider<ImmutableArray<TypeDefinitionHandle>, object?>.GetGenericMethodParameter(
        object? genericContext, int index) => [];

    ImmutableArray<TypeDefinitionHandle> ISignatureTypeProvider<ImmutableArray<TypeDefinitionHandle>, object?>.GetGenericTypeParameter(
        object? genericContext, int index) => [];

    ImmutableArray<TypeDefinitionHandle> ISignatureTypeProvider<ImmutableArray<TypeDefinitionHandle>, object?>.GetModifiedType(
        ImmutableArray<TypeDefinitionHandle> modifier, ImmutableArray<TypeDefinitionHandle> unmodifiedType, bool isRequired) =>
        [.. modifier, .. unmodifiedType];

    ImmutableArray<TypeDefinitionHandle> ISignatureTypeProvider<ImmutableArray<TypeDefinitionHandle>, object?>.GetPinnedType(
        ImmutableArray<TypeDefinitionHandle> elementType) => elementType;

    ImmutableArray<TypeDefinitionHandle> ISignatureTypeProvider<ImmutableArray<TypeDefinitionHandle>, object?>.GetTypeFromSpecification(
        MetadataReader reader, object? genericContext, TypeSpecificationHandle handle, byte rawTypeKind) =>
        reader.GetTypeSpecification(handle).DecodeSignature(this, genericContext);
}
