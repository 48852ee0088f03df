using System.Collections;
using System.Collections.Specialized;
using NetSerializer.Tests.Models;
using NUnit.Framework;
using Directory = NetSerializer.Tests.Models.Directory;

namespace NetSerializer.Tests.Collections;

/// <summary>Classes derived from collections that are not generic: own fields, content, and nothing of their code.</summary>
public class DerivedMemberTests
{
    [Test]
    public void No_overridden_member_runs()
    {
        object[] values = [new Album { 1, "two" }, new Directory { ["a"] = 1 }, Waiting(), new Glossary { ["a"] = "b" }, new Headers { ["a"] = "b" },
            new Lines().With(1), new Ledgers().With(1, 2)];
        TypeModel model = TypeModel.Create([.. values.Select(value => value.GetType())]);
        int before = Overridden.Runs;
        foreach (object value in values)
        {
            model.DeepClone(value);
        }
        Assert.That(Overridden.Runs, Is.EqualTo(before));
        ((Album)values[0]).Add(3);
        Assert.That(Overridden.Runs, Is.GreaterThan(before), "they count");
    }

    [Test]
    public void A_copy_works_on_like_the_original()
    {
        TypeModel model = TypeModel.Create(typeof(Album), typeof(Directory), typeof(Cache), typeof(Register), typeof(Lines));
        Album album = model.DeepClone(new Album { Artist = "x" });
        album.Add(1);
        Directory directory = model.DeepClone(new Directory(StringComparer.OrdinalIgnoreCase) { ["A"] = 1 });
        directory.Add("b", 2);
        Cache cache = model.DeepClone(new Cache { ["a"] = 1 });
        Register register = model.DeepClone(new Register { [2] = "b" });
        register.Add(1, "a");
        var lines = (IList)model.DeepClone(new Lines().With("a"));
        lines.Add("b");
        Assert.Multiple(() =>
        {
            Assert.That(album, Has.Count.EqualTo(1));
            Assert.That((directory["a"], directory["B"]), Is.EqualTo(((object)1, (object)2)));
            Assert.That(cache.AddOrUpdate("a", 0, (_, old) => old + 1), Is.EqualTo(2));
            Assert.That(register.GetByIndex(0), Is.EqualTo("a"));
            Assert.That(lines, Is.EqualTo(new[] { "a", "b" }));
        });
    }

    [Test]
    public void In_graphs_they_may_hold_themselves_also_as_parts_of_keys()
    {
        TypeModel model = TypeModel.Create(
            [typeof(Album), typeof(Directory), typeof(Signpost), typeof(Lines)], new SerializerOptions { References = ReferenceHandling.Preserve });
        var album = new Album { Artist = "a" };
        album.Add(album);
        var directory = new Directory { Root = "r" };
        directory["self"] = directory;
        directory[new Signpost { To = directory }] = 1;
        var lines = new Lines();
        lines.With(lines, album);
        Album albumCopy = model.DeepClone(album);
        Directory directoryCopy = model.DeepClone(directory);
        var linesCopy = (IList)model.DeepClone(lines);
        Assert.Multiple(() =>
        {
            Assert.That((albumCopy.Artist, ReferenceEquals(albumCopy[0], albumCopy)), Is.EqualTo(("a", true)));
            Assert.That((directoryCopy.Root, directoryCopy.Count, ReferenceEquals(directoryCopy["self"], directoryCopy)), Is.EqualTo(("r", 2, true)));
            Assert.That(ReferenceEquals(directoryCopy.Keys.OfType<Signpost>().Single().To, directoryCopy));
            Assert.That(directoryCopy[directoryCopy.Keys.OfType<Signpost>().Single()], Is.EqualTo(1));
            Assert.That(ReferenceEquals(linesCopy[0], linesCopy));
            Assert.That(linesCopy[1], Is.TypeOf<Album>());
        });
    }

    [TestCase(typeof(OwnHash), "GetHash")]
    [TestCase(typeof(OwnNames), "NameObjectCollectionBase")]
    [TestCase(typeof(NotMarkedList), "[Serializable]")]
    public void What_cannot_be_filled_is_refused_at_Create(Type type, string text) =>
        Assert.That(() => TypeModel.Create(typeof(List<>).MakeGenericType(type)),
            Throws.TypeOf<TypeModelException>().With.Message.Contains(text).And.Message.Contains(type.Name));

    private static WaitingRoom Waiting()
    {
        var room = new WaitingRoom();
        room.Enqueue(1);
        return room;
    }

    [Serializable]
    internal sealed class Signpost
    {
        public Directory? To;
    }

    [Serializable]
    internal sealed class OwnHash : Hashtable
    {
        protected override int GetHash(object key) => 1;
    }

    [Serializable]
    internal sealed class OwnNames : NameObjectCollectionBase;

    internal sealed class NotMarkedList : ArrayList;
}
