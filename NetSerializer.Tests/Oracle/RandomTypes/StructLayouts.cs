using System.Reflection;
using System.Reflection.Emit;

namespace NetSerializer.Tests.Oracle.RandomTypes;

/// <summary>Structs of all layouts and sizes, of which later ones may hold earlier ones.</summary>
internal sealed class StructLayouts(
    Random random, WorldTypes world, MemberTypes members, FieldBuilders fields, ProtocolBuilders protocols, StructLayouts.Definition define,
    Action<Action> later)
{
    private static readonly Choices<Action<StructLayouts>> s_layouts = new(
        (6, layouts => layouts.DefineMixed(TypeAttributes.SequentialLayout)),
        (1, layouts => layouts.DefineMixed(TypeAttributes.AutoLayout)),
        (5, layouts => layouts.DefineNumbers()),
        (2, layouts => layouts.DefineExplicit()),
        (3, layouts => layouts.DefineUnion()));

    private static readonly Choices<int> s_counts = new((1, 0), (3, 1), (6, 3), (3, 8), (2, 20), (1, 40));

    private static readonly Choices<PackingSize> s_packings =
        new((6, PackingSize.Unspecified), (2, PackingSize.Size1), (1, PackingSize.Size2), (1, PackingSize.Size4), (1, PackingSize.Size8));

    public delegate TypeBuilder Definition(string prefix, TypeAttributes attributes, Type? parent, PackingSize packing, int size);

    public void Define() => s_layouts.Pick(random)(this);

    /// <summary>Fields of any type, few enough that structs in structs do not grow beyond measure.</summary>
    private void DefineMixed(TypeAttributes layout)
    {
        TypeBuilder type = Begin(layout);
        // Its fields lead to any class of the world, so they wait until all are known.
        later(() =>
        {
            bool isKey = true;
            for (int i = Math.Min(6, s_counts.Pick(random)); i > 0; i--)
                fields.Add(type, members.Any(isInline: true));
            if (random.Next(6) == 0)
            {
                fields.Add(type, members.Scalar(), FieldAttributes.NotSerialized);
                isKey = false;
            }

            world.WholeStructs.Add(type);
            if (isKey)
                world.KeyStructs.Add(type);
        });
    }

    private void DefineNumbers()
    {
        TypeBuilder type = Begin(TypeAttributes.SequentialLayout, s_packings.Pick(random), random.Next(8) == 0 ? random.Next(1, 64) : 0);
        bool isOfOneType = random.Next(2) == 0;
        Type one = members.Sized();
        for (int i = s_counts.Pick(random); i > 0; i--)
            fields.AddNumber(type, isOfOneType ? one : members.Sized());
        world.WholeStructs.Add(type);
        world.KeyStructs.Add(type);
    }

    /// <summary>Fields one behind the other, in another order than that of their declaration, perhaps with gaps.</summary>
    private void DefineExplicit()
    {
        TypeBuilder type = Begin(TypeAttributes.ExplicitLayout, s_packings.Pick(random));
        bool hasGaps = random.Next(3) == 0;
        Type[] types = [.. Enumerable.Range(0, 1 + random.Next(6)).Select(_ => members.Sized())];
        int[] offsets = new int[types.Length];
        int end = 0;
        foreach (int i in Enumerable.Range(0, types.Length).OrderBy(_ => random.Next()))
        {
            offsets[i] = end + (hasGaps ? random.Next(4) : 0);
            end = offsets[i] + world.Sizes[types[i]];
        }

        for (int i = 0; i < types.Length; i++)
            fields.Add(type, types[i]).SetOffset(offsets[i]);
        world.WholeStructs.Add(type);
        world.KeyStructs.Add(type);
    }

    /// <summary>Fields over one another, without a byte that belongs to none.</summary>
    private void DefineUnion()
    {
        Type[] types = [.. Enumerable.Range(0, 2 + random.Next(4)).Select(_ => members.Sized())];
        int size = types.Max(type => world.Sizes[type]);
        TypeBuilder type = Begin(TypeAttributes.ExplicitLayout, PackingSize.Size1, size);
        foreach (Type field in types)
            fields.Add(type, field).SetOffset(random.Next(size - world.Sizes[field] + 1));
        world.WholeStructs.Add(type);
        world.KeyStructs.Add(type);
        world.Sizes[type] = size;
    }

    private TypeBuilder Begin(TypeAttributes layout, PackingSize packing = PackingSize.Unspecified, int size = 0)
    {
        TypeBuilder type = define("S", TypeAttributes.Sealed | layout, typeof(ValueType), packing, size);
        world.Structs.Add(type);
        protocols.AddCallbacks(type);
        foreach (TypeBuilder implemented in world.Interfaces.Where(_ => random.Next(3) == 0))
            type.AddInterfaceImplementation(implemented);
        return type;
    }
}
