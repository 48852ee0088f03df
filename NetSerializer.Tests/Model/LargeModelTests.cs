using NUnit.Framework;

namespace NetSerializer.Tests.Model;

/// <summary>Many types, many members, many ids, many models.</summary>
public class LargeModelTests
{
    private static readonly Type[] s_marks =
    [
        typeof(M0), typeof(M1), typeof(M2), typeof(M3), typeof(M4), typeof(M5), typeof(M6), typeof(M7), typeof(M8), typeof(M9), typeof(M10), typeof(M11),
        typeof(M12), typeof(M13), typeof(M14), typeof(M15), typeof(M16), typeof(M17),
    ];

    [Test]
    public void Five_thousand_types_in_one_model()
    {
        Type[] types = [.. Boxes().Take(5000)];
        TypeModel model = TypeModel.Create([typeof(Holder), .. types]);
        Assert.That(model.TypeIds[types[^1]], Is.GreaterThanOrEqualTo(5000));
        for (int i = 0; i < types.Length; i += 53)
        {
            var box = (Box)Activator.CreateInstance(types[i])!;
            box.Number = i;
            var copy = (Holder)model.Deserialize(model.Serialize(new Holder { Any = box, Base = box }))!;
            Assert.That((copy.Any!.GetType(), copy.Base!.GetType(), copy.Base.Number), Is.EqualTo((types[i], types[i], i)));
        }
    }

    [Test]
    public void Three_hundred_members_in_one_class()
    {
        Type[] kinds = [typeof(int), typeof(string), typeof(long?), typeof(double), typeof(byte[]), typeof(object), typeof(decimal), typeof(List<int>)];
        Type type = new DynamicTypes().Make("Wide", [.. Enumerable.Range(0, 300).Select(i => ($"Member{i:000}", kinds[i % kinds.Length]))]);
        TypeModel model = TypeModel.Create(type);
        object value = Activator.CreateInstance(type)!;
        foreach ((System.Reflection.FieldInfo field, int i) in type.GetFields().Select((field, i) => (field, i)))
        {
            field.SetValue(value, Sample(field.FieldType, i));
        }
        object copy = model.Deserialize(model.Serialize(value))!;
        foreach (System.Reflection.FieldInfo field in type.GetFields())
        {
            Assert.That(field.GetValue(copy), Is.EqualTo(field.GetValue(value)), field.Name);
        }
    }

    [Test]
    public void A_struct_in_a_struct_fifty_levels_deep()
    {
        Type type = typeof(int);
        for (int i = 0; i < 50; i++)
        {
            type = typeof(Wrapped<>).MakeGenericType(type);
        }
        TypeModel model = TypeModel.Create(type);
        object value = Activator.CreateInstance(type)!;
        Assert.That(model.Serialize(value), Has.Length.GreaterThan(50));
        Assert.That(model.Deserialize(model.Serialize(value)), Is.EqualTo(value));
    }

    [Test]
    public void Ids_reach_from_32_to_65535_but_for_the_reserved_ones()
    {
        Type[] types = [.. Boxes().Take(600)];
        ushort[] ids = [.. Enumerable.Range(0, 300).SelectMany(i => (int[])[32 + i * 50, 0x4000 + i * 163]).Select(id => (ushort)id)];
        (ids[0], ids[^1]) = (0x3EFF, 0xFFFF);
        TypeModel model = TypeModel.Create(types, new SerializerOptions { TypeIds = types.Zip(ids).ToDictionary(pair => pair.First, pair => pair.Second) });
        foreach ((Type type, ushort id) in types.Zip(ids))
        {
            byte[] bytes = model.Serialize(Activator.CreateInstance(type));
            Assert.That((model.TypeIds[type], model.TypeIds[id], model.PeekType(bytes), model.Deserialize(bytes)!.GetType()),
                Is.EqualTo((id, type, type, type)));
        }
    }

    [Test]
    public void More_types_than_ids_are_refused()
    {
        // Ids alone decide: 65,535 classes need not be made for it.
        var problems = new List<TypeModelProblem>();
        Type[] types = [.. Arrays(70_000)];
        var ids = Ids.TypeIdAssigner.Assign([.. types], new Dictionary<Type, ushort>(), problems);
        Assert.Multiple(() =>
        {
            Assert.That(problems.Single().Code, Is.EqualTo(ErrorCode.TooManyTypes));
            Assert.That(ids, Has.Count.EqualTo(65_536 - 32 - 256));
            Assert.That(ids.Values, Is.Unique);
            Assert.That(ids.Values.Where(id => id is < 32 or >= 0x3F00 and < 0x4000 or > 0xFFFF), Is.Empty);
        });
    }

    [Test]
    public void Sixty_models_live_together()
    {
        TypeModel[] models = [.. Enumerable.Range(0, 60)
            .Select(i => TypeModel.Create([typeof(Holder), .. Boxes().Skip(i).Take(3)], new SerializerOptions { Integers = (IntegerEncoding)(i % 2) }))];
        for (int i = 0; i < models.Length; i++)
        {
            Type own = Boxes().Skip(i).First();
            var box = (Box)Activator.CreateInstance(own)!;
            box.Number = i;
            Assert.That(models[i].DeepClone(new Holder { Any = box }).Any, Is.InstanceOf(own).And.Property(nameof(Box.Number)).EqualTo(i));
            Assert.That(() => models[(i + 30) % models.Length].Serialize(box), Throws.TypeOf<ValueNotSerializableException>());
        }
    }

    private static object? Sample(Type type, int i) => type switch
    {
        _ when type == typeof(int) => i * 1000,
        _ when type == typeof(string) => $"text {i}",
        _ when type == typeof(long?) => i % 16 == 2 ? null : (long)i << 33,
        _ when type == typeof(double) => i / 3.0,
        _ when type == typeof(byte[]) => new byte[i % 200],
        _ when type == typeof(decimal) => i * 1.01m,
        _ when type == typeof(List<int>) => Enumerable.Range(0, i % 50).ToList(),
        _ => (object)(i * 7),
    };

    private static IEnumerable<Type> Boxes() =>
        from a in s_marks from b in s_marks from c in s_marks select typeof(Box<,,>).MakeGenericType(a, b, c);

    private static IEnumerable<Type> Arrays(int count)
    {
        var types = new DynamicTypes();
        for (int i = 0; i * 33 < count; i++)
        {
            Type type = types.Make($"Element{i}");
            yield return type;
            for (int rank = 1; rank <= 32; rank++)
            {
                yield return type.MakeArrayType(rank);
            }
        }
    }

    [Serializable] public class Holder { public object? Any; public Box? Base; }

    [Serializable] public abstract class Box { public int Number { get; set; } }

    [Serializable] public class Box<TFirst, TSecond, TThird> : Box;

    [Serializable] public struct Wrapped<T> { public T Inner; public bool Flag; }

    public struct M0;
    public struct M1;
    public struct M2;
    public struct M3;
    public struct M4;
    public struct M5;
    public struct M6;
    public struct M7;
    public struct M8;
    public struct M9;
    public struct M10;
    public struct M11;
    public struct M12;
    public struct M13;
    public struct M14;
    public struct M15;
    public struct M16;
    public struct M17;
}
