using System.Diagnostics;

namespace NetSerializer.Benchmarks.Measuring;

/// <summary>Shows what is being measured: in place on a terminal, a line now and then elsewhere.</summary>
internal sealed class Progress(TextWriter output)
{
    private static readonly TimeSpan s_quiet = TimeSpan.FromSeconds(3);

    private readonly long _begin = Stopwatch.GetTimestamp();
    private readonly bool _terminal = !Console.IsOutputRedirected;
    private TimeSpan _last = -s_quiet;

    /// <summary>Since it was made.</summary>
    public TimeSpan Elapsed => Stopwatch.GetElapsedTime(_begin);

    public void Step(string what)
    {
        TimeSpan now = Elapsed;
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

    /// <summary>Makes room for a table.</summary>
    public void Clear()
    {
        if (_terminal)
        {
            output.Write($"\r{"",-70}\r");
        }
    }

    public void End()
    {
        string time = $"{Elapsed.TotalSeconds,5:0} s  measured";
        output.WriteLine(_terminal ? $"\r{time,-70}" : time);
    }
}
