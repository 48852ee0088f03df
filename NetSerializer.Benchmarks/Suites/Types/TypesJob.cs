using System.Globalization;
using NetSerializer.Benchmarks.Contenders;
using NetSerializer.Benchmarks.Engine;
using NetSerializer.Benchmarks.Measuring;

namespace NetSerializer.Benchmarks.Suites.Types;

/// <summary>Types of the framework in one process, each beside the serializers that take it. There is no floor: nobody writes these by hand.</summary>
internal static class TypesJob
{
    public const string SuiteName = "types";

    /// <summary>Returns the lines of the table, none when the filter admits no case.</summary>
    /// <exception cref="InvalidOperationException">A contender gives back another value.</exception>
    public static IReadOnlyList<Measurement> Run(Options options, TextWriter output)
    {
        List<TypeCase> cases = [.. TypeCases.All.Where(row => options.Filter.IsMatch(row.Name))];
        List<Measurement> all = [];
        if (cases.Count == 0)
        {
            return all;
        }
        Effort effort = options.Quick ? Effort.Quick : Effort.Thorough;
        TypeModel model = TypeCases.CreateModel();
        output.WriteLine();
        output.WriteLine("== types ==");
        output.WriteLine("case                 serializer                write ns         read ns          bytes     times NetSerializer's");
        foreach (TypeCase row in cases)
        {
            List<Lane> lanes = [.. row.Contenders(model).Select(contender => new Lane(contender))];
            foreach (Lane lane in lanes)
            {
                lane.Serialize();
                lane.Deserialize();
                RequireSame(row, lane.Contender);
            }
            MemoryJob.WarmUp(lanes, effort);
            IReadOnlyList<Measurement> rows = MemoryJob.Measure(row.Name, lanes, effort);
            if (rows.Count == 0)
            {
                break;
            }
            Print(output, row.Name, rows);
            all.AddRange(rows);
        }
        return all;
    }

    private static void RequireSame(TypeCase row, Contender contender)
    {
        foreach ((object? original, object? result) in contender.Originals.Zip(contender.Results()))
        {
            if (result is null || !row.AreSame(original!, result))
            {
                throw new InvalidOperationException($"{contender.Name} gives back another {row.Name}.");
            }
        }
    }

    private static void Print(TextWriter output, string name, IReadOnlyList<Measurement> rows)
    {
        Dictionary<string, Measurement> writes = rows.Where(row => row.Table == MemoryJob.SerializeTable).ToDictionary(row => row.Serializer);
        Dictionary<string, Measurement> reads = rows.Where(row => row.Table == MemoryJob.DeserializeTable).ToDictionary(row => row.Serializer);
        foreach ((string serializer, Measurement write) in writes)
        {
            Measurement read = reads[serializer];
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{(serializer == NetSerializerPeer.Name ? name : ""),-20} {serializer,-18} {write.Nanoseconds,15:#,0.0} {read.Nanoseconds,15:#,0.0} "
                    + $"{write.Bytes,14:#,0.0} {write.Nanoseconds / writes[NetSerializerPeer.Name].Nanoseconds,9:0.0} "
                    + $"{read.Nanoseconds / reads[NetSerializerPeer.Name].Nanoseconds,7:0.0}"));
        }
    }
}
