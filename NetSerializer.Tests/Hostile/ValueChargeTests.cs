using System.Data.SqlTypes;
using System.Globalization;
using System.Net;
using System.Net.Mail;
using System.Net.NetworkInformation;
using System.Numerics;
using System.Runtime.Serialization;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>As <see cref="CollectionChargeTests"/> for values of the framework, and for types that say themselves what they consist of.</summary>
[TestFixture]
internal sealed class ValueChargeTests
{
    // Right behind the growth of something that doubles, or goes on to a prime.
    private static readonly int[] s_counts = [0, 1, 3, 5, 17, 33, 65, 129];

    private static IEnumerable<TestCaseData> Values()
    {
        yield return Case("string", Text);
        yield return Case("relative link", count => new Uri(Text(count), UriKind.Relative));
        yield return Case("link", count => new Uri("http://a/" + Text(count)));
        yield return Case("address", count => new IPAddress(count));
        yield return Case("long address", count => IPAddress.Parse($"fe80::{count}"));
        yield return Case("end point", count => new IPEndPoint(count, count));
        yield return Case("physical address", count => new PhysicalAddress(new byte[count]));
        yield return Case("text under construction", count => new StringBuilder(Text(count)));
        yield return Case("version", count => new Version(count, 1));
        yield return Case("large number", count => BigInteger.Pow(10, count));
        yield return Case("time zone", count => TimeZoneInfo.CreateCustomTimeZone("zone" + Text(count), TimeSpan.FromHours(1), Text(count), Text(count)));
        yield return Case("element", count => new XElement("e", Text(count)));
        yield return Case("document", count => new XDocument(new XElement("e", Text(count))));
        yield return Case("declared document", count => new XDocument(new XDeclaration("1.0", "utf-8", "yes"), new XElement("e", Text(count))));
        yield return Case("lazy value", count => new Lazy<string>(Text(count)));
        yield return Case("entry of a dictionary", count => new System.Collections.DictionaryEntry(Text(count), null));
        yield return Case("format of numbers", count =>
            new NumberFormatInfo { CurrencySymbol = Text(count), NumberGroupSizes = [.. Enumerable.Repeat(3, count)] });
        yield return Case("comparer of texts", count => StringComparer.Create(CultureInfo.GetCultureInfo("de"), (CompareOptions)(count % 2)));
        yield return Case("sort order", _ => CultureInfo.GetCultureInfo("de").CompareInfo);
        yield return Case("default comparer", _ => EqualityComparer<string>.Default);
        yield return Case("cookie", count =>
            new Cookie("n" + Text(count), Text(count), "/" + Text(count), Text(count)) { CommentUri = new Uri("http://a/" + Text(count)) });
        yield return Case("ports of a cookie", count => new Cookie("n", "v") { Port = $"\"{string.Join(',', Enumerable.Repeat(80, count + 1))}\"" });
        yield return Case("mail address", count => new MailAddress($"{Text(count)}x@{Text(Math.Min(count, 50))}x.org", "\u0436 " + Text(count)));
        yield return Case("pattern", count => new Regex(Text(count)));
        yield return Case("pattern of loops", count =>
            new Regex(string.Concat(Enumerable.Repeat("(a|[b-z]+?)*", Math.Min(count, 8))), RegexOptions.IgnoreCase));
        yield return Case("pattern of groups", count => new Regex(string.Concat(Enumerable.Repeat("(?<x>\\w)", count))));
        yield return Case("pattern without backtracking", count =>
            new Regex(string.Concat(Enumerable.Repeat("a+b", Math.Min(count, 33))), RegexOptions.NonBacktracking));
        yield return Case("number of a database", count => new SqlInt32(count));
        yield return Case("decimal of a database", count => new SqlDecimal(count));
        yield return Case("text of a database", count => new SqlString(Text(count), 127));
        yield return Case("bytes of a database", count => new SqlBinary(new byte[count]));
        yield return Case("long bytes of a database", count => new SqlBytes(new byte[count]));
        yield return Case("long text of a database", count => new SqlChars(new char[count]));
        yield return Case("exception", count => new InvalidOperationException(Text(count)));
        yield return Case("exception with data", WithData);
        yield return Case("object of entries", count => new Entries { Count = count });
        yield return Case("struct of entries", count => new EntriesInPlace { Count = count });
        yield return Case("struct that names another", count => new Renamed { First = count });
        yield return Case("texts that an object reads itself", count => new OwnTexts { Count = count });
        yield return Case("bytes that an object reads itself", count => new OwnBytes { Count = count });
        yield return Case("object that names another", count => new Relay { Text = Text(count) });
    }

    [TestCaseSource(nameof(Values))]
    public void What_a_value_takes_is_charged(ChargedValues values) => Assert.Multiple(() =>
    {
        foreach (ReferenceHandling references in Enum.GetValues<ReferenceHandling>())
        {
            foreach (int count in s_counts)
            {
                (double charged, double allocated) = values.Measure(references, count);
                Assert.That(charged, Is.GreaterThanOrEqualTo(allocated), $"{count}, references {references}");
            }
        }
        values.Release();
    });

    private static TestCaseData Case<T>(string name, Func<int, T> make) => new TestCaseData(new ChargedValues<T>(make)).SetArgDisplayNames(name);

    private static string Text(int count) => new('t', count);

    private static InvalidOperationException WithData(int count)
    {
        var exception = new InvalidOperationException();
        for (int i = 0; i < count; i++)
        {
            exception.Data.Add($"{i}", null);
        }
        return exception;
    }

    [Serializable]
    public sealed class Entries : ISerializable
    {
        public Entries()
        {
        }

        private Entries(SerializationInfo info, StreamingContext context) => Count = info.MemberCount;

        public int Count { get; init; }

        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            for (int i = 0; i < Count; i++)
            {
                info.AddValue($"{i}", null);
            }
        }
    }

    [Serializable]
    public struct EntriesInPlace : ISerializable
    {
        public int Count;

        private EntriesInPlace(SerializationInfo info, StreamingContext context) => Count = info.MemberCount;

        public readonly void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            for (int i = 0; i < Count; i++)
            {
                info.AddValue($"{i}", null);
            }
        }
    }

    [Serializable]
    public sealed class OwnTexts : ICustomBinarySerializable
    {
        public int Count { get; set; }

        public void WriteDataTo(BinaryWriter writer)
        {
            writer.Write(Count);
            for (int i = 0; i < Count; i++)
            {
                writer.Write("ab");
            }
        }

        public void SetDataFrom(BinaryReader reader)
        {
            Count = reader.ReadInt32();
            for (int i = 0; i < Count; i++)
            {
                reader.ReadString();
            }
        }
    }

    [Serializable]
    public sealed class OwnBytes : ICustomBinarySerializable
    {
        public int Count { get; set; }

        public void WriteDataTo(BinaryWriter writer)
        {
            writer.Write(Count);
            writer.Write(new byte[Count]);
        }

        public void SetDataFrom(BinaryReader reader)
        {
            Count = reader.ReadInt32();
            for (int i = 0; i < Count; i++)
            {
                reader.ReadBytes(1);
            }
        }
    }

    [Serializable]
    public struct Renamed : IObjectReference
    {
        public Int128 First;

        public readonly object GetRealObject(StreamingContext context) => new Renamed { First = First };
    }

    [Serializable]
    public sealed class Relay : IObjectReference
    {
        public string? Text;

        public object GetRealObject(StreamingContext context) => this;
    }
}
