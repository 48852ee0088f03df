using NetSerializer.Tests.Oracle;
using NUnit.Framework;

namespace NetSerializer.Tests.Structure;

/// <summary>Dependencies between the stages point one way, in signatures and in bodies.</summary>
public class LayeringTests
{
    // What the public settings, ids and exceptions are made of: every stage may name them, so they stand below all stages, beside Errors.
    private static readonly string[] s_contract =
    [
        nameof(ErrorCode), nameof(NetSerializerException), nameof(TypeModelException), nameof(TypeModelProblem), nameof(ValueNotSerializableException),
        nameof(MalformedDataException),
        nameof(SerializerLimits), nameof(IntegerEncoding), nameof(DelegateHandling), nameof(NonFiniteFloats), nameof(ReferenceHandling), nameof(StringHandling),
        nameof(UnsafeKeys), nameof(UndefinedEnums), nameof(UnknownExceptions), nameof(RemoteException), nameof(TypeIdTable),
    ];

    // Public, and so in the root namespace, but parts of inner layers: what custom serializers are written with, and what registers them.
    private static readonly Dictionary<string, string> s_inner = new()
    {
        [nameof(WireWriter)] = "Wire",
        [nameof(WireReader)] = "Wire",
        [nameof(ICustomBinarySerializable)] = "Wire",
        ["ICustomSerializer`1"] = "Wire",
        [nameof(CustomSerializer)] = "Extending",
        ["Surrogate`2"] = "Extending",
        ["CustomCode"] = "Extending",
        [nameof(SerializerOptions)] = "Options",
        [nameof(SerializableTypes)] = "Scanning",
        [nameof(SerializerMetrics)] = "Metrics",
        [nameof(WireSchema)] = "Schema",
        [nameof(SchemaType)] = "Schema",
        [nameof(SchemaSlot)] = "Schema",
        [nameof(SchemaSlotForm)] = "Schema",
        [nameof(SchemaLimits)] = "Schema",
        [nameof(SchemaDiff)] = "Schema",
        [nameof(SchemaChange)] = "Schema",
        [nameof(SchemaProblem)] = "Schema",
        [nameof(SchemaMismatchException)] = "Schema",
        [nameof(FormerlyNamedAttribute)] = "Schema",
        [nameof(MissingMembers)] = "Schema.Reading",
        [nameof(Narrowing)] = "Schema.Reading",
        [nameof(NullsOfWriter)] = "Schema.Reading",
        [nameof(UnknownTypes)] = "Schema.Reading",
        [nameof(ResolveOptions)] = "Schema.Reading",
        [nameof(SchemaConversion)] = "Schema.Reading",
        ["SchemaConversion`2"] = "Schema.Reading",
        [nameof(ValueFiles)] = "Files",
        ["ValueFileReader`1"] = "Files",
        ["ValueFileWriter`1"] = "Files",
        [nameof(ValueFileOptions)] = "Files",
        [nameof(FileCompression)] = "Files",
    };

    private static readonly Dictionary<string, string[]> s_allowed = new()
    {
        ["Contract"] = ["Errors"],
        ["Languages"] = [],
        ["Errors"] = ["Languages", "Contract"],
        ["Wire.Bulk"] = [],
        ["Graph"] = ["Errors", "Contract"],
        ["Metrics"] = ["Contract"],
        ["Wire"] = ["Wire.Bulk", "Graph", "Metrics", "Errors", "Contract"],
        ["Wire.Collections"] = ["Wire", "Wire.Bulk", "Errors", "Contract"],
        ["IO"] = ["Wire", "Errors", "Contract"],
        ["Extending"] = ["Wire", "Contract"],
        ["Options"] = ["Extending", "Contract"],
        ["Values"] = ["Extending", "Wire"],
        ["Data"] = ["Values", "Extending", "Wire"],
        ["Scanning"] = ["Wire", "Options", "Extending", "Languages", "Errors", "Contract"],
        ["Ids"] = ["Options", "Extending", "Errors", "Contract"],
        ["Planning"] = ["Scanning", "Ids", "Wire", "Options", "Extending", "Errors", "Contract"],
        ["Schema"] = ["Planning", "Ids", "Scanning", "Wire", "Options", "Extending", "Errors", "Contract"],
        ["Emit"] = ["Wire", "Options", "Extending", "Errors", "Contract"],
        ["Families"] =
            ["Data", "Values", "Emit", "Planning", "Ids", "Scanning", "Wire", "Wire.Collections", "Options", "Extending", "Languages", "Errors", "Contract"],
        ["Dispatch"] = ["IO", "Metrics", "Families", "Emit", "Schema", "Planning", "Scanning", "Ids", "Wire", "Options", "Extending", "Errors", "Contract"],
        ["Trees"] = ["Dispatch", "Families", "Planning", "Scanning", "Ids", "Wire", "Options", "Extending", "Errors", "Contract"],
        ["Schema.Reading"] =
        [
            "Trees", "Schema", "Dispatch", "Families", "Languages", "Graph", "Planning", "Scanning", "Ids", "Wire", "Options", "Extending", "Errors",
            "Contract",
        ],
        ["Surface"] = ["Schema.Reading", "Dispatch", "Schema", "IO", "Wire", "Options", "Extending", "Errors", "Contract"],
        ["Files"] = ["Surface", "Schema.Reading", "Schema", "Emit", "IO", "Wire", "Options", "Contract"],
    };

    [Test]
    public void Types_name_only_types_of_lower_layers()
    {
        using var uses = new AssemblyUses(typeof(TypeModel).Assembly.Location);
        var found = uses.All().Select(use => (From: Layer(use.User), To: Layer(use.Used), use.User, use.Used, use.Where)).ToList();
        string[] violations =
        [
            .. found.Where(use => use.From != use.To && use.From.Length > 0 && use.To.Length > 0 && !s_allowed[use.From].Contains(use.To))
                .Select(use => $"{use.From} -> {use.To}: {use.Where} names {use.Used}").Distinct().Order(StringComparer.Ordinal),
        ];
        Assert.Multiple(() =>
        {
            Assert.That(violations, Is.Empty, string.Join('\n', violations));
            // Proof that bodies were looked into: only a body names the parts of a model.
            Assert.That(found, Has.Some.Matches<(string From, string To, string, string, string Where)>(use =>
                use.From == "Dispatch" && use.To == "Families" && use.Where.Contains("Create", StringComparison.Ordinal)));
        });
    }

    /// <summary>The slow reader and writer, and whatever they are made of, have nothing from the library.</summary>
    [Test]
    public void The_oracle_shares_no_code_with_what_it_judges()
    {
        using var uses = new AssemblyUses(typeof(LayeringTests).Assembly.Location, typeof(TypeModel).Assembly.GetName().Name);
        ILookup<string, (string User, string Used, string Where)> byUser = uses.All().ToLookup(use => use.User);
        HashSet<string> oracle = [];
        List<string> shared = [];
        var open = new Stack<string>([typeof(SlowReader).FullName!, typeof(SlowWriter).FullName!]);
        while (open.TryPop(out string? user))
        {
            if (oracle.Add(user))
            {
                foreach ((_, string used, string where) in byUser[user])
                {
                    if (used.StartsWith("NetSerializer.Tests.", StringComparison.Ordinal))
                    {
                        open.Push(used);
                    }
                    else if (used.StartsWith("NetSerializer.", StringComparison.Ordinal))
                    {
                        shared.Add($"{user}: {where} names {used}");
                    }
                }
            }
        }
        Assert.That(shared, Is.Empty, string.Join('\n', shared));
        Assert.That(oracle, Has.Count.GreaterThan(40), "what they are made of is followed");
    }

    [Test]
    public void Every_namespace_has_a_layer()
    {
        string[] unknown = [.. typeof(TypeModel).Assembly.GetTypes().Where(type => !type.IsNested).Select(type => Layer(type.FullName!))
            .Where(layer => layer.Length > 0 && !s_allowed.ContainsKey(layer)).Distinct()];
        Assert.That(unknown, Is.Empty);
    }

    [Test]
    public void Namespaces_are_folders()
    {
        string core = Path.Combine(Repository.Root, "NetSerializer.Core");
        foreach (string file in Repository.Sources("NetSerializer.Core"))
        {
            string folder = Path.GetRelativePath(core, Path.GetDirectoryName(file)!).Replace(Path.DirectorySeparatorChar, '.');
            string expected = folder == "." ? "NetSerializer" : $"NetSerializer.{folder}";
            string text = File.ReadAllText(file);
            // Public types stand in the root namespace whatever their folder: users need one using.
            Assert.That(text.Contains($"namespace {expected}", StringComparison.Ordinal) || text.Contains("namespace NetSerializer;", StringComparison.Ordinal),
                Is.True, file);
        }
    }

    // "" for what compilers put into the global namespace and for the attribute that the runtime knows by name.
    private static string Layer(string fullName)
    {
        int dot = fullName.LastIndexOf('.');
        string space = dot < 0 ? "" : fullName[..dot], name = fullName[(dot + 1)..];
        return space switch
        {
            "NetSerializer" => s_inner.TryGetValue(name, out string? inner) ? inner : s_contract.Contains(name) ? "Contract" : "Surface",
            // The cursors call the tables and protocols, which call the cursors: one layer in four folders.
            "NetSerializer.Wire.Tables" or "NetSerializer.Wire.Protocols" or "NetSerializer.Wire.Columns" => "Wire",
            "NetSerializer.Families.Columns" => "Families",
            _ when space.StartsWith("NetSerializer.", StringComparison.Ordinal) => space["NetSerializer.".Length..],
            _ => "",
        };
    }
}
