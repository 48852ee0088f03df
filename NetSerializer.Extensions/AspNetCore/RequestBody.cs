using System.IO.Pipelines;
using Microsoft.AspNetCore.Http;

namespace NetSerializer;

/// <summary>Reads the body of a request, within the limits of the model.</summary>
internal static class RequestBody
{
    /// <summary>Awaits the whole body, no more than <see cref="SerializerLimits.MaxInputBytes"/>, and reads it where it lies.</summary>
    /// <exception cref="MalformedDataException">The body is no value of the type.</exception>
    /// <exception cref="BadHttpRequestException">The body is longer than the limit: status 413.</exception>
    public static async ValueTask<object?> ReadAsync(HttpRequest request, ModelReader reader, Type type)
    {
        long most = reader.Model.Options.Limits.MaxInputBytes;
        if (request.ContentLength > most)
        {
            throw TooLong();
        }
        PipeReader body = request.BodyReader;
        while (true)
        {
            ReadResult read = await body.ReadAsync(request.HttpContext.RequestAborted).ConfigureAwait(false);
            SequencePosition consumed = read.Buffer.Start;
            try
            {
                if (read.Buffer.Length > most)
                {
                    throw TooLong();
                }
                if (read.IsCompleted)
                {
                    consumed = read.Buffer.End;
                    return reader.Deserialize(type, read.Buffer);
                }
            }
            finally
            {
                body.AdvanceTo(consumed, read.Buffer.End);
            }
        }
    }

    private static BadHttpRequestException TooLong() => new(nameof(ErrorCode.InputTooLong), StatusCodes.Status413PayloadTooLarge);
}
