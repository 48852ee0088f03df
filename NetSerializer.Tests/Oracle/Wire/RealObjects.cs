using System.Runtime.Serialization;
using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>docs/object-model.md, IObjectReference: objects that name another one to stand in their place.</summary>
internal static class RealObjects
{
    private const int MostTimes = 100;
    private static readonly StreamingContext Context = new(StreamingContextStates.All);

    /// <summary>The objects of the type are no objects of the value: what they name is.</summary>
    public static bool AreNamedBy(Type type) => !type.IsValueType && type.IsAssignableTo(typeof(IObjectReference));

    /// <summary>The body of a type, or what the object that it makes names, which must fit where it stands.</summary>
    public static object? Read(OracleInput input, Type type, Type declared)
    {
        int mark = input.Waiting;
        object? made = Bodies.Read(input, type);
        // A struct has been asked already; that it may stand there says no more than that another object may name itself so. What a custom serializer
        // gives is what it means.
        if (made is null or not IObjectReference || input.Model.IsCustom(type))
            return made;
        object? real = made;
        if (AreNamedBy(made.GetType()))
        {
            // Its holder needs what it names now, and that may be made of anything in it.
            input.CompleteFrom(mark);
            real = Ask(input, made);
        }

        return declared.IsInstanceOfType(real)
            ? real : throw input.Reject(RejectionCode.TypeIdNotAdmitted, input.Position, $"a {type} names a {real?.GetType()} where a {declared} is declared");
    }

    /// <summary>A boxed struct, or the one that it names.</summary>
    public static object ReadStruct(OracleInput input, object made, int mark)
    {
        if (made is not IObjectReference)
            return made;
        input.CompleteFrom(mark);
        object? real = Ask(input, made);
        return real?.GetType() == made.GetType()
            ? real : throw input.Reject(RejectionCode.TypeIdNotAdmitted, input.Position, $"a {made.GetType()} names a {real?.GetType()}");
    }

    private static object? Ask(OracleInput input, object made)
    {
        object? real = made;
        for (int i = 0; real is IObjectReference reference; i++)
        {
            if (i > MostTimes)
                throw input.Reject(RejectionCode.UserCodeFailed, input.Position, "another object each time");
            object? next;
            try
            {
                next = reference.GetRealObject(Context);
            }
            catch (Exception failure)
            {
                throw input.Reject(RejectionCode.UserCodeFailed, input.Position, failure.Message);
            }

            if (ReferenceEquals(next, real) || (next is ValueType && next.GetType() == real.GetType()))
                return next;
            real = next;
        }

        return real;
    }
}
