using System.ComponentModel;
using System.Reflection;
using System.Reflection.Emit;

namespace NetSerializer.Tests.Oracle.RandomTypes;

/// <summary>
/// What the next version of a world has otherwise: fields of classes are removed, added, renamed, made wider or nullable, and classes are renamed. Everything
/// else is as in the version before, which is made by the same seed.
/// </summary>
internal sealed class WorldEdits
{
    /// <summary>The beginning of the names of fields that the earlier version does not have.</summary>
    public const string Added = "added ";

    /// <summary>The default of some added numbers.</summary>
    public const int Default = 7;

    private const string Renamed = "renamed ";

    private static readonly Dictionary<Type, Type[]> s_wider = new()
    {
        [typeof(byte)] = [typeof(short), typeof(ushort), typeof(int), typeof(ulong), typeof(float), typeof(decimal)],
        [typeof(sbyte)] = [typeof(short), typeof(int), typeof(long), typeof(double)],
        [typeof(short)] = [typeof(int), typeof(long), typeof(float), typeof(decimal)],
        [typeof(ushort)] = [typeof(int), typeof(uint), typeof(long), typeof(double)],
        [typeof(int)] = [typeof(long), typeof(double), typeof(decimal)],
        [typeof(uint)] = [typeof(long), typeof(ulong), typeof(double)],
        [typeof(long)] = [typeof(decimal)],
        [typeof(ulong)] = [typeof(decimal)],
        [typeof(float)] = [typeof(double)],
    };

    private static readonly Type[] s_added = [typeof(int), typeof(string), typeof(Guid), typeof(double?), typeof(List<string>), typeof(int[]), typeof(object)];

    // The edits have numbers of their own: those of the world are the same in both versions.
    private readonly Random? _random;
    private readonly int _unchanged;
    private readonly bool _renamesTypes, _hasDefaults;
    private int _count;

    /// <param name="seed">That of the world.</param>
    /// <param name="isNext">Whether it is the next version. The earlier one has no edits.</param>
    public WorldEdits(int seed, bool isNext)
    {
        if (!isNext)
            return;
        _random = new Random(unchecked((seed + 1) * (int)2246822519));
        _unchanged = _random.Next(2, 12);
        _hasDefaults = _random.Next(3) == 0;
        // In the other worlds the names of fields have that of their class.
        _renamesTypes = !RandomWorld.IsClassicSeed(seed) && _random.Next(2) == 0;
    }

    /// <summary>A class may have another name.</summary>
    public string NameOf(string name) => _renamesTypes && _random!.Next(3) == 0 ? $"Renamed{name}" : name;

    /// <summary>A type has another name than in the version before.</summary>
    public static void SetFormerName(TypeBuilder type, string name) => type.SetCustomAttribute(FormerName(name));

    /// <summary>Defines a field of a class as it is in this version.</summary>
    public void Define(TypeBuilder type, string name, Type fieldType, FieldAttributes attributes)
    {
        switch (_random?.Next(_unchanged + 4))
        {
            case 0:
                break;
            case 1:
                type.DefineField($"{Renamed}{name}", fieldType, attributes).SetCustomAttribute(FormerName(name));
                break;
            case 2 when s_wider.TryGetValue(fieldType, out Type[]? wider):
                type.DefineField(name, wider[_random.Next(wider.Length)], attributes);
                break;
            case 3 when s_wider.ContainsKey(fieldType) || fieldType == typeof(Guid) || fieldType == typeof(DateTime):
                type.DefineField(name, typeof(Nullable<>).MakeGenericType(fieldType), attributes);
                break;
            default:
                type.DefineField(name, fieldType, attributes);
                break;
        }
    }

    /// <summary>A number of a struct may be wider.</summary>
    public Type Wider(Type number) =>
        _random?.Next(_unchanged + 4) == 0 && s_wider.TryGetValue(number, out Type[]? wider) ? wider[_random.Next(wider.Length)] : number;

    /// <summary>Defines the fields that the version before does not have.</summary>
    public void AddMore(TypeBuilder type)
    {
        if (_random == null || _random.Next(_unchanged) > 1)
            return;
        Type added = s_added[_random.Next(s_added.Length)];
        FieldBuilder field = type.DefineField($"{Added}{_count++}", added, FieldAttributes.Public);
        if (added == typeof(int) && _hasDefaults)
            field.SetCustomAttribute(new CustomAttributeBuilder(typeof(DefaultValueAttribute).GetConstructor([typeof(int)])!, [Default]));
    }

    private static CustomAttributeBuilder FormerName(string name) => new(typeof(FormerlyNamedAttribute).GetConstructor([typeof(string)])!, [name]);
}
