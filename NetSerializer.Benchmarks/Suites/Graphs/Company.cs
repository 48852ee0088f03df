using NetSerializer.Benchmarks.Data;

namespace NetSerializer.Benchmarks.Suites.Graphs;

[Serializable]
public sealed class Employee
{
    public Employee? ColleagueA;
    public Employee? ColleagueB;
    public Employee? ColleagueC;
    public Employee? Manager;
    public string? Name;
    public List<Employee>? Reports;
}

/// <summary>Employees in a list whose order is not that in which they were made, each with three others at random.</summary>
[Serializable]
public sealed class Company
{
    private const int ReportCount = 8;

    public List<Employee>? Employees;

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
