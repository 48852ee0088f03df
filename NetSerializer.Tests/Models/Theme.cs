using System.Collections.Frozen;
using System.Collections.Immutable;

namespace NetSerializer.Tests.Models;

/// <summary>A named group of model types that belong together; the roots of one model.</summary>
public sealed record Theme(string Name, IReadOnlyList<Type> Roots)
{
    /// <summary>Every theme of the test models.</summary>
    public static IReadOnlyList<Theme> All { get; } =
    [
        new("scalars", [typeof(AllScalars), typeof(NullableScalars), typeof(MixedBounds)]),
        new("enums", [typeof(AllEnums), typeof(NullableEnums), typeof(EnumSequences)]),
        new("fields",
        [
            typeof(HiddenMembers), typeof(ShadowLeaf), typeof(ShadowMiddle), typeof(PartlySerialized), typeof(PartlySerializedStruct),
            typeof(Initialised), typeof(PrivateConstructor), typeof(Internal), .. Vault.HiddenTypes,
        ]),
        new("records", [typeof(Ledger), typeof(SavingsAccount), typeof(Account), typeof(Money), typeof(Pair<Account, Celsius>)]),
        new("inheritance",
        [
            typeof(Drawing), typeof(Circle), typeof(Ring), typeof(Square), typeof(Dot), typeof(OnlyOnce), typeof(OnlyDerived),
            typeof(Emptiness), typeof(EmptyDerived),
        ]),
        new("runtime bases", [typeof(RuntimeBases), typeof(IntColour), typeof(Vector2), typeof(int[,]), typeof(Circle[])]),
        new("generics", [typeof(GenericUser), typeof(Box<Account>), typeof(Slice<object>)]),
        new("structs", [typeof(StructHolder), typeof(StructSequences), typeof(BoundsOfMembers)]),
        new("arrays", [typeof(IntegerArrays), typeof(OtherScalarArrays), typeof(NullableArrays), typeof(JaggedArrays)]),
        new("grids",
        [
            typeof(Grids), typeof(Circle), typeof(Ring), typeof(int).MakeArrayType(1), typeof(string).MakeArrayType(1),
            typeof(bool).MakeArrayType(1), typeof(long[,][]),
        ]),
        new("covariance",
        [
            typeof(CovariantArrays), typeof(Circle[]), typeof(Ring[]), typeof(Square[][]), typeof(Ring[][]), typeof(Dot[]),
            typeof(List<Circle>), typeof(Account[]), typeof(DayOfWeek[]),
        ]),
        new("collections", [typeof(Lists), typeof(Dictionaries), typeof(Sets)]),
        new("collection interfaces", [typeof(CollectionInterfaces), typeof(HashSet<string>), typeof(Dictionary<string, object>[])]),
        new("contiguous", [typeof(ImmutableArrays), typeof(Slices), typeof(BitSets), typeof(StructTree), typeof(ImmutableArray<object>),
            typeof(ImmutableArray<int>[])]),
        new("queues", [typeof(Queues)]),
        new("sorted collections", [typeof(SortedCollections)]),
        new("wrapped collections", [typeof(WrappedCollections)]),
        new("derived wrappers", [typeof(DerivedWrappers)]),
        new("derived collections", [typeof(DerivedCollections), typeof(TitledList), typeof(Switchboard)]),
        new("immutable collections", [typeof(ImmutableCollections)]),
        new("frozen collections", [typeof(FrozenCollections), typeof(FrozenSet<Guid>)]),
        new("concurrent collections", [typeof(ConcurrentCollections)]),
        new("framework values",
        [
            typeof(FrameworkObjects), typeof(FrameworkStructs), typeof(FrameworkNumbers), typeof(FrameworkTables), typeof(Placement[]),
            typeof(System.Numerics.BigInteger), typeof(System.Text.Rune), typeof(System.Drawing.Color),
            typeof(System.Numerics.Vector3), typeof(System.Range),
        ]),
        new("untyped collections", [typeof(UntypedCollectionMembers)]),
        new("derived untyped collections", [typeof(DerivedUntyped), typeof(DoubleAlbum), typeof(Lines)]),
        new("objects",
        [
            typeof(ObjectMembers), typeof(Message), typeof(Account), typeof(Money), typeof(Vector3), typeof(Padded), typeof(ByteColour),
            typeof(LongColour), typeof(int[,]), typeof(string[][]), typeof(Box<int>), typeof((int, string)), typeof(Tuple<object, int>),
            typeof(Tree), typeof(HashSet<object>), typeof(Vector3[]), typeof(Dictionary<int, string>), typeof(ByteColour[]),
        ]),
        new("tuples", [typeof(Tuples), typeof(ValueTuples), typeof(KeyValuePairs), typeof(Circle), typeof(Square)]),
        new("recursion",
        [
            typeof(Tree), typeof(Chain), typeof(Branch), typeof(Hub), typeof(Egg), typeof(Literal), typeof(Sum), typeof(Call),
            typeof(Anything),
        ]),
        new("object data", [typeof(Binder), typeof(Measurement), typeof(Sheet), typeof(SignedSheet), typeof(Bearing)]),
        new("exceptions", [typeof(Incident), typeof(BookingException), typeof(DoubleBookingException), typeof(AggregateException), typeof(TimeoutException),
            typeof(RefundException)]),
        new("wide", [WideTypes.MixedClass, WideTypes.IntClass, WideTypes.FloatStruct, WideTypes.FloatStruct.MakeArrayType()]),
    ];

    public override string ToString() => Name;
}
