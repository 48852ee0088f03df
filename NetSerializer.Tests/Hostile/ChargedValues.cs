using NetSerializer.Tests.Conformance.Checks;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>Values of one type, made of a number: what each of them is charged, and what it takes.</summary>
public abstract class ChargedValues
{
    /// <summary>Of one value of so many elements, in bytes, less what is made once for all of them.</summary>
    internal abstract (double Charged, double Allocated) Measure(ReferenceHandling references, int count);

    /// <summary>Lets go of the models: the arguments of a test live as long as the run.</summary>
    internal abstract void Release();
}

internal sealed class ChargedValues<T>(Func<int, T> make) : ChargedValues
{
    private const int Few = 25, Least = 50, Elements = 500;

    private TypeModel[]? _models;

    internal override (double Charged, double Allocated) Measure(ReferenceHandling references, int count)
    {
        TypeModel model = (_models ??= [.. Enum.GetValues<ReferenceHandling>().Select(Model)])[(int)references];
        int more = Math.Max(Least, Elements / (count + 1));
        LimitedRead.Result few = Read(model, count, Few), all = Read(model, count, Few + more);
        return ((all.Charged - few.Charged) / (double)more, (all.Allocated - few.Allocated) / (double)more);
    }

    internal override void Release() => _models = null;

    private static TypeModel Model(ReferenceHandling references) =>
        TypeModel.Create([typeof(T), typeof(T[])], new SerializerOptions { TypeFilter = _ => true, References = references });

    private LimitedRead.Result Read(TypeModel model, int count, int times)
    {
        byte[] bytes = model.Serialize<T[]>([.. Enumerable.Range(0, times).Select(_ => make(count))]);
        // The first makes what is made once; and the runtime grows tables of its own on whichever thread needs them, which happens in few of them.
        LimitedRead.Result result = Enumerable.Range(0, 3).Select(_ => LimitedRead.Run<T[]>(model, SerializerLimits.Default, bytes))
            .MinBy(result => result.Allocated);
        Assert.That(result.Failure, Is.Null);
        return result;
    }
}
