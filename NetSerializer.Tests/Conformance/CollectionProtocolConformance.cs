using System.Runtime.Serialization;

namespace NetSerializer.Tests.Conformance;

/// <summary>A collection that may name another object in its place; this one names itself.</summary>
internal sealed class TokenListConformance(WireVariant variant) : FamilyConformance<TokenList>(variant)
{
    protected override IEnumerable<Sample<TokenList>> Samples => [new("two", new TokenList { "a", null }), new("empty", new TokenList { Number = 7 })];
}

/// <summary>As that, with keys.</summary>
internal sealed class TokenTableConformance(WireVariant variant) : FamilyConformance<TokenTable>(variant)
{
    protected override IEnumerable<Sample<TokenTable>> Samples => [new("two", new TokenTable { [1] = "a", [-300] = null }), new("empty", [])];
}

internal sealed class TokenFailureConformance(WireVariant variant) : FamilyConformance<TokenFailure>(variant)
{
    protected override IEnumerable<Sample<TokenFailure>> Samples =>
        [new("nested", new TokenFailure("outer", new TokenFailure("inner", null) { Number = 1 })), new("alone", new TokenFailure("alone", null))];
}

/// <summary>A list that says itself what it consists of.</summary>
internal sealed class SetListConformance(WireVariant variant) : EntriesConformance<SetList>(variant)
{
    protected override IEnumerable<Sample<SetList>> Samples => [new("three", new SetList("evening") { 1, -1, 300 }), new("empty", new SetList(null))];
}

[Serializable]
internal sealed class TokenList : List<string?>, IObjectReference
{
    public int Number;

    public object GetRealObject(StreamingContext context) => this;
}

[Serializable]
internal sealed class TokenTable : Dictionary<int, string?>, IObjectReference
{
    public TokenTable()
    {
    }

    public object GetRealObject(StreamingContext context) => this;
}

[Serializable]
internal sealed class TokenFailure(string message, Exception? inner) : Exception(message, inner), IObjectReference
{
    public int Number;

    public object GetRealObject(StreamingContext context) => this;
}

[Serializable]
internal sealed class SetList : List<int>, ISerializable
{
    [NonSerialized]
    private readonly string? _title;

    public SetList(string? title) => _title = title;

    private SetList(SerializationInfo info, StreamingContext context)
        : base((int[])info.GetValue("songs", typeof(object))!) => _title = (string?)info.GetValue("title", typeof(object));

    public void GetObjectData(SerializationInfo info, StreamingContext context)
    {
        info.AddValue("songs", ToArray());
        info.AddValue("title", _title);
    }
}
