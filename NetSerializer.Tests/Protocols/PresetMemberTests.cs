using System.Runtime.Serialization;
using NetSerializer.Tests.Oracle;
using NUnit.Framework;

namespace NetSerializer.Tests.Protocols;

/// <summary>OnDeserializing gives members a value for what the data lacks, but the data lacks nothing: null is as good a value as any.</summary>
[TestFixture(ReferenceHandling.None)]
[TestFixture(ReferenceHandling.Preserve)]
public class PresetMemberTests(ReferenceHandling references)
{
    private readonly TypeModel _model = TypeModel.Create([typeof(Holder), typeof(Preset)], new SerializerOptions { References = references });

    [Test]
    public void What_OnDeserializing_has_set_is_set_to_null_again()
    {
        Assert.Multiple(() =>
        {
            Assert.That(_model.DeepClone(new Preset()).Members, Has.All.Null);
            Assert.That(BinaryFormatterPeer.Clone(new Preset()).Members.Take(8), Has.None.Null, "the other way, which docs/object-model.md names");
        });
    }

    [Test]
    public void So_it_is_in_structs_and_in_all_positions()
    {
        Holder Make() => new() { Array = [default], List = [default], Boxed = default(PresetValue), Objects = [new Preset()] };
        Assert.That(_model.DeepClone(Make()).Members, Has.All.Null);
    }

    [Serializable]
    private sealed class Small
    {
        public int Number = 3;
    }

    /// <summary>Of so many members that it has methods of its own.</summary>
    [Serializable]
    private struct Large
    {
        public int? First, Second, Third, Fourth, Fifth;
        public string? Sixth, Seventh, Eighth;
        public Small? Last;
    }

    [Serializable]
    private sealed class Preset
    {
        private int? _number;
        private Small? _small;
        private string? _text;
        private List<int>? _list;
        private object? _any;
        private IComparable? _comparable;
        private (int, string?)? _pair;
        private int[]? _array;
        private Large _large;

        public object?[] Members => [_number, _small, _text, _list, _any, _comparable, _pair, _array, _large.First, _large.Fifth, _large.Eighth, _large.Last];

        [OnDeserializing]
        private void Set(StreamingContext context)
        {
            (_number, _small, _text, _list, _any, _comparable, _pair, _array) = (5, new Small(), "text", [1], 7, "other", (1, "one"), [2]);
            (_large.First, _large.Second, _large.Third, _large.Fourth, _large.Fifth) = (8, 9, 10, 11, 12);
            (_large.Sixth, _large.Seventh, _large.Eighth, _large.Last) = ("six", "seven", "eight", new Small());
        }
    }

    [Serializable]
    private struct PresetValue
    {
        private int? _number;
        private Small? _small;
        private string? _text;
        private object? _any;

        public readonly object?[] Members => [_number, _small, _text, _any];

        [OnDeserializing]
        private void Set(StreamingContext context) => (_number, _small, _text, _any) = (5, new Small(), "text", 7);
    }

    [Serializable]
    private sealed class Holder
    {
        public PresetValue Single = new();
        public PresetValue[] Array = [];
        public List<PresetValue> List = [];
        public object? Boxed;
        public Preset[] Objects = [];

        public object?[] Members =>
            [.. Single.Members, .. Array[0].Members, .. List[0].Members, .. ((PresetValue)Boxed!).Members, .. Objects[0].Members];
    }
}
