using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Formatters;
using Microsoft.Extensions.Options;

namespace NetSerializer;

/// <summary>Reads bodies for parameters of actions. A malformed body is an error of the model state: the code, and nothing else.</summary>
internal sealed class NetSerializerInputFormatter : InputFormatter
{
    private readonly SchemaStore _schemas;

    public NetSerializerInputFormatter(SchemaStore schemas)
    {
        _schemas = schemas;
        SupportedMediaTypes.Add(NetSerializerMediaType.Name);
    }

    // A body of an unknown schema is of no supported type, which is status 415.
    public override bool CanRead(InputFormatterContext context) => base.CanRead(context) && FindReader(context) != null;

    public override async Task<InputFormatterResult> ReadRequestBodyAsync(InputFormatterContext context)
    {
        try
        {
            return InputFormatterResult.Success(
                await RequestBody.ReadAsync(context.HttpContext.Request, FindReader(context)!, context.ModelType).ConfigureAwait(false));
        }
        catch (MalformedDataException failure)
        {
            context.ModelState.TryAddModelError(context.ModelName, failure.Code.ToString());
            return InputFormatterResult.Failure();
        }
    }

    protected override bool CanReadType(Type type) => _schemas.Model.CanSerialize(type);

    private ModelReader? FindReader(InputFormatterContext context) =>
        NetSerializerMediaType.FindReader(context.HttpContext.Request.ContentType, _schemas);
}

/// <summary>Writes the results of actions, for clients that accept the media type.</summary>
internal sealed class NetSerializerOutputFormatter : OutputFormatter
{
    private readonly TypeModel _model;

    public NetSerializerOutputFormatter(TypeModel model)
    {
        _model = model;
        SupportedMediaTypes.Add(NetSerializerMediaType.Of(model));
    }

    // As a whole: a value that cannot be written must not leave half a response.
    public override async Task WriteResponseBodyAsync(OutputFormatterWriteContext context)
    {
        byte[] bytes = _model.Serialize(context.ObjectType ?? typeof(object), context.Object);
        HttpResponse response = context.HttpContext.Response;
        response.ContentLength = bytes.Length;
        await response.Body.WriteAsync(bytes, context.HttpContext.RequestAborted).ConfigureAwait(false);
    }

    protected override bool CanWriteType(Type? type) => type != null && _model.CanSerialize(type);
}

/// <summary>Adds the formatters behind the others, so that a client that names no type gets the same answer as before.</summary>
internal sealed class FormatterSetup(IServiceProvider services) : IConfigureOptions<MvcOptions>
{
    public void Configure(MvcOptions options)
    {
        SchemaStore schemas = SchemaStores.Find(services, null);
        options.InputFormatters.Add(new NetSerializerInputFormatter(schemas));
        options.OutputFormatters.Add(new NetSerializerOutputFormatter(schemas.Model));
    }
}
