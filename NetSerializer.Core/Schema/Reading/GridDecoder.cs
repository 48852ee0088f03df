using NetSerializer.Trees;

namespace NetSerializer.Schema.Reading;

/// <summary>Reads grids (docs/wire-format.md, section 4c) for a <see cref="TreeDecoder"/>.</summary>
internal sealed class GridDecoder(ResolvedModel model, TreeDecoder decoder)
{
    /// <summary>Null, or all elements with their dimensions.</summary>
    public WireSequence? Read(scoped ref WireReader r, DecodedType decoded, int number)
    {
        SchemaSlot element = decoded.Writer.Slots[0];
        int rank = ResolvedModel.Rank(decoded.Writer);
        if (ResolvedModel.Plain(model.Writer.Index, element) is { } scalar)
        {
            var grid = (Array?)model.Part(scalar.MakeArrayType(rank)).Read(ref r);
            if (grid == null)
            {
                return null;
            }
            r.Charge(8L * grid.Length);
            Array items = Array.CreateInstance(scalar, grid.Length);
            int next = 0;
            foreach (object item in grid)
            {
                items.SetValue(item, next++);
            }
            WireSequence plain = decoder.Of(ref r, decoded, decoder.Elements(ref r, items, element, decoded.Targets[0]), number);
            plain.Lengths = [.. Enumerable.Range(0, rank).Select(grid.GetLength)];
            plain.LowerBounds = [.. Enumerable.Range(0, rank).Select(grid.GetLowerBound)];
            return plain;
        }
        if (!r.ReadBoolean())
        {
            return null;
        }
        WireSequence node = decoder.Of(ref r, decoded, Array.Empty<object?>(), number);
        (node.Lengths, node.LowerBounds) = (new int[rank], new int[rank]);
        long count = 1;
        for (int dimension = 0; dimension < rank; dimension++)
        {
            node.Lengths[dimension] = TreeDecoder.Checked(ref r, r.ReadUInt32());
            node.LowerBounds[dimension] = r.ReadInt32();
            count = TreeDecoder.Checked(ref r, count * node.Lengths[dimension]);
        }
        node.Items = decoder.Elements(ref r, (int)count, element, decoded.Targets[0]);
        return node;
    }
}
