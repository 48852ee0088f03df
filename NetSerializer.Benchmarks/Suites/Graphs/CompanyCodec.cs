using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Benchmarks.Floor;

namespace NetSerializer.Benchmarks.Suites.Graphs;

/// <summary>The floor for <see cref="Company"/>.</summary>
internal readonly struct CompanyCodec : IGraphCodec
{
    public static byte Id => 61;

    public static bool IsDeep => true;

    public static ref byte Write(scoped ref FloorWriter w, ref byte p, WrittenObjects objects, object root) =>
        ref WriteList(ref w, ref p, objects, Unsafe.As<Company>(root).Employees);

    public static ref byte Read(scoped ref FloorReader r, ref byte p, ReadObjects objects, scoped out object root)
    {
        Company company = new();
        root = company;
        objects.Add(company);
        p = ref ReadList(ref r, ref p, objects, out company.Employees);
        return ref p;
    }

    private static ref byte WriteList(scoped ref FloorWriter w, ref byte p, WrittenObjects objects, List<Employee>? list)
    {
        p = ref GraphSlots.Write(ref w, ref p, objects, list, out bool isNew);
        if (isNew)
        {
            p = ref Varint.Write(ref w.Ensure(ref p, Varint.Max32), (uint)list!.Count + 1);
            foreach (Employee employee in CollectionsMarshal.AsSpan(list))
            {
                p = ref WriteEmployee(ref w, ref p, objects, employee);
            }
        }
        return ref p;
    }

    private static ref byte WriteEmployee(scoped ref FloorWriter w, ref byte p, WrittenObjects objects, Employee? employee)
    {
        p = ref GraphSlots.Write(ref w, ref p, objects, employee, out bool isNew);
        if (isNew)
        {
            p = ref WriteEmployee(ref w, ref p, objects, employee!.ColleagueA);
            p = ref WriteEmployee(ref w, ref p, objects, employee.ColleagueB);
            p = ref WriteEmployee(ref w, ref p, objects, employee.ColleagueC);
            p = ref WriteEmployee(ref w, ref p, objects, employee.Manager);
            p = ref GraphSlots.WriteText(ref w, ref p, objects, employee.Name);
            p = ref WriteList(ref w, ref p, objects, employee.Reports);
        }
        return ref p;
    }

    private static ref byte ReadList(scoped ref FloorReader r, ref byte p, ReadObjects objects, scoped out List<Employee>? list)
    {
        p = ref GraphSlots.Read(ref r, ref p, objects, out list, out bool isNew);
        if (isNew)
        {
            p = ref Varint.Read(ref r, ref r.Run(ref p, Varint.Max32), out uint header);
            r.CheckCount(ref p, header - 1);
            list = new((int)header - 1);
            objects.Add(list);
            CollectionsMarshal.SetCount(list, (int)header - 1);
            Span<Employee> items = CollectionsMarshal.AsSpan(list);
            for (int i = 0; i < items.Length; i++)
            {
                p = ref ReadEmployee(ref r, ref p, objects, out items[i]!);
            }
        }
        return ref p;
    }

    private static ref byte ReadEmployee(scoped ref FloorReader r, ref byte p, ReadObjects objects, scoped out Employee? employee)
    {
        p = ref GraphSlots.Read(ref r, ref p, objects, out employee, out bool isNew);
        if (isNew)
        {
            Employee own = new();
            employee = own;
            objects.Add(own);
            p = ref ReadEmployee(ref r, ref p, objects, out own.ColleagueA);
            p = ref ReadEmployee(ref r, ref p, objects, out own.ColleagueB);
            p = ref ReadEmployee(ref r, ref p, objects, out own.ColleagueC);
            p = ref ReadEmployee(ref r, ref p, objects, out own.Manager);
            p = ref GraphSlots.ReadText(ref r, ref p, objects, out own.Name);
            p = ref ReadList(ref r, ref p, objects, out own.Reports);
        }
        return ref p;
    }
}
