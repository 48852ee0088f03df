using System.Runtime.Serialization;

namespace NetSerializer.Tests.Graphs;

[Serializable]
internal sealed class Register
{
    public Both?[] Boths = [];
    public Person?[] Early = [];
    public List<User?> Later = [];
    public Person? One;
    public List<Person?> People = [];
    public Spot[] Spots = [];
    public List<User?> Users = [];
    public Worker?[] Workers = [];
    public string? Zero;
}

/// <summary>Its name is made first and written last.</summary>
[Serializable]
internal sealed class Person
{
    public string? Name;
    public Home? Home;
    [NonSerialized]
    private string? _name, _street;
    [NonSerialized]
    private Home? _home;

    /// <summary>What has been made with it.</summary>
    [field: NonSerialized]
    public Town? Town { get; private set; }

    public static Person Create(int number)
    {
        var person = new Person
        {
            Name = $"Name {number}",
            Home = new Home { Street = $"Street {number}", City = new Town { Name = $"City {number}", Zip = number } },
        };
        (person._name, person._home, person._street, person.Town) = (person.Name, person.Home, person.Home.Street, person.Home.City);
        return person;
    }

    public void Restore()
    {
        if (_home != null)
        {
            (Name, Home, _home.Street, _home.City) = (_name, _home, _street, Town);
        }
    }
}

[Serializable]
internal sealed class Home
{
    public string? Street;
    public Town? City;
}

[Serializable]
internal sealed class Town
{
    public string? Name;
    public int Zip;
}

[Serializable]
internal class Desk
{
    public string? Label;
}

internal sealed class BetterDesk : Desk;

[Serializable]
internal sealed class Corner
{
    public Desk? Desk;
}

[Serializable]
internal sealed class Worker
{
    public Desk? Second;
    public Desk? First;
    public string? Title;
    public string? Name;
    [NonSerialized]
    private Desk? _first, _second;
    [NonSerialized]
    private string? _title;

    public static Worker Create(int number)
    {
        var worker = new Worker
        {
            Second = new Desk { Label = $"Second {number}" }, First = new Desk { Label = $"First {number}" },
            Title = $"Title {number}", Name = $"Name {number}",
        };
        (worker._first, worker._second, worker._title) = (worker.First, worker.Second, worker.Title);
        return worker;
    }

    public void Restore() => (First, Second, Title) = (_first, _second, _title);
}

[Serializable]
internal sealed class User
{
    public int Id;
    public string? First;
    public string? Last;
    public string? Email;
    public string? Nick;
    [NonSerialized]
    private string? _first, _last, _email, _nick;

    public static User Create(int number)
    {
        var user = new User { Id = number, First = $"First {number}", Last = $"Last {number}", Email = $"{number}@example.org", Nick = $"Nick {number}" };
        (user._first, user._last, user._email, user._nick) = (user.First, user.Last, user.Email, user.Nick);
        return user;
    }

    public void Restore() => (First, Last, Email, Nick) = (_first, _last, _email, _nick);
}

[Serializable]
internal sealed class Spot
{
    public int X { get; set; }
}

[Serializable]
internal sealed class Both
{
    public Spot? A;
    public Spot? B;
}

[Serializable]
internal sealed class Wordy
{
    public string? A { get; set; }

    public string? B { get; set; }

    public string? C { get; set; }

    public string? D { get; set; }

    public string? E { get; set; }
}

[Serializable]
internal sealed class Linked
{
    public string? A { get; set; }

    public string? B { get; set; }

    public Linked? Next { get; set; }
}

[Serializable]
internal sealed class Told
{
    public string? A { get; set; }

    public string? B { get; set; }

    [OnSerializing]
    private void Prepare(StreamingContext context) => A = "a";
}

[Serializable]
internal sealed class Loose
{
    public string? A { get; set; }

    public string? B { get; set; }

    public object? C { get; set; }
}

[Serializable]
internal sealed class Crowd
{
    public Spot? A { get; set; }

    public Spot? B { get; set; }

    public Spot? C { get; set; }

    public Spot? D { get; set; }
}
