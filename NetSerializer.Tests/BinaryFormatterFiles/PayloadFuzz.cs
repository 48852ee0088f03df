using System.Collections;
using System.Data;
using System.Diagnostics;
using System.Numerics;
using NetSerializer.Tests.Equality;
using NetSerializer.Tests.Oracle;

namespace NetSerializer.Tests.BinaryFormatterFiles;

[Serializable]
public sealed class Cell
{
    public string? Text;
    public object? Any;
    public Cell? Next;
}

[Serializable]
public sealed class Fork
{
    public Fork? Left, Right;
}

/// <summary>
/// Payloads with bytes that are changed, left out, doubled and exchanged: <c>dotnet run -c Release --project NetSerializer.Tests --
/// payloads --minutes 10</c>.
/// </summary>
internal static class PayloadFuzz
{
    private const int MostChanges = 4;

    public static TypeModel Model { get; } = TypeModel.Create(
        [
            typeof(Cell), typeof(Fork), typeof(ArrayList), typeof(Hashtable), typeof(Dictionary<string, Cell>), typeof(SortedDictionary<int, string>),
            typeof(HashSet<int>), typeof(BigInteger), typeof(Uri), typeof(Version), typeof(BitArray), typeof(Exception), typeof(InvalidOperationException),
            typeof(Queue<string>), typeof(int[,]), typeof(Tuple<int, Cell>), typeof(DayOfWeek), typeof(Type), typeof(DataTable), typeof(DataSet),
        ],
        new SerializerOptions
        {
            References = ReferenceHandling.Preserve,
            Limits = SerializerLimits.Default with { MaxInputBytes = 1 << 20, MaxAllocatedBytes = 1 << 24, MaxCollectionLength = 1 << 16 },
        });

    public static byte[][] Payloads { get; } = [.. Values().Select(BinaryFormatterPeer.Write)];

    /// <summary>Runs so many changed payloads; gives the first failure, or null.</summary>
    public static string? Run(int count, int seed) => Run(new Random(seed), () => count-- > 0);

    /// <summary>Runs for some minutes.</summary>
    /// <returns>The exit code.</returns>
    public static int Run(double minutes, int seed, TextWriter output)
    {
        long start = Stopwatch.GetTimestamp();
        long runs = -1;
        string? failure = Run(new Random(seed), () => ++runs >= 0 && Stopwatch.GetElapsedTime(start).TotalMinutes < minutes);
        output.WriteLine(failure ?? $"{runs} payloads, seed {seed}: no finding");
        return failure == null ? 0 : 1;
    }

    private static string? Run(Random random, Func<bool> goesOn)
    {
        while (goesOn())
        {
            byte[] payload = Change(Payloads[random.Next(Payloads.Length)], random);
            try
            {
                BinaryFormatterReader.Read(Model, payload);
            }
            catch (MalformedDataException)
            {
                // The verdict.
            }
            catch (Exception failure)
            {
                return $"{Convert.ToHexString(payload)}: {failure}";
            }
        }
        return null;
    }

    private static byte[] Change(byte[] payload, Random random)
    {
        List<byte> bytes = [.. payload];
        for (int i = random.Next(MostChanges); i >= 0 && bytes.Count > 1; i--)
        {
            int place = random.Next(bytes.Count);
            switch (random.Next(5))
            {
                case 0:
                    bytes[place] = (byte)random.Next(256);
                    break;
                case 1:
                    bytes[place] ^= (byte)(1 << random.Next(8));
                    break;
                case 2:
                    bytes.RemoveAt(place);
                    break;
                case 3:
                    int other = random.Next(bytes.Count);
                    (bytes[place], bytes[other]) = (bytes[other], bytes[place]);
                    break;
                default:
                    int length = Math.Min(random.Next(32), bytes.Count - place);
                    bytes.InsertRange(random.Next(bytes.Count), bytes.GetRange(place, length));
                    break;
            }
        }
        return [.. bytes];
    }

    private static IEnumerable<object> Values()
    {
        var cell = new Cell { Text = "shared", Any = 5 };
        cell.Next = new Cell { Any = cell, Text = cell.Text };
        yield return cell;
        yield return new ArrayList { 1, "two", 3.0, 4m, DateTime.UnixEpoch, Guid.Empty, DayOfWeek.Friday, new[] { 1, 2 }, cell, null };
        yield return new Hashtable { ["a"] = 1, [2] = cell };
        yield return new Dictionary<string, Cell>(StringComparer.OrdinalIgnoreCase) { ["a"] = cell, ["b"] = new Cell() };
        yield return new SortedDictionary<int, string> { [1] = "one", [2] = "two" };
        yield return new HashSet<int> { 1, 2, 3 };
        yield return BigInteger.Pow(7, 100);
        yield return new Cell { Any = new object[] { new Uri("http://host/path"), new Version(1, 2, 3), new BitArray(40, true) } };
        yield return new Exception("outer", new InvalidOperationException("inner")) { Data = { ["key"] = 5 } };
        yield return new Queue<string>(["a", "b"]);
        yield return new int[,] { { 1, 2 }, { 3, 4 } };
        yield return Tuple.Create(1, cell);
        yield return new ArrayList { new Old.HeldType("System.Int32"), new Old.HeldType(typeof(Cell).FullName), new Old.HeldType(null, 2) };
        yield return TableSamples.People();
        DataSet set = DataSamples.Orders();
        set.RemotingFormat = SerializationFormat.Binary;
        yield return new Cell { Any = set };
    }
}
