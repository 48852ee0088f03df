namespace NetSerializer.Schema;

/// <summary>The words of docs/wire-format.md, section 10, with their numbers in the binary form, and the slots that go with each.</summary>
internal static class SchemaForms
{
    public const string Member = "member", Derived = "class+";

    // In the order of their numbers, which never change.
    private static readonly string[] s_forms =
    [
        "class", "struct", "raw", "tuple", "enum", "sequence", "grid", "bits", "set", "sortedset", "dictionary", "sorteddictionary",
        "immutabledictionary", "immutablesorteddictionary", "hashtable", "sortedlist", "namevalues", "priorityqueue", "keyed", "cover", "serializable",
        "exception", "value", "custom", "binary", "columns",
    ];

    private static readonly string[] s_roles = [Member, "item", "element", "key", "value", "priority", "inner", "covered"];

    /// <summary>The number of a form without members in front; -1 for another word.</summary>
    public static int NumberOfForm(string content) => Array.IndexOf(s_forms, content);

    public static int NumberOfRole(string role) => Array.IndexOf(s_roles, role);

    public static string? Form(int number) => number < s_forms.Length ? s_forms[number] : null;

    public static string Role(int number) => s_roles[number];

    /// <summary>The form of the content of a class derived from a collection; the form itself for all others.</summary>
    public static string Content(string form) => form.StartsWith(Derived, StringComparison.Ordinal) ? form[Derived.Length..] : form;

    /// <summary>Values of the form are their members alone.</summary>
    public static bool IsOfMembers(string form) => form is "class" or "struct" or "raw" or "columns";

    /// <summary>Whether a type of the form may have these slots.</summary>
    public static bool Fits(string form, IReadOnlyList<SchemaSlot> slots)
    {
        string content = Content(form);
        bool isDerived = content != form;
        if (IsOfMembers(content) || content is "tuple" or "custom" or "value")
        {
            string only = IsOfMembers(content) ? Member : "item";
            return !isDerived && slots.All(slot => slot.Role == only);
        }
        if (ContentRoles(content) is not { } roles || (isDerived && !MayBeBase(content)))
        {
            return false;
        }
        bool membersLast = content == "exception";
        int others = slots.Count - roles.Length;
        if (others < 0 || (others > 0 && !isDerived && !membersLast))
        {
            return false;
        }
        for (int i = 0; i < slots.Count; i++)
        {
            int index = membersLast ? i : i - others;
            if (slots[i].Role != (index >= 0 && index < roles.Length ? roles[index] : Member))
            {
                return false;
            }
        }
        return true;
    }

    // The roles of the slots that are no members; null for a word that is no form.
    private static string[]? ContentRoles(string content) => content switch
    {
        "sequence" or "grid" or "set" or "sortedset" => ["element"],
        "dictionary" or "sorteddictionary" or "immutabledictionary" or "immutablesorteddictionary" or "hashtable" or "sortedlist" or "namevalues"
            or "serializable" => ["key", "value"],
        "priorityqueue" => ["element", "priority"],
        "keyed" => ["key", "element"],
        "cover" => ["covered"],
        "exception" => ["inner", "key", "value"],
        "enum" or "bits" or "binary" => [],
        _ => null,
    };

    private static bool MayBeBase(string content) => content is not ("grid" or "serializable" or "exception" or "enum" or "bits" or "binary");
}
