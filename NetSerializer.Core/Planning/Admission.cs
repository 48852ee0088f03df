using NetSerializer.Ids;
using NetSerializer.Scanning;
using NetSerializer.Wire.Tables;

namespace NetSerializer.Planning;

/// <summary>Which types of the model a declared type admits.</summary>
internal sealed class Admission
{
    private readonly List<TypeShape> _shapes = [];
    private readonly Dictionary<Type, List<Type>> _subtypes = [];
    private readonly List<Type> _replaced = [];
    private readonly HashSet<Type> _objectData = [];

    public Admission(IReadOnlyList<TypeShape> shapes)
    {
        foreach (TypeShape shape in shapes)
        {
            if (!shape.HasId)
            {
                continue;
            }
            _shapes.Add(shape);
            if (shape.IsReplaced)
            {
                _replaced.Add(shape.Type);
            }
            if (shape.MaySetType)
            {
                _objectData.Add(shape.Type);
            }
            if (BuiltInIds.Find(shape.Type) != 0)
            {
                // Its bases and interfaces are open, and nobody asks for them. To list the interfaces of numbers would load some three hundred types.
                Record(shape.Type, shape.Type);
                continue;
            }
            for (Type? type = shape.Type; type != null; type = type.BaseType)
            {
                Record(type, shape.Type);
            }
            foreach (Type implemented in shape.Type.GetInterfaces())
            {
                Record(implemented, shape.Type);
            }
        }
    }

    /// <summary>The declared types that take any built-in type: object, framework interfaces and the bases of value types and arrays.</summary>
    public static bool IsOpen(Type declared) =>
        declared == typeof(object) || declared == typeof(ValueType) || declared == typeof(Enum) || declared == typeof(Array)
        // No type of the framework's core implements an interface from outside of it.
        || (declared.IsInterface && declared.Assembly == typeof(object).Assembly && BuiltInIds.All.Keys.Any(declared.IsAssignableFrom));

    /// <summary>The types of the model that can stand in a slot of the declared type, in order of discovery. Never asked for open ones.</summary>
    public IReadOnlyList<Type> Find(Type declared)
    {
        IReadOnlyList<Type> found = FindAssignable(declared);
        // An ISerializable object may have set the type of one that names it.
        return _replaced.Count > 0 && found.Any(_objectData.Contains) ? [.. found, .. _replaced.Where(type => !found.Contains(type))] : found;
    }

    private IReadOnlyList<Type> FindAssignable(Type declared)
    {
        if (declared.IsArray || declared is { IsInterface: true, IsGenericType: true })
        {
            return [.. _shapes.Where(shape => Conversions.IsAdmitted(declared, shape.Type)).Select(shape => shape.Type)];
        }
        return _subtypes.TryGetValue(declared, out List<Type>? types) ? types : [];
    }

    private void Record(Type super, Type type)
    {
        if (!_subtypes.TryGetValue(super, out List<Type>? types))
        {
            _subtypes.Add(super, types = []);
        }
        types.Add(type);
    }
}
