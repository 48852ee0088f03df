namespace NetSerializer.Tests.Structure;

/// <summary>The checkout that the tests were built from: documents and sources are test subjects too.</summary>
internal static class Repository
{
    public static string Root { get; } = FindRoot();

    public static string Read(params string[] path) => File.ReadAllText(Path.Combine([Root, .. path]));

    /// <summary>The C# files of a project, without what the build made.</summary>
    public static IEnumerable<string> Sources(string project) =>
        Directory.EnumerateFiles(Path.Combine(Root, project), "*.cs", SearchOption.AllDirectories)
            .Where(file => !Path.GetRelativePath(Root, file).Split(Path.DirectorySeparatorChar).Any(part => part is "bin" or "obj"))
            .Order(StringComparer.Ordinal);

    private static string FindRoot()
    {
        DirectoryInfo? folder = new(AppContext.BaseDirectory);
        while (folder != null && !File.Exists(Path.Combine(folder.FullName, "NetSerializer.sln")))
        {
            folder = folder.Parent;
        }
        return folder?.FullName ?? throw new DirectoryNotFoundException("The tests run outside the repository.");
    }
}
