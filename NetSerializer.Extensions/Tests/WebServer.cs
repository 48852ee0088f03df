using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace NetSerializer.Extensions.Tests;

/// <summary>Kestrel on a free port of this machine.</summary>
internal static class WebServer
{
    public static async Task<WebApplication> StartAsync(
        Action<WebApplicationBuilder> configure, Action<WebApplication> map, HttpProtocols protocols = HttpProtocols.Http1)
    {
        WebApplicationBuilder builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().ConfigureKestrel(options => options.Listen(
            System.Net.IPAddress.Loopback, 0, listen => listen.Protocols = protocols));
        builder.Services.AddRouting();
        builder.Logging.ClearProviders();
        configure(builder);
        WebApplication app = builder.Build();
        map(app);
        await app.StartAsync();
        return app;
    }

    public static Uri Address(this WebApplication app) => new(app.Urls.First());
}
