using System.Reflection;
using NUnit.Framework;

namespace NetSerializer.Tests.Structure;

/// <summary>All static state of the library, and why each piece of it is safe with any number of threads and models.</summary>
public class StaticStateTests
{
    private const string Immutable = "assigned once, of an immutable type";
    private const string ReadOnly = "a table filled by the static constructor and only read after";
    private const string Metadata = "reflection objects: immutable, and owned by the runtime";

    private static readonly Dictionary<string, string> s_reasons = new()
    {
        ["Serializer.s_lock"] = "the lock of Initialize",
        ["Serializer.s_state"] = "volatile, set once under the lock to an immutable object",
        ["SerializerLimits.<Default>k__BackingField"] = Immutable,
        ["SerializerLimits.<Trusted>k__BackingField"] = Immutable,
        ["SerializerOptions.<Default>k__BackingField"] = Immutable,
        ["BuiltInModel.s_collections"] = "each made once under its own lock, when it is first asked for, and depending on its index alone",
        ["BuiltInModel.s_scalars"] = "each made once under its own lock, when it is first asked for, and depending on its index alone",
        ["GeneratedAssembly.s_count"] = "an interlocked counter; only names depend on it",
        ["TreeWriter.s_root"] = Immutable,
        ["CompiledModel.<Observer>k__BackingField"] = "null but in tests, which set it once before they make a model",
        ["RootIndex.s_next"] = "an interlocked counter",
        ["SchemaLimits.<Default>k__BackingField"] = Immutable,
        ["ResolveOptions.<Default>k__BackingField"] = Immutable,
        ["ValueFileOptions.<Default>k__BackingField"] = Immutable,
        ["SessionOptions.<Default>k__BackingField"] = Immutable,
        ["SchemaForms.s_forms"] = ReadOnly,
        ["SchemaForms.s_roles"] = ReadOnly,
        ["SchemaIndex.s_builtIn"] = ReadOnly,
        ["RootSlot`1.Index"] = Immutable,
        ["ChunkSink.<Open>k__BackingField"] = "a delegate without captured state",
        ["ChunkSink.s_spare"] = "thread-static: at most one waits for each thread, without stream or buffer",
        ["BufferWriterStream.s_spare"] = "thread-static: at most one waits for each thread, and refers to nothing",
        ["ChunkSource.s_spare"] = "thread-static: at most one waits for each thread, without stream or buffer",
        ["Buffers.<OfThread>k__BackingField"] = "thread-static, null but in tests, which put it back",
        ["BoxCache.s_booleans"] = "boxes of values that nobody can change",
        ["BoxCache.s_bytes"] = "boxes of values that nobody can change",
        ["SequenceSource.s_spare"] = "thread-static: at most one waits for each thread, and refers to nothing",
        ["RentedBuffers.s_spare"] = "thread-static: at most one waits for each thread, without arrays",
        ["WriterState.s_spare"] = "thread-static: at most one waits for each thread, and refers to no object of a value",
        ["KeyParts.s_known"] = "a thread-safe table of what follows from a type, which keeps no type alive",
        ["KeyParts.s_none"] = "immutable",
        ["KeyTraits`1.s_isNullable"] = "set once, from the type",
        ["NamedEnums.<All>k__BackingField"] = "immutable",
        ["Recursion.s_stackBytes"] = "thread-static: set once, in front of everything that such a thread does",
        ["ReferenceReader.s_spare"] = "thread-static: at most one waits for each thread, and refers to no object of a value",
        ["KnownMembers.*"] = Metadata,
        ["MethodSet.s_byte"] = Metadata,
        ["Callbacks.s_attributes"] = ReadOnly,
        ["MethodSet.s_writer"] = Metadata,
        ["MethodSet.s_reader"] = Metadata,
        ["MethodSet.s_count"] = Metadata,
        ["NestedTypeIndex.s_next"] = "an interlocked counter",
        ["NestedType`1.Index"] = Immutable,
        ["FamilyCatalogue.s_scalars"] = "families have no state",
        ["FamilyCatalogue.s_custom"] = "families have no state",
        ["TimeZoneSerializer.s_plain"] = Immutable,
        ["NumberFormatSerializer.s_texts"] = ReadOnly,
        ["NumberFormatSerializer.s_numbers"] = ReadOnly,
        ["NumberFormatSerializer.s_sizes"] = ReadOnly,
        ["ExpandoFill.s_placeholder"] = Immutable,
        ["CultureNames.s_ofThisMachine"] = "made once under its own lock, when it is first asked for, from what the machine lists",
        ["DataCells.s_kinds"] = ReadOnly,
        ["DataCells.s_types"] = ReadOnly,
        ["SqlValues.MoneyScale"] = Immutable,
        ["XmlText.s_writing"] = ReadOnly,
        ["FamilyCatalogue.<All>k__BackingField"] = "families have no state",
        ["CollectionInterfaces.s_lists"] = ReadOnly,
        ["CollectionInterfaces.s_readOnlyLists"] = ReadOnly,
        ["CollectionInterfaces.s_sets"] = ReadOnly,
        ["CollectionInterfaces.s_tables"] = ReadOnly,
        ["CollectionInterfaces.s_readOnlyTables"] = ReadOnly,
        ["CollectionInterfaces.s_untypedLists"] = ReadOnly,
        ["CollectionInterfaces.s_untypedTables"] = ReadOnly,
        ["CollectionInterfaces.s_implied"] = ReadOnly,
        ["CollectionCatalogue.s_core"] = "made once under its own lock, when it is first asked for, and always the same",
        ["CollectionCatalogue.s_namespaces"] = "a table that is only read, of tables that are each made once under their own lock",
        ["CollectionEntries.s_pair"] = ReadOnly,
        ["CollectionEntries.s_objects"] = ReadOnly,
        ["KeyedCollectionFill`2.s_insert"] = Metadata,
        ["Copying`1.s_copyTo"] = Immutable,
        ["FSharpListFill`2.s_cons"] = Immutable,
        ["FSharpListFill`2.s_empty"] = Immutable,
        ["FSharpSetFill`2.s_add"] = Immutable,
        ["FSharpSetFill`2.s_empty"] = Immutable,
        ["FSharpMapFill`3.s_add"] = Immutable,
        ["FSharpMapFill`3.s_empty"] = Immutable,
        ["FSharpOrder`2.s_ofTexts"] = ReadOnly,
        ["FSharpOrder`2.s_order"] = Immutable,
        ["BulkForms.s_rawScalars"] = ReadOnly,
        ["BulkForms.s_integers"] = ReadOnly,
        ["ScalarFamily.s_scalars"] = ReadOnly,
        ["SequenceFamily.s_views"] = ReadOnly,
        ["UntypedComparers.s_order"] = ReadOnly,
        ["BucketCounts.s_row"] = ReadOnly,
        ["ExceptionState.s_names"] = ReadOnly,
        ["KeyedCollectionFill`2.s_leadsOn"] = Immutable,
        ["RawStructFamily.s_always"] = ReadOnly,
        ["RawStructFamily.s_floats"] = ReadOnly,
        ["RawStructFamily.s_integers"] = ReadOnly,
        ["OperandText.s_keywords"] = ReadOnly,
        ["BuiltInIds.s_scalars"] = ReadOnly,
        ["BuiltInIds.s_scalarNames"] = ReadOnly,
        ["BuiltInIds.s_scalarIds"] = ReadOnly,
        ["BuiltInIds.s_all"] = "volatile; a table that is only read once it is there, and the same whoever makes it",
        ["KeySafety.s_values"] = ReadOnly,
        ["MemberSelector.s_frameworkKeys"] = ReadOnly,
        ["Comparers.OfTexts"] = ReadOnly,
        ["Traffic.<IsCounted>k__BackingField"] = "set once, by the first listener that asks; until then nothing is counted",
        ["Traffic.s_valuesWritten"] = "an interlocked counter; only metrics depend on it",
        ["Traffic.s_bytesWritten"] = "an interlocked counter; only metrics depend on it",
        ["Traffic.s_valuesRead"] = "an interlocked counter; only metrics depend on it",
        ["Traffic.s_bytesRead"] = "an interlocked counter; only metrics depend on it",
        ["Traffic.s_valuesResolved"] = "an interlocked counter; only metrics depend on it",
        ["SerializerMetrics.s_lock"] = "the lock of Publish",
        ["SerializerMetrics.<Meter>k__BackingField"] = "set once, under the lock, to a thread-safe object",
        ["SerializerMetrics.s_failures"] = "set once, under the lock, to a thread-safe object",
        ["SerializerEventSource.<Log>k__BackingField"] = "a thread-safe object, assigned once",
    };

    [Test]
    public void Every_static_field_is_listed_with_the_reason_why_it_is_safe()
    {
        string[] fields = [.. StaticFields().Select(Key).Distinct().Order(StringComparer.Ordinal)];
        Assert.Multiple(() =>
        {
            Assert.That(fields.Where(field => !s_reasons.ContainsKey(field)), Is.Empty, "static fields without a reason");
            Assert.That(s_reasons.Keys.Where(field => !fields.Contains(field)), Is.Empty, "reasons without a static field");
        });
    }

    [Test]
    public void Only_the_listed_static_fields_can_be_assigned_again()
    {
        string[] mutable = ["Serializer.s_state", "GeneratedAssembly.s_count", "RootIndex.s_next", "NestedTypeIndex.s_next", "ChunkSink.s_spare",
            "BufferWriterStream.s_spare", "ChunkSource.s_spare", "SequenceSource.s_spare", "WriterState.s_spare", "ReferenceReader.s_spare",
            "RentedBuffers.s_spare", "Recursion.s_stackBytes", "Buffers.<OfThread>k__BackingField", "BuiltInIds.s_all",
            "CompiledModel.<Observer>k__BackingField",
            "Traffic.<IsCounted>k__BackingField", "Traffic.s_valuesWritten", "Traffic.s_bytesWritten", "Traffic.s_valuesRead", "Traffic.s_bytesRead",
            "Traffic.s_valuesResolved",
            "SerializerMetrics.<Meter>k__BackingField", "SerializerMetrics.s_failures"];
        Assert.That(StaticFields().Where(field => !field.IsInitOnly).Select(Key).Distinct(), Is.EquivalentTo(mutable));
    }

    [Test]
    public void Spares_are_thread_static() =>
        Assert.That(StaticFields().Where(field => field.Name is "s_spare" or "<OfThread>k__BackingField" && !field.IsDefined(typeof(ThreadStaticAttribute))),
            Is.Empty);

    // Lambdas without captures are kept by the compiler in fields of classes whose names no source can write; constants and data blocks cannot change.
    private static IEnumerable<FieldInfo> StaticFields() =>
        typeof(TypeModel).Assembly.GetTypes()
            .Where(type => !type.Name.Contains('<', StringComparison.Ordinal) && !type.IsEnum)
            .SelectMany(type => type.GetFields(BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
            .Where(field => !field.IsLiteral);

    private static string Key(FieldInfo field) =>
        field.DeclaringType!.Name == "KnownMembers" && typeof(MemberInfo).IsAssignableFrom(field.FieldType) && field.IsInitOnly
            ? "KnownMembers.*" : $"{field.DeclaringType.Name}.{field.Name}";
}
