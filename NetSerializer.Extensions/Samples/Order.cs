namespace NetSerializer.Samples;

/// <summary>The message of all samples.</summary>
[Serializable]
public sealed record Order(int Id, string Customer);
