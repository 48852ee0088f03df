using System.Reflection;
using System.Runtime.CompilerServices;
using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Oracle.RandomTypes;

/// <summary>Custom serializers for some types of a world, each with what the oracle has to know of it.</summary>
internal sealed class CustomForms
{
    private readonly Dictionary<Type, CustomForm> _forms = [];
    private readonly List<CustomSerializer> _serializers = [];

    /// <param name="types">Those of a model of the world.</param>
    /// <param name="random">Decides which have one.</param>
    public CustomForms(IEnumerable<Type> types, Random random)
    {
        foreach (Type type in types)
        {
            if (random.Next(4) != 0)
                continue;
            if (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(List<>) && !Scalars.Contains(type.GetGenericArguments()[0]))
                Add(type, typeof(Lists<>).MakeGenericType(type.GetGenericArguments()));
            else if (IsPlain(type))
                Add(type, (type.IsValueType || random.Next(2) == 0 ? typeof(FieldByField<>) : typeof(Surrogates<>)).MakeGenericType(type));
        }
    }

    public IReadOnlyDictionary<Type, CustomForm> Forms => _forms;

    public IReadOnlyList<CustomSerializer> Serializers => _serializers;

    private void Add(Type type, Type factory)
    {
        var made = (IFactory)Activator.CreateInstance(factory)!;
        _forms.Add(type, made.Form);
        _serializers.Add(made.Serializer);
    }

    // Of structs those that are never copied whole and whose size nobody adds up.
    private static bool IsPlain(Type type) =>
        type.Namespace == "World" && !type.IsEnum && !type.IsAbstract
        && TypeKinds.Of(type, fixedIntegers: false, finiteFloats: false) is SchemaKind.Class or SchemaKind.Struct or SchemaKind.Serializable
        && CollectionKinds.ContentOf(type) is null
        && (!type.IsValueType || Fields.AllOf(type).Any(field => Fields.Travels(field) && !field.FieldType.IsValueType));

    private interface IFactory
    {
        CustomForm Form { get; }

        CustomSerializer Serializer { get; }
    }

    /// <summary>A list travels as an array.</summary>
    private sealed class Lists<T> : IFactory
    {
        public CustomForm Form { get; } =
            new("surrogate", [typeof(T[])], list => [((List<T>)list).ToArray()], parts => parts[0] is T[] array ? new List<T>(array) : null);

        public CustomSerializer Serializer { get; } = CustomSerializer.Surrogate<List<T>, T[]>(list => [.. list], array => [.. array]);
    }

    /// <summary>An object travels as an array of what its fields hold.</summary>
    private sealed class Surrogates<T> : IFactory
        where T : class
    {
        private static readonly FieldInfo[] s_fields = [.. Fields.AllOf(typeof(T)).Where(Fields.Travels)];

        public CustomForm Form { get; } =
            new("surrogate", [typeof(object[])], value => [Take((T)value)], parts => parts[0] is object?[] array ? Make(array) : null);

        public CustomSerializer Serializer { get; } = CustomSerializer.Surrogate<T, object?[]>(Take, Make);

        private static object?[] Take(T value) => [.. s_fields.Select(field => field.GetValue(value))];

        private static T Make(object?[] values)
        {
            if (values.Length != s_fields.Length)
                throw new ArgumentException("Not as many values as there are fields");
            object made = RuntimeHelpers.GetUninitializedObject(typeof(T));
            for (int i = 0; i < values.Length; i++)
            {
                // Reflection would make a wider number of a narrow one, so that several arrays were one object.
                if (values[i] is { } value && !s_fields[i].FieldType.IsInstanceOfType(value))
                    throw new ArgumentException("A value of another type than its field");
                s_fields[i].SetValue(made, values[i]);
            }

            return (T)made;
        }
    }

    /// <summary>The fields as nested values, one behind the other.</summary>
    private sealed class FieldByField<T> : IFactory, ICustomSerializer<T>
    {
        private static readonly FieldInfo[] s_fields = [.. Fields.AllOf(typeof(T)).Where(Fields.Travels)];
        private static readonly Part[] s_parts =
            [.. s_fields.Select(field => (Part)Activator.CreateInstance(typeof(Part<>).MakeGenericType(typeof(T), field.FieldType))!)];

        public CustomForm Form { get; } =
            new("fields", [.. s_fields.Select(field => field.FieldType)], value => [.. s_fields.Select(field => field.GetValue(value))], Make);

        public CustomSerializer Serializer => CustomSerializer.For(this);

        public IReadOnlyList<Type> NestedTypes => Form.Parts;

        public string Format => Form.Format;

        public void Write(ref WireWriter writer, T value)
        {
            for (int i = 0; i < s_parts.Length; i++)
                s_parts[i].Write(ref writer, s_fields[i].GetValue(value));
        }

        public T Read(ref WireReader reader)
        {
            object?[] values = new object?[s_parts.Length];
            for (int i = 0; i < values.Length; i++)
                values[i] = s_parts[i].Read(ref reader);
            return (T)Make(values);
        }

        private static object Make(object?[] values)
        {
            object made = RuntimeHelpers.GetUninitializedObject(typeof(T));
            for (int i = 0; i < values.Length; i++)
                s_fields[i].SetValue(made, values[i]);
            return made;
        }

        private abstract class Part
        {
            public abstract void Write(ref WireWriter writer, object? value);

            public abstract object? Read(ref WireReader reader);
        }

        private sealed class Part<TField> : Part
        {
            public override void Write(ref WireWriter writer, object? value) => writer.Write((TField)value!);

            public override object? Read(ref WireReader reader) => reader.Read<TField>();
        }
    }
}
