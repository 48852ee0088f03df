namespace NetSerializer.Languages;

/// <summary>The language that a message speaks: that of the type it is about.</summary>
internal enum SourceLanguage
{
    CSharp,
    FSharp,
    VisualBasic,
}
