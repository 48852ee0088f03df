Console.WriteLine("NetSerializer benchmarks");
