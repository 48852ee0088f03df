using FsCheck;
using FsCheck.Fluent;
using NetSerializer.Tests.Models;

namespace NetSerializer.Tests.Oracle.Values;

/// <summary>Random models: roots picked from all themes.</summary>
public static class ModelSubsets
{
    private static readonly Type[] AllRoots = [.. Theme.All.SelectMany(theme => theme.Roots).Distinct()];

    /// <summary>One to <paramref name="most"/> different roots in random order.</summary>
    public static Gen<Type[]> Generator(int most) =>
        from roots in Gen.Shuffle(AllRoots)
        from count in Gen.Choose(1, most)
        select roots.Take(count).ToArray();
}
