using System.Runtime.CompilerServices;
using NetSerializer.Graph;
using NetSerializer.Trees;

namespace NetSerializer.Schema.Reading;

/// <summary>
/// Reads a value by the schema of its writer into a wire tree, in which types and members are those of the model. Bytes of dropped members are read as
/// well, since later objects may be numbers of theirs. For one value and one thread.
/// </summary>
internal sealed partial class TreeDecoder(ResolvedModel model)
{
    // What a node takes beside its values, and a value in it.
    internal const int NodeSize = 96, ValueSize = 16;

    private readonly SchemaIndex _types = model.Writer.Index;
    private readonly bool _preserves = model.Writer.Options.PreservesReferences;
    private readonly bool _numbersTexts = model.Writer.Options.NumbersStrings;
    private readonly StringHandling _strings = model.Writer.Options.Strings;
    private readonly List<object?> _objects = [];
    // An object is converted once, however many places refer to it: nodes are equal to themselves alone.
    private readonly Dictionary<(object From, ResolvedConversion Code), ConvertedPart> _converted = [];
    private int _texts;
    // Of the value that a custom serializer nests: the number of its first object.
    private int _firstOfNested;

    private StructDecoder Structs => field ??= new StructDecoder(model, this);

    /// <summary>A root with its id.</summary>
    public object? Root(scoped ref WireReader r) => Any(ref r, slot: null, target: null);

    /// <summary>A slot of the writer.</summary>
    /// <param name="r">The bytes.</param>
    /// <param name="slot">The writer's slot.</param>
    /// <param name="reader">The slot of the reader that the value goes to; null for a value that is dropped.</param>
    public object? Slot(scoped ref WireReader r, SchemaSlot slot, SchemaSlot? reader)
    {
        if (reader != null && model.FindConversion(slot, reader) is { } conversion)
        {
            object? from = Content(ref r, slot, model.Core.Schema.Index.Find(conversion.From));
            return from == null ? null : Convert(ref r, conversion, from);
        }
        object? value = Content(ref r, slot, reader is null or { Form: SchemaSlotForm.TypeId } ? null : model.Core.Schema.Index.Find(reader.Type));
        if (value == null && reader is { Form: SchemaSlotForm.Value })
        {
            // An element in bulk, for example, is written as a number. The resolver has asked whether that is allowed.
            return model.DefaultOf(reader);
        }
        return Fitting(value, reader);
    }

    /// <summary>The value, or null in place of an object that the reader cannot make, where the options ask for that.</summary>
    internal object? Fitting(object? value, SchemaSlot? reader)
    {
        bool isUnknown = value is WireNode { Type: null } and not WireLate;
        return isUnknown && model.Options.UnknownTypes == UnknownTypes.Null && reader is { Form: not SchemaSlotForm.Value } ? null : value;
    }

    private object? Content(scoped ref WireReader r, SchemaSlot slot, SchemaType? target) => slot.Form switch
    {
        SchemaSlotForm.Value => Body(ref r, _types.Find(slot.Type)!, target, number: -1),
        SchemaSlotForm.TypeId => Any(ref r, slot, target),
        _ when slot.Type == "string" => Text(ref r),
        _ => Only(ref r, slot.Form, _types.Find(slot.Type)!, target),
    };

    // T*: an id and a body, or the number of an object.
    private object? Any(scoped ref WireReader r, SchemaSlot? slot, SchemaType? target)
    {
        long item = r.CursorPosition;
        uint head = r.ReadUInt32();
        if (head == 0)
        {
            return null;
        }
        if (_preserves && (head & 1) != 0)
        {
            return Known(head >> 1, item);
        }
        uint id = _preserves ? head >> 1 : head;
        if (id > ushort.MaxValue || _types.Find((int)id) is not { } type)
        {
            throw new MalformedDataException(ErrorCode.UnknownTypeId, $"Type id {id} is not in the schema of the writer.", item);
        }
        if (slot?.Admits(type.Id) == false)
        {
            throw new MalformedDataException(ErrorCode.TypeIdNotAdmitted, $"A {type.Name} in a slot of the writer that does not admit it.", item);
        }
        if (type.Name == "string")
        {
            return (_preserves ? NewText(ref r, r.ReadNonNullString()) : Text(ref r)) ?? throw Null(item);
        }
        // The name says which type of the reader's slot is meant, unless it admits one alone.
        SchemaType? only = target != null && model.IsMeant(type, Unwrap(target)) ? Unwrap(target) : null;
        return HasNumber(type) ? New(ref r, type, only, item) : Body(ref r, type, only, number: -1) ?? OfNull(type, only, item);
    }

    // T? and T!: the only type that the slot admits.
    private object? Only(scoped ref WireReader r, SchemaSlotForm form, SchemaType type, SchemaType? target)
    {
        if (HasNumber(type))
        {
            long item = r.CursorPosition;
            uint head = r.ReadUInt32();
            return head switch
            {
                0 => null,
                1 => New(ref r, type, target, item),
                _ => Known(head - 2, item),
            };
        }
        return form == SchemaSlotForm.OwnNull || r.ReadBoolean() ? Body(ref r, type, target, number: -1) : null;
    }

    internal SchemaType Unwrap(SchemaType target) =>
        target.Form == SchemaIndex.Nullable ? model.Core.Schema.Index.Find(target.Slots[0].Type)! : target;

    private bool HasNumber(SchemaType type) => _preserves && !model.IsUnshared(type);

    // It has its number before its content is read.
    private object New(scoped ref WireReader r, SchemaType type, SchemaType? target, long item)
    {
        int number = _objects.Count;
        AddObject(ref r, null);
        object value = Body(ref r, type, target, number) ?? OfNull(type, target, item);
        _objects[number] = value;
        return value;
    }

    // A null body: a struct that shows no array is a value all the same.
    private object OfNull(SchemaType type, SchemaType? target, long item)
    {
        if (model.Decoded(type, null).Type is { IsValueType: false })
        {
            throw Null(item);
        }
        return model.Decoded(type, target).Type is not { } made ? Unknown(type)
            : made.IsValueType ? RuntimeHelpers.GetUninitializedObject(made) : throw Null(item);
    }

    private object Known(uint number, long item)
    {
        if (number >= (uint)_objects.Count)
        {
            throw new MalformedDataException(ErrorCode.ReferenceOutOfRange, $"The object of number {number}, but only {_objects.Count} have appeared.", item);
        }
        object known = _objects[(int)number] ?? throw new MalformedDataException(ErrorCode.ReferenceIncomplete,
            $"The object of number {number} inside its own content, of which alone it can be made, or one that is no object of the value.", item);
        return number >= _firstOfNested || known is string ? known : throw new MalformedDataException(ErrorCode.ReferenceNotAdmitted,
            $"The object of number {number} from outside the value that a custom serializer nests.", item);
    }

    // A node can be referred to while its content is read.
    private void Made(int number, WireNode node)
    {
        if (number >= 0)
        {
            _objects[number] = node;
        }
    }

    private void AddObject(scoped ref WireReader r, object? value)
    {
        r.Charge(ValueSize);
        _objects.Add(value);
    }

    // A slot of string.
    private string? Text(scoped ref WireReader r)
    {
        if (!_numbersTexts)
        {
            return r.ReadString();
        }
        long item = r.CursorPosition;
        string? text = r.ReadNumberedText(out uint known);
        if (text != null)
        {
            return NewText(ref r, text);
        }
        return known == WireReader.NoText ? null : Known(known, item) as string
            ?? throw new MalformedDataException(ErrorCode.ReferenceNotAdmitted, $"The object of number {known} is no text.", item);
    }

    private string NewText(scoped ref WireReader r, string text)
    {
        bool hasNumber = _strings == StringHandling.Table
            ? text.Length is > 0 and <= ReferenceWriter.MaxText && _texts++ < ReferenceWriter.MaxTexts : _numbersTexts && text.Length > 0;
        if (hasNumber)
        {
            AddObject(ref r, text);
        }
        return text;
    }

    private static MalformedDataException Null(long item) => new(ErrorCode.NullNotAllowed, "A null where the format has none.", item);
}
