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
        ["StructParts.s_known"] = "facts of types that the checker looks up, kept as long as the type; one right value whoever adds it",
        ["Serializer.s_lock"] = "the lock of Initialize",
        ["Serializer.s_state"] = "volatile, set once under the lock to an immutable object",
        ["SerializerLimits.<Default>k__BackingField"] = Immutable,
        ["SerializerLimits.<Trusted>k__BackingField"] = Immutable,
        ["SerializerOptions.<Default>k__BackingField"] = Immutable,
        ["BuiltInModel.s_collections"] = "each made once under its own lock, when it is first asked for, and depending on its index alone",
        ["BuiltInModel.s_scalars"] = "each made once under its own lock, when it is first asked for, and depending on its index alone",
        ["GeneratedAssembly.s_count"] = "an interlocked counter; only names depend on it",
        ["RootIndex.s_next"] = "an interlocked counter",
        ["RootSlot`1.Index"] = Immutable,
        ["ChunkSink.<Open>k__BackingField"] = "a delegate without captured state",
        ["ChunkSink.s_spare"] = "thread-static: at most one waits for each thread, without stream or buffer",
        ["ChunkSource.s_spare"] = "thread-static: at most one waits for each thread, without stream or buffer",
        ["MemoryChunkSource.s_spare"] = "thread-static: at most one waits for each thread, without stream, bytes or buffer",
        ["SevenBitGroups.s_hasInstructions"] = "set once, from the processor",
        ["MemoryStreamFields.<AreKnown>k__BackingField"] = "set once, from the fields of a framework class",
        ["BufferedStreamFields.<AreKnown>k__BackingField"] = "set once, from the fields of a framework class",
        ["FreshList.<IsKnown>k__BackingField"] = "set once, from a field of a framework class",
        ["FreshString.<IsKnown>k__BackingField"] = "set once, from a method of the framework",
        ["Buffers.<OfThread>k__BackingField"] = "thread-static, null but in tests, which put it back",
        ["Boxes.s_booleans"] = "boxes of values that nobody can change",
        ["Boxes.s_bytes"] = "boxes of values that nobody can change",
        ["TypeHandles.s_isFirstWord"] = Immutable,
        ["SequenceSource.s_spare"] = "thread-static: at most one waits for each thread, and refers to nothing",
        ["RentedBuffers.s_spare"] = "thread-static: at most one waits for each thread, without arrays",
        ["WriterState.s_spare"] = "thread-static: at most one waits for each thread, and refers to no object of a value",
        ["KeyParts.s_known"] = "a thread-safe table of what follows from a type, which keeps no type alive",
        ["KeyParts.s_none"] = "immutable",
        ["LateKeyGuard`1.<LeadsOn>k__BackingField"] = "set once, from the type",
        ["NullKeys`1.s_isNullable"] = "set once, from the type",
        ["NamedEnums.<All>k__BackingField"] = "immutable",
        ["CollectionWatch.s_current"] = "volatile; whole before it stands here, and whoever holds one asks that one",
        ["CollectionWatch.<IsReliable>k__BackingField"] = "set once, from the settings of the runtime",
        ["ObjectNumbers.s_noRoom"] = "set once; what it points to says always the same",
        ["ReferenceReader.s_spare"] = "thread-static: at most one waits for each thread, and refers to no object of a value",
        ["KnownMembers.*"] = Metadata,
        ["MethodSet.s_byte"] = Metadata,
        ["MethodSet.s_writer"] = Metadata,
        ["MethodSet.s_reader"] = Metadata,
        ["NestedTypeIndex.s_next"] = "an interlocked counter",
        ["NestedType`1.Index"] = Immutable,
        ["FamilyCatalogue.s_scalars"] = "families have no state",
        ["FamilyCatalogue.s_custom"] = "families have no state",
        ["TimeZoneSerializer.s_plain"] = Immutable,
        ["ExpandoFill.s_placeholder"] = Immutable,
        ["CultureNames.s_ofThisMachine"] = "made once under its own lock, when it is first asked for, from what the machine lists",
        ["DataCells.s_kinds"] = ReadOnly,
        ["DataCells.s_types"] = ReadOnly,
        ["XmlText.s_writing"] = ReadOnly,
        ["FamilyCatalogue.<All>k__BackingField"] = "families have no state",
        ["Common.s_entries"] = ReadOnly,
        ["CollectionInterfaces.s_lists"] = ReadOnly,
        ["CollectionInterfaces.s_readOnlyLists"] = ReadOnly,
        ["CollectionInterfaces.s_sets"] = ReadOnly,
        ["CollectionInterfaces.s_tables"] = ReadOnly,
        ["CollectionInterfaces.s_readOnlyTables"] = ReadOnly,
        ["CollectionInterfaces.s_untypedLists"] = ReadOnly,
        ["CollectionInterfaces.s_untypedTables"] = ReadOnly,
        ["CollectionInterfaces.s_implied"] = ReadOnly,
        ["CollectionCatalogue.Pair"] = ReadOnly,
        ["OrderComparers.s_byId"] = ReadOnly,
        ["KeyedCollectionFill`2.s_insert"] = Metadata,
        ["BulkForms.s_rawScalars"] = ReadOnly,
        ["BulkForms.s_integers"] = ReadOnly,
        ["ScalarFamily.s_scalars"] = ReadOnly,
        ["SequenceFamily.s_views"] = ReadOnly,
        ["Immutable.s_entries"] = ReadOnly,
        ["Bases.s_entries"] = ReadOnly,
        ["Frozen.s_entries"] = ReadOnly,
        ["Concurrent.s_entries"] = ReadOnly,
        ["Untyped.s_entries"] = ReadOnly,
        ["Specialized.s_entries"] = ReadOnly,
        ["Dynamic.s_entry"] = Immutable,
        ["LaterCollections.s_objects"] = ReadOnly,
        ["LaterCollections.s_arrayList"] = Immutable,
        ["LaterCollections.s_hashtable"] = Immutable,
        ["UntypedComparers.s_equality"] = ReadOnly,
        ["UntypedComparers.s_order"] = ReadOnly,
        ["ObjectModel.s_entries"] = ReadOnly,
        ["Components.s_bindingList"] = ReadOnly,
        ["BucketCounts.s_row"] = ReadOnly,
        ["DictionaryFill`2.s_entrySize"] = Immutable,
        ["SetFill`1.s_entrySize"] = Immutable,
        ["ExceptionState.s_names"] = ReadOnly,
        ["LateDictionaryFill`2.s_entrySize"] = Immutable,
        ["LateSetFill`1.s_entrySize"] = Immutable,
        ["RawStructFamily.s_always"] = ReadOnly,
        ["RawStructFamily.s_floats"] = ReadOnly,
        ["RawStructFamily.s_integers"] = ReadOnly,
        ["BodyFlow.s_conversions"] = ReadOnly,
        ["OperandText.s_keywords"] = ReadOnly,
        ["BuiltInIds.s_scalars"] = ReadOnly,
        ["BuiltInIds.s_scalarNames"] = ReadOnly,
        ["BuiltInIds.s_scalarIds"] = ReadOnly,
        ["BuiltInIds.s_all"] = "volatile; a table that is only read once it is there, and the same whoever makes it",
        ["KeySafety.s_values"] = ReadOnly,
        ["MemberSelector.s_byName"] = "stateless comparer",
        ["MemberSelector.s_frameworkKeys"] = ReadOnly,
        ["Comparers.s_byId"] = ReadOnly,
        ["UserCode.<Context>k__BackingField"] = Immutable,
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
            "ChunkSource.s_spare", "MemoryChunkSource.s_spare", "SequenceSource.s_spare", "WriterState.s_spare", "ReferenceReader.s_spare",
            "RentedBuffers.s_spare",
            "Buffers.<OfThread>k__BackingField", "BuiltInIds.s_all", "CollectionWatch.s_current"];
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
