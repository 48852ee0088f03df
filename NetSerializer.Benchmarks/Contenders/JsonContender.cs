using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace NetSerializer.Benchmarks.Contenders;

/// <summary>System.Text.Json to and from UTF-8, with fields included and the writer kept from call to call.</summary>
internal sealed class JsonContender(Type declaredType, object?[] items) : FramedContender("System.Text.Json", items)
{
    private static readonly JsonSerializerOptions s_options = new() { IncludeFields = true, TypeInfoResolver = new DefaultJsonTypeInfoResolver() };

    private readonly JsonTypeInfo _type = s_options.GetTypeInfo(declaredType);
    private readonly Utf8JsonWriter _writer = new(Stream.Null, new JsonWriterOptions { SkipValidation = true });

    protected override void Write(MemoryStream destination, object? item)
    {
        _writer.Reset(destination);
        JsonSerializer.Serialize(_writer, item, _type);
        _writer.Flush();
    }

    protected override object? Read(byte[] source, int length) => JsonSerializer.Deserialize(source.AsSpan(0, length), _type);
}
