namespace NetSerializer.Wire;

/// <summary>The entries of a table that is filled when all is complete that its keys wait for.</summary>
internal abstract class LateTable(int count, long start)
{
    /// <summary>How many there are.</summary>
    public int Count => count;

    /// <summary>Where the first one began.</summary>
    public long Start => start;

    /// <summary>The object of a derived class that is given the content of the plain collection, if there is such an object.</summary>
    public object? Target { get; set; }
}

/// <summary>When a table is filled whose keys are not complete when they are read.</summary>
internal enum LateRow
{
    /// <summary>In the row of the constructors.</summary>
    WithConstructions,
    /// <summary>In the row of the callbacks.</summary>
    WithCallbacks,
    /// <summary>Its keys may lead back to it: when all objects are constructed.</summary>
    BehindConstructions,
    /// <summary>As that, when all callbacks have run.</summary>
    BehindCallbacks,
}
