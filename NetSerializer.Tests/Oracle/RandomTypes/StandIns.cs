using System.Reflection;
using System.Runtime.CompilerServices;

namespace NetSerializer.Tests.Oracle.RandomTypes;

/// <summary>What the objects of a world name in their place. Public, because its assembly calls it.</summary>
public static class StandIns
{
    /// <summary>How many kinds of naming there are.</summary>
    public const int Kinds = 5;

    private static readonly MethodInfo s_clone = typeof(object).GetMethod("MemberwiseClone", BindingFlags.Instance | BindingFlags.NonPublic)!;
    private static readonly ConditionalWeakTable<object, StrongBox<int>> s_generations = [];

    /// <param name="self">An object, or a copy of a struct.</param>
    /// <param name="kind">Itself, a copy, a copy of a copy, what it holds, or nothing.</param>
    public static object? Of(object self, int kind) => (kind, self) switch
    {
        (1 or 2, not ValueType) => Copy(self, kind),
        (3, not ValueType) => Held(self) ?? self,
        (4, not ValueType) => null,
        _ => self,
    };

    private static object Copy(object self, int most)
    {
        int generation = s_generations.TryGetValue(self, out StrongBox<int>? known) ? known.Value : 0;
        if (generation == most)
            return self;
        object copy = s_clone.Invoke(self, null)!;
        s_generations.Add(copy, new(generation + 1));
        return copy;
    }

    private static object? Held(object self) =>
        Schema.Fields.AllOf(self.GetType()).Where(field => !field.FieldType.IsValueType && Schema.Fields.Travels(field)).Select(field => field.GetValue(self))
            .FirstOrDefault(held => held is not null and not ValueType and not string);
}
