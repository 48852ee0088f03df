using System.Globalization;
using System.Text.RegularExpressions;

namespace NetSerializer.Benchmarks;

/// <summary>The command line.</summary>
internal sealed record Options
{
    public const string Usage = """
        dotnet run -c Release --project NetSerializer.Benchmarks [-- options]

        Without options: the main job, the MemStream and NetTest tables, in about a minute.

          --suite NAME    main, batch, customer, dawg, person, bookshelf, app, array, fixed, cold, graph, types, bulk,
                          peers (those of the overall line) or all
          --bars          runs main, batch, graph and cold, and prints one line for each bar for speed: some minutes
          --report FILE   writes what was measured as one HTML page with bars
          --filter REGEX  only data sets whose name matches
          --quick         seconds instead of a minute: for a smoke run, not for figures
          --verify        compares every result deeply with the original, and our bytes with the floor's
          --threads N     the MemStream tables with 1 and N threads at once, each with its own messages and model
          --share         with --threads: all threads share the messages and one model
          --bdn ARGS      hands all further arguments to BenchmarkDotNet, e.g. --bdn --filter *Person*
          --help          this text

        The exit code is not zero when anything fails, a comparison of --verify included.
        """;

    private static readonly string[] s_suites = ["main", "batch", "customer", "dawg", "person", "bookshelf", "app", "array", "fixed", "cold", "graph", "types",
        "bulk", "peers", "all"];

    public string Suite { get; private init; } = "main";

    public Regex Filter { get; private init; } = new("");

    public bool Bars { get; private init; }

    /// <summary>The file of the page with bars.</summary>
    public string? Report { get; private init; }

    public bool HasFilter => Filter.ToString().Length > 0;

    public bool Quick { get; private init; }

    public bool Verify { get; private init; }

    public int Threads { get; private init; } = 1;

    public bool Share { get; private init; }

    public bool Help { get; private init; }

    /// <summary>Child mode: measures the first call of one suite's type in this process.</summary>
    public string? Cold { get; private init; }

    public string[]? BenchmarkDotNet { get; private init; }

    /// <exception cref="ArgumentException">An argument is not known or lacks its value.</exception>
    public static Options Parse(string[] arguments)
    {
        Options options = new();
        for (int i = 0; i < arguments.Length; i++)
        {
            switch (arguments[i])
            {
                case "--suite":
                    string suite = Value(arguments, ref i);
                    options = s_suites.Contains(suite) ? options with { Suite = suite } : throw new ArgumentException($"'{suite}' is no suite.");
                    break;
                case "--bars":
                    options = options with { Bars = true };
                    break;
                case "--report":
                    options = options with { Report = Value(arguments, ref i) };
                    break;
                case "--filter":
                    options = options with { Filter = new Regex(Value(arguments, ref i), RegexOptions.IgnoreCase | RegexOptions.CultureInvariant) };
                    break;
                case "--quick":
                    options = options with { Quick = true };
                    break;
                case "--verify":
                    options = options with { Verify = true };
                    break;
                case "--threads":
                    string text = Value(arguments, ref i);
                    options = int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int threads) && threads is > 0 and <= 256
                        ? options with { Threads = threads }
                        : throw new ArgumentException($"--threads needs a number from 1 to 256, not '{text}'.");
                    break;
                case "--share":
                    options = options with { Share = true };
                    break;
                case "--cold":
                    options = options with { Cold = Value(arguments, ref i) };
                    break;
                case "--bdn":
                    return options with { BenchmarkDotNet = arguments[(i + 1)..] };
                case "--help" or "-h" or "-?":
                    options = options with { Help = true };
                    break;
                default:
                    throw new ArgumentException($"'{arguments[i]}' is not an option.");
            }
        }
        return options.Share && options.Threads == 1 ? throw new ArgumentException("--share needs --threads.")
            : options.Threads > 1 && options.Suite != "main" ? throw new ArgumentException("--threads is for the main suite.")
            : options.Bars && (options.Suite != "main" || options.HasFilter || options.Threads > 1)
                ? throw new ArgumentException("--bars takes no suite, filter or threads.")
            : options.HasFilter && options.Suite is ("cold" or "bulk") ? throw new ArgumentException($"The suite {options.Suite} has no data sets to filter.")
            : options;
    }

    private static string Value(string[] arguments, ref int i) =>
        ++i < arguments.Length ? arguments[i] : throw new ArgumentException($"{arguments[i - 1]} needs a value.");
}
