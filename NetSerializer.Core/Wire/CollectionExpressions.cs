using System.Collections;
using System.Runtime.CompilerServices;

namespace NetSerializer.Wire;

/// <summary>
/// Collections of types that nobody can name: the C# compiler makes them for <c>IReadOnlyList&lt;int&gt; list = [1, 2];</c>. They travel as the arrays
/// that they wrap.
/// </summary>
internal static class CollectionExpressions
{
    private const string CollectionExpression = "<>z__ReadOnly";

    /// <summary>The array in place of a collection expression, or null for any other value.</summary>
    public static Array? Find(object value)
    {
        Type type = value.GetType();
        if (value is not ICollection collection || !type.Name.StartsWith(CollectionExpression, StringComparison.Ordinal)
            || !type.IsDefined(typeof(CompilerGeneratedAttribute), false) || type.GetGenericArguments() is not [var element])
        {
            return null;
        }
        var array = Array.CreateInstance(element, collection.Count);
        collection.CopyTo(array, 0);
        return array;
    }
}
