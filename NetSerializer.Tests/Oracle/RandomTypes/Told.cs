using System.Collections;
using System.Globalization;
using System.Reflection;
using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Oracle.RandomTypes;

/// <summary>
/// What the types of a world say while a value is written or read: which method of which object was called, and what it saw of the object. Public,
/// because their assemblies call it.
/// </summary>
public static class Told
{
    /// <summary>The name of <see cref="By"/>.</summary>
    public const string MethodName = nameof(By);

    private static readonly AsyncLocal<List<string>?> s_lines = new();
    private static readonly AsyncLocal<Dictionary<object, int>?> s_numbers = new();

    /// <summary>Somebody wants to know; otherwise nothing is allocated for it.</summary>
    public static bool IsHeard => s_lines.Value is not null;

    /// <param name="self">The object, or a copy of the struct.</param>
    /// <param name="what">The method.</param>
    /// <param name="isWhole">All objects around it are there, so collections are filled.</param>
    public static void By(object self, string what, bool isWhole)
    {
        if (s_lines.Value is not { } lines || s_numbers.Value is not { } numbers)
            return;
        string number = "";
        if (self is not ValueType)
        {
            if (!numbers.TryGetValue(self, out int known))
                numbers.Add(self, known = numbers.Count);
            number = $"{known}";
        }

        lines.Add($"{what} {self.GetType().Name}{number} "
            + $"{string.Join(' ', Fields.AllOf(self.GetType()).Select(field => $"{field.Name}={Seen(field.GetValue(self), isWhole)}"))}");
    }

    /// <summary>The lines that <paramref name="action"/> adds. Objects are told apart by the order in which they speak first.</summary>
    public static IReadOnlyList<string> Of(Action action)
    {
        var lines = new List<string>();
        (s_lines.Value, s_numbers.Value) = (lines, new(ReferenceEqualityComparer.Instance));
        try
        {
            action();
        }
        finally
        {
            (s_lines.Value, s_numbers.Value) = (null, null);
        }

        return lines;
    }

    private static string Seen(object? value, bool isWhole) => value switch
    {
        null => "null",
        string text => $"{text.Length} characters",
        bool or byte or int or long or Enum => Convert.ToString(value, CultureInfo.InvariantCulture)!,
        ValueType => value.GetType().Name,
        Array array => $"{array.Length} elements",
        IEnumerable when !isWhole => "a collection",
        ICollection collection => $"{collection.Count} entries",
        IEnumerable when value.GetType().GetProperty("Count", BindingFlags.Instance | BindingFlags.Public) is { } count => $"{count.GetValue(value)} entries",
        // The framework has classes of its own that stand for public ones.
        _ => value.GetType() is { Namespace: "World" } type ? type.Name : "an object",
    };
}
