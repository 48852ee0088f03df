namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>A decimal as its 96 bits, scale and sign, each of which survives (-0.00m is not 0m).</summary>
internal readonly record struct DecimalParts(ulong Low, uint High, byte Scale, bool Negative)
{
    public static DecimalParts Of(decimal value)
    {
        int[] bits = decimal.GetBits(value);
        ulong low = (uint)bits[0] | ((ulong)(uint)bits[1] << 32);
        return new DecimalParts(low, (uint)bits[2], (byte)(bits[3] >> 16), bits[3] < 0);
    }

    public decimal ToDecimal() => new((int)Low, (int)(Low >> 32), (int)High, Negative, Scale);
}
