using System.Diagnostics;

namespace NetSerializer.Benchmarks.Measuring;

/// <summary>Shows what is being measured: in place on a terminal, a line now and then elsewhere.</summary>
internal sealed class Progress(TextWriter output)
{
    private static readonly TimeSpan s_quiet = TimeSpan.FromSeconds(3);

    private readonly long _begin = Stopwatch.GetTimestamp();
    private readonly bool _terminal = !Console.IsOutputRedirected;
    private TimeSpan _last = -s_quiet;

    public void Step(string what)
    {
        TimeSpan now = Stopwatch.GetElapsedTime(_begin);
        if (_terminal)
        {
            output.Write($"\r{$"{now.TotalSeconds,5:0} s  {what}",-70}");
            output.Flush();
        }
        else if (now - _last >= s_quiet)
        {
            output.WriteLine($"{now.TotalSeconds,5:0} s  {what}");
            output.Flush();
            _last = now;
        }
    }

    public void End()
    {
        string time = $"{Stopwatch.GetElapsedTime(_begin).TotalSeconds,5:0} s  measured";
        output.WriteLine(_terminal ? $"\r{time,-70}" : time);
    }
}
