using System.Text.Json.Serialization;

namespace NetSerializer.Benchmarks.Messages;

/// <summary>The root of the classic messages. The JSON attributes serve System.Text.Json alone, which cannot read an abstract type without them.</summary>
[Serializable]
[JsonDerivedType(typeof(U8Message), 1)]
[JsonDerivedType(typeof(S16Message), 2)]
[JsonDerivedType(typeof(S32Message), 3)]
[JsonDerivedType(typeof(S64Message), 4)]
[JsonDerivedType(typeof(PrimitivesMessage), 5)]
[JsonDerivedType(typeof(DecimalMessage), 6)]
[JsonDerivedType(typeof(NullableDecimalMessage), 7)]
[JsonDerivedType(typeof(ComplexMessage), 8)]
[JsonDerivedType(typeof(StringMessage), 9)]
[JsonDerivedType(typeof(StructMessage), 10)]
[JsonDerivedType(typeof(ByteArrayMessage), 11)]
[JsonDerivedType(typeof(IntArrayMessage), 12)]
[JsonDerivedType(typeof(DictionaryMessage), 13)]
public abstract class MessageBase;
