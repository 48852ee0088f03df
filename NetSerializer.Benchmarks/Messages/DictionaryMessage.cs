using System.Globalization;
using NetSerializer.Benchmarks.Data;

namespace NetSerializer.Benchmarks.Messages;

/// <summary>Two tables of up to 1,000 entries each.</summary>
[Serializable]
public sealed class DictionaryMessage : MessageBase
{
    public Dictionary<int, int>? Numbers;
    public Dictionary<string, Marked>? Objects;

    public static DictionaryMessage Create(MixedRandom random)
    {
        DictionaryMessage message = new();
        int count = random.Below(1_000);
        if (count > 0)
        {
            message.Numbers = new(count);
            for (int i = 0; i < count; i++)
            {
                message.Numbers[(int)random.Mixed()] = (int)random.Mixed();
            }
        }
        count = random.Below(1_000);
        if (count > 0)
        {
            message.Objects = [];
            for (int i = 0; i < count; i++)
            {
                message.Objects[i.ToString(CultureInfo.InvariantCulture)] = Marked.Create(random);
            }
        }
        return message;
    }
}
