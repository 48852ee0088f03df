using NetSerializer.Tests.Model;
using NUnit.Framework;

namespace NetSerializer.Tests.Schema;

/// <summary>The check that users put into a unit test of their own.</summary>
[TestFixture]
internal sealed class SchemaAssertTests
{
    private string _folder = "";

    [SetUp]
    public void MakeFolder() => _folder = Directory.CreateTempSubdirectory("schemas").FullName;

    [TearDown]
    public void DeleteFolder() => Directory.Delete(_folder, recursive: true);

    [Test]
    public void The_first_run_writes_the_file_and_the_next_ones_compare()
    {
        string file = Path.Combine(_folder, "wire.schema.txt");
        TypeModel number = Model(typeof(int)), wide = Model(typeof(long));
        SchemaAssert.Compatible(number, file);
        Assert.That(File.ReadAllText(file), Is.EqualTo(number.Schema.ToString()));
        SchemaAssert.Compatible(number, file, SchemaCompatibility.Full);
        SchemaMismatchException failure = Assert.Throws<SchemaMismatchException>(() => SchemaAssert.Compatible(wide, file, SchemaCompatibility.Full))!;
        Assert.That((failure.Code, failure.Problems.Count), Is.EqualTo((ErrorCode.SchemaMismatch, 1)));
        Assert.That(failure.Message, Does.Contain("wire.schema.txt: Dynamic.Message.Value: 'int32' becomes 'int64'."));
        Assert.That(File.ReadAllText(file), Is.EqualTo(number.Schema.ToString()), "a refused change leaves the file");
        Assert.That(() => SchemaAssert.Compatible(wide, file, SchemaCompatibility.Forward), Throws.InstanceOf<SchemaMismatchException>());
        SchemaAssert.Compatible(wide, file);
        Assert.That(File.ReadAllText(file), Is.EqualTo(wide.Schema.ToString()), "a compatible change goes into the file");
    }

    [Test]
    public void An_accepted_change_is_written()
    {
        string file = Path.Combine(_folder, "wire.schema.txt");
        SchemaAssert.Compatible(Model(typeof(long)), file);
        Assert.That(() => SchemaAssert.Compatible(Model(typeof(int)), file), Throws.InstanceOf<SchemaMismatchException>());
        SchemaAssert.Compatible(Model(typeof(int)), file, accept: true);
        Assert.That(File.ReadAllText(file), Is.EqualTo(Model(typeof(int)).Schema.ToString()));
    }

    [Test]
    public void A_folder_keeps_every_version()
    {
        SchemaAssert.Compatible(Model(typeof(byte)), _folder);
        SchemaAssert.Compatible(Model(typeof(short)), _folder);
        SchemaAssert.Compatible(Model(typeof(short)), _folder);
        Assert.That(Directory.GetFiles(_folder), Has.Length.EqualTo(2));
        SchemaMismatchException failure = Assert.Throws<SchemaMismatchException>(() => SchemaAssert.Compatible(Model(typeof(sbyte)), _folder))!;
        Assert.That(failure.Problems, Has.Count.EqualTo(2), "of both versions");
    }

    [Test]
    public void A_file_that_is_no_schema_is_refused()
    {
        string file = Path.Combine(_folder, "wire.schema.txt");
        File.WriteAllText(file, "something else");
        Assert.That(() => SchemaAssert.Compatible(Model(typeof(int)), file), Throws.InstanceOf<MalformedDataException>());
        Assert.That(() => SchemaAssert.Compatible(Model(typeof(int)), ""), Throws.ArgumentException);
        Assert.That(() => SchemaAssert.Compatible(Model(typeof(int)), file, (SchemaCompatibility)3), Throws.InstanceOf<ArgumentOutOfRangeException>());
    }

    private static TypeModel Model(Type member) => TypeModel.Create(new DynamicTypes().Make("Message", ("Value", member)));
}
