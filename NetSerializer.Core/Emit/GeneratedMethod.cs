using System.Reflection.Emit;

namespace NetSerializer.Emit;

/// <summary>
/// A static method before it is IL: signature, locals and instructions. The instructions go to <see cref="Sink"/> while the method is written, or are
/// recorded where there is none, for <see cref="BodyListing"/> and the tests. Families call others before their bodies exist, so recursion needs
/// nothing special.
/// </summary>
internal sealed class GeneratedMethod(string name, Type returnType, params (string Name, Type Type)[] parameters)
{
    private readonly List<Instruction> _instructions = [];
    private readonly List<Local> _locals = [];
    private readonly List<Label> _labels = [];

    public string Name { get; } = name;

    public Type ReturnType { get; } = returnType;

    public IReadOnlyList<Argument> Arguments { get; } = MakeArguments(parameters);

    public IReadOnlyList<Local> Locals => _locals;

    public IReadOnlyList<Label> Labels => _labels;

    public IReadOnlyList<Instruction> Instructions => _instructions;

    /// <summary>Statements are recorded too, for listings; otherwise instructions alone.</summary>
    public bool HasTexts { get; init; } = true;

    /// <summary>The purpose of the method, in the terms of the model. Messages about faulty code name it.</summary>
    public string Subject { get; init; } = name;

    /// <summary>Writes the body, which is not there yet; null when it is.</summary>
    public Action<GeneratedMethod>? Body { get; set; }

    /// <summary>Where instructions go while the method is written; null to record them.</summary>
    public IInstructionSink? Sink { get; set; }

    public void Append(Instruction instruction) => _instructions.Add(instruction);

    public void Append(InstructionKind kind, OpCode code, object? operand)
    {
        if (Sink is { } sink)
        {
            sink.Take(kind, code, operand);
        }
        else
        {
            Append(new Instruction(kind, code, operand));
        }
    }

    public Local AddLocal(string name, Type type)
    {
        // Names are for texts.
        int same = !HasTexts ? 0 : _locals.Count(local => local.Name == name || local.Name.StartsWith(name + "_", StringComparison.Ordinal));
        var local = new Local(same == 0 ? name : $"{name}_{same}", type, _locals.Count);
        _locals.Add(local);
        return local;
    }

    private static Argument[] MakeArguments((string Name, Type Type)[] parameters)
    {
        var arguments = new Argument[parameters.Length];
        for (int i = 0; i < arguments.Length; i++)
        {
            arguments[i] = new Argument(parameters[i].Name, parameters[i].Type, i);
        }
        return arguments;
    }

    public Label AddLabel(string name)
    {
        var label = new Label(HasTexts ? $"{name}{_labels.Count}" : name, _labels.Count);
        _labels.Add(label);
        return label;
    }
}
