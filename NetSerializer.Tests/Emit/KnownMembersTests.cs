using System.Reflection;
using NetSerializer.Emit;
using NUnit.Framework;

namespace NetSerializer.Tests.Emit;

/// <summary>Members are looked up when generated code first calls them. None of their names is wrong.</summary>
internal sealed class KnownMembersTests
{
    private static readonly PropertyInfo[] s_members = typeof(KnownMembers).GetProperties(BindingFlags.Static | BindingFlags.Public);

    [Test]
    public void Each_is_found([ValueSource(nameof(s_members))] PropertyInfo member) =>
        Assert.That(member.GetValue(null), Is.InstanceOf<MemberInfo>());

    [Test]
    public void Generic_ones_are_found() =>
        Assert.That(
            new[]
            {
                KnownMembers.UnsafeAs(typeof(string)), KnownMembers.UnsafeAdd(typeof(int)), KnownMembers.UnsafeAsReference(typeof(int), typeof(uint)),
                KnownMembers.ListAsSpan(typeof(int)), KnownMembers.ListSetCount(typeof(int)), KnownMembers.ArrayResize(typeof(int)),
                KnownMembers.Is(typeof(string)), KnownMembers.WriteCustom(typeof(int)), KnownMembers.ReadCustom(typeof(int)),
            }.Select(method => $"{method.Name} {method.GetGenericArguments().Length} {method.GetParameters().Length}"),
            Is.EqualTo(new[] { "As 1 1", "Add 1 2", "As 2 1", "AsSpan 1 1", "SetCount 1 2", "Resize 1 2", "Is 1 1", "WriteCustom 1 3", "ReadCustom 1 3" }));
}
