using NetSerializer.Tests.Oracle.Wire;

namespace NetSerializer.Tests.Fuzzing;

/// <summary>The forms of docs/wire-format.md, section 7a, in which models are fuzzed besides that of trees: each model in one of them.</summary>
internal static class SharedForms
{
    /// <summary>How many forms there are; a larger number stands for what is left when it is divided by this.</summary>
    public const int Count = 4;

    /// <summary>So many of them, the first ones, take values with cycles.</summary>
    public const int GraphCount = 3;

    private static readonly (ReferenceHandling References, StringHandling Strings)[] s_forms =
    [
        (ReferenceHandling.Preserve, StringHandling.ByReference), (ReferenceHandling.Preserve, StringHandling.Table),
        (ReferenceHandling.Preserve, StringHandling.Values), (ReferenceHandling.None, StringHandling.Table),
    ];

    private static readonly Type[] s_sole =
        [typeof(DBNull), typeof(Type), typeof(System.Globalization.CultureInfo), typeof(System.Text.Encoding), typeof(TimeZoneInfo)];

    /// <summary>What the name of a target in such a form ends with.</summary>
    public static string NameOf(int form) => $"references={s_forms[form % Count].References} strings={s_forms[form % Count].Strings}";

    /// <summary>
    /// A model in a form; without numbers of objects, where its types do not permit those: immutable tables whose keys may lead back to them.
    /// </summary>
    public static TypeModel Create(IEnumerable<Type> types, SerializerOptions options, int form)
    {
        (ReferenceHandling references, StringHandling strings) = s_forms[form % Count];
        try
        {
            return TypeModel.Create(types, options with { References = references, Strings = strings });
        }
        catch (TypeModelException refused)
            when (references == ReferenceHandling.Preserve && refused.Problems.All(problem => problem.Code == ErrorCode.TypeNotSupported))
        {
            return TypeModel.Create(types, options with { Strings = StringHandling.Table });
        }
    }

    /// <summary>
    /// True if the model has values of which a process has one object only, whatever is read: written out twice, they are one object, and a number
    /// the next time.
    /// </summary>
    public static bool HasSoleObjects(TypeModel model) => model.Options.References == ReferenceHandling.Preserve && model.TypeIds.Any(pair =>
        s_sole.Any(type => type.IsAssignableFrom(pair.Key))
            || pair.Key.Namespace is "System.Collections.Immutable" or "System.Collections.Frozen" or "Microsoft.FSharp.Collections"
            || model.Core.Plans.Find(pair.Key)?.Shape.IsReplaced == true);

    /// <summary>Texts about as long as the longest that have a number with <see cref="StringHandling.Table"/>, each of them twice.</summary>
    public static Payload LongTexts(TypeModel model)
    {
        string[] texts = [.. Enumerable.Range(GivenNumbers.LongestText - 1, 3).Select(length => new string((char)('a' + length % 26), length))];
        return new(FuzzRoot.Of(typeof(object)), model.Serialize<object>(new object[] { texts[0], texts[1], texts[2], texts[2], texts[1], texts[0] }),
            "long texts");
    }

    /// <summary>A value that is twice in an array, and so is there once and a number.</summary>
    public static Payload Twice(TypeModel model, string place, object? value) =>
        new(FuzzRoot.Of(typeof(object)), model.Serialize<object>(new object?[] { value, value, "twice", "twice" }), $"{place} twice");
}
