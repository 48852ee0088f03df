using NetSerializer.Planning;
using NetSerializer.Tests.Equality;

namespace NetSerializer.Tests.Golden;

/// <summary>Section 7a: each object once, and then its number; each text once, where texts are compared.</summary>
internal sealed partial class WireListing
{
    private const int LongestText = 256, MostTexts = 1 << 16;

    private readonly Dictionary<object, int> _numbers = new(ReferenceEqualityComparer.Instance);
    private readonly Dictionary<string, int> _texts = [];
    private int _given;

    private bool IsGraph => _model.Options.References == ReferenceHandling.Preserve;

    private bool HasTexts => _model.Options.Strings == StringHandling.Table;

    /// <summary>Strings have numbers, as objects or by their text.</summary>
    private bool AreStringsNumbered => HasTexts || (IsGraph && _model.Options.Strings == StringHandling.ByReference);

    /// <summary>Objects of the type have numbers.</summary>
    private bool HasNumber(Type type) => type == typeof(string) || (IsGraph && _model.Options.NeverShared?.Invoke(type) != true);

    /// <summary>The number that is there already, or null: then it is given one if it can have one.</summary>
    private int? NumberOf(object value, out string told)
    {
        told = "";
        if (!HasNumber(OtherCollections.Declared(value.GetType())))
        {
            return null;
        }
        bool known;
        int number;
        if (value is string text)
        {
            if (!AreStringsNumbered || text.Length == 0 || (HasTexts && text.Length > LongestText))
            {
                return null;
            }
            known = HasTexts ? _texts.TryGetValue(text, out number) : _numbers.TryGetValue(value, out number);
            if (!known && HasTexts && _texts.Count == MostTexts)
            {
                return null;
            }
            if (!known && HasTexts)
            {
                _texts[text] = _given;
            }
        }
        else
        {
            known = _numbers.TryGetValue(value, out number);
        }
        if (known)
        {
            return number;
        }
        _numbers[value] = _given;
        told = $", number {_given++}";
        return null;
    }

    private void WriteGraphTagged(object? value, string path)
    {
        if (value == null)
        {
            Add($"{path}: null", 0);
            return;
        }
        if (NumberOf(value, out string told) is { } number)
        {
            Add($"{path}: number {number} again", VarInt(((ulong)number << 1) | 1));
            return;
        }
        Type type = OtherCollections.Declared(value.GetType());
        int id = _model.TypeIds[type];
        Add($"{path}: new, type id {id}, {ValueText.TypeName(type)}{told}", VarInt((ulong)id << 1));
        if (value is string text)
        {
            WriteString(text, path);
            return;
        }
        WriteBody(type, value, path);
    }

    private void WriteGraphSlot(SlotPlan slot, object? value, string path)
    {
        if (value == null)
        {
            Add($"{path}: null", 0);
            return;
        }
        if (NumberOf(value, out string told) is { } number)
        {
            Add($"{path}: number {number} again", VarInt((ulong)number + 2));
            return;
        }
        Add($"{path}: new{told}", 1);
        WriteBody(slot.Target, value, path);
    }

    /// <summary>A slot of a string whose header tells a new text from a number.</summary>
    private void WriteNumberedString(string? text, string path)
    {
        if (text != null && NumberOf(text, out string told) is { } number)
        {
            Add($"{path}: number {number} again", VarInt(((ulong)number << 1) | 1));
            return;
        }
        told = text == null ? "" : _numbers.TryGetValue(text, out int given) ? $", number {given}" : "";
        WriteString(text, path + told, headShift: 1);
    }
}
