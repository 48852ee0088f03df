using System.Reflection;
using System.Runtime.CompilerServices;
using NetSerializer.Wire.Collections;
using NUnit.Framework;

namespace NetSerializer.Tests.Collections;

/// <summary>Members of the framework that are not public may go with any version of it: then this test fails, and not a user's program.</summary>
public class FrameworkAccessorTests
{
    [TestCase(typeof(FrameworkAccessors))]
    [TestCase(typeof(FrameworkAccessors<string>))]
    [TestCase(typeof(FrameworkAccessors<int>))]
    [TestCase(typeof(FrameworkAccessors<string, string>))]
    [TestCase(typeof(FrameworkAccessors<int, long>))]
    [TestCase(typeof(PriorityQueueAccessors<string, string>))]
    [TestCase(typeof(PriorityQueueAccessors<int, long>))]
    public void Every_accessor_is_resolved(Type accessors)
    {
        MethodInfo[] methods = [.. accessors.GetMethods(BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly)];
        Assert.That(methods, Is.Not.Empty);
        Assert.Multiple(() =>
        {
            foreach (MethodInfo method in methods)
            {
                Assert.That(method.IsDefined(typeof(UnsafeAccessorAttribute)), method.ToString());
                Assert.That(() => Resolve(method), Throws.Nothing, method.ToString());
            }
        });
    }

    [Test]
    public void One_of_a_member_that_is_not_there_is_found() =>
        Assert.That(() => Resolve(((Func<List<int>, int>)NotThere).Method), Throws.InstanceOf<MissingMemberException>());

    private static void Resolve(MethodInfo method)
    {
        if (method.DeclaringType!.IsGenericType)
        {
            RuntimeHelpers.PrepareMethod(method.MethodHandle, [.. method.DeclaringType.GetGenericArguments().Select(argument => argument.TypeHandle)]);
            return;
        }
        RuntimeHelpers.PrepareMethod(method.MethodHandle);
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "not_there")]
    private static extern int NotThere(List<int> list);
}
