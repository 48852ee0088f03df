using NetSerializer.Tests.Golden;
using NetSerializer.Tests.Oracle;
using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Fuzzing;

/// <summary>The golden files as targets: models made from the schemas that they begin with, payloads from their bytes.</summary>
internal static class GoldenTargets
{
    private const int BytesFrom = 8;

    public static IEnumerable<(string Name, Func<FuzzTarget> Make)> All =>
        from file in Directory.EnumerateFiles(GoldenFile.Folder, "*" + GoldenFile.Extension).Order(StringComparer.Ordinal)
        let lines = File.ReadAllLines(file)
        // The bytes of streams are chunks, which no span is read from; what the chunks hold is in the other files.
        where lines is [['s', 'c', 'h', 'e', 'm', 'a', ..], ..] && !file.Contains("streams", StringComparison.Ordinal)
            // The bytes of a schema are no value.
            && Path.GetFileName(file) != "example-schema" + GoldenFile.Extension
            // A schema does not say what user code does.
            && !Path.GetFileName(file).StartsWith("opaque-", StringComparison.Ordinal)
        let name = $"golden {Path.GetFileName(file)[..^GoldenFile.Extension.Length]}"
        select (name, (Func<FuzzTarget>)(() => Make(name, lines)));

    /// <summary>The same values in one of the forms of shared references.</summary>
    public static IEnumerable<(string Name, Func<FuzzTarget> Make)> Shared =>
        from golden in All.Index()
        let name = $"{golden.Item.Name} {SharedForms.NameOf(golden.Index)}"
        select (name, (Func<FuzzTarget>)(() => MakeShared(name, golden.Item.Make(), golden.Index)));

    private static FuzzTarget MakeShared(string name, FuzzTarget golden, int form)
    {
        TypeModel model = SharedForms.Create(
            golden.Model.TypeIds.Select(pair => pair.Key).Where(type => !Scalars.IsReservedId(golden.Model.TypeIds[type])), golden.Model.Options,
            golden.IsGraph ? form % SharedForms.GraphCount : form);
        var values = golden.Payloads.Where(payload => Reads(golden.Model, payload.Root, payload.Bytes))
            .Select(payload => (payload.Root, payload.Place, Value: payload.Root.ReadWhole(golden.Model, payload.Bytes))).ToArray();
        return new FuzzTarget(name, model,
            [.. values.Select(value => new Payload(value.Root, value.Root.Write(model, value.Value), value.Place)),
                .. values.Select(value => SharedForms.Twice(model, value.Place, value.Value))]);
    }

    private static FuzzTarget Make(string name, string[] lines)
    {
        SchemaText schema = SchemaText.Parse(string.Join('\n', lines.TakeWhile(line => line.Length > 0)));
        TypeModel model = TypeModel.Create(schema.Types.Select(type => SchemaTypes.Parse(type.Name)), new SerializerOptions
        {
            Integers = schema.FixedIntegers ? IntegerEncoding.Fixed : IntegerEncoding.Varint,
            NonFiniteFloats = schema.FiniteFloats ? NonFiniteFloats.Reject : NonFiniteFloats.Accept,
            References = schema.Preserve ? ReferenceHandling.Preserve : ReferenceHandling.None,
            Strings = schema.Texts switch { TextForm.Values => StringHandling.Values, TextForm.Table => StringHandling.Table, _ => StringHandling.ByReference },
            Limits = FuzzTarget.Limits,
        });
        Type[] values = [.. model.TypeIds.Select(pair => pair.Key).Where(type => type.IsValueType)];
        FuzzRoot[] roots = [.. values.Select(type => typeof(Nullable<>).MakeGenericType(type)).Prepend(typeof(object)).Concat(values).Select(FuzzRoot.Of)];
        return new FuzzTarget(name, model,
            Values(lines).Select(value => new Payload(roots.FirstOrDefault(root => Reads(model, root, value.Bytes)) ?? roots[0], value.Bytes, value.Title)));
    }

    private static IEnumerable<(string Title, byte[] Bytes)> Values(string[] lines)
    {
        string title = "";
        List<byte> bytes = [];
        foreach (string line in lines.SkipWhile(line => line.Length > 0).Append(""))
        {
            if (line.StartsWith("  ", StringComparison.Ordinal))
            {
                bytes.AddRange(line[BytesFrom..].Split(' ').TakeWhile(IsByte).Select(pair => Convert.ToByte(pair, 16)));
            }
            else
            {
                if (bytes.Count > 0)
                {
                    yield return (title, [.. bytes]);
                }
                title = line;
                bytes.Clear();
            }
        }
    }

    private static bool IsByte(string word) => word.Length == 2 && word.All(char.IsAsciiHexDigit);

    // The file does not say what the root was: the first type that takes the bytes to the end will do.
    private static bool Reads(TypeModel model, FuzzRoot root, byte[] bytes)
    {
        try
        {
            root.ReadWhole(model, bytes);
            return true;
        }
        catch (MalformedDataException)
        {
            return false;
        }
    }
}
