namespace NetSerializer.Tests.Oracle.RandomTypes;

/// <summary>A table of choices, each as likely as its weight says.</summary>
internal sealed class Choices<T>(params (int Weight, T Choice)[] rows)
{
    private readonly int _total = rows.Sum(row => row.Weight);

    public T Pick(Random random)
    {
        int ticket = random.Next(_total);
        foreach ((int weight, T choice) in rows)
        {
            ticket -= weight;
            if (ticket < 0)
                return choice;
        }

        throw new InvalidOperationException("The weights have changed");
    }
}
