using System.Collections;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using System.Runtime.Serialization;
using NetSerializer.Tests.Hostile;
using NetSerializer.Tests.Oracle;
using NUnit.Framework;

namespace NetSerializer.Tests.Protocols;

/// <summary>Exceptions of the framework and of users, with all that belongs to one.</summary>
public class ExceptionTests
{
    private static readonly Type[] s_candidates =
    [
        .. new[] { typeof(Exception), typeof(Uri), typeof(Stack<>), typeof(System.Text.RegularExpressions.Regex), typeof(System.Net.Sockets.Socket),
            typeof(System.Xml.XmlReader), typeof(System.ComponentModel.Component), typeof(System.Text.Json.JsonException), typeof(System.Data.DataTable) }
            .SelectMany(type => type.Assembly.GetExportedTypes())
                .Where(type => type.IsAssignableTo(typeof(Exception)) && !type.IsAbstract && !type.ContainsGenericParameters).Distinct()
                .OrderBy(type => type.FullName, StringComparer.Ordinal),
    ];

    private static readonly TypeModel s_model = TypeModel.Create(
        typeof(Failure), typeof(OrderException), typeof(StockException), typeof(LateOrderException), typeof(ArgumentException),
        typeof(ArgumentOutOfRangeException), typeof(FileNotFoundException), typeof(AggregateException), typeof(TimeoutException));

    private static readonly Lazy<TypeModel> s_framework =
        new(() => TypeModel.Create(s_candidates.Where(CanReturn).Append(typeof(System.Diagnostics.Contracts.ContractFailureKind))));

    private static IEnumerable<Type> Returning => s_candidates.Where(CanReturn);

    [TestCaseSource(nameof(Returning))]
    public void Exceptions_of_the_framework_come_back_as_with_BinaryFormatter(Type type)
    {
        Exception original = Thrown(Make(type));
        original.Data["key"] = 5;
        Exception copy = s_framework.Value.DeepClone(original), theirs = BinaryFormatterPeer.Clone(original);
        Assert.That(copy, Is.TypeOf(type));
        Assert.Multiple(() =>
        {
            Assert.That(copy.ToString(), Is.EqualTo(original.ToString()));
            Assert.That(Properties(copy), Is.EqualTo(Properties(theirs)));
            Assert.That(copy.Data["key"], Is.EqualTo(5));
        });
    }

    [Test]
    public void An_abstract_class_of_exceptions_may_be_declared_and_derived_from()
    {
        TypeModel model = TypeModel.Create(typeof(Report), typeof(DiskFault));
        Report copy = model.DeepClone(new Report { Cause = new DiskFault { Area = "disk", Sector = 7 } });
        Assert.That((copy.Cause!.Area, ((DiskFault)copy.Cause).Sector), Is.EqualTo(("disk", 7)));
    }

    [Test]
    public void What_the_framework_puts_into_their_entries_needs_no_registration()
    {
        var socket = new System.Net.WebSockets.WebSocketException(System.Net.WebSockets.WebSocketError.NotAWebSocket, "text");
        var mail = new System.Net.Mail.SmtpFailedRecipientsException(
            "text", [new System.Net.Mail.SmtpFailedRecipientException("first"), new System.Net.Mail.SmtpFailedRecipientException("second")]);
        TypeModel model = TypeModel.Create(socket.GetType(), mail.GetType());
        Assert.Multiple(() =>
        {
            Assert.That(model.DeepClone(socket).Message, Is.EqualTo("text"), "its constructor drops the error code that it wrote");
            Assert.That(model.DeepClone(mail).InnerExceptions.Select(inner => inner.Message), Is.EqualTo(mail.InnerExceptions.Select(inner => inner.Message)));
        });
    }

    [Test]
    public void The_other_exceptions_of_the_framework_are_refused_with_the_reason()
    {
        Type[] others = [.. s_candidates.Where(type => !CanReturn(type))];
        Assert.That(others, Is.Not.Empty);
        TypeModelException failure = Assert.Throws<TypeModelException>(() => TypeModel.Create(others));
        Assert.That(failure.Problems.Select(problem => problem.Message), Is.All.Contains("cannot be brought back").And.Exactly(others.Length).Items);
        Assert.That(s_candidates.Count(CanReturn), Is.GreaterThan(70), "and most are not refused");
    }

    [Test]
    public void Both_styles_of_custom_exceptions_keep_their_own_state_and_that_of_all_exceptions()
    {
        var order = (OrderException)Thrown(
            new OrderException("order", 5, new TimeoutException("late")) { HResult = unchecked((int)0x80004005), HelpLink = "help", Source = "source" });
        var stock = (StockException)Thrown(new StockException("stock", 7, order) { Article = "article", Left = "left" });
        StockException copy = s_model.DeepClone(stock);
        var inner = (OrderException)copy.InnerException!;
        Assert.Multiple(() =>
        {
            Assert.That((copy.Message, copy.Missing, copy.Article, copy.Left), Is.EqualTo(("stock", 7, "article", (string?)null)));
            Assert.That((inner.Message, inner.Order, inner.HResult, inner.HelpLink, inner.Source),
                Is.EqualTo(("order", 5, unchecked((int)0x80004005), "help", "source")));
            Assert.That(inner.InnerException, Is.TypeOf<TimeoutException>().With.Message.EqualTo("late"));
            Assert.That(copy.StackTrace, Is.EqualTo(stock.StackTrace));
            Assert.That(copy.ToString(), Is.EqualTo(stock.ToString()));
        });
    }

    [Test]
    public void An_entry_with_a_name_of_what_all_exceptions_have_is_rejected([Values("Source", "Watso")] string name)
    {
        byte[] bytes = s_model.Serialize(new OrderException("text", 5));
        string honest = Convert.ToHexString("\u000AOrder"u8), other = Convert.ToHexString([(byte)(2 * name.Length), .. name.Select(letter => (byte)letter)]);
        byte[] hostile = Convert.FromHexString(Convert.ToHexString(bytes).Replace(honest, other, StringComparison.Ordinal));
        Assert.That(hostile, Is.Not.EqualTo(bytes));
        Assert.That(() => s_model.Deserialize<OrderException>(hostile),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(name == "Source" ? ErrorCode.NotCanonical : ErrorCode.UserCodeFailed));
    }

    [Test]
    public void Fields_below_a_class_of_the_old_style_travel_besides_its_entries()
    {
        IReadOnlyList<string> lines = Journal.Of(() =>
        {
            LateOrderException copy = s_model.DeepClone(new LateOrderException("late", 6, TimeSpan.FromMinutes(1)));
            Assert.That((copy.Order, copy.Delay), Is.EqualTo((6, TimeSpan.FromMinutes(1))));
        });
        Assert.That(lines, Is.EqualTo((string[])["late 6 00:01:00"]), "the callback sees both");
    }

    [Test]
    public void An_exception_that_was_not_thrown_has_no_stack_and_the_message_of_its_class()
    {
        StockException copy = s_model.DeepClone(new StockException(null, 1)), original = new(null, 1);
        Assert.That((copy.StackTrace, copy.Message, copy.Data.Count), Is.EqualTo(((string?)null, original.Message, 0)));
    }

    [Test]
    public void The_stack_of_a_remote_exception_stays_when_it_is_thrown_again()
    {
        var remote = (OrderException)ExceptionDispatchInfo.SetRemoteStackTrace(new OrderException("remote", 1), "   at Far.Away()");
        OrderException copy = s_model.DeepClone(remote);
        Assert.That(copy.StackTrace, Does.Contain("at Far.Away()"));
        Exception again = Thrown(copy);
        Assert.That(again.StackTrace, Does.StartWith("   at Far.Away()").And.Contain(nameof(Thrown)));
        Assert.That(Thrown(BinaryFormatterPeer.Clone(remote)).StackTrace, Is.EqualTo(again.StackTrace));
    }

    /// <summary>The runtime begins a new text with each throw; only what was put there as remote stays in front of it.</summary>
    [Test]
    public void The_stack_of_a_copy_is_its_own_once_it_is_thrown()
    {
        OrderException copy = s_model.DeepClone(ThrownElsewhere()), theirs = BinaryFormatterPeer.Clone(ThrownElsewhere());
        string? remote = copy.StackTrace;
        Assert.That(remote, Does.Contain(nameof(ThrownElsewhere)));
        Assert.That(remote, Is.EqualTo(theirs.StackTrace));
        Assert.That(Thrown(copy).StackTrace, Does.Contain(nameof(Thrown) + "(").And.Not.Contain(nameof(ThrownElsewhere)));
        Assert.That(Thrown(theirs).StackTrace, Is.EqualTo(copy.StackTrace));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static OrderException ThrownElsewhere()
    {
        try
        {
            throw new OrderException("here", 2);
        }
        catch (OrderException caught)
        {
            return caught;
        }
    }

    [Test]
    public void Data_keeps_pairs_of_all_types_of_the_model_in_order()
    {
        var original = new OrderException("data", 1);
        original.Data["text"] = "value";
        original.Data[5] = null;
        original.Data["object"] = new object[] { 1, "two" };
        original.Data["inner"] = new TimeoutException("in data");
        Assert.That(s_model.DeepClone(original).Data.Keys, Is.EqualTo(original.Data.Keys));
        IDictionary data = s_model.DeepClone(original).Data;
        Assert.That((data["text"], data[5], ((object[])data["object"]!)[1], ((Exception)data["inner"]!).Message),
            Is.EqualTo(("value", (object?)null, (object)"two", "in data")));
        Assert.That(data, Is.InstanceOf(original.Data.GetType()));
    }

    [Test]
    public void A_value_in_Data_of_another_type_is_refused_with_its_path_and_the_type_to_add()
    {
        var original = new OrderException("data", 1);
        original.Data["secret"] = new Secret();
        ValueNotSerializableException failure = Assert.Throws<ValueNotSerializableException>(() => s_model.Serialize(new Failure { Cause = original }));
        Assert.That((failure.Code, failure.Path), Is.EqualTo((ErrorCode.TypeNotRegistered, "NetSerializer.Tests.Protocols.Failure.Cause.Data")));
        Assert.That(failure.Message, Does.Contain("add typeof(NetSerializer.Tests.Hostile.Secret)"));
    }

    [Test]
    public void An_inner_exception_of_another_type_is_refused_with_its_path_and_the_type_to_add()
    {
        ValueNotSerializableException failure =
            Assert.Throws<ValueNotSerializableException>(() =>
                s_model.Serialize(new OrderException("outer", 1, new OrderException("middle", 2, new FormatException()))));
        Assert.That(failure.Path, Is.EqualTo("NetSerializer.Tests.Protocols.OrderException.Inner.Inner"));
        Assert.That(failure.Message, Does.Contain("add typeof(System.FormatException)"));
    }

    [Test]
    public void An_aggregate_has_its_inner_exceptions_and_the_first_as_its_own()
    {
        var original = new AggregateException(
            "several", new TimeoutException("a"), new OrderException("b", 2), new AggregateException(new TimeoutException("c")));
        AggregateException copy = s_model.DeepClone(original), theirs = BinaryFormatterPeer.Clone(original);
        Assert.Multiple(() =>
        {
            Assert.That(copy.Message, Is.EqualTo(original.Message));
            Assert.That(copy.InnerExceptions.Select(inner => (inner.GetType(), inner.Message)),
                Is.EqualTo(original.InnerExceptions.Select(inner => (inner.GetType(), inner.Message))));
            Assert.That(copy.InnerException, Is.SameAs(copy.InnerExceptions[0]));
            Assert.That(theirs.InnerException, Is.SameAs(theirs.InnerExceptions[0]));
            Assert.That(copy.Flatten().InnerExceptions, Has.Count.EqualTo(3));
            Assert.That(s_model.DeepClone(new AggregateException()).InnerExceptions, Is.Empty);
        });
    }

    [Test]
    public void They_stand_in_every_slot()
    {
        var value = new Failure
        {
            Cause = new ArgumentOutOfRangeException("name", 5, "message"),
            Order = new LateOrderException("l", 1, default),
            Any = new FileNotFoundException("m", "file"),
            All = [new StockException("s", 1), null, new AggregateException()]
        };
        Failure copy = s_model.DeepClone(value);
        Assert.Multiple(() =>
        {
            Assert.That(copy.Cause, Is.TypeOf<ArgumentOutOfRangeException>().With.Property("ParamName").EqualTo("name").And.Property("ActualValue").EqualTo(5));
            Assert.That(copy.Order, Is.TypeOf<LateOrderException>().With.Property("Order").EqualTo(1));
            Assert.That(copy.Any, Is.TypeOf<FileNotFoundException>().With.Property("FileName").EqualTo("file"));
            Assert.That(copy.All!.Select(exception => exception?.GetType()), Is.EqualTo(value.All.Select(exception => exception?.GetType())));
        });
    }

    [Test]
    public void The_old_style_comes_back_as_with_BinaryFormatter()
    {
        Exception original = Thrown(new OrderException("order", 5, Thrown(new TimeoutException("late"))));
        Assert.That(Properties(s_model.DeepClone(original)), Is.EqualTo(Properties(BinaryFormatterPeer.Clone(original))));
    }

    [Test]
    public void Exceptions_that_are_not_marked_are_refused_unless_the_filter_admits_them()
    {
        TypeModelProblem problem = Assert.Throws<TypeModelException>(() => TypeModel.Create(typeof(UnmarkedException))).Problems.Single();
        Assert.That(problem.Code, Is.EqualTo(ErrorCode.TypeNotSerializable));
        TypeModel model = TypeModel.Create([typeof(UnmarkedException)], new SerializerOptions { TypeFilter = type => type == typeof(UnmarkedException) });
        Assert.That(model.DeepClone(new UnmarkedException()).Message, Is.EqualTo(new UnmarkedException().Message));
    }

    [Test]
    public void Too_many_pairs_in_Data_are_refused_on_both_sides()
    {
        var original = new TimeoutException("x");
        for (int i = 0; i < 256; i++)
        {
            original.Data[i] = i;
        }
        byte[] bytes = s_model.Serialize(original);
        Assert.That(s_model.Deserialize<TimeoutException>(bytes)!.Data, Has.Count.EqualTo(256));
        original.Data[256] = 0;
        Assert.That(() => s_model.Serialize(original),
            Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.ValueNotEncodable));
        int at = bytes.AsSpan().IndexOf<byte>([0x81, 0x02]);
        bytes[at] = 0x82;
        Assert.That(() => s_model.Deserialize<TimeoutException>(bytes),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.CollectionTooLong).And.Property("Offset").EqualTo(at));
    }

    [Test]
    public void A_key_that_comes_twice_in_Data_is_malformed()
    {
        var original = new TimeoutException("x");
        original.Data["a"] = 1;
        original.Data["b"] = 2;
        byte[] bytes = s_model.Serialize(original);
        bytes[bytes.AsSpan().IndexOf<byte>([25, 2, (byte)'b']) + 2] = (byte)'a';
        Assert.That(() => s_model.Deserialize<TimeoutException>(bytes),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.UserCodeFailed));
    }

    // What the compiler and the runtime need to bring an exception back.
    private static bool CanReturn(Type type) =>
        type.IsSerializable && type.GetConstructor(
            BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly,
            [typeof(SerializationInfo), typeof(StreamingContext)]) != null;

    private static Exception Make(Type type) =>
        (Exception)(type.GetConstructor([typeof(string)]) is { } constructor
            ? constructor.Invoke(["text"]) : type.GetConstructor(Type.EmptyTypes) != null ? Activator.CreateInstance(type)! : MakeSpecial(type));

    private static Exception MakeSpecial(Type type) => type.Name switch
    {
        nameof(ReflectionTypeLoadException) => new ReflectionTypeLoadException(null, [new TypeLoadException("inner"), null]),
        nameof(System.Runtime.CompilerServices.RuntimeWrappedException) => new System.Runtime.CompilerServices.RuntimeWrappedException("wrapped"),
        nameof(TypeInitializationException) => new TypeInitializationException("Name.Of.Type", null),
        nameof(TargetInvocationException) => new TargetInvocationException("text", null),
        nameof(ThreadAbortException) or nameof(ThreadStartException) => (Exception)Activator.CreateInstance(type, nonPublic: true)!,
        "ContractException" => (Exception)Activator.CreateInstance(
            type, System.Diagnostics.Contracts.ContractFailureKind.Assert, "failure", "text", "condition", null)!,
        _ => throw new NotSupportedException($"how to make a {type}"),
    };

    private static Exception Thrown(Exception exception)
    {
        try
        {
            throw exception;
        }
        catch (Exception caught) when (caught == exception)
        {
            return caught;
        }
    }

    private static string[] Properties(Exception exception) =>
    [
        .. exception.GetType().GetProperties().Where(property => property.GetIndexParameters().Length == 0 && property.Name != nameof(Exception.TargetSite))
            .OrderBy(property => property.Name, StringComparer.Ordinal)
            .Select(property => $"{property.Name} = {Show(property.GetValue(exception))}"),
    ];

    private static string Show(object? value) => value switch
    {
        null => "null",
        string text => text,
        IDictionary table => string.Join(", ", table.Keys.Cast<object>().Select(key => $"{key}: {table[key]}")),
        IEnumerable items => string.Join(", ", items.Cast<object?>().Select(Show)),
        _ => value.ToString()!,
    };

    [Serializable]
    private abstract class Fault : Exception
    {
        public string? Area { get; set; }
    }

    [Serializable]
    private sealed class DiskFault : Fault
    {
        public int Sector { get; set; }
    }

    [Serializable]
    private sealed class Report
    {
        public Fault? Cause { get; set; }
    }
}
