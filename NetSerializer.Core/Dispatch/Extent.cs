namespace NetSerializer.Dispatch;

/// <summary>Facts about the bytes that a value is read from.</summary>
[Flags]
internal enum Extent
{
    /// <summary>More may follow the value.</summary>
    Open = 0,
    /// <summary>The value has to take them all.</summary>
    Whole = 1,
    /// <summary>A run's length of bytes behind them can be read.</summary>
    Slack = 2,
}
