using NetSerializer.Tests.Oracle;
using NetSerializer.Tests.Oracle.Schema;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>
/// A grid with a dimension of no elements costs nothing, however long the others are: .NET makes none whose others have more than Array.MaxLength
/// elements, which no limit of the program changes (docs/wire-format.md, section 4c).
/// </summary>
[TestFixture]
internal sealed class GridLengthTests
{
    private static readonly TypeModel s_model = TypeModel.Create(
        [typeof(long[,]), typeof(string[,,])], new SerializerOptions { Limits = SerializerLimits.Trusted with { MaxCollectionLength = int.MaxValue } });

    private static readonly OracleModel s_oracle = new(s_model.Describe(), s_model.TypeIds.Select(pair => (pair.Value, pair.Key)));

    // The second number is the dimension at which it is too long.
    [TestCase(0, 1, int.MaxValue)]
    [TestCase(int.MaxValue, 0, 0)]
    [TestCase(0, 1, 0x7FFFFFC8)]
    [TestCase(0x7FFFFFC8, 0, 0)]
    [TestCase(1 << 16, 1, 1 << 16, 0)]
    [TestCase(0, 2, 1 << 16, 1 << 16)]
    [TestCase(1 << 16, 2, 0, 1 << 16)]
    public void MoreThanTheRuntimeMakesIsRefused(int first, int at, params int[] others)
    {
        byte[] bytes = Grid([first, .. others]);
        var rejected = Assert.Throws<MalformedDataException>(() => Fuzzing.FuzzRoot.Of(TypeOf(1 + others.Length)).ReadWhole(s_model, bytes));
        var expected = Assert.Throws<OracleRejection>(() => new SlowReader(s_oracle).Read(TypeOf(1 + others.Length), bytes, out _));
        Assert.That((rejected.Code, rejected.Offset, expected.Code),
            Is.EqualTo((ErrorCode.CollectionTooLong, Grid([.. new[] { first }.Concat(others).Take(at)]).Length, RejectionCode.LengthOutOfRange)));
    }

    [TestCase(0, 0x7FFFFFC7)]
    [TestCase(0x7FFFFFC7, 0)]
    [TestCase(2, 0, 0x3FFFFFE3)]
    public void TheLongestIsRead(params int[] lengths)
    {
        byte[] bytes = Grid(lengths);
        Type type = TypeOf(lengths.Length);
        var read = (Array)Fuzzing.FuzzRoot.Of(type).ReadWhole(s_model, bytes)!;
        var expected = (Array)new SlowReader(s_oracle).Read(type, bytes, out int consumed)!;
        Assert.That(Enumerable.Range(0, lengths.Length).Select(read.GetLength), Is.EqualTo(lengths));
        Assert.That(Enumerable.Range(0, lengths.Length).Select(expected.GetLength), Is.EqualTo(lengths));
        Assert.That(consumed, Is.EqualTo(bytes.Length));
        Assert.That(Fuzzing.FuzzRoot.Of(type).Write(s_model, read), Is.EqualTo(bytes));
    }

    // What the runtime makes depends on the order of the dimensions.
    [TestCase(0, 1 << 16, 1 << 16)]
    [TestCase(0, 0x7FFFFFC7, 2)]
    public void WhatNobodyCouldReadIsNotWritten(int first, int second, int third)
    {
        var value = new string[first, second, third];
        var refused = Assert.Throws<ValueNotSerializableException>(() => s_model.Serialize(value));
        Assert.That(refused.Code, Is.EqualTo(ErrorCode.ValueNotEncodable));
    }

    [TestCase(2, 0)]
    [TestCase(2, 1)]
    [TestCase(3, 0)]
    [TestCase(3, 1)]
    [TestCase(3, 2)]
    public void ABoundThatPutsTheLastIndexAboveAnIntIsRefusedWhereItStands(int rank, int at)
    {
        byte[] before = [.. Grid([.. Enumerable.Repeat(2, rank)])[..^(2 * (rank - at))], 2];
        byte[] bytes = [.. before, .. Bytes.VarInt(uint.MaxValue - 1), .. Enumerable.Repeat<byte[]>([2, 0], rank - at - 1).SelectMany(pair => pair)];
        var rejected = Assert.Throws<MalformedDataException>(() => Fuzzing.FuzzRoot.Of(TypeOf(rank)).ReadWhole(s_model, bytes));
        var expected = Assert.Throws<OracleRejection>(() => new SlowReader(s_oracle).Read(TypeOf(rank), bytes, out _));
        Assert.That((rejected.Code, rejected.Offset, expected.Code),
            Is.EqualTo((ErrorCode.ValueOutOfRange, before.Length, RejectionCode.ArrayBoundsInvalid)));
    }

    private static Type TypeOf(int rank) => rank == 2 ? typeof(long[,]) : typeof(string[,,]);

    // A type id, the byte of a value that is not null, and each length with the bound 0.
    private static byte[] Grid(int[] lengths) =>
        [.. Bytes.VarInt(s_model.TypeIds[TypeOf(Math.Max(2, lengths.Length))]), 1, .. lengths.SelectMany(length => (byte[])[.. Bytes.VarInt((uint)length), 0])];
}
