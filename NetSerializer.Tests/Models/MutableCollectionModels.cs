namespace NetSerializer.Tests.Models;

[Serializable]
public class Queues
{
    public Queue<int>? IntQueue;
    public Queue<string?>? TextQueue;
    public Queue<Account?>? AccountQueue;
    public Queue<Nothing>? NothingQueue;
    public Stack<bool>? BoolStack;
    public Stack<string?>? TextStack;
    public Stack<Money>? MoneyStack;
    public Stack<Stack<object?>?>? Stacks;
    public LinkedList<decimal>? DecimalLinks;
    public LinkedList<string?>? TextLinks;
    public LinkedList<Queue<long>?>? QueueLinks;
}

[Serializable]
public class SortedCollections
{
    public SortedSet<int>? IntSet;
    public SortedSet<string?>? TextSet;
    public SortedSet<(int, string?)>? TupleSet;
    public SortedSet<DayOfWeek>? Days;
    public SortedDictionary<string, Account?>? Accounts;
    public SortedDictionary<Guid, SortedSet<bool>?>? Sets;
    public SortedDictionary<decimal, Nothing>? Prices;
    public SortedList<long, string?>? Names;
    public SortedList<string, Money>? Moneys;
    public SortedList<double, SortedList<char, int>?>? Lists;
    public PriorityQueue<string?, int>? Tasks;
    public PriorityQueue<Account?, string>? ByText;
    public PriorityQueue<object?, TimeSpan>? Anything;
}
