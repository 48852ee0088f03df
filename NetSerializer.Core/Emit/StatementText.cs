using System.Runtime.CompilerServices;
using System.Text;

namespace NetSerializer.Emit;

/// <summary>Writes statements into a method.</summary>
internal interface IStatementWriter
{
    /// <summary>The method keeps the texts of its statements.</summary>
    bool HasTexts { get; }
}

/// <summary>
/// An interpolated text for <see cref="BodyWriter.Statement(ref StatementText)"/>. Only where it is kept are its parts asked for and put together:
/// nobody sees the texts of a model that is not listed.
/// </summary>
[InterpolatedStringHandler]
internal readonly ref struct StatementText
{
    private readonly StringBuilder? _text;

    public StatementText(int literalLength, int formattedCount, IStatementWriter writer, out bool isKept)
    {
        isKept = writer.HasTexts;
        _text = isKept ? new StringBuilder(literalLength + formattedCount * 16) : null;
    }

    public void AppendLiteral(string text) => _text!.Append(text);

    public void AppendFormatted(string? text) => _text!.Append(text);

    public void AppendFormatted(Type type) => _text!.Append(OperandText.Name(type));

    public void AppendFormatted(int number) => _text!.Append(number);

    public void AppendFormatted(uint number) => _text!.Append(number);

    public void AppendFormatted(long number) => _text!.Append(number);

    public void AppendFormatted(object? value) => _text!.Append(value);

    /// <summary>Null where it is not kept.</summary>
    public override string? ToString() => _text?.ToString();
}
