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
