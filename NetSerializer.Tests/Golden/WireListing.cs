using System.Collections.Specialized;
using System.Text;
using NetSerializer.Ids;
using NetSerializer.Planning;
using NetSerializer.Tests.Conformance;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Equality;
using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Golden;

/// <summary>
/// The bytes of values with what each of them says. Written out here a second time, slowly and from docs/wire-format.md and the plans alone, so that
/// a listing is also a check: its bytes must be those of the engine.
/// </summary>
internal sealed partial class WireListing
{
    private const int BytesInLine = 16;

    private readonly TypeModel _model;
    private readonly List<(byte[] Bytes, string Label)> _items = [];

    private WireListing(TypeModel model) => _model = model;

    private bool IsFixed => _model.Options.Integers == IntegerEncoding.Fixed;

    /// <summary>The schema, then each sample with its bytes.</summary>
    public static string Of<T>(TypeModel model, IEnumerable<Sample<T>> samples)
    {
        var text = new StringBuilder(model.Describe());
        foreach (Sample<T> sample in samples)
        {
            text.Append('\n').Append(OfValue(model, sample.Name, sample.Value));
        }
        return text.ToString();
    }

    /// <summary>One value, at the root of a call with the static type T.</summary>
    public static string OfValue<T>(TypeModel model, string name, T value)
    {
        var listing = new WireListing(model);
        listing.WriteTagged(value, "value");
        return listing.Print(name, model.Serialize(value));
    }

    /// <summary>One value, at the root of a call of SerializeDirect with the static type T.</summary>
    public static string OfDirect<T>(TypeModel model, string name, T value)
    {
        var listing = new WireListing(model);
        if (typeof(T).IsValueType)
        {
            listing.WriteBody(typeof(T), value!, "value");
        }
        else
        {
            listing.WriteSlot(model.Core.Plans[typeof(T)].Direct!, value, "value");
        }
        return listing.Print(name, model.SerializeDirect(value));
    }

    private string Print(string name, byte[] written)
    {
        byte[] bytes = [.. _items.SelectMany(item => item.Bytes)];
        SurfaceCheck.AssertBytes($"{name}: the listing against the engine", written, bytes);
        return Print(name, bytes.Length);
    }

    private string Print(string name, int length)
    {
        var text = new StringBuilder($"{name}: {length} {(length == 1 ? "byte" : "bytes")}\n");
        int offset = 0;
        foreach ((byte[] bytes, string label) in _items)
        {
            for (int start = 0; start == 0 || start < bytes.Length; start += BytesInLine)
            {
                ReadOnlySpan<byte> line = bytes.AsSpan(start, Math.Min(BytesInLine, bytes.Length - start));
                string hex = string.Join(' ', Convert.ToHexString(line).Chunk(2).Select(pair => new string(pair)));
                text.Append($"  {offset + start:X4}  {(start == 0 ? $"{hex,-23}  {label}" : hex)}".TrimEnd()).Append('\n');
            }
            offset += bytes.Length;
        }
        return text.ToString();
    }

    private void Add(string label, params byte[] bytes) => _items.Add((bytes, label));

    private void WriteTagged(object? value, string path)
    {
        if (IsGraph)
        {
            WriteGraphTagged(value, path);
            return;
        }
        if (value == null)
        {
            Add($"{path}: null", 0);
            return;
        }
        Type type = OtherCollections.Declared(value.GetType());
        int id = _model.TypeIds[type];
        Add($"{path}: type id {id}, {ValueText.TypeName(type)}", VarInt((ulong)id));
        if (HasTexts && value is string text)
        {
            WriteNumberedString(text, path);
            return;
        }
        WriteBody(type, value, path);
    }

    private void WriteSlot(SlotPlan slot, object? value, string path)
    {
        switch (slot.Kind)
        {
            case SlotKind.Value:
                WriteBody(slot.Target, value!, path);
                break;
            case SlotKind.Own when slot.Target == typeof(string) && AreStringsNumbered:
                WriteNumberedString((string?)value, path);
                break;
            case SlotKind.Own when slot.Target == typeof(string):
                WriteString((string?)value, path);
                break;
            case (SlotKind.Own or SlotKind.Presence) when HasNumber(slot.Target) && !slot.DeclaredType.IsValueType:
                WriteGraphSlot(slot, value, path);
                break;
            case SlotKind.Own when value == null:
                Add($"{path}: null", 0);
                break;
            case SlotKind.Own:
                WriteBody(slot.Target, value, path);
                break;
            case SlotKind.Presence:
                Add($"{path}: {(value == null ? "null" : "present")}", value == null ? (byte)0 : (byte)1);
                if (value != null)
                {
                    WriteBody(slot.Target, value, path);
                }
                break;
            default:
                WriteTagged(value, path);
                break;
        }
    }

    private void WriteBody(Type type, object value, string path)
    {
        if (type == typeof(object))
        {
            return;
        }
        if (_model.Core.Plans.Find(type)?.Shape.Keyword is "custom" or "binary")
        {
            // The form is user code's, so that nobody else can say what the bytes are.
            Add($"{path}: written by user code", _model.Serialize(value)[VarInt(_model.TypeIds[type]).Length..]);
            return;
        }
        if (Nullable.GetUnderlyingType(type) is { } underlying)
        {
            Add($"{path}: {(value == null ? "null" : "present")}", value == null ? (byte)0 : (byte)1);
            if (value != null)
            {
                WriteBody(underlying, value, path);
            }
        }
        else if (type == typeof(string))
        {
            WriteString((string)value, path);
        }
        else if (type.IsEnum || BuiltInIds.ScalarName(type) != null)
        {
            Add($"{path}: {ValueText.Of(value)}", ScalarBytes.Of(value, IsFixed));
        }
        else if (type.IsArray || IsGeneric(type, typeof(List<>)) || _model.Core.Plans.Find(type)?.Shape.Keyword == "sequence")
        {
            WriteSequence(type, value, path);
        }
        else if (OtherCollections.KindOf(type) is not null)
        {
            WriteOtherTable(type, value, path);
        }
        else if (FrameworkValues.Contains(type))
        {
            WriteParts(value, path);
        }
        else if (value is BitVector32 bits)
        {
            Add($"{path}: bits", BitConverter.GetBytes(bits.Data));
        }
        else if (_model.Core.Plans.Find(type) is { } cover && cover.Shape.Keyword.EndsWith("cover", StringComparison.Ordinal))
        {
            WriteMembers(cover, value, path);
            WriteSlot(cover.Slots[^1], Oracle.Schema.Covers.Shown(value), $"{path}, covered");
        }
        else if (_model.Core.Plans.Find(type) is { } derived && derived.Shape.Keyword.StartsWith("class+", StringComparison.Ordinal))
        {
            WriteDerived(derived, value, path);
        }
        else if (IsGeneric(type, typeof(Dictionary<,>)) || IsGeneric(type, typeof(HashSet<>))
            || _model.Core.Plans.Find(type)?.Shape.Keyword is "dictionary" or "set" or "sortedset" or "sorteddictionary" or "priorityqueue")
        {
            WriteTable(type, value, path);
        }
        else if (value is Exception exception)
        {
            WriteException(_model.Core.Plans[type], exception, path);
        }
        else if (_model.Core.Plans[type].Shape.Keyword == "serializable")
        {
            WriteEntries(value, path);
        }
        else
        {
            WriteMembers(_model.Core.Plans[type], value, path);
        }
    }

    private void WriteMembers(TypePlan plan, object value, string path)
    {
        if (plan.Shape.Keyword == "raw" && TypeKinds.IsUnion(plan.Type))
        {
            byte[] memory = MemoryOf.Struct(value);
            Add($"{path}: {memory.Length} bytes of a union", memory);
            return;
        }
        for (int i = 0; i < plan.Slots.Length && (plan.Slots[i].IsMember || plan.Slots[i].Shape.Role == Scanning.SlotRole.Item); i++)
        {
            SlotPlan slot = plan.Slots[i];
            bool isItem = slot.Shape.Role == Scanning.SlotRole.Item;
            string name = isItem ? ItemName(plan.Type, i) : slot.Shape.Field!.Name;
            object? member = !isItem || FrameworkTuples.Contains(plan.Type) ? slot.Shape.Field!.GetValue(value)
                : plan.Type.GetField(name) is { } field ? field.GetValue(value)
                : plan.Type.GetProperty(name)!.GetValue(value);
            string memberPath = path == "value" ? ValueText.MemberName(name) : $"{path}.{ValueText.MemberName(name)}";
            if (plan.Shape.Keyword == "raw")
            {
                WriteRaw(slot.Target, member!, memberPath);
            }
            else
            {
                WriteSlot(slot, member, memberPath);
            }
        }
    }

    private void WriteRaw(Type type, object value, string path)
    {
        if (type.IsEnum || BuiltInIds.ScalarName(type) != null)
        {
            Add($"{path}: {ValueText.Of(value)}", ScalarBytes.Of(value, isFixed: true));
            return;
        }
        WriteMembers(_model.Core.Plans[type], value, path);
    }

    private void WriteParts(object value, string path)
    {
        foreach (object? part in FrameworkValues.Parts(value))
        {
            switch (part)
            {
                case null:
                    Add($"{path}: null", 1);
                    break;
                case string text:
                    WriteString(text, path);
                    break;
                case byte or bool:
                    Add($"{path}: {ValueText.Of(part)}", Convert.ToByte(part, null));
                    break;
                case byte[] bytes:
                    Add($"{path}: {bytes.Length} bytes", [.. VarInt((ulong)bytes.Length), .. bytes]);
                    break;
                case ArraySegment<byte> raw:
                    Add($"{path}: {raw.Count} bytes", [.. raw]);
                    break;
                case Type type:
                    Add($"{path}: {ValueText.TypeName(type)}", VarInt(_model.TypeIds[type]));
                    break;
                default:
                    Add($"{path}: {ValueText.Of(part)}", VarInt(Convert.ToUInt64(part, null)));
                    break;
            }
        }
    }

    private static string ItemName(Type tuple, int index) =>
        FrameworkTuples.Contains(tuple) ? FrameworkTuples.Items(tuple)[index] :
        tuple.Name.StartsWith("Lazy", StringComparison.Ordinal) || IsGeneric(tuple, typeof(Microsoft.FSharp.Core.FSharpOption<>)) ? "Value" :
        tuple == typeof(System.Collections.DictionaryEntry) || IsGeneric(tuple, typeof(KeyValuePair<,>)) ? (index == 0 ? "Key" : "Value") :
        index == 7 ? "Rest" : $"Item{index + 1}";

    private static bool IsGeneric(Type type, Type definition) => type.IsGenericType && type.GetGenericTypeDefinition() == definition;

    private static byte[] VarInt(ulong value) => Streams.Frames.VarInt(value);
}
