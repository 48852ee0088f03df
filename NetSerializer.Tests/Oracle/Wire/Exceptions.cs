using System.Collections;
using System.Net.Mail;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using System.Xml;
using System.Xml.Schema;
using System.Xml.XPath;
using System.Xml.Xsl;
using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>Section 5c.</summary>
internal static class Exceptions
{
    private const BindingFlags Instance = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;
    private const int MostPairs = 256;
    private static readonly StreamingContext Context = new(StreamingContextStates.All);
    private static readonly string[] Texts = ["Message", "HelpURL", "Source", "StackTraceString", "RemoteStackTraceString"];
    /// <summary>The entries that have a place of their own, or are not sent.</summary>
    public static readonly string[] Common =
        [.. Texts, "HResult", "InnerException", "Data", "ClassName", "RemoteStackIndex", "ExceptionMethod", "WatsonBuckets"];

    public static void Write(OracleOutput output, ExceptionShape shape, Exception value)
    {
        output.Begin(value);
        var info = new SerializationInfo(shape.Type, new FormatterConverter());
        value.GetObjectData(info, Context);
        foreach (string name in Texts)
            Strings.Write(output, info.GetString(name));
        output.Fixed((uint)info.GetInt32("HResult"), 4);
        object? inner = info.GetValue("InnerException", typeof(Exception));
        bool isFirst = value is AggregateException { InnerExceptions: [var first, ..] } && first == inner;
        Slots.Write(output, shape.Inner, isFirst ? null : inner);
        var data = (IDictionary?)info.GetValue("Data", typeof(IDictionary));
        Varints.Write(output, data is null ? 0 : (ulong)data.Count + 1);
        foreach (DictionaryEntry pair in data ?? new Hashtable())
        {
            Slots.Write(output, shape.Key, pair.Key);
            Slots.Write(output, shape.Value, pair.Value);
        }

        ObjectEntries.WriteAll(output, [.. ObjectEntries.Of(info).Where(entry => !Common.Contains(entry.Name))], shape.Value);
        foreach ((FieldInfo field, Slot slot) in shape.Members)
            Slots.Write(output, slot, field.GetValue(value));
    }

    public static object Read(OracleInput input, ExceptionShape shape)
    {
        var instance = (Exception)RuntimeHelpers.GetUninitializedObject(shape.Type);
        // One that names another in its place does so when it is whole.
        if (RealObjects.AreNamedBy(shape.Type))
            input.Numbers.ExpectNone();
        else
            input.Numbers.Made(instance);
        input.Begin(instance);
        string?[] texts = [.. Texts.Select(_ => Strings.Read(input))];
        int result = (int)(uint)input.Fixed(4);
        var inner = (Exception?)Slots.Read(input, shape.Inner);
        List<(object Key, object? Value)>? data = ReadData(input, shape);
        int start = input.Position;
        SerializationInfo info = ObjectEntries.ReadAll(input, shape.Type, shape.Value);
        if (ObjectEntries.Of(info).Any(entry => Common.Contains(entry.Name)))
            throw input.Reject(RejectionCode.StringFormNotCanonical, start, "an entry that has a place of its own");
        var members = new List<(FieldInfo Field, object? Value)>();
        foreach ((FieldInfo field, Slot slot) in shape.Members)
        {
            members.Add((field, Slots.Read(input, slot)));
            field.SetValue(instance, members[^1].Value);
        }

        int end = input.Position;
        input.AtEnd(() =>
        {
            RequireSound(input, shape.Type, info, inner, end);
            if (instance is AggregateException && Entry(info, "InnerExceptions") is Exception[] { Length: > 0 } all)
                inner = all[0];
            for (int i = 0; i < Texts.Length; i++)
                info.AddValue(Texts[i], texts[i], typeof(string));
            info.AddValue("HResult", result);
            info.AddValue("InnerException", inner, typeof(Exception));
            info.AddValue("Data", data is null ? null : Table(input, data, end), typeof(IDictionary));
            ConstructorInfo constructor = Constructor(shape.Type);
            ObjectEntries.Construct(input, instance, constructor, info, end);
            foreach ((FieldInfo field, object? value) in members.Where(member => !member.Field.DeclaringType!.IsSubclassOf(constructor.DeclaringType!)))
                field.SetValue(instance, value);
        });
        input.End(instance);
        return instance;
    }

    private static object? Entry(SerializationInfo info, string name) => ObjectEntries.Of(info).FirstOrDefault(entry => entry.Name == name).Value;

    private static void RequireSound(OracleInput input, Type type, SerializationInfo info, Exception? inner, int position)
    {
        bool isSound = true;
        if (type.IsAssignableTo(typeof(AggregateException)))
            isSound = inner is null && !(Entry(info, "InnerExceptions") is Exception[] all && all.Contains(null));
        else if (type.IsAssignableTo(typeof(SmtpFailedRecipientsException)))
            isSound = Entry(info, "innerExceptions") is not (null or Exception[] and [null, ..]);
        else if (type.IsAssignableTo(typeof(XmlException)) || type.IsAssignableTo(typeof(XmlSchemaException)) || type.IsAssignableTo(typeof(XPathException))
            || type.IsAssignableTo(typeof(XsltException)))
            isSound = Entry(info, "version") is not null;
        if (!isSound)
            throw input.Reject(RejectionCode.UserCodeFailed, position, $"what no {type} has");
    }

    private static List<(object Key, object? Value)>? ReadData(OracleInput input, ExceptionShape shape)
    {
        int start = input.Position;
        ulong head = Varints.Read(input, 32);
        if (head == 0)
            return null;
        int count = Varints.CheckLength(input, head - 1, start);
        input.Announce(2L * count, start);
        if (count > MostPairs)
            throw input.Reject(RejectionCode.TooManyElements, start, $"{count} pairs");
        var pairs = new List<(object, object?)>();
        for (int i = 0; i < count; i++)
        {
            int item = input.Position;
            object key = Slots.Read(input, shape.Key) ?? throw input.Reject(RejectionCode.KeyNull, item, "a null key");
            pairs.Add((key, Slots.Read(input, shape.Value)));
        }

        return pairs;
    }

    private static IDictionary Table(OracleInput input, List<(object Key, object? Value)> pairs, int position)
    {
        IDictionary table = new Exception().Data;
        foreach ((object key, object? value) in pairs)
        {
            if (table.Contains(key))
                // an exception that is not complete cannot be printed
                throw input.Reject(RejectionCode.UserCodeFailed, position, $"a key of type {key.GetType()} again");
            table.Add(key, value);
        }

        return table;
    }

    /// <summary>That of the most derived class that has one.</summary>
    public static ConstructorInfo Constructor(Type type) =>
        type.GetConstructor(Instance | BindingFlags.DeclaredOnly, [typeof(SerializationInfo), typeof(StreamingContext)]) ?? Constructor(type.BaseType!);
}
