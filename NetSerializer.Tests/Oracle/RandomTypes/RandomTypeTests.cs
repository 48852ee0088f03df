using System.Runtime.CompilerServices;
using NetSerializer.Tests.Fuzzing;
using NUnit.Framework;

namespace NetSerializer.Tests.Oracle.RandomTypes;

/// <summary>Types that nobody has thought of: engine and oracle agree about them too. docs/fuzzing.md says how to run it for longer.</summary>
[TestFixture]
internal sealed class RandomTypeTests
{
    private const int Worlds = 8, OptionsPerWorld = 3, ValuesPerModel = 6, FirstSeed = 2026;
    private const int FirstOther = FirstSeed + 3, OtherWorlds = 3, OtherValues = 4, OtherInputs = 10;
    private const int MostCollections = 20;

    [Test]
    public void Engine_and_oracle_agree_about_the_types_of_a_world([Range(FirstSeed, FirstSeed + Worlds - 1)] int seed)
    {
        using var world = new RandomWorld(seed);
        var check = new WorldCheck(world);
        for (int i = 0; i < OptionsPerWorld; i++)
        {
            WireOptions options = WorldCheck.AllOptions[((seed * OptionsPerWorld) + i) % WorldCheck.AllOptions.Count];
            IReadOnlyList<TypeModelProblem> problems = [];
            FuzzThread.Run(() => problems = check.Run(options, ValuesPerModel));
            Assert.That(problems.Where(problem => !KnownRefusals.Contains(problem)), Is.Empty);
        }
    }

    [Test]
    public void Models_of_a_world_with_other_options_agree_as_well([Range(FirstOther, FirstOther + OtherWorlds - 1)] int seed)
    {
        using var world = new RandomWorld(seed);
        var check = new WorldCheck(world);
        WireOptions options = WorldCheck.AllOptions[seed % WorldCheck.AllOptions.Count];
        IReadOnlyList<TypeModelProblem> problems = [];
        FuzzThread.Run(() =>
        {
            problems = check.Run(options, values: 1);
            if (problems.Count == 0)
                problems = check.RunOthers(options, OtherValues, OtherInputs);
        });
        Assert.That(problems.Where(problem => !KnownRefusals.Contains(problem)), Is.Empty);
    }

    [Test]
    public void The_same_seed_makes_the_same_types()
    {
        using RandomWorld first = new(FirstSeed + 1), second = new(FirstSeed + 1);
        Assert.That(second.Roots.Select(type => $"{type}"), Is.EqualTo(first.Roots.Select(type => $"{type}")));
        Assert.That(second.Defined.Select(Listing), Is.EqualTo(first.Defined.Select(Listing)));

        static string Listing(Type type) =>
            $"{type} : {type.BaseType} {{ "
                + $"{string.Join("; ", Schema.Fields.AllOf(type).Select(field => $"{field.Attributes} {field.FieldType} {field.Name}"))} }}";
    }

    [Test]
    public void Types_are_unloaded_with_their_model()
    {
        WeakReference context = Use(FirstSeed + 1);
        for (int i = 0; i < MostCollections && context.IsAlive; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        Assert.That(context.IsAlive, Is.False);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference Use(int seed)
    {
        using var world = new RandomWorld(seed);
        Assert.That(world.IsCollectible);
        Assert.That(new WorldCheck(world).Run(WireOptions.All[0], ValuesPerModel), Is.Empty);
        return new WeakReference(world.Context);
    }
}
