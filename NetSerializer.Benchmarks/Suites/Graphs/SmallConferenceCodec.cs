using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Benchmarks.Floor;

namespace NetSerializer.Benchmarks.Suites.Graphs;

/// <summary>The floor for <see cref="SmallConference"/>.</summary>
internal readonly struct SmallConferenceCodec : IGraphCodec
{
    public static byte Id => 60;

    public static bool IsDeep => false;

    public static ref byte Write(scoped ref FloorWriter w, ref byte p, WrittenObjects objects, object root)
    {
        SmallConference conference = Unsafe.As<SmallConference>(root);
        p = ref GraphSlots.WriteText(ref w, ref p, objects, conference.Name);
        return ref WriteTalks(ref w, ref p, objects, conference.Talks);
    }

    public static ref byte Read(scoped ref FloorReader r, ref byte p, ReadObjects objects, scoped out object root)
    {
        SmallConference conference = new();
        root = conference;
        objects.Add(conference);
        p = ref GraphSlots.ReadText(ref r, ref p, objects, out conference.Name);
        return ref ReadTalks(ref r, ref p, objects, out conference.Talks);
    }

    private static ref byte WriteTalks(scoped ref FloorWriter w, ref byte p, WrittenObjects objects, List<Talk>? talks)
    {
        p = ref GraphSlots.Write(ref w, ref p, objects, talks, out bool isNew);
        if (isNew)
        {
            p = ref Varint.Write(ref w.Ensure(ref p, Varint.Max32), (uint)talks!.Count + 1);
            foreach (Talk talk in CollectionsMarshal.AsSpan(talks))
            {
                p = ref WriteTalk(ref w, ref p, objects, talk);
            }
        }
        return ref p;
    }

    private static ref byte WriteTalk(scoped ref FloorWriter w, ref byte p, WrittenObjects objects, Talk? talk)
    {
        p = ref GraphSlots.Write(ref w, ref p, objects, talk, out bool isNew);
        if (isNew)
        {
            p = ref Varint.Write(ref w.Ensure(ref p, Varint.Max32), talk!.Minutes);
            p = ref WriteHall(ref w, ref p, objects, talk.Hall);
            p = ref WriteTalk(ref w, ref p, objects, talk.Next);
            p = ref WritePresenter(ref w, ref p, objects, talk.Presenter);
            p = ref GraphSlots.WriteText(ref w, ref p, objects, talk.Title);
        }
        return ref p;
    }

    private static ref byte WriteHall(scoped ref FloorWriter w, ref byte p, WrittenObjects objects, Hall? hall)
    {
        p = ref GraphSlots.Write(ref w, ref p, objects, hall, out bool isNew);
        if (isNew)
        {
            p = ref Varint.Write(ref w.Ensure(ref p, Varint.Max32), hall!.Seats);
            p = ref GraphSlots.WriteText(ref w, ref p, objects, hall.Name);
            p = ref WriteTalks(ref w, ref p, objects, hall.Talks);
        }
        return ref p;
    }

    private static ref byte WritePresenter(scoped ref FloorWriter w, ref byte p, WrittenObjects objects, Presenter? presenter)
    {
        p = ref GraphSlots.Write(ref w, ref p, objects, presenter, out bool isNew);
        if (isNew)
        {
            p = ref GraphSlots.WriteText(ref w, ref p, objects, presenter!.Name);
            p = ref WriteTalks(ref w, ref p, objects, presenter.Talks);
        }
        return ref p;
    }

    private static ref byte ReadTalks(scoped ref FloorReader r, ref byte p, ReadObjects objects, scoped out List<Talk>? talks)
    {
        p = ref GraphSlots.Read(ref r, ref p, objects, out talks, out bool isNew);
        if (isNew)
        {
            p = ref Varint.Read(ref r, ref r.Run(ref p, Varint.Max32), out uint header);
            r.CheckCount(ref p, header - 1);
            talks = new((int)header - 1);
            objects.Add(talks);
            CollectionsMarshal.SetCount(talks, (int)header - 1);
            Span<Talk> items = CollectionsMarshal.AsSpan(talks);
            for (int i = 0; i < items.Length; i++)
            {
                p = ref ReadTalk(ref r, ref p, objects, out items[i]!);
            }
        }
        return ref p;
    }

    private static ref byte ReadTalk(scoped ref FloorReader r, ref byte p, ReadObjects objects, scoped out Talk? talk)
    {
        p = ref GraphSlots.Read(ref r, ref p, objects, out talk, out bool isNew);
        if (isNew)
        {
            Talk own = new();
            talk = own;
            objects.Add(own);
            p = ref Varint.Read(ref r, ref r.Run(ref p, Varint.Max32), out own.Minutes);
            p = ref ReadHall(ref r, ref p, objects, out own.Hall);
            p = ref ReadTalk(ref r, ref p, objects, out own.Next);
            p = ref ReadPresenter(ref r, ref p, objects, out own.Presenter);
            p = ref GraphSlots.ReadText(ref r, ref p, objects, out own.Title);
        }
        return ref p;
    }

    private static ref byte ReadHall(scoped ref FloorReader r, ref byte p, ReadObjects objects, scoped out Hall? hall)
    {
        p = ref GraphSlots.Read(ref r, ref p, objects, out hall, out bool isNew);
        if (isNew)
        {
            Hall own = new();
            hall = own;
            objects.Add(own);
            p = ref Varint.Read(ref r, ref r.Run(ref p, Varint.Max32), out own.Seats);
            p = ref GraphSlots.ReadText(ref r, ref p, objects, out own.Name);
            p = ref ReadTalks(ref r, ref p, objects, out own.Talks);
        }
        return ref p;
    }

    private static ref byte ReadPresenter(scoped ref FloorReader r, ref byte p, ReadObjects objects, scoped out Presenter? presenter)
    {
        p = ref GraphSlots.Read(ref r, ref p, objects, out presenter, out bool isNew);
        if (isNew)
        {
            Presenter own = new();
            presenter = own;
            objects.Add(own);
            p = ref GraphSlots.ReadText(ref r, ref p, objects, out own.Name);
            p = ref ReadTalks(ref r, ref p, objects, out own.Talks);
        }
        return ref p;
    }
}
