using System.ComponentModel;
using System.Reflection;
using System.Runtime.CompilerServices;
using NetSerializer.Planning;
using NetSerializer.Wire.Protocols;

namespace NetSerializer.Schema.Reading;

/// <summary>The values of members that the writer did not have: as [OnDeserializing] leaves them, else those of [DefaultValue].</summary>
internal sealed class AddedMembers
{
    private readonly TypePlan _plan;
    private readonly object? _context;
    private readonly object?[] _defaults;

    private AddedMembers(TypePlan plan, object? context, FieldInfo[] fields)
    {
        (_plan, _context, Fields) = (plan, context, fields);
        _defaults = [.. fields.Select(Default)];
    }

    /// <summary>The fields, in the order of the model's plan.</summary>
    public IReadOnlyList<FieldInfo> Fields { get; }

    private bool HasCallbacks => _plan.Shape.Callbacks is { Deserializing.IsEmpty: false };

    /// <summary>Whether one of the members has a default other than that of its type.</summary>
    public static bool HaveDefaults(IEnumerable<FieldInfo> fields) => fields.Any(field => Default(field) != null);

    /// <summary>Null where all added members have the default of their type.</summary>
    public static AddedMembers? Of(TypePlan plan, object? context, FieldInfo[] fields)
    {
        var added = new AddedMembers(plan, context, fields);
        return fields.Length > 0 && (added.HasCallbacks || added._defaults.Any(value => value != null)) ? added : null;
    }

    /// <summary>The values for one object. Callbacks run on an object that is thrown away.</summary>
    public object?[] Values(long offset)
    {
        if (!HasCallbacks)
        {
            return _defaults;
        }
        object sample = RuntimeHelpers.GetUninitializedObject(_plan.Type);
        // A finalizer knows nothing of an object that no constructor has seen.
        GC.SuppressFinalize(sample);
        try
        {
            foreach (MethodInfo callback in _plan.Shape.Callbacks!.Deserializing)
            {
                callback.Invoke(sample, BindingFlags.DoNotWrapExceptions, null, [UserCode.StreamingContext(_context)], null);
            }
        }
        catch (Exception failure) when (UserCode.IsOfUser(failure))
        {
            throw UserCode.Failed(failure, _plan.Type, offset);
        }
        return [.. Fields.Select((field, i) => IsLeft(field.GetValue(sample), _defaults[i]) ? _defaults[i] : field.GetValue(sample))];
    }

    private static object? Default(FieldInfo field) =>
        (field.GetCustomAttribute<DefaultValueAttribute>() ?? FormerNames.PropertyOf(field)?.GetCustomAttribute<DefaultValueAttribute>())?.Value;

    // The callbacks have left a member as it was, and it has a default of its own.
    private static bool IsLeft(object? value, object? defaultValue) => defaultValue != null
        && (value == null || (value.GetType() is { IsValueType: true } type && value.Equals(RuntimeHelpers.GetUninitializedObject(type))));
}
