using NetSerializer.Errors;
using NetSerializer.Trees;
using NetSerializer.Wire.Protocols;

namespace NetSerializer.Schema.Reading;

/// <summary>A part of a tree that a function of the user turns into a value, once.</summary>
internal sealed class ConvertedPart(ResolvedModel model, ResolvedConversion resolved, object from) : WireLate(resolved.From)
{
    private readonly SchemaConversion _conversion = (SchemaConversion)resolved.Code;
    private bool _hasBegun;
    private bool _isMade;
    private object? _value;

    public override object? Value
    {
        get
        {
            if (!_isMade)
            {
                if (_hasBegun)
                {
                    throw new MalformedDataException(ErrorCode.ReferenceIncomplete,
                        $"A {resolved.From} inside its own content cannot be turned into a {resolved.To}.", MalformedDataException.NoOffset);
                }
                _hasBegun = true;
                _value = Make();
                _isMade = true;
            }
            return _value;
        }
    }

    private object? Make()
    {
        object value = from.GetType() == _conversion.From ? from : _conversion.Read(model, TreeWriter.Write(model.Core, from));
        try
        {
            return _conversion.Convert(value);
        }
        catch (Exception failure) when (UserCode.IsOfUser(failure))
        {
            throw new MalformedDataException(ErrorCode.UserCodeFailed,
                $"The {nameof(SchemaConversion)} from {TypeNames.Display(_conversion.From)} to {TypeNames.Display(_conversion.To)} threw "
                    + $"{TypeNames.Display(failure.GetType())}: {failure.Message}", MalformedDataException.NoOffset, innerException: failure);
        }
    }
}
