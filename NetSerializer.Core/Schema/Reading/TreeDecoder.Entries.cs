using NetSerializer.Trees;
using NetSerializer.Wire.Protocols;

namespace NetSerializer.Schema.Reading;

// Objects whose content has names on the wire.
internal sealed partial class TreeDecoder
{
    // Section 5f. Each object has entries of its own.
    private WireObject Entries(scoped ref WireReader r, DecodedType decoded, int number)
    {
        List<WireMember> members = [];
        List<object?> values = [];
        WireObject node = MakeEntries(ref r, decoded, members, number);
        ReadEntries(ref r, decoded, members, values, isException: false);
        node.Values = [.. values];
        return node;
    }

    // Section 5g.
    private WireObject ExceptionParts(scoped ref WireReader r, DecodedType decoded, int number)
    {
        SchemaType type = decoded.Writer;
        const int Inner = 0, Key = 1, Value = 2;
        List<WireMember> members = [];
        List<object?> values = [];
        WireObject node = MakeEntries(ref r, decoded, members, number);
        for (int i = 0; i < ExceptionState.TextCount; i++)
        {
            Entry(ExceptionState.TextName(i), r.ReadString());
        }
        Entry("HResult", r.ReadFixedInt32());
        Entry(nameof(Exception.InnerException), Slot(ref r, type.Slots[Inner], decoded.Targets[Inner]));
        uint head = r.ReadUInt32();
        if (head > 0)
        {
            List<object?> parts = [];
            for (uint i = 1; i < head; i++)
            {
                r.Charge(2 * ValueSize);
                parts.Add(Slot(ref r, type.Slots[Key], decoded.Targets[Key]));
                parts.Add(Slot(ref r, type.Slots[Value], decoded.Targets[Value]));
            }
            Entry(nameof(Exception.Data), new WireTable("System.Collections.IDictionary", null) { Parts = parts });
        }
        ReadEntries(ref r, decoded, members, values, isException: true);
        members.AddRange(decoded.Class.Members);
        object?[] whole = [.. values, .. new object?[decoded.Class.Members.Count]];
        ReadMembers(ref r, decoded, whole, values.Count);
        node.Values = whole;
        return node;

        void Entry(string name, object? content)
        {
            members.Add(new WireMember(null, name, null));
            values.Add(content);
        }
    }

    private WireObject MakeEntries(scoped ref WireReader r, DecodedType decoded, List<WireMember> members, int number)
    {
        r.Charge(2 * NodeSize);
        var node = new WireObject(new WireClass(decoded.Writer.Name, decoded.Type, members));
        Made(number, node);
        return node;
    }

    private void ReadEntries(scoped ref WireReader r, DecodedType decoded, List<WireMember> members, List<object?> values, bool isException)
    {
        int value = decoded.Writer.Slots.Count - 1;
        while (decoded.Writer.Slots[value].IsMember)
        {
            value--;
        }
        long item = r.CursorPosition;
        uint head = r.ReadUInt32();
        if (head == 0)
        {
            throw Null(item);
        }
        for (uint i = 1; i < head; i++)
        {
            r.Charge(NodeSize);
            string name = r.ReadNonNullString();
            if (isException && ExceptionState.IsCommon(name))
            {
                throw new MalformedDataException(ErrorCode.NotCanonical, "An entry of an exception that has a place of its own.", item);
            }
            members.Add(new WireMember(null, name, null));
            values.Add(Slot(ref r, decoded.Writer.Slots[value], decoded.Targets[value]));
        }
    }
}
