using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>Type confusion by arrays: the runtime lets more arrays pass for one another than the language, and no slot or root may.</summary>
[TestFixture]
internal sealed class ArrayConfusionTests
{
    private static readonly object[] s_values =
    [
        new[] { 1 }, new[] { 1u }, new[] { DayOfWeek.Friday }, new int[][] { [1] }, new uint[][] { [1] }, new DayOfWeek[][] { [DayOfWeek.Friday] },
        new int[1, 1], new uint[1, 1], Array.CreateInstance(typeof(int), [1], [1]),
        new string[] { "a" }, new object[] { "a" }, new byte[] { 1 }, new sbyte[] { 1 }, new bool[] { true }, new List<int> { 1 },
        new int[,][] { { new[] { 1 } } }, new uint[,][] { { new[] { 1u } } },
    ];

    private static readonly TypeModel s_model = TypeModel.Create(s_values.Select(value => value.GetType()));

    [Test]
    public void ARootIsOfItsTypeAlone(
        [Values(typeof(int[]), typeof(uint[]), typeof(int[][]), typeof(uint[][]), typeof(int[,]), typeof(int[,][]), typeof(byte[]), typeof(DayOfWeek[]),
            typeof(IList<int>), typeof(IReadOnlyList<uint>), typeof(IList<IList<int>>))] Type root)
    {
        Assert.Multiple(() => Check(root, value => root == value.GetType() || IsConverted(root, value)));
    }

    private static void Check(Type root, Func<object, bool> isAdmitted)
    {
        foreach (object value in s_values)
        {
            object? read = Read(root, s_model.Serialize(value), out ErrorCode? code);
            Assert.That(code, Is.EqualTo(isAdmitted(value) ? (ErrorCode?)null : ErrorCode.TypeIdNotAdmitted), $"a {value.GetType()} as a {root}");
            Assert.That(read?.GetType(), Is.EqualTo(isAdmitted(value) ? value.GetType() : null));
        }
    }

    // Behind an interface the run-time's own view of arrays holds: nobody declared an array there, and what a writer may put in must come back.
    private static bool IsConverted(Type root, object value) => root.IsInterface && root.IsInstanceOfType(value);

    private static object? Read(Type root, byte[] bytes, out ErrorCode? code)
    {
        code = null;
        try
        {
            return Fuzzing.FuzzRoot.Of(root).ReadWhole(s_model, bytes);
        }
        catch (MalformedDataException rejected)
        {
            code = rejected.Code;
            return null;
        }
    }
}
