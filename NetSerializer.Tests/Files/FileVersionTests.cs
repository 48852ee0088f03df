using NetSerializer.Tests.Versions;
using NUnit.Framework;
using static NetSerializer.Tests.Files.FileModels;

namespace NetSerializer.Tests.Files;

/// <summary>Programs of several versions append to one file, and each reads all of it.</summary>
[TestFixture]
internal sealed class FileVersionTests
{
    private readonly TypeModel _first = VersionPairs.ModelOf(("Number", typeof(int)), ("Old", typeof(string)));
    private readonly TypeModel _second = VersionPairs.ModelOf(("Number", typeof(long)), ("New", typeof(string)));
    private readonly TypeModel _third = VersionPairs.ModelOf(("Number", typeof(string)));

    private static readonly ValueFileOptions s_narrowing = new() { Resolve = new ResolveOptions { Narrowing = Narrowing.Checked } };

    [Test]
    public void Two_versions_append_to_one_file_and_nothing_is_lost()
    {
        byte[] file = Write(_first, [Old(1), Old(2)]);
        file = Append(_second, file, [New(3)]);
        file = Append(_first, file, [Old(4)]);
        file = Append(_second, file, [New(5), New(6)]);
        foreach ((TypeModel model, Type number) in ((TypeModel, Type)[])[(_first, typeof(int)), (_second, typeof(long))])
        {
            foreach (byte[] bytes in (byte[][])[file, WithoutEnd(file)])
            {
                using ValueFileReader<object> opened = Open<object>(model, bytes, s_narrowing);
                Assert.That(opened.Select(value => VersionPairs.Get(value!, "Number")),
                    Is.EqualTo(Enumerable.Range(1, 6).Select(i => Convert.ChangeType(i, number, null))));
                Assert.That(VersionPairs.Get(opened[3]!, "Number"), Is.EqualTo(4));
                Assert.That(opened.ReadSchemas().Select(schema => schema.Text), Is.EqualTo((string[])[_first.Describe(), _second.Describe()]));
            }
        }
        using ValueFileReader<object> news = Open<object>(_second, file);
        Assert.That(news.Select(value => VersionPairs.Get(value!, "New")), Is.EqualTo((string?[])[null, null, "new", null, "new", "new"]));
    }

    [Test]
    public void A_version_that_appends_nothing_adds_nothing()
    {
        byte[] file = Write(_first, [Old(1)]);
        Assert.That(Append<object>(_second, file, []), Is.EqualTo(file));
    }

    [Test]
    public void Another_schema_is_refused_on_request_with_the_changes()
    {
        byte[] file = Append(_second, Write(_first, [Old(1)]), [New(2)]);
        using ValueFileReader<object> opened = Open<object>(_second, file, new ValueFileOptions { Resolve = null });
        MalformedDataException failure = Assert.Throws<MalformedDataException>(() => _ = opened[0])!;
        Assert.That(failure.Code, Is.EqualTo(ErrorCode.HeaderMismatch));
        Assert.That(failure.Message, Does.Contain("Old").And.Contain("New").And.Contain("other types or options"));
        Assert.That(VersionPairs.Get(opened[1]!, "Number"), Is.EqualTo(2), "values of its own schema are read");
    }

    [Test]
    public void A_schema_without_a_place_in_the_model_hides_its_values_alone()
    {
        byte[] file = Append(_third, Write(_first, [Old(1)]), [VersionPairs.Make(_third, ("Number", "two"))]);
        file = Append(_first, file, [Old(3)]);
        using ValueFileReader<object> opened = Open<object>(_first, file);
        MalformedDataException failure = Assert.Throws<MalformedDataException>(() => _ = opened[1])!;
        Assert.That(failure.Code, Is.EqualTo(ErrorCode.HeaderMismatch));
        Assert.That(failure.InnerException, Is.InstanceOf<SchemaMismatchException>());
        Assert.That(failure.Message, Does.Contain("Number"), "every problem is named");
        Assert.That(VersionPairs.Get(opened[2]!, "Number"), Is.EqualTo(3));
    }

    [Test]
    public void A_file_has_no_more_schemas_than_the_options_allow()
    {
        var one = new ValueFileOptions { MaxSchemas = 1 };
        byte[] file = Write(_first, [Old(1)], one);
        Assert.That(Append(_first, file, [Old(2)], one), Has.Length.GreaterThan(file.Length));
        Assert.That(Assert.Throws<MalformedDataException>(() => Append(_second, file, [New(2)], one))!.Code, Is.EqualTo(ErrorCode.SchemaTooLarge));
        file = Append(_second, file, [New(2)]);
        Assert.That(Assert.Throws<MalformedDataException>(() => Append(_second, file, [New(3)], one))!.Code, Is.EqualTo(ErrorCode.SchemaTooLarge));
        using ValueFileReader<object> opened = Open<object>(_second, file, one);
        Assert.That(VersionPairs.Get(opened[1]!, "Number"), Is.EqualTo(2));
        Assert.That(Assert.Throws<MalformedDataException>(() => _ = opened[0])!.Code, Is.EqualTo(ErrorCode.SchemaTooLarge));
        Assert.That(Assert.Throws<MalformedDataException>(() => opened.ReadSchemas())!.Code, Is.EqualTo(ErrorCode.SchemaTooLarge));
    }

    [Test]
    public void Limits_hold_for_each_schema()
    {
        byte[] file = Write(_first, [Old(1)]);
        var tight = new ValueFileOptions { SchemaLimits = new SchemaLimits { MaxSlots = 1 } };
        var shorter = new ValueFileOptions { SchemaLimits = new SchemaLimits { MaxBytes = 20 } };
        foreach (ValueFileOptions options in (ValueFileOptions[])[tight, shorter])
        {
            Assert.That(Assert.Throws<MalformedDataException>(() => Read<object>(_second, file, options))!.Code, Is.EqualTo(ErrorCode.SchemaTooLarge));
        }
    }

    private object Old(int number) => VersionPairs.Make(_first, ("Number", number), ("Old", "old"));

    private object New(int number) => VersionPairs.Make(_second, ("Number", (long)number), ("New", "new"));
}
