using System.Collections;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace NetSerializer.Tests.Streams;

/// <summary>The memory of a tree of objects in bytes, as the allocator counts it: an upper bound, since the padding of classes is not known.</summary>
internal static class ObjectSizes
{
    private const int Header = 16;

    public static long Of(object? value)
    {
        if (value == null)
        {
            return 0;
        }
        Type type = value.GetType();
        if (value is string text)
        {
            return text.Length == 0 ? 0 : Align(22 + (2L * text.Length));
        }
        if (value is Array array)
        {
            Type element = type.GetElementType()!;
            long self = Align(Header + 8 + (array.Rank > 1 ? 8L * array.Rank : 0) + ((long)array.Length * Size(element)));
            return self + (!element.IsPrimitive && !element.IsEnum ? array.Cast<object?>().Sum(item => element.IsValueType ? Referenced(item!) : Of(item)) : 0);
        }
        return Align(Header + FieldBytes(type)) + Referenced(value);
    }

    private static long Referenced(object value)
    {
        long size = 0;
        for (Type? level = value.GetType(); level != null && level != typeof(object); level = level.BaseType)
        {
            foreach (FieldInfo field in level.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
            {
                object? member = field.GetValue(value);
                bool isShared = member is IEqualityComparer or IEqualityComparer<int> or Type;
                size += member == null || isShared || field.FieldType.IsPrimitive || field.FieldType.IsEnum
                    ? 0 : field.FieldType.IsValueType ? Referenced(member) : Of(member);
            }
        }
        return size;
    }

    private static long FieldBytes(Type type)
    {
        if (type.IsValueType)
        {
            return Size(type);
        }
        long size = 0;
        for (Type? level = type; level != null && level != typeof(object); level = level.BaseType)
        {
            size = Align(size + level.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly)
                .Sum(field => Size(field.FieldType)));
        }
        return Math.Max(8, size);
    }

    private static long Size(Type type) => type.IsValueType ? RuntimeHelpers.SizeOf(type.TypeHandle) : nint.Size;

    private static long Align(long size) => (size + 7) & ~7L;
}
