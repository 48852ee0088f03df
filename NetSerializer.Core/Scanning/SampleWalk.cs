using System.Collections;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text;
using NetSerializer.Languages;

namespace NetSerializer.Scanning;

/// <summary>The types of the objects of some values. Of classes of the framework it looks at the values of public members.</summary>
internal sealed class SampleWalk
{
    private const BindingFlags Declared = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    private readonly HashSet<Type> _types = [];
    private readonly HashSet<object> _seen = new(ReferenceEqualityComparer.Instance);
    // No recursion: a sample can be as deep as any value.
    private readonly Stack<object> _pending = new();

    public IReadOnlyCollection<Type> Find(IEnumerable<object?> values)
    {
        foreach (object? value in values)
        {
            Push(value);
        }
        while (_pending.TryPop(out object? value))
        {
            Visit(value);
        }
        return _types;
    }

    private void Push(object? value)
    {
        if (value is null or string or Delegate or Pointer || value.GetType().IsPrimitive || FSharpTypes.IsCode(value.GetType()))
        {
            return;
        }
        if (value is ValueType || _seen.Add(value))
        {
            _pending.Push(value);
        }
    }

    private void Visit(object value)
    {
        Type type = value.GetType();
        if (NameOf(value) is { } name)
        {
            _types.Add(name);
        }
        bool isOfFSharp = FSharpTypes.IsCollection(type);
        foreach (Type level in MemberSelector.Levels(type)
            .Where(level => !level.IsArray && !level.IsEnum && !isOfFSharp && !MemberSelector.IsFrameworkType(level)))
        {
            foreach (FieldInfo field in level.GetFields(Declared))
            {
                if ((field.Attributes & MemberSelector.NotSerialized) == 0 && !field.FieldType.IsPointer)
                {
                    Push(field.GetValue(value));
                }
            }
        }
        if (isOfFSharp || MemberSelector.Levels(type).Any(MemberSelector.IsFrameworkType))
        {
            VisitContent(value);
        }
    }

    private void VisitContent(object value)
    {
        switch (value)
        {
            case ITuple items:
                for (int i = 0; i < items.Length; i++)
                {
                    Push(items[i]);
                }
                break;
            case DictionaryEntry entry:
                Push(entry.Key);
                Push(entry.Value);
                break;
            case Exception exception:
                Push(exception.InnerException);
                PushAll(exception.Data);
                PushAll(exception is AggregateException aggregate ? aggregate.InnerExceptions : []);
                break;
            case Array array when !(array.GetType().GetElementType()!.IsPrimitive):
            case IEnumerable and not Array:
                PushAll((IEnumerable)value);
                break;
            default:
                if (IsPair(value.GetType()))
                {
                    Push(value.GetType().GetProperty("Key")!.GetValue(value));
                    Push(value.GetType().GetProperty("Value")!.GetValue(value));
                }
                break;
        }
    }

    private void PushAll(IEnumerable values)
    {
        foreach (object? value in values)
        {
            // The pairs of a table are no values of their own.
            if (value is DictionaryEntry || (value != null && values is not object[] && IsPair(value.GetType())))
            {
                VisitContent(value);
            }
            else
            {
                Push(value);
            }
        }
    }

    private static bool IsPair(Type type) => type.IsGenericType && type.GetGenericTypeDefinition() == typeof(KeyValuePair<,>);

    // Objects of the framework can be of classes that no program can name: then the nearest base that it can. The list that the compiler makes of a
    // collection expression travels as an array.
    private static Type? NameOf(object value)
    {
        if (Wire.CollectionExpressions.Find(value) is { } array)
        {
            return array.GetType();
        }
        if (value is Type or Encoding)
        {
            return value is Type ? typeof(Type) : typeof(Encoding);
        }
        Type? type = value.GetType();
        while (type != null && IsHidden(type) && MemberSelector.IsFrameworkType(type))
        {
            type = type.BaseType;
        }
        return type == typeof(object) && value.GetType() != type ? null : type;
    }

    private static bool IsHidden(Type type) => !(type.IsConstructedGenericType ? type.GetGenericTypeDefinition() : type).IsVisible && !type.IsArray;
}
