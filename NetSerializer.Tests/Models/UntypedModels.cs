using System.Collections;
using System.Collections.Specialized;
using System.Dynamic;

namespace NetSerializer.Tests.Models;

[Serializable]
public class UntypedCollectionMembers
{
    public ArrayList? List;
    public Queue? Queue;
    public Stack? Stack;
    public Hashtable? Table;
    public SortedList? Sorted;
    public StringCollection? Texts;
    public StringDictionary? TextTable;
    public NameValueCollection? Names;
    public ExpandoObject? Expando;
    public IDictionary? AnyTable;
    public IDictionary<string, object?>? Members;
    public Account? Account;
}
