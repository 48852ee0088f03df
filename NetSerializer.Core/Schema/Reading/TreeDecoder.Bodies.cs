using System.Collections.Specialized;
using System.Reflection;
using System.Runtime.CompilerServices;
using NetSerializer.Trees;
using NetSerializer.Wire.Tables;

namespace NetSerializer.Schema.Reading;

// The bodies of the forms, by the words of the schema text.
internal sealed partial class TreeDecoder
{
    private object? Body(scoped ref WireReader r, SchemaType type, SchemaType? target, int number)
    {
        if (target?.Form == SchemaIndex.Nullable)
        {
            target = Unwrap(target);
        }
        switch (type.Form)
        {
            case SchemaIndex.Scalar:
                return type.Name == "object" ? new object() : Number(ref r, Scalar(ref r, type), type, target);
            case SchemaIndex.Nullable:
                return r.ReadBoolean() ? NotNull(ref r, _types.Find(type.Slots[0].Type)!, target) : null;
            case "enum":
                return Number(ref r, Scalar(ref r, _types.Find(type.Underlying!)!), type, target);
            case "custom" when type.Format == SchemaPairs.NamedEnum:
                return Number(ref r, NumberParts.ReadNamedEnum(ref r, type.Underlying!), type, target);
            case "custom":
                return model.Writer.Options.FrameCustomForms ? Framed(ref r, type) : Value(ref r, type);
            case "value":
                return FrameworkValue(ref r, type);
            case "bits":
                return new BitVector32(r.ReadFixedInt32());
            case "binary":
                r.Charge(NodeSize);
                return new WireBytes(type.Name, model.Decoded(type, null).Type, r.ReadCounted());
            case "raw" when type.Size > 0:
                return Structs.Union(ref r, type);
            default:
                return Level(ref r, type, target, number);
        }
    }

    private object NotNull(scoped ref WireReader r, SchemaType type, SchemaType? target)
    {
        long item = r.CursorPosition;
        return Body(ref r, type, target, number: -1) ?? OfNull(type, target, item);
    }

    // Types with parts count depth, as bodies of recursive types do.
    private unsafe object? Level(scoped ref WireReader r, SchemaType type, SchemaType? target, int number)
    {
        if (r.DepthCredit == 0)
        {
            var level = new DeepLevel(this, type, target, number);
            r.GoOn(ref r.Descend(ref r.Cursor, level, (nint)(delegate*<void*, ref byte, object, ref byte>)&Continue));
            return level.Value;
        }
        r.DepthCredit--;
        object? value = Parts(ref r, type, target, number);
        r.DepthCredit++;
        return value;
    }

    // Perhaps on another stack.
    private static unsafe ref byte Continue(void* reader, ref byte p, object level)
    {
        ref WireReader r = ref Unsafe.AsRef<WireReader>(reader);
        var deep = (DeepLevel)level;
        r.GoOn(ref p);
        deep.Value = deep.Decoder.Level(ref r, deep.Type, deep.Target, deep.Number);
        return ref r.Cursor;
    }

    private object? Parts(scoped ref WireReader r, SchemaType type, SchemaType? target, int number)
    {
        DecodedType decoded = model.Decoded(type, target);
        switch (type.Form)
        {
            case "raw":
                return Structs.Raw(ref r, decoded);
            case "class" or "struct" or "columns":
                return Members(ref r, decoded, number);
            case "tuple":
                return Items(ref r, decoded, number);
            case "serializable":
                return Entries(ref r, decoded, number);
            case "exception":
                return ExceptionParts(ref r, decoded, number);
            case "cover":
                return Cover(ref r, decoded, number);
        }
        if (!type.IsDerived)
        {
            return Collection(ref r, decoded, number);
        }
        WireObject derived = Members(ref r, decoded, number);
        derived.Content = type.Content == "cover"
            ? Slot(ref r, type.Slots[^1], decoded.Targets[^1]) : Collection(ref r, decoded, number: -1) ?? throw Null(r.CursorPosition);
        return derived;
    }

    private object Scalar(scoped ref WireReader r, SchemaType scalar)
    {
        Type type = ResolvedModel.Scalar(scalar);
        return (Structs.IsRaw ? model.WholePart(type) : model.Part(type)).Read(ref r)!;
    }

    // As another number where the reader has one; in a box as the enum that it was.
    private object Number(scoped ref WireReader r, object value, SchemaType type, SchemaType? target)
    {
        if (target != null && SchemaPairs.Number(target) is { } name)
        {
            return NumberParts.Convert(ref r, value, name);
        }
        if (type.Form == SchemaIndex.Scalar)
        {
            return value;
        }
        return model.Decoded(type, null) is { Type: { IsEnum: true } natural, Reader: { } line }
            ? Enum.ToObject(natural, NumberParts.Convert(ref r, value, SchemaPairs.Number(line)!)) : Unknown(type);
    }

    internal static WireUnknown Unknown(SchemaType type) =>
        new(type.Name, $"The reader's model does not have {type.Name}. Add it, or name it with [FormerlyNamed] on its successor.");

    // A value that nothing here can read is passed.
    private object Framed(scoped ref WireReader r, SchemaType type)
    {
        r.GoOn(ref r.BeginFrame(ref r.Cursor, out uint length));
        long start = r.CursorPosition;
        if (model.Value(type) == null)
        {
            r.PassFrame(length);
            return Unknown(type);
        }
        object value = Value(ref r, type);
        r.EndFrame(ref r.Cursor, start, length, value.GetType());
        return value;
    }

    private object Value(scoped ref WireReader r, SchemaType type)
    {
        PartReader reader = model.Value(type) ?? throw new MalformedDataException(ErrorCode.UnknownTypeId,
            $"Nothing in the reader's model can read a {type.Name}, whose form is {type.Format ?? type.Form}.", r.CursorPosition);
        NestedReader? outer = r.Nested;
        r.Nested = new NestedValues(this, type, model.Decoded(type, null));
        object value = reader.Read(ref r) ?? throw Null(r.CursorPosition);
        r.Nested = outer;
        return model.Decoded(type, null).Type == null ? Unknown(type) : value;
    }

    private object FrameworkValue(scoped ref WireReader r, SchemaType type)
    {
        Type? natural = model.Decoded(type, null).Type;
        if (type.Name == "System.Type")
        {
            long item = r.CursorPosition;
            uint id = r.ReadUInt32();
            SchemaType named = (id <= ushort.MaxValue ? _types.Find((int)id) : null)
                ?? throw new MalformedDataException(ErrorCode.UnknownTypeId, $"Type id {id} is not in the schema of the writer.", item);
            return natural == null ? Unknown(type) : model.Decoded(named, null).Type ?? (object)Unknown(named);
        }
        // Neither the default comparers have bytes nor this, which needs another assembly.
        if (type.Name == "Microsoft.VisualBasic.CompilerServices.StaticLocalInitFlag" && natural == null)
        {
            return Unknown(type);
        }
        if (SchemaMembers.Definition(type.Name) is "System.Collections.Generic.EqualityComparer" or "System.Collections.Generic.Comparer")
        {
            const BindingFlags Static = BindingFlags.Public | BindingFlags.Static | BindingFlags.FlattenHierarchy;
            return natural?.GetProperty("Default", Static)!.GetValue(null) ?? Unknown(type);
        }
        return Value(ref r, type);
    }

    private WireSequence Items(scoped ref WireReader r, DecodedType decoded, int number)
    {
        var node = new WireSequence(decoded.Writer.Name, decoded.Type);
        Made(number, node);
        r.Charge(NodeSize + ValueSize * decoded.Writer.Slots.Count);
        object?[] items = new object?[decoded.Writer.Slots.Count];
        for (int i = 0; i < items.Length; i++)
        {
            items[i] = Slot(ref r, decoded.Writer.Slots[i], decoded.Targets[i]);
        }
        node.Items = items;
        return node;
    }

    internal WireObject Members(scoped ref WireReader r, DecodedType decoded, int number)
    {
        r.Charge(NodeSize + ValueSize * decoded.Class.Members.Count);
        var node = new WireObject(decoded.Class);
        Made(number, node);
        ReadMembers(ref r, decoded, node.Values, next: 0);
        return node;
    }

    private void ReadMembers(scoped ref WireReader r, DecodedType decoded, object?[] values, int next)
    {
        for (int i = 0; i < decoded.Writer.Slots.Count; i++)
        {
            if (decoded.Writer.Slots[i] is { IsMember: true } slot)
            {
                values[next++] = Slot(ref r, slot, decoded.Targets[i]);
            }
        }
        decoded.Added?.Values(r.CursorPosition).CopyTo(values, next);
    }

    // A cover shows one collection, and is no more than that.
    private WireObject Cover(scoped ref WireReader r, DecodedType decoded, int number)
    {
        r.Charge(NodeSize);
        var node = new WireObject(decoded.Class);
        Made(number, node);
        node.Content = Slot(ref r, decoded.Writer.Slots[^1], decoded.Targets[^1]);
        return node;
    }

    /// <summary>The value that a function of the user makes of one of the writer's.</summary>
    internal object Convert(scoped ref WireReader r, ResolvedConversion conversion, object from)
    {
        if (!_converted.TryGetValue((from, conversion), out ConvertedPart? part))
        {
            r.Charge(2 * NodeSize);
            part = new ConvertedPart(model, conversion, from);
            if (from is WireNode or string)
            {
                _converted.Add((from, conversion), part);
            }
        }
        return part;
    }

    private sealed record DeepLevel(TreeDecoder Decoder, SchemaType Type, SchemaType? Target, int Number)
    {
        public object? Value { get; set; }
    }
}
