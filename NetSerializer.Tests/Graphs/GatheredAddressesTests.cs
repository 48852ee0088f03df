using NetSerializer.Wire;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>Whether two of the addresses that are gathered are equal.</summary>
internal sealed class GatheredAddressesTests
{
    [Test]
    public unsafe void Addresses_are_found_to_be_different_or_not([Values(0, 1, 2, 3, 4, 5, 8, 9, 17, 63, 64, 65, 66, 200, 352)] int count)
    {
        Gathering gathering;
        nint first = Gathering.Begin(&gathering), end = first + (count * sizeof(nint));
        var addresses = new Span<nint>((void*)first, count);
        Fill(addresses);
        Assert.That(Gathering.AreDifferent(&gathering, end));
        addresses.Reverse();
        Assert.That(Gathering.AreDifferent(&gathering, end));
        addresses.Reverse();
        for (int one = 0; one < count; one++)
        {
            for (int other = one + 1; other < count; other += count > 70 ? 7 : 1)
            {
                (nint before, addresses[other]) = (addresses[other], addresses[one]);
                Assert.That(Gathering.AreDifferent(&gathering, end), Is.False, $"{one}, {other}");
                addresses[other] = before;
            }
        }
        gathering.Refuse();
        Assert.That(Gathering.AreDifferent(&gathering, end), Is.False);

        static void Fill(Span<nint> addresses)
        {
            for (int i = 0; i < addresses.Length; i++)
            {
                addresses[i] = 0x1000 + (24 * i);
            }
        }
    }

    [Test]
    public unsafe void Elements_that_ascend_are_not_put_down([Values(0, 1, 2, 3, 4, 5, 9, 70)] int count)
    {
        nint[] elements = [.. Enumerable.Range(1, count).Select(i => (nint)(24 * i))];
        Gathering gathering;
        nint first = Gathering.Begin(&gathering);
        ref nint start = ref System.Runtime.InteropServices.MemoryMarshal.GetArrayDataReference(elements);
        Assert.That(Gathering.AddElements(first, ref start, count), Is.EqualTo(first));
        for (int at = 1; at < count; at++)
        {
            nint before = elements[at];
            elements[at] = elements[at - 1];
            Assert.That(Gathering.AddElements(first, ref start, count), Is.EqualTo(first + (count * sizeof(nint))));
            elements[at] = 0;
            Assert.That(Gathering.AddElements(first, ref start, count), Is.EqualTo(first + ((count - 1) * sizeof(nint))));
            elements[at] = before;
        }
    }

    [Test]
    public unsafe void Two_equal_addresses_are_found_wherever_they_stand(
        [Values(1, 2, 3, 9, 17, 63, 64, 65, 128, 129, 256, 257, 352, 376)] int count, [Values] bool isInOrder)
    {
        var random = new Random(count);
        Gathering gathering;
        for (int attempt = 0; attempt < 2_000; attempt++)
        {
            // Close together as objects are, or anywhere.
            nint[] addresses = [.. Enumerable.Range(1, count).Select(i => attempt % 2 == 0 ? 24 * i : (nint)random.NextInt64(1, 1L << 47) & -8)];
            int first = random.Next(count), second = random.Next(count);
            Array.Sort(addresses);
            if (!isInOrder)
            {
                random.Shuffle(addresses);
            }
            if (attempt % 3 != 0)
            {
                addresses[first] = addresses[second];
            }
            nint next = Gathering.Begin(&gathering);
            foreach (nint address in addresses)
            {
                *(nint*)next = address;
                next += sizeof(nint);
            }
            Assert.That(Gathering.AreDifferent(&gathering, next), Is.EqualTo(addresses.Distinct().Count() == count));
        }
    }
}
