using System.Diagnostics.Metrics;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using NUnit.Framework;

namespace NetSerializer.Extensions.Tests;

/// <summary>Models as services of a host.</summary>
public class HostingTests
{
    [Test]
    public async Task A_model_is_made_once_of_the_types_of_all_calls()
    {
        int made = 0;
        using IHost host = await StartAsync(services => services
            .AddNetSerializer(o => o.Types(typeof(V1.Order)).Options(options => { made++; return options; }))
            .AddNetSerializer(o => o.Types(typeof(V2.Order))));
        TypeModel model = host.Services.GetRequiredService<TypeModel>();
        Assert.That(model, Is.SameAs(host.Services.GetRequiredService<TypeModel>()));
        Assert.That(made, Is.EqualTo(1));
        TypeModel both = TypeModel.Create(typeof(V1.Order), typeof(V2.Order));
        Assert.That(model.Fingerprint.ToArray(), Is.EqualTo(both.Fingerprint.ToArray()), "in the order of calls");
    }

    [Test]
    public async Task Changes_of_options_go_on_from_one_another()
    {
        using IHost host = await StartAsync(services => services
            .AddNetSerializer(o => o.Types(typeof(V1.Order)).Options(new SerializerOptions { References = ReferenceHandling.Preserve }))
            .AddNetSerializer(o => o.Options(options => options with { Strings = StringHandling.Table })));
        SerializerOptions options = host.Services.GetRequiredService<TypeModel>().Options;
        Assert.That((options.References, options.Strings), Is.EqualTo((ReferenceHandling.Preserve, StringHandling.Table)));
    }

    [Test]
    public async Task Named_models_are_keyed_services()
    {
        using IHost host = await StartAsync(services => services
            .AddNetSerializer(o => o.Types(typeof(V1.Order)))
            .AddNetSerializer("next", o => o.Types(typeof(V2.Order)))
            .AddScoped<Reader>());
        using IServiceScope scope = host.Services.CreateScope();
        Reader reader = scope.ServiceProvider.GetRequiredService<Reader>();
        Assert.That(reader.Usual.CanSerialize(typeof(V1.Order)) && !reader.Usual.CanSerialize(typeof(V2.Order)), Is.True);
        Assert.That(reader.Next.CanSerialize(typeof(V2.Order)) && !reader.Next.CanSerialize(typeof(V1.Order)), Is.True);
        byte[] bytes = reader.Next.Serialize(Versions.NextSample(7));
        Assert.That(reader.Next.Deserialize<V2.Order>(bytes)!.Note, Is.EqualTo("soon"));
    }

    [TestCase(null)]
    [TestCase("named")]
    public async Task Schemas_of_others_are_in_the_store_of_the_model(string? name)
    {
        byte[] next = Versions.Second.SerializeTagged(Versions.NextSample(7));
        using IHost host = await StartAsync(services => Add(services, o => o.Types(typeof(V1.Order)).Schemas(SchemaSource.Of(Versions.Second.Schema))));
        SchemaStore store = host.Services.GetRequiredKeyedService<SchemaStore>(name);
        Assert.That(store.Model, Is.SameAs(host.Services.GetRequiredKeyedService<TypeModel>(name)));
        Assert.That((store.TryDeserialize(next, out V1.Order? order), order?.Id), Is.EqualTo((TaggedResult.Value, 7)));

        using IHost alone = await StartAsync(services => Add(services, o => o.Types(typeof(V1.Order))));
        store = alone.Services.GetRequiredKeyedService<SchemaStore>(name);
        Assert.That(store.TryDeserialize(next, out order), Is.EqualTo(TaggedResult.UnknownSchema));
        Assert.That(store.TryDeserialize(store.Model.SerializeTagged(Versions.Sample(7)), out order), Is.EqualTo(TaggedResult.Value));

        void Add(IServiceCollection services, Action<TypeModelBuilder> configure) =>
            _ = name == null ? services.AddNetSerializer(configure) : services.AddNetSerializer(name, configure);
    }

    [Test]
    public async Task Options_of_resolution_are_those_of_the_call()
    {
        var strict = new ResolveOptions { MissingMembers = MissingMembers.Error };
        using IHost host = await StartAsync(services => services
            .AddNetSerializer(o => o.Types(typeof(V2.Order)).Schemas(SchemaSource.Of(Versions.First.Schema), strict)));
        SchemaStore store = host.Services.GetRequiredService<SchemaStore>();
        Assert.That(store.FindReader(Versions.First.Fingerprint.Span), Is.Null, "the data have no note");
    }

    [TestCase(null)]
    [TestCase("named")]
    public async Task Types_that_cannot_travel_stop_the_start(string? name)
    {
        bool started = false;
        Task<IHost> start = StartAsync(services =>
        {
            services.AddHostedService(_ => new Listening(() => started = true));
            _ = name == null
                ? services.AddNetSerializer(o => o.Types(typeof(Plain), typeof(Stream)))
                : services.AddNetSerializer(name, o => o.Types(typeof(Plain), typeof(Stream)));
        });
        TypeModelException? failure = await Assert.ThrowsAsync<TypeModelException>(() => start);
        Assert.That(failure!.Problems, Has.Count.EqualTo(2), "all of them are told");
        Assert.That(started, Is.False, "no other service has started");
    }

    [Test]
    public async Task A_host_publishes_the_metrics()
    {
        using IHost host = await StartAsync(services => services.AddNetSerializer(o => o.Types(typeof(V1.Order))));
        List<string> found = [];
        using var listener = new MeterListener
        {
            InstrumentPublished = (instrument, _) =>
            {
                if (instrument.Meter.Name == SerializerMetrics.MeterName)
                {
                    found.Add(instrument.Name);
                }
            },
        };
        listener.Start();
        Assert.That(found, Is.EquivalentTo((string[])
            ["netserializer.values", "netserializer.bytes", "netserializer.resolutions", "netserializer.failures"]));
    }

    [Test]
    public void Nothing_is_null() => Assert.Multiple(() =>
    {
        var services = new ServiceCollection();
        Assert.That(() => services.AddNetSerializer(null!), Throws.ArgumentNullException);
        Assert.That(() => services.AddNetSerializer(null!, _ => { }), Throws.ArgumentNullException);
        Assert.That(() => ((IServiceCollection)null!).AddNetSerializer(_ => { }), Throws.ArgumentNullException);
        Assert.That(() => new TypeModelBuilder().Types(null!), Throws.ArgumentNullException);
        Assert.That(() => new TypeModelBuilder().Options((SerializerOptions)null!), Throws.ArgumentNullException);
        Assert.That(() => new TypeModelBuilder().Schemas(null!), Throws.ArgumentNullException);
    });

    private static async Task<IHost> StartAsync(Action<IServiceCollection> configure)
    {
        HostApplicationBuilder builder = Host.CreateEmptyApplicationBuilder(new HostApplicationBuilderSettings());
        configure(builder.Services);
        IHost host = builder.Build();
        await host.StartAsync();
        return host;
    }

    private sealed class Reader(TypeModel usual, [FromKeyedServices("next")] TypeModel next)
    {
        public TypeModel Usual => usual;

        public TypeModel Next => next;
    }

    private sealed class Listening(Action start) : IHostedService
    {
        public Task StartAsync(CancellationToken cancellationToken)
        {
            start();
            return Task.CompletedTask;
        }

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }

    private sealed class Plain;
}
