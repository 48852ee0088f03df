using NetSerializer.Tests.Models;

namespace NetSerializer.Tests.Conformance;

internal sealed class ArgumentExceptionConformance(WireVariant variant) : FamilyConformance<ArgumentException>(variant)
{
    protected override bool IsOpaque => true;

    protected override string GoldenName => "exception-argument";

    protected override IEnumerable<Type> Types => [typeof(Exception), typeof(ArgumentNullException)];

    protected override IEnumerable<Sample<ArgumentException>> Samples =>
        [new("an inner exception", new ArgumentException("message", "name", new Exception("inner"))), new("derived", new ArgumentNullException("name")),
            new("data", WithData())];

    private static ArgumentException WithData()
    {
        var exception = new ArgumentException(null, "p") { HelpLink = "help", Source = "source" };
        exception.Data["key"] = 5;
        return exception;
    }
}

internal sealed class FieldExceptionConformance(WireVariant variant) : FamilyConformance<BookingException>(variant)
{
    protected override bool IsOpaque => true;

    protected override string GoldenName => "exception-fields";

    protected override IEnumerable<Type> Types => [typeof(DoubleBookingException)];

    protected override IEnumerable<Sample<BookingException>> Samples =>
        [new("fields", new BookingException("m", 300, "hall")),
            new("fields at two levels", new DoubleBookingException("d", 1, null, new BookingException(null, 2, "x")))];
}

internal sealed class HalfStyleExceptionConformance(WireVariant variant) : FamilyConformance<RefundException>(variant)
{
    protected override bool IsOpaque => true;

    protected override string GoldenName => "exception-fields-and-constructor";

    protected override IEnumerable<Sample<RefundException>> Samples => [new("fields", new RefundException("m", 300, ["a", "b"]))];
}

internal sealed class AggregateExceptionConformance(WireVariant variant) : FamilyConformance<AggregateException>(variant)
{
    protected override bool IsOpaque => true;

    protected override string GoldenName => "exception-aggregate";

    protected override IEnumerable<Sample<AggregateException>> Samples =>
        [new("two", new AggregateException("several", new Exception("a"), new AggregateException())), new("empty", new AggregateException())];
}

internal sealed class RemoteExceptionConformance(WireVariant variant) : FamilyConformance<RemoteException>(variant)
{
    private static readonly TypeModel s_sender = TypeModel.Create(
        [typeof(Exception)], new SerializerOptions { UnknownExceptions = UnknownExceptions.AsRemoteException });

    protected override bool IsOpaque => true;

    protected override string GoldenName => "exception-remote";

    protected override IEnumerable<Type> Types => [typeof(Exception)];

    protected override IEnumerable<Sample<RemoteException>> Samples =>
        [new("of an unknown class", Received(new BookingException("m", 300, "hall"))),
            new("with inner exceptions", Received(new AggregateException("several", new Exception("a"), new RefundException("b", 1, []))))];

    // Nobody but a model makes one.
    private static RemoteException Received(Exception sent) => (RemoteException)s_sender.Deserialize<Exception>(s_sender.Serialize(sent))!;
}
