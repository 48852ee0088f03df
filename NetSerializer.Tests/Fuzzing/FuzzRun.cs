using System.Globalization;

namespace NetSerializer.Tests.Fuzzing;

/// <summary>Rounds of inputs, one model a round, and what came of them.</summary>
/// <param name="log">Where reports of failures go.</param>
/// <param name="named">A part of the names of the targets to keep to; empty for all.</param>
/// <param name="underWay">Told the number of each input before it is run, which may end the process; or null.</param>
internal sealed class FuzzRun(TextWriter log, string named = "", Action<FuzzCase>? underWay = null)
{
    private readonly TargetCatalogue _targets = new(named);
    private readonly Dictionary<ErrorCode, long> _rejections = [];
    private readonly HashSet<string> _kinds = [];

    public long Tried { get; private set; }

    public long Accepted { get; private set; }

    public IReadOnlyDictionary<ErrorCode, long> Rejections => _rejections;

    /// <summary>A report of each input that broke a rule, one for each kind and model.</summary>
    public List<string> Failures { get; } = [];

    /// <summary>Runs some inputs of a round, which the number of the first one names.</summary>
    public void Round(ulong round, int inputs)
    {
        FuzzTarget target = _targets.OfRound(round);
        for (int i = 0; i < target.InputsFor(inputs); i++)
        {
            Run(target, FuzzCase.Of(round, i));
        }
    }

    /// <summary>Runs one input again.</summary>
    public void Again(FuzzCase number)
    {
        FuzzTarget target = _targets.OfRound(number.Round);
        (Payload payload, byte[] bytes) = number.Make(target);
        log.WriteLine($"{target.Name}, {payload.Root.Type}, {payload.Place}: {Convert.ToHexString(bytes)}");
        Run(target, number);
    }

    private void Run(FuzzTarget target, FuzzCase number)
    {
        (Payload payload, byte[] bytes) = number.Make(target);
        Tried++;
        underWay?.Invoke(number);
        var check = new InputCheck(target);
        try
        {
            Verdict verdict = check.Check(payload.Root, bytes);
            if (verdict.Rejection is { } rejection)
            {
                _rejections[rejection.Code] = _rejections.GetValueOrDefault(rejection.Code) + 1;
            }
            else
            {
                Accepted++;
            }
        }
        catch (FuzzFailure failure)
        {
            Report(target, number, payload, bytes, failure, check);
        }
    }

    private void Report(FuzzTarget target, FuzzCase number, Payload payload, byte[] bytes, FuzzFailure failure, InputCheck check)
    {
        if (!_kinds.Add($"{target.Name} {failure.Kind}"))
        {
            return;
        }
        byte[] least = Minimiser.Minimise(bytes, smaller => FailureOf(check, payload.Root, smaller)?.Kind == failure.Kind);
        string report = string.Create(
            CultureInfo.InvariantCulture,
            $"case {number.Number} (round {number.Round}): {target.Name}, root {payload.Root.Type}, from {payload.Place}\n  {failure.Message}\n  input    "
                + $"{Convert.ToHexString(bytes)}\n  smallest {Convert.ToHexString(least)}\n  {FailureOf(check, payload.Root, least)?.Message}");
        Failures.Add(report);
        log.WriteLine(report);
        log.Flush();
    }

    private static FuzzFailure? FailureOf(InputCheck check, FuzzRoot root, byte[] bytes)
    {
        try
        {
            check.Check(root, bytes);
            return null;
        }
        catch (FuzzFailure failure)
        {
            return failure;
        }
    }
}
