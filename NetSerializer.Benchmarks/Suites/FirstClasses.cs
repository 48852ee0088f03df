namespace NetSerializer.Benchmarks.Suites;

/// <summary>The class of the first call of a process.</summary>
[Serializable]
public sealed class FirstClass
{
    public int Number;
    public string? Text = "text";
    public double Weight;
    public bool IsSet;
}

/// <summary>The class of the second call.</summary>
[Serializable]
public sealed class SecondClass
{
    public long Key;
    public string? Title = "title";
    public DateTime When;
    public decimal Price;
}

/// <summary>A class of 50 members.</summary>
[Serializable]
public sealed class WideClass
{
    public int I0, I1, I2, I3, I4, I5, I6, I7, I8, I9;
    public string? S0, S1, S2, S3, S4, S5, S6, S7, S8, S9;
    public double D0, D1, D2, D3, D4, D5, D6, D7, D8, D9;
    public long L0, L1, L2, L3, L4, L5, L6, L7, L8, L9;
    public bool B0, B1, B2, B3, B4, B5, B6, B7, B8, B9;
}
