using NetSerializer.Scanning;

namespace NetSerializer.Planning;

/// <summary>
/// The shapes that can be planned when some types were refused. Members that no type of the model fits are left out, since a slot that admits nothing
/// by name admits everything. Types that need a refused type are left out whole. So the other shapes lead nowhere where the model would not.
/// </summary>
internal static class SoundShapes
{
    public static IReadOnlyList<TypeShape> Of(IReadOnlyList<TypeShape> shapes)
    {
        while (true)
        {
            HashSet<Type> known = [.. shapes.Select(shape => shape.Type)];
            var admission = new Admission(shapes);
            bool Fits(SlotShape slot) =>
                slot.DeclaredType.IsValueType ? known.Contains(slot.DeclaredType)
                    : Admission.IsOpen(slot.DeclaredType) || admission.Find(slot.DeclaredType).Count > 0;
            TypeShape[] sound = [.. shapes
                .Select(shape => shape.Slots.All(Fits)
                    ? shape : shape with { Slots = [.. shape.Slots.Where(slot => slot.Role != SlotRole.Member || Fits(slot))] })
                .Where(shape => shape.Slots.All(Fits))];
            if (sound.Length == shapes.Count && sound.Zip(shapes).All(pair => pair.First.Slots.Length == pair.Second.Slots.Length))
            {
                return shapes;
            }
            shapes = sound;
        }
    }
}
