using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;
using FsCheck;
using FsCheck.Fluent;
using Microsoft.FSharp.Core;
using NUnit.Framework;

namespace NetSerializer.Tests.Oracle.Values;

/// <summary>All that decides a generated value: the same seed and size give the same value, so a failure is repeated by its two numbers.</summary>
/// <param name="Size">About how many objects and elements a value may have.</param>
public readonly record struct Sample(int Seed, int Size)
{
    private const int LargestSize = 400;

    /// <summary>Samples that shrink towards fewer objects under the same seed.</summary>
    public static Arbitrary<Sample> Arbitrary { get; } = Arb.From(
        from seed in Gen.Choose(0, int.MaxValue - 1)
        from size in Gen.Choose(0, LargestSize)
        select new Sample(seed, size),
        sample => Smaller(sample.Size).Select(size => sample with { Size = size }));

    /// <summary>Checks a property over samples; the exception it throws on failure names the smallest one found.</summary>
    public static void Check(int count, Action<Sample> property) => FsCheck.Check.One(Configuration(count), Prop.ForAll(Arbitrary, property));

    /// <summary>
    /// Each test has the same samples in every run, others than the other tests: its name is the seed. The environment variable NETSERIALIZER_SEED
    /// changes them all, to other ones for each word; "random" stands for new ones in each run.
    /// </summary>
    public static Config Configuration(int count)
    {
        Config config = Config.QuickThrowOnFailure.WithMaxTest(count);
        string? word = Environment.GetEnvironmentVariable("NETSERIALIZER_SEED");
        if (word == "random")
        {
            return config;
        }
        byte[] hash = SHA256.HashData(Encoding.UTF8.GetBytes($"{TestContext.CurrentContext.Test.FullName} {word}"));
        var start = new Rnd(BinaryPrimitives.ReadUInt64LittleEndian(hash), BinaryPrimitives.ReadUInt64LittleEndian(hash.AsSpan(8)) | 1);
        return config.WithReplay(new Replay(start, FSharpOption<int>.None));
    }

    private static IEnumerable<int> Smaller(int size)
    {
        for (int step = size; step > 0; step /= 2)
            yield return size - step;
    }
}
