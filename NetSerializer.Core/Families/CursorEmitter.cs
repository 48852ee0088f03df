using System.Reflection;
using System.Runtime.CompilerServices;
using NetSerializer.Emit;

namespace NetSerializer.Families;

/// <summary>One method under construction, whose first two arguments are the writer or reader and the cursor, and the calls that hand these on.</summary>
internal abstract class CursorEmitter(MethodSet methods, GeneratedMethod method) : IStatementWriter
{
    public BodyWriter Il { get; } = new(method);

    public MethodSet Methods => methods;

    public SerializerOptions Options => methods.Table.Options;

    /// <summary>The method has counted a level of depth, which every way out gives back.</summary>
    public bool IsCounted { get; set; }

    public bool HasTexts => Il.HasTexts;

    /// <inheritdoc cref="BodyWriter.Statement(string)"/>
    public void Statement(string text) => Il.Statement(text);

    /// <inheritdoc cref="BodyWriter.Statement(string)"/>
    public void Statement([InterpolatedStringHandlerArgument("")] ref StatementText text) => Il.Statement(text.ToString());

    /// <summary>p = ref target(ref w, ref p, arguments...), for static methods and for methods of the writer or reader.</summary>
    public void CallAdvancing(MethodInfo target, params Action[] arguments)
    {
        CallAt(target, arguments);
        Il.Store(Il.Argument(1));
    }

    /// <inheritdoc cref="CallAdvancing(MethodInfo, Action[])"/>
    public void CallAdvancing(GeneratedMethod target, params Action[] arguments)
    {
        LoadBoth();
        Load(arguments);
        Il.Call(target);
        Il.Store(Il.Argument(1));
    }

    /// <summary>Calls a method that does not move the cursor: w.target(ref p, arguments...).</summary>
    public void CallAt(MethodInfo target, params Action[] arguments)
    {
        LoadBoth();
        Load(arguments);
        Il.Call(target);
    }

    /// <summary>Calls a method that knows nothing of the cursor: w.target(arguments...).</summary>
    public void CallPlain(MethodInfo target, params Action[] arguments)
    {
        Il.Load(Il.Argument(0));
        Load(arguments);
        Il.Call(target);
    }

    /// <summary>Calls a method of a struct in a local that reads or writes for itself: part.target(ref w, ref p, arguments...).</summary>
    public void CallPartAt(Local part, MethodInfo target, params Local[] arguments)
    {
        Il.LoadAddress(part);
        CallAt(target, [.. arguments.Select(argument => (Action)(() => Il.Load(argument)))]);
    }

    private void LoadBoth()
    {
        Il.Load(Il.Argument(0));
        Il.Load(Il.Argument(1));
    }

    private static void Load(Action[] arguments)
    {
        foreach (Action argument in arguments)
        {
            argument();
        }
    }
}
