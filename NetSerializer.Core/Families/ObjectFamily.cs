using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.ConstrainedExecution;
using NetSerializer.Emit;
using NetSerializer.Errors;
using NetSerializer.Families.Columns;
using NetSerializer.Languages;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Wire.Protocols;

namespace NetSerializer.Families;

/// <summary>User classes and structs: their fields, the fields of bounded size first. Framework types never come here.</summary>
internal sealed class ObjectFamily : TypeFamily
{
    public override TypeShape? Describe(Type type, ScanContext context)
    {
        if (type.IsPrimitive || type.IsEnum || type.IsArray || type.IsInterface || type.IsPointer || type.IsByRef || type == typeof(void)
            || type == typeof(ValueType) || type == typeof(Enum) || type == typeof(Array))
        {
            return null;
        }
        if (type.IsAbstract && (CollectionCatalogue.FindBase(type) != null || typeof(Exception).IsAssignableFrom(type)))
        {
            // A base class of collections or exceptions has no instances, and fields alone do not hold the instances of derived classes.
            return null;
        }
        if (typeof(Delegate).IsAssignableFrom(type))
        {
            context.Problem(ErrorCode.TypeNotSupported, $"{TypeNames.Display(type)} is a delegate: code does not travel. {context.OmissionSentence}");
            return null;
        }
        if (FSharpTypes.IsCode(type))
        {
            context.Problem(ErrorCode.TypeNotSupported,
                $"{TypeNames.Display(type)} is a function, or work that has not run: code does not travel. {context.OmissionSentence}");
            return null;
        }
        if (type.IsByRefLike)
        {
            context.Problem(ErrorCode.TypeNotSupported,
                $"{TypeNames.Display(type)} lives on the stack only (a ref struct). Hold an array or a class of your own, and {context.Omission}");
            return null;
        }
        // Before its mark is asked for, which would not help.
        if (type.IsValueType && type.IsDefined(typeof(InlineArrayAttribute), false) && !MemberSelector.IsFrameworkType(type))
        {
            context.Problem(ErrorCode.TypeNotSupported, $"{TypeNames.Display(type)} is an inline array; use an array.");
            return null;
        }
        bool isAdmitted = AdmitsAll(type, null, context);
        if (!isAdmitted && (MemberSelector.IsFrameworkType(type) || !context.IsMarked(type)))
        {
            return null;
        }
        if (type.IsValueType && RawStructFamily.IsUnion(type))
        {
            context.Problem(ErrorCode.TypeNotSupported,
                $"{TypeNames.Display(type)} is a union (explicit layout with overlapping fields). It can only travel as a copy of its memory, which takes "
                    + "members that accept every bit pattern (numbers) and cover every byte: no references, no bool, no gaps. "
                    + $"Give it {Cures.Serializer}.");
            return null;
        }
        // The cases of a union come along with it: there are no others.
        foreach (Type unionCase in isAdmitted ? FSharpTypes.Cases(type) : [])
        {
            context.Implies(unionCase);
        }
        // Where a base is refused, the members of the other levels may have problems of their own.
        List<Type> levels = MemberSelector.Levels(type);
        if (!isAdmitted)
        {
            levels = levels.FindAll(level => !MemberSelector.IsFrameworkType(level) && context.IsMarked(level));
        }
        IReadOnlyList<FieldInfo> fields = MemberSelector.Select(levels, context);
        return type.IsAbstract
            ? null
            : new TypeShape(type, this, KeywordOf(type, context), type.IsValueType ? NullForm.None : NullForm.Presence)
            {
                Slots = SlotShape.OfMembers(fields),
                BoundedFirst = isAdmitted,
                IsSumOfSlots = true,
                Callbacks = Callbacks.Find(type, context),
                IsReplaced = ObjectData.IsReplaced(type),
            };
    }

    private static string KeywordOf(Type type, ScanContext context) =>
        !type.IsValueType ? "class" : ColumnStructs.Is(type, context) ? ColumnStructs.Keyword : "struct";

    public override ReadForm ReadForm(TypePlan plan) => plan.Type.IsValueType ? Families.ReadForm.ByReference : Families.ReadForm.Fill;

    public override void EmitWrite(WriteEmitter e, TypePlan plan, Place value)
    {
        Place written = CallbackCode.Serializing(e, plan, value);
        e.Members(plan.Slots, i => written.Field(plan.Slots[i].Shape.Field!));
    }

    public override void EmitRead(ReadEmitter e, TypePlan plan, Place destination)
    {
        Local? mark = plan.Type.IsValueType && plan.Shape.IsReplaced ? e.LoadMark() : null;
        CallbackCode.BodyBegins(e, plan, destination);
        if (FSharpTypes.Tag(plan.Type) is { } tag)
        {
            ReadUnion(e, plan, destination, tag.Field, tag.Cases);
        }
        else
        {
            e.Fields(plan.Slots, destination);
        }
        CallbackCode.BodyEnds(e, plan, destination);
        if (mark != null)
        {
            e.ReplaceInPlace(plan.Type, destination, mark);
        }
    }

    // Nothing but the compiler of F# writes the field that has the number of the case, and its programs rely on that.
    private static void ReadUnion(ReadEmitter e, TypePlan plan, Place destination, FieldInfo tag, string cases)
    {
        BodyWriter il = e.Il;
        Local item = il.NewLocal("item", typeof(long));
        e.Statement("long item = r.Position(ref p);");
        e.CallAt(KnownMembers.Method(typeof(WireReader), nameof(WireReader.Position)));
        il.Store(item);
        e.Members(plan.Slots, i => destination.Field(plan.Slots[i].Shape.Field!));
        e.Statement($"r.RequireCase(ref p, {destination.Text}.{tag.Name}, cases, item);");
        e.CallAt(
            KnownMembers.Method(typeof(WireReader), nameof(WireReader.RequireCase)), destination.Field(tag).Load, () => il.Constant(cases), () =>
                il.Load(item));
    }

    /// <summary>
    /// Whether objects of the class and its bases, down to <paramref name="content"/> if that is given, may travel by their fields. Reports why not, of
    /// each of them, but of several of the framework once.
    /// </summary>
    public static bool AdmitsAll(Type type, Type? content, ScanContext context)
    {
        bool all = true, isFrameworkRefused = false;
        foreach (Type level in MemberSelector.Levels(type, content))
        {
            if (!(isFrameworkRefused && MemberSelector.IsFrameworkType(level)) && !Admits(level, type, context))
            {
                all = false;
                isFrameworkRefused |= MemberSelector.IsFrameworkType(level);
            }
        }
        return all;
    }

    /// <summary>
    /// Whether objects of the class <paramref name="level"/>, which is <paramref name="type"/> or a base of it, may travel by their fields. Reports
    /// why not.
    /// </summary>
    private static bool Admits(Type level, Type type, ScanContext context)
    {
        if (MemberSelector.IsFrameworkType(level))
        {
            if (IsPlainBase(level))
            {
                return true;
            }
            context.Problem(ErrorCode.TypeNotSupported, FrameworkText(type, context));
            return false;
        }
        // A reference that lies over another one of a different type would be set by bytes to an object that it must not refer to.
        if (level is { IsClass: true, IsExplicitLayout: true } && RawStructFamily.IsUnion(level))
        {
            context.Problem(ErrorCode.TypeNotSupported,
                $"{TypeNames.Display(level)} is a class with overlapping fields (a union), of which each would overwrite another. Hold a struct of numbers in "
                    + $"it that is the union, or give it {Cures.Serializer}.");
            return false;
        }
        if (!context.IsMarked(level))
        {
            ReportUnmarked(level, type, context);
            return false;
        }
        return true;
    }

    /// <summary>Reports that a class, which is <paramref name="type"/> or a base of it, is not marked.</summary>
    public static void ReportUnmarked(Type level, Type type, ScanContext context)
    {
        const string admit = $"or admit it with {nameof(SerializerOptions)}.{nameof(SerializerOptions.TypeFilter)}.";
        string name = TypeNames.Display(level), derived = level == type ? "" : $", the base of {TypeNames.Display(type)},",
            mark = SourceLanguages.Attribute(level, "Serializable");
        string text =
            Cures.OfGenerated(level) is { } generated
                ? $"was made at run time, as proxies and mocks are, and nobody can mark it {mark}: {generated}, {admit}"
            : !CompilerMade.Is(level) ? $"is not marked {mark}. Mark it, {admit}"
            : CompilerMade.IsAnonymous(level)
                ? $"is an anonymous type, which nobody can mark {mark}. Declare a {DataType(level)} in its place, {admit}"
            : CompilerMade.IsEnumeration(level)
                ? $"was made by the compiler for elements that are enumerated, and nobody can mark it {mark}. Hold a list or array of the elements "
                    + "(ToList, ToArray) in its place."
            : $"was made by the compiler, and nobody can mark it {mark}. Hold what is in it in a class of your own, {admit}";
        context.Problem(ErrorCode.TypeNotSerializable, $"{name}{derived} {text}");
    }

    // Visual Basic has no records.
    private static string DataType(Type type) => SourceLanguages.Of(type) == SourceLanguage.VisualBasic ? "class" : "record";

    // Framework classes that programs derive from, with no fields and so nothing that could be lost; BinaryFormatter takes them as well.
    private static bool IsPlainBase(Type level) =>
        level == typeof(EventArgs) || level == typeof(Attribute)
            || (level.IsGenericType && level.GetGenericTypeDefinition() is var definition
                && (definition == typeof(Comparer<>) || definition == typeof(EqualityComparer<>)));

    // Of a framework type that is derived from others the first one says nothing: streams and much else are derived from MarshalByRefObject.
    private static string FrameworkText(Type type, ScanContext context)
    {
        Type framework = type;
        while (!MemberSelector.IsFrameworkType(framework))
        {
            framework = framework.BaseType!;
        }
        string name = TypeNames.Display(framework);
        if (framework != type)
        {
            bool hasFields = MemberSelector.Levels(framework).Any(level => MemberSelector.DataFields(level).Any());
            return $"{name}, the base of {TypeNames.Display(type)}, is a framework type without a wire form of its own"
                + (hasFields ? ", and its private fields are no contract" : "")
                + $". Derive from a class of your own, or give {TypeNames.Display(type)} {Cures.Serializer}.";
        }
        (string reason, string content) =
            typeof(Stream).IsAssignableFrom(type) ? ("is a stream: its data are outside of the value", "the bytes that are to travel (byte[])")
            : typeof(TextReader).IsAssignableFrom(type) || typeof(TextWriter).IsAssignableFrom(type)
                ? ("reads or writes something outside of the value", "the text that is to travel (string)")
            : typeof(Task).IsAssignableFrom(type) || type == typeof(ValueTask) || (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(ValueTask<>))
                ? ("is work that is going on here", "its result")
            : typeof(Thread).IsAssignableFrom(type) || typeof(Timer).IsAssignableFrom(type) || typeof(WaitHandle).IsAssignableFrom(type)
                || typeof(CriticalFinalizerObject).IsAssignableFrom(type) ? ("belongs to this process", "the values that it was made of")
            : ("is a framework type without a wire form of its own, and its private fields are no contract", "its content");
        string omission = context.Omission;
        bool isElsewhere = omission.StartsWith("remove", StringComparison.Ordinal) || omission.StartsWith("leave", StringComparison.Ordinal);
        return $"{name} {reason}. Give it {Cures.Serializer}, or hold {content} in members of your own, {(isElsewhere ? "and" : "or")} {omission}";
    }
}
