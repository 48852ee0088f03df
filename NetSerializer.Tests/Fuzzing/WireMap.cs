using NetSerializer.Tests.Oracle;
using NetSerializer.Tests.Oracle.Schema;
using NetSerializer.Tests.Oracle.Wire;

namespace NetSerializer.Tests.Fuzzing;

/// <summary>What each byte of a payload is, found by the oracle while it reads.</summary>
internal static class WireMap
{
    /// <returns>Nothing for bytes that the oracle does not read to the end.</returns>
    public static IReadOnlyList<WireItem> Of(OracleModel oracle, Type root, byte[] bytes)
    {
        var items = new List<WireItem>();
        try
        {
            new SlowReader(oracle).Read(root, bytes, out _, items);
        }
        catch (Exception unread) when (unread is OracleRejection or OracleRefusal)
        {
            return [];
        }
        return [.. items.Where(item => item.Length > 0)];
    }
}
