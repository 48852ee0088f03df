using MemoryPack;
using NetSerializer.Benchmarks.Data;
using Orleans;

namespace NetSerializer.Benchmarks.Suites.Graphs;

[Serializable, MemoryPackable(GenerateType.CircularReference), GenerateSerializer]
public sealed partial class Employee
{
    [MemoryPackOrder(0), Id(0)] public Employee? ColleagueA;
    [MemoryPackOrder(1), Id(1)] public Employee? ColleagueB;
    [MemoryPackOrder(2), Id(2)] public Employee? ColleagueC;
    [MemoryPackOrder(3), Id(3)] public Employee? Manager;
    [MemoryPackOrder(4), Id(4)] public string? Name;
    [MemoryPackOrder(5), Id(5)] public List<Employee>? Reports;
}

/// <summary>Employees in a list whose order is not that in which they were made, each with three others at random.</summary>
[Serializable, MemoryPackable(GenerateType.CircularReference), GenerateSerializer]
public sealed partial class Company
{
    private const int ReportCount = 8;

    [MemoryPackOrder(0), Id(0)] public List<Employee>? Employees;

    public static Company Create(int count, MixedRandom random)
    {
        Employee[] employees = new Employee[count];
        for (int i = 0; i < count; i++)
        {
            Employee employee = employees[i] = new() { Name = random.Word(5, 15), Reports = [] };
            if (i > 0)
            {
                employee.Manager = employees[(i - 1) / ReportCount];
                employee.Manager.Reports!.Add(employee);
            }
        }
        foreach (Employee employee in employees)
        {
            employee.ColleagueA = employees[random.Below(count)];
            employee.ColleagueB = employees[random.Below(count)];
            employee.ColleagueC = employees[random.Below(count)];
        }
        new Random(1).Shuffle(employees);
        return new() { Employees = [.. employees] };
    }
}
