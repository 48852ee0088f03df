using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Xml.Linq;
using Microsoft.Build.Framework;

/// <summary>
/// A task of the build: keeps the entries of public types and members in an XML documentation file. The compiler writes those of internal ones as well,
/// which no program can name.
/// </summary>
public sealed class PublicDocumentation : Microsoft.Build.Utilities.Task
{
    private const BindingFlags Declared = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance | BindingFlags.DeclaredOnly;

    /// <summary>The path of the assembly, which must load in the process of the build.</summary>
    [Required]
    public string AssemblyFile { get; set; }

    /// <summary>The path of the documentation file, which is changed.</summary>
    [Required]
    public string DocumentationFile { get; set; }

    public override bool Execute()
    {
        // From memory, so that the process keeps no file open.
        Type[] types = Assembly.Load(File.ReadAllBytes(AssemblyFile)).GetExportedTypes();
        var ids = new HashSet<string>(types.Select(type => "T:" + NameOf(type)).Concat(types.SelectMany(type => type.GetMembers(Declared)).Select(IdOf)));
        XDocument document = XDocument.Load(DocumentationFile, LoadOptions.PreserveWhitespace);
        document.Descendants("member").Where(member => !ids.Contains(member.Attribute("name").Value)).Remove();
        document.Save(DocumentationFile, SaveOptions.DisableFormatting);
        return true;
    }

    /// <summary>The id of a member that derived classes or everybody can see; otherwise an empty one.</summary>
    private static string IdOf(MemberInfo member)
    {
        switch (member)
        {
            case FieldInfo field when field.IsPublic || field.IsFamily || field.IsFamilyOrAssembly:
                return $"F:{NameOf(field.DeclaringType)}.{field.Name}";
            case PropertyInfo property when property.GetAccessors(true).Any(IsVisible):
                return $"P:{NameOf(property.DeclaringType)}.{property.Name}{Parameters(property.GetIndexParameters())}";
            case MethodBase method when IsVisible(method):
                string arity = method.IsGenericMethod ? $"``{method.GetGenericArguments().Length}" : "";
                return $"M:{NameOf(method.DeclaringType)}.{method.Name.Replace('.', '#')}{arity}{Parameters(method.GetParameters())}";
            default:
                return "";
        }
    }

    private static bool IsVisible(MethodBase method) => method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly;

    private static string Parameters(ParameterInfo[] parameters) =>
        parameters.Length == 0 ? "" : $"({string.Join(",", parameters.Select(parameter => NameOf(parameter.ParameterType)))})";

    private static string NameOf(Type type)
    {
        if (type.IsGenericParameter)
        {
            return (type.DeclaringMethod == null ? "`" : "``") + type.GenericParameterPosition;
        }
        if (type.HasElementType)
        {
            return NameOf(type.GetElementType()) + (type.IsByRef ? "@" : type.IsPointer ? "*" : "[]");
        }
        return type.IsGenericType && !type.IsGenericTypeDefinition
            ? $"{NameOf(type.GetGenericTypeDefinition()).Split('`')[0]}{{{string.Join(",", type.GetGenericArguments().Select(NameOf))}}}"
            : type.FullName.Replace('+', '.');
    }
}
