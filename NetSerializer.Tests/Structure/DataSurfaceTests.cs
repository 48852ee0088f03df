using System.Reflection;
using NUnit.Framework;

namespace NetSerializer.Tests.Structure;

/// <summary>The serializers of tables, sets and XML could be a user's: they stand on the public members of the library.</summary>
internal sealed class DataSurfaceTests
{
    private const BindingFlags All = BindingFlags.Static | BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    // Depth has error codes of its own (docs/errors.md), which custom serializers of users do not give.
    private static readonly string[] s_exceptions = ["WireReader.RejectDepth", "WireWriter.RefuseDepth"];

    // The forms of cultures, URIs, big integers and bytes, of which tables consist too.
    private static readonly string[] s_ownNamespaces = ["NetSerializer.Data", "NetSerializer.Values"];

    [Test]
    public void Data_calls_public_members_alone()
    {
        string[] used =
        [
            .. typeof(TypeModel).Assembly.GetTypes().Where(type => type.Namespace == s_ownNamespaces[0]).SelectMany(Used)
                .Where(member => member.Module == typeof(TypeModel).Module && !IsOwn(Owner(member)) && !IsPublic(member))
                .Select(member => $"{Owner(member).Name}.{member.Name}").Distinct().Order(StringComparer.Ordinal),
        ];
        Assert.That(used, Is.EqualTo(s_exceptions));
    }

    private static IEnumerable<MemberInfo> Used(Type type) =>
        type.GetMethods(All).Concat<MethodBase>(type.GetConstructors(All)).SelectMany(AssemblyUses.Members);

    private static Type Owner(MemberInfo member) => member as Type ?? member.DeclaringType!;

    // The compiler's own helpers have names that no source can write.
    private static bool IsOwn(Type type) => s_ownNamespaces.Contains(type.Namespace) || type.Name.StartsWith('<');

    private static bool IsPublic(MemberInfo member) => Owner(member).IsVisible && member switch
    {
        MethodBase method => method.IsPublic,
        FieldInfo field => field.IsPublic,
        _ => true,
    };
}
