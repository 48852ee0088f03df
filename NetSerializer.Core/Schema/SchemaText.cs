using System.Security.Cryptography;
using System.Text;
using NetSerializer.Ids;
using NetSerializer.Planning;
using NetSerializer.Scanning;

namespace NetSerializer.Schema;

/// <summary>Plans as the text of docs/wire-format.md, section 10, and its hash.</summary>
internal sealed class SchemaText
{
    private readonly PlanTable _table;
    private readonly HashSet<string> _ambiguous;

    private SchemaText(PlanTable table)
    {
        _table = table;
        IEnumerable<Type> named = table.Plans.SelectMany(plan =>
            plan.Slots.Select(slot => slot.Shape.Field?.DeclaringType ?? plan.Type).Append(plan.Type).Concat(plan.Slots.Select(slot => slot.DeclaredType)));
        _ambiguous = [.. named.SelectMany(Definitions).Distinct().GroupBy(type => type.FullName!).Where(group => group.Count() > 1).Select(group => group.Key)];
    }

    // The types without arguments and the definitions that a name is made of.
    private static IEnumerable<Type> Definitions(Type type) =>
        type.HasElementType ? Definitions(type.GetElementType()!)
        : type.IsGenericType ? type.GetGenericArguments().SelectMany(Definitions).Append(type.GetGenericTypeDefinition())
        : [type];

    public static string Print(PlanTable table)
    {
        var schema = new SchemaText(table);
        SerializerOptions options = table.Options;
        var text = new StringBuilder("schema 1")
            .Append(" integers=").Append(options.Integers == IntegerEncoding.Fixed ? "fixed" : "varint")
            .Append(" floats=").Append(options.NonFiniteFloats == NonFiniteFloats.Reject ? "finite" : "any")
            .Append(options.References == ReferenceHandling.Preserve ? " references=preserve" : "")
            .Append(StringsText(options))
            .Append('\n')
            .Append(UnsharedText(table));
        foreach (TypePlan plan in table.Plans.Where(plan => plan.Id >= BuiltInIds.FirstFree && BuiltInIds.Find(plan.Type) == 0).OrderBy(plan => plan.Id))
        {
            schema.Append(text, plan);
        }
        return text.ToString();
    }

    public static byte[] Fingerprint(string text) => SHA256.HashData(Encoding.UTF8.GetBytes(text));

    // Without references, strings by reference are values.
    private static string StringsText(SerializerOptions options) => options.Strings switch
    {
        StringHandling.Table => " strings=table",
        StringHandling.Values when options.References == ReferenceHandling.Preserve => " strings=values",
        _ => "",
    };

    private static string UnsharedText(PlanTable table)
    {
        IEnumerable<int> ids = (table.Unshared ?? new HashSet<Type>())
            .Select(type => table.Find(type)?.Id ?? (table.IsReplaced(type) ? 0 : BuiltInIds.Find(type)))
            .Where(id => id != 0);
        string list = string.Join(',', ids.Order());
        return list.Length == 0 ? "" : $"unshared {list}\n";
    }

    private void Append(StringBuilder text, TypePlan plan)
    {
        text.Append("type ").Append(plan.Id).Append(' ').Append(plan.Shape.Keyword).Append(' ').Append(Name(plan.Type));
        if (plan.Type.IsEnum)
        {
            text.Append(" of ").Append(Name(Enum.GetUnderlyingType(plan.Type)));
        }
        if (plan.Shape is { Keyword: "custom", Custom: { } custom })
        {
            text.Append(" as ").Append(custom.Format.ReplaceLineEndings(" "));
        }
        text.Append('\n');
        foreach (SlotPlan slot in plan.Slots)
        {
            text.Append("  ").Append(slot.Shape.Role.ToString().ToLowerInvariant()).Append(' ');
            if (slot.Shape is { Role: SlotRole.Member, Field: { } field })
            {
                text.Append(Name(field.DeclaringType!)).Append(' ').Append(field.Name).Append(' ');
            }
            text.Append(SlotText(slot)).Append('\n');
        }
    }

    private string SlotText(SlotPlan slot) => slot.Kind switch
    {
        SlotKind.Value => Name(slot.Target),
        SlotKind.Own => Name(slot.Target) + "?",
        SlotKind.Presence => Name(slot.Target) + "!",
        _ => $"{Name(slot.DeclaredType)}*{{{(slot.IsOpen ? "any" : string.Join(',', slot.Admitted.Select(type => _table[type].Id)))}}}",
    };

    private string Name(Type type)
    {
        if (BuiltInIds.ScalarName(type) is { } scalar)
        {
            return scalar;
        }
        if (type.IsArray)
        {
            string rank = type.IsVariableBoundArray && type.GetArrayRank() == 1 ? "*" : new string(',', type.GetArrayRank() - 1);
            return $"{Name(type.GetElementType()!)}[{rank}]";
        }
        if (!type.IsGenericType)
        {
            return type.FullName! + Mark(type);
        }
        Type[] arguments = type.GetGenericArguments();
        if (type.GetGenericTypeDefinition() == typeof(Nullable<>))
        {
            return $"nullable<{Name(arguments[0])}>";
        }
        // Without the arity, and with all arguments at the end also for types nested in generic ones.
        var name = new StringBuilder();
        string definition = type.GetGenericTypeDefinition().FullName!;
        for (int i = 0; i < definition.Length; i++)
        {
            if (definition[i] == '`')
            {
                while (i + 1 < definition.Length && char.IsAsciiDigit(definition[i + 1]))
                {
                    i++;
                }
                continue;
            }
            name.Append(definition[i]);
        }
        return name.Append(Mark(type.GetGenericTypeDefinition())).Append('<').AppendJoin(',', arguments.Select(Name)).Append('>').ToString();
    }

    private string Mark(Type type) => _ambiguous.Contains(type.FullName!) ? $"@{type.Assembly.GetName().Name}" : "";
}
