using System.Collections;
using System.Data;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using NetSerializer.Tests.Equality;

namespace NetSerializer.Tests.Conformance.Checks;

/// <summary>The longest collection and the longest string in a value, and how many objects it has.</summary>
internal static class ValueExtent
{
    private const int ExceptionEntries = 12;
    private const BindingFlags Fields = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    public static (int Collection, int Text, int Objects) Of(object? value)
    {
        (int collection, int text, int objects) longest = (0, 0, 0);
        Visit(value, ref longest);
        return longest;
    }

    private static void Visit(object? value, ref (int Collection, int Text, int Objects) longest)
    {
        longest.Objects += value is null or ValueType ? 0 : 1;
        switch (value)
        {
            case null:
                return;
            case string text:
                longest.Text = Math.Max(longest.Text, text.Length);
                return;
            case not null when OtherCollections.KindOf(value.GetType()) is not null:
                object?[][] entries = OtherCollections.Entries(value);
                longest.Collection = Math.Max(longest.Collection, entries.Length);
                VisitAll(entries.SelectMany(entry => entry), ref longest);
                return;
            case not null when FrameworkValues.Contains(value.GetType()):
                longest.Collection = Math.Max(longest.Collection, value is DataTable or DataSet ? DataParts.LongestCount(value) : 0);
                VisitAll(FrameworkValues.Parts(value).Where(part => part is string or byte[]), ref longest);
                return;
            case ValueType when ArrayViews.Contains(value.GetType()):
                Visit(ArrayViews.Elements(value), ref longest);
                return;
            case ISerializable self and IEnumerable when value.GetType().Assembly == typeof(ValueExtent).Assembly
                && Oracle.Schema.CollectionKinds.ContentOf(value.GetType()) == null:
                VisitEntries(self, ref longest);
                return;
            case IDictionary table:
                longest.Collection = Math.Max(longest.Collection, table.Count);
                VisitAll(table.Keys, ref longest);
                VisitAll(table.Values, ref longest);
                VisitFields(value, ref longest);
                return;
            case Array grid when grid.Rank > 1:
                // The reader holds the product of the dimensions that are not empty against the limit.
                int product = Enumerable.Range(0, grid.Rank).Select(grid.GetLength).Aggregate(1, (all, length) => all * Math.Max(1, length));
                longest.Collection = Math.Max(longest.Collection, product);
                VisitAll(grid, ref longest);
                return;
            case IEnumerable collection:
                longest.Collection = Math.Max(longest.Collection, collection.Cast<object?>().Count());
                VisitAll(collection, ref longest);
                VisitFields(value, ref longest);
                return;
            case Exception exception:
                VisitEntries(exception, ref longest);
                VisitFields(exception, ref longest);
                return;
            case ISerializable self when value.GetType().Assembly == typeof(ValueExtent).Assembly:
                VisitEntries(self, ref longest);
                return;
        }
        if (value.GetType().GetProperty("UnorderedItems")?.GetValue(value) is IEnumerable queue)
        {
            longest.Collection = Math.Max(longest.Collection, queue.Cast<object?>().Count());
            VisitAll(queue, ref longest);
            VisitFields(value, ref longest);
            return;
        }
        Type type = value.GetType();
        if (type.IsPrimitive || type.IsEnum || (type.Namespace == "System" && !Oracle.Schema.TypeKinds.IsTuple(type)))
        {
            return;
        }
        VisitFields(value, ref longest);
    }

    // Those of collections are not their content.
    private static void VisitFields(object value, ref (int Collection, int Text, int Objects) longest)
    {
        for (Type? level = value.GetType(); level != null && level != typeof(object) && !IsCollection(level); level = level.BaseType)
        {
            foreach (FieldInfo field in level.GetFields(Fields))
            {
                Visit(field.GetValue(value), ref longest);
            }
        }
    }

    private static bool IsCollection(Type level) =>
        level is { IsValueType: false, Namespace: { } space }
        && (space.StartsWith("System.Collections", StringComparison.Ordinal) || space == "System.ComponentModel");

    private static void VisitEntries(ISerializable value, ref (int Collection, int Text, int Objects) longest)
    {
        var info = new SerializationInfo(value.GetType(), new FormatterConverter());
        value.GetObjectData(info, new StreamingContext(StreamingContextStates.All));
        // Of the entries of an exception, those that all have are no collection, and some are not sent.
        bool isException = value is Exception;
        longest.Collection = Math.Max(longest.Collection, info.MemberCount - (isException ? ExceptionEntries : 0));
        foreach (SerializationEntry entry in info)
        {
            if (!isException || entry.Name is not "ClassName")
            {
                Visit(isException && Oracle.Wire.Exceptions.Common.Contains(entry.Name) ? "" : entry.Name, ref longest);
                Visit(entry.Value, ref longest);
            }
        }
    }

    private static void VisitFields(Exception value, ref (int Collection, int Text, int Objects) longest)
    {
        foreach (FieldInfo field in Oracle.Schema.Fields.OfException(value.GetType()))
        {
            Visit(field.GetValue(value), ref longest);
        }
    }

    private static void VisitAll(IEnumerable values, ref (int Collection, int Text, int Objects) longest)
    {
        foreach (object? value in values)
        {
            Visit(value, ref longest);
        }
    }
}
