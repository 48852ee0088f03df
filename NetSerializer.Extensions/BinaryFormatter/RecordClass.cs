using System.ComponentModel;
using System.Formats.Nrbf;
using System.Reflection;
using System.Runtime.Serialization;
using System.Security;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Schema;
using NetSerializer.Schema.Reading;
using NetSerializer.Trees;

namespace NetSerializer.Nrbf;

/// <summary>
/// The members that the records of one class have, and the fields of the model that they go to. BinaryFormatter calls a field of the class by its name,
/// and one of a base class <c>Base+field</c>; a field of a base class that the class can see comes under both names.
/// </summary>
internal sealed class RecordClass
{
    private const BindingFlags Declared = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    private readonly WireClass _shape;
    // The members of the record, in the order of the shape; behind them stand fields that the record lacks.
    private readonly string[] _names;
    private readonly AddedMembers? _added;

    private RecordClass(WireClass shape, string[] names, AddedMembers? added) => (_shape, _names, _added) = (shape, names, added);

    /// <summary>Finds the fields for the members of a record.</summary>
    public static RecordClass Of(ClassRecord record, TypePlan plan, PayloadModel model)
    {
        List<WireMember> members = [];
        List<string> names = [];
        List<FieldInfo> missing = [];
        bool hasEntries = plan.Shape.Keyword is "serializable" or "exception";
        string[] unread = Unread(plan.Type);
        foreach (string name in hasEntries ? record.MemberNames : [])
        {
            if (unread.Contains(name))
            {
                model.Report(PayloadChangeKind.Dropped, plan.Type, name);
                continue;
            }
            members.Add(new WireMember(null, name, null));
            names.Add(name);
        }
        foreach (SlotPlan slot in plan.Slots.Where(slot => slot.IsMember))
        {
            FieldInfo field = slot.Shape.Field!;
            if (NameOf(field, plan.Type, record) is { } name)
            {
                members.Add(new WireMember(field.DeclaringType!.FullName, field.Name, field));
                names.Add(name);
            }
            else if (!hasEntries)
            {
                missing.Add(field);
            }
        }
        string typeName = CanonicalNames.Display(record.TypeName);
        // A class that is derived from a collection has the members of that as well.
        if (SchemaForms.IsOfMembers(plan.Shape.Keyword))
        {
            ReportUnknown(record, plan.Type, names, model);
        }
        ReportMissing(missing, plan.Type, model);
        AddedMembers? added = AddedMembers.Of(plan, model.Graph.Core.Context, [.. missing]);
        members.AddRange((added?.Fields ?? []).Select(field => new WireMember(field.DeclaringType!.FullName, field.Name, field)));
        return new RecordClass(new WireClass(typeName, plan.Type, members), [.. names], added);
    }

    public WireObject NewObject() => new(_shape);

    /// <summary>Gives an object the values of a record.</summary>
    public void Fill(WireObject node, ClassRecord record, Func<object?, object?> convert)
    {
        for (int i = 0; i < _names.Length; i++)
        {
            node.Values[i] = convert(record.GetRawValue(_names[i]));
        }
        _added?.Values(MalformedDataException.NoOffset).CopyTo(node.Values, _names.Length);
    }

    // .NET Framework wrote types here, and values of types that .NET lacks. The classes of today do not ask for these entries.
    private static string[] Unread(Type type) =>
        type == typeof(LicenseException) ? ["type", "instance"]
        : type == typeof(SecurityException) ? ["Action", "FirstPermissionThatFailed", "Assembly", "Method", "Method_String", "Zone"]
        : [];

    // Under its own name, otherwise under one that it had.
    private static string? NameOf(FieldInfo field, Type type, ClassRecord record) =>
        FormerNames.Of(field).Prepend(field.Name).Select(name => Find(name, field, type, record)).FirstOrDefault(found => found != null);

    private static string? Find(string name, FieldInfo field, Type type, ClassRecord record)
    {
        Type level = field.DeclaringType!;
        string prefixed = $"{level.Name}+{name}";
        if (level == type)
        {
            return record.HasMember(name) ? name : Moved(name, type, record);
        }
        // A field that the class itself has under this name takes the plain one.
        return record.HasMember(prefixed) ? prefixed
            : record.HasMember(name) && type.GetField(name, Declared) == null ? name
            : Moved(name, type, record);
    }

    // The field has moved from a base class, or the base class was renamed: one member has its name, and no class of today has that member.
    private static string? Moved(string field, Type type, ClassRecord record)
    {
        string ending = "+" + field;
        string[] found =
        [
            .. record.MemberNames.Where(name => name.EndsWith(ending, StringComparison.Ordinal) && !MemberSelector.Levels(type).Any(level =>
                name == level.Name + ending && level.GetField(field, Declared) != null)),
        ];
        return found is [var only] ? only : null;
    }

    private static void ReportUnknown(ClassRecord record, Type type, List<string> used, PayloadModel model)
    {
        foreach (string name in record.MemberNames)
        {
            string field = name[(name.LastIndexOf('+') + 1)..];
            if (used.Contains(name) || used.Exists(other => other[(other.LastIndexOf('+') + 1)..] == field))
            {
                continue;
            }
            if (model.Options.Unknown == UnknownMembers.Error)
            {
                throw Payload.Mismatch($"{type} has no member {CanonicalNames.Display(name)}, which the payload has; set Unknown = Drop to do without.");
            }
            model.Report(PayloadChangeKind.Dropped, type, name);
        }
    }

    private static void ReportMissing(List<FieldInfo> missing, Type type, PayloadModel model)
    {
        foreach (FieldInfo field in missing)
        {
            if (model.Options.Missing == MissingMembers.Error && !field.IsDefined(typeof(OptionalFieldAttribute), false))
            {
                throw Payload.Mismatch($"The payload has no member {field.Name} of {type}; mark it [OptionalField], or set Missing = Default.");
            }
            model.Report(PayloadChangeKind.Defaulted, type, field.Name);
        }
    }
}
