using System.Diagnostics;
using System.IO.Compression;
using System.Runtime.InteropServices;
using System.Text.RegularExpressions;
using NetSerializer.Tests.Structure;

namespace NetSerializer.Tests.Documents;

/// <summary>
/// Packs the library and uses the package as README.md says, in an empty folder: <c>dotnet run --project NetSerializer.Tests -- package</c>. It needs a
/// registry with the compilers and frameworks of .NET, and minutes.
/// </summary>
internal sealed partial class PackageCommand(string folder, TextWriter output)
{
    private const string Address = "https://example.org/owner/name";
    private static readonly string[] s_printed = ["Ada orders 2 Tea, in 16 bytes", "Ada", "7", "7", "Ada", "Ada", "1 and 0", "True"];
    private static readonly string[] s_images = ["linux-arm64", "linux-x64", "osx-arm64", "win-x64"];

    // A version of its own, since a registry client keeps each version that it has met.
    private readonly string _version = $"5.0.0-check{DateTime.UtcNow:yyyyMMddHHmmss}";
    private readonly string _feed = Path.Combine(folder, "feed");
    private int _failures;

    public static int Run(TextWriter output)
    {
        string folder = Directory.CreateTempSubdirectory("netserializer-package-").FullName;
        try
        {
            var command = new PackageCommand(folder, output);
            command.Pack();
            command.PackForPublishing();
            string application = command.UseAsTheReadmeSays();
            command.PublishTrimmed(application);
            command.BuildForNativeCode(application);
            return command._failures == 0 ? 0 : 1;
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private void Pack()
    {
        string printed = Dotnet(Repository.Root, "pack", "NetSerializer.Core", "--output", _feed, $"-p:Version={_version}");
        Require("the package is made without a warning", !printed.Contains("warning", StringComparison.OrdinalIgnoreCase), printed);
        using ZipArchive package = ZipFile.OpenRead(Path.Combine(_feed, $"NetSerializer.Core.{_version}.nupkg"));
        string[] files = [.. package.Entries.Select(entry => entry.FullName)];
        foreach (ZipArchiveEntry assembly in package.Entries.Where(entry => entry.Name == "NetSerializer.Core.dll"))
        {
            output.WriteLine($"{assembly.Length,9} bytes, {assembly.CompressedLength,9} packed: {assembly.FullName}");
        }
        Require("an image for each of the usual systems", s_images.All(rid => files.Contains($"runtimes/{rid}/lib/net10.0/NetSerializer.Core.dll")));
        Require("plain code for all others", files.Contains("lib/net10.0/NetSerializer.Core.dll") && files.Contains("lib/net10.0/NetSerializer.Core.xml"));
        Require("an icon", files.Contains("icon.png"));
        string[] dead = [.. Links(package).Where(link => !files.Contains(link.Split('#')[0]) && !link.StartsWith('#'))];
        Require("the links of its README lead to its own files", dead.Length == 0, string.Join('\n', dead));
    }

    // On a machine whose first package folder is empty: the compiler and the frameworks lie in another one.
    private void PackForPublishing()
    {
        string published = Path.Combine(folder, "published");
        string packages = Dotnet(folder, "nuget", "locals", "global-packages", "--list").Split(": ")[1].Trim();
        Dotnet(Repository.Root, "pack", "NetSerializer.Core", "--output", published, $"-p:Version={_version}", $"-p:RepositoryUrl={Address}",
            $"-p:RestorePackagesPath={Path.Combine(folder, "packages")}", $"-p:RestoreFallbackFolders={packages}");
        using ZipArchive package = ZipFile.OpenRead(Path.Combine(published, $"NetSerializer.Core.{_version}.nupkg"));
        string[] others = [.. Links(package).Where(link => !link.StartsWith('#') && !link.StartsWith($"{Address}/blob/", StringComparison.Ordinal))];
        Require("with an address the links lead to its documents", others.Length == 0, string.Join('\n', others));
        string description = Text(package, "NetSerializer.Core.nuspec");
        Require("with an empty package folder it has the images too", s_images.All(rid =>
            package.GetEntry($"runtimes/{rid}/lib/net10.0/NetSerializer.Core.dll") != null));
        Require("the project and the repository have the address", description.Contains($"<projectUrl>{Address}</projectUrl>", StringComparison.Ordinal)
            && description.Contains($"<repository type=\"git\" url=\"{Address}\"", StringComparison.Ordinal), description);
    }

    private string UseAsTheReadmeSays()
    {
        string application = Directory.CreateDirectory(Path.Combine(folder, "application")).FullName;
        // In place of the settings of the user, which a check leaves alone.
        File.WriteAllText(Path.Combine(application, "nuget.config"), $"""
            <configuration>
              <packageSources>
                <add key="netserializer" value="{_feed}" />
              </packageSources>
            </configuration>
            """);
        Dotnet(application, "new", "console");
        Dotnet(application, "add", "package", "NetSerializer.Core", "--version", _version);
        File.WriteAllText(Path.Combine(application, "Program.cs"), ReadmeProgram());
        string[] printed = Dotnet(application, "run").Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        Require("the first program and the six examples run", printed.SequenceEqual(s_printed), string.Join('\n', printed));
        return application;
    }

    /// <summary>The examples are added as their section says: above the types of the first program.</summary>
    private static string ReadmeProgram()
    {
        string readme = Repository.Read("README.md").ReplaceLineEndings("\n");
        string[] fences = [.. readme.Split("```csharp\n").Skip(1).Select(part => part.Split("```")[0])];
        const string types = "[Serializable]";
        int end = fences[0].IndexOf(types, StringComparison.Ordinal);
        string employee = readme.Split("`Employee` is `")[1].Split('`')[0];
        return string.Concat(["using System.Net;\n", "using System.Net.Sockets;\n", fences[0][..end], .. fences.Skip(1), fences[0][end..], employee]);
    }

    private void PublishTrimmed(string application)
    {
        string published = Path.Combine(folder, "trimmed");
        string printed = Dotnet(application, "publish", "--self-contained", "--runtime", RuntimeInformation.RuntimeIdentifier, "-p:PublishTrimmed=true",
            "--output", published);
        Require("publishing trimmed warns where the model is made", TrimWarning().IsMatch(printed), printed);
        (_, string failure) = Execute(application, Path.Combine(published, "application"));
        const string said = $"{nameof(PlatformNotSupportedException)}: {NetSerializer.Emit.RunTimeCode.Needed}";
        Require("the program names the cause and the cure", failure.Contains(said, StringComparison.Ordinal), failure);
    }

    private void BuildForNativeCode(string application)
    {
        string printed = Dotnet(application, "build", "--no-incremental", "-p:IsAotCompatible=true");
        Require("building for native code warns where the model is made", NativeWarning().IsMatch(printed), printed);
    }

    private static IEnumerable<string> Links(ZipArchive package) => Link().Matches(Text(package, "README.md")).Select(match => match.Groups[1].Value);

    private static string Text(ZipArchive package, string file)
    {
        using var reader = new StreamReader(package.GetEntry(file)!.Open());
        return reader.ReadToEnd();
    }

    private void Require(string what, bool holds, string details = "")
    {
        output.WriteLine($"{(holds ? "ok" : "FAILED")}: {what}");
        if (!holds)
        {
            _failures++;
            output.WriteLine(details);
        }
    }

    private static string Dotnet(string folder, params string[] arguments)
    {
        (int code, string printed) = Execute(folder, "dotnet", arguments);
        return code == 0 ? printed : throw new InvalidOperationException($"dotnet {string.Join(' ', arguments)} has failed:\n{printed}");
    }

    private static (int Code, string Printed) Execute(string folder, string program, params string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments) { WorkingDirectory = folder, RedirectStandardOutput = true, RedirectStandardError = true };
        // A server that is left behind would keep the output open.
        start.Environment["MSBUILDDISABLENODEREUSE"] = start.Environment["DOTNET_NOLOGO"] = "1";
        start.Environment["UseSharedCompilation"] = "false";
        using Process process = Process.Start(start)!;
        Task<string> errors = process.StandardError.ReadToEndAsync();
        string printed = process.StandardOutput.ReadToEnd() + errors.Result;
        process.WaitForExit();
        return (process.ExitCode, printed);
    }

    [GeneratedRegex(@"\]\(([^)\s]+)\)")]
    private static partial Regex Link();

    [GeneratedRegex(@"Program\.cs\(\d+,\d+\): .*warning IL2026: .*PublishTrimmed=false")]
    private static partial Regex TrimWarning();

    [GeneratedRegex(@"Program\.cs\(\d+,\d+\): .*warning IL3050: .*PublishAot=false")]
    private static partial Regex NativeWarning();
}
