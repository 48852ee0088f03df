using System.Collections;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.ComponentModel;
using System.Data.SqlTypes;
using System.Numerics;
using System.Reflection;
using System.Text;
using NetSerializer.Tests.Models;
using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Oracle;

/// <summary>
/// The types that are sent through BinaryFormatter and through a model: those of the themes that it supports, found by asking it, and those listed
/// here.
/// </summary>
internal static class BinaryFormatterTypes
{
    /// <summary>Add what is in no theme.</summary>
    private static readonly Type[] s_more =
    [
        typeof(int[]), typeof(string[][]), typeof(double[,]), typeof(object[]), typeof(List<object>), typeof(Dictionary<string, object>),
        typeof(HashSet<string>), typeof(HashSet<long>), typeof(Dictionary<Guid, List<string>>),
        typeof(Tuple<int, string>), typeof((int, string, double)), typeof(KeyValuePair<string, DateTime>), typeof(decimal[]), typeof(DateTime[]),
        typeof(TimeSpan?[]), typeof(DayOfWeek[]), typeof(Exception), typeof(ArgumentException), typeof(EventArgs),
    ];

    /// <summary>Of the collections and values that a model knows, those that BinaryFormatter takes as well.</summary>
    public static IReadOnlyList<Type> Collections { get; } =
    [
        typeof(Queue<int>), typeof(Stack<string>), typeof(LinkedList<double>), typeof(SortedSet<int>), typeof(SortedDictionary<int, string>),
        typeof(SortedList<string, int>), typeof(Collection<string>), typeof(ObservableCollection<int>),
        typeof(ReadOnlyCollection<int>), typeof(BindingList<int>), typeof(BitArray), typeof(ReadOnlyObservableCollection<string>),
        typeof(ReadOnlyDictionary<string, int>), typeof(ArraySegment<int>), typeof(ArraySegment<string>),
    ];

    /// <inheritdoc cref="Collections"/>
    public static IReadOnlyList<Type> Untyped { get; } =
    [
        typeof(ArrayList), typeof(Hashtable), typeof(Queue), typeof(Stack), typeof(SortedList), typeof(StringCollection), typeof(StringDictionary),
        typeof(Verses), typeof(ListDictionary), typeof(HybridDictionary), typeof(System.Collections.Specialized.OrderedDictionary),
    ];

    /// <inheritdoc cref="Collections"/>
    public static IReadOnlyList<Type> Values { get; } =
    [
        typeof(Uri), typeof(Version), typeof(StringBuilder), typeof(BigInteger), typeof(BigInteger?), typeof(Complex), typeof(Complex[]), typeof(TimeZoneInfo),
        typeof(DBNull), typeof(Uri[]), typeof(List<Version>), typeof(System.Drawing.Point),
        typeof(System.Drawing.RectangleF), typeof(System.Drawing.Size), typeof(System.Drawing.Color), typeof(System.Drawing.Color?),
        typeof(Tuple<int, string, Uri>), typeof(Tuple<int, int, int, int, int, int, int, Tuple<Version>>),
        typeof((int, int, int, int, int, int, int, string, BigInteger)), typeof(System.Drawing.PointF), typeof(System.Drawing.Rectangle),
        typeof(System.Drawing.SizeF),
        typeof(System.Data.DataTable), typeof(System.Data.DataSet), typeof(Tuple<int, int, int, string>), typeof(Tuple<int, int, int, int, string>),
        typeof(Tuple<int, int, int, int, int, string>), typeof(Tuple<int, int, int, int, int, int, string>),
        typeof(ValueTuple), typeof(ValueTuple<string>), typeof((int, int, int, string)), typeof((int, int, int, int, string)),
        typeof((int, int, int, int, int, string)), typeof((int, int, int, int, int, int, string)),
        typeof(SqlBoolean), typeof(SqlByte), typeof(SqlDateTime), typeof(SqlDouble), typeof(SqlGuid), typeof(SqlInt16), typeof(SqlInt32), typeof(SqlInt64),
        typeof(SqlString), typeof(System.Globalization.CompareInfo), typeof(System.Net.Cookie), typeof(DictionaryEntry),
    ];

    /// <summary>A model for each theme with the roots that BinaryFormatter takes.</summary>
    public static IEnumerable<(string Name, Type[] Roots)> All =>
        Theme.All.Append(new Theme("more", s_more)).Append(new Theme("collections of the framework", [.. Collections]))
            .Append(new Theme("untyped collections of the framework", [.. Untyped])).Append(new Theme("values of the framework", [.. Values]))
            .Select(theme => (theme.Name, Roots: theme.Roots.Where(IsSupported).ToArray())).Where(row => row.Roots.Length > 0);

    /// <summary>The types of all these models, with those of their members.</summary>
    public static IEnumerable<Type> Reached => All.SelectMany(row => TypeClosure.Of(row.Roots)).Select(row => row.Type).Where(IsSupported).Distinct();

    /// <summary>BinaryFormatter takes what is marked [Serializable] down to the last field.</summary>
    public static bool IsSupported(Type type)
    {
        var visited = new HashSet<Type>();
        var waiting = new Queue<Type>([type]);
        while (waiting.TryDequeue(out Type? next))
        {
            if (next.IsInterface || !visited.Add(next))
            {
                continue;
            }
            if (next.Assembly.IsDynamic || (next.Attributes & TypeAttributes.Serializable) == 0 || HasNoWayBack(next))
            {
                return false;
            }
            foreach (Type part in TypeClosure.PartsOf(next))
            {
                waiting.Enqueue(part);
            }
        }
        return true;
    }

    // Exceptions whose own classes have no serialization constructor can be written by BinaryFormatter, and not be read, and those without a
    // GetObjectData lose their fields; grids that begin elsewhere
    // than at 0 have no SetValue there.
    private static bool HasNoWayBack(Type type) =>
        (typeof(Exception).IsAssignableFrom(type) && (Wire.Exceptions.Constructor(type).DeclaringType != type || Fields.OfException(type).Any()))
            || type.IsVariableBoundArray && type.GetArrayRank() == 1;
}
