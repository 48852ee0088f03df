using System.Reflection;
using NetSerializer.Errors;

namespace NetSerializer.Emit;

/// <summary>Somewhere a value can be taken from or put into, together with the C# that names it.</summary>
internal abstract class Place(BodyWriter il, Type type, string text)
{
    public Type Type { get; } = type;

    public string Text { get; } = text;

    protected BodyWriter Il { get; } = il;

    /// <summary>Pushes the value.</summary>
    public abstract void Load();

    /// <summary>Pushes the address of the value.</summary>
    public abstract void LoadAddress();

    /// <summary>Stores the value that <paramref name="loadValue"/> pushes.</summary>
    public abstract void Store(Action loadValue);

    /// <summary>The content of the place before a value is put into it.</summary>
    public abstract PlaceContent Content { get; }

    /// <summary>Null and zero are there already.</summary>
    public bool IsFresh => Content == PlaceContent.Zero;

    public Place Field(FieldInfo field) => new FieldPlace(Il, this, field);

    /// <summary>A local variable. <paramref name="content"/> holds for the members of an object as well.</summary>
    public static Place Of(BodyWriter il, Local local, PlaceContent content = PlaceContent.Unknown) => new LocalPlace(il, local, content);

    /// <summary>An argument that holds the value itself. <paramref name="content"/> holds for the members of an object as well.</summary>
    public static Place Of(BodyWriter il, Argument argument, PlaceContent content = PlaceContent.Unknown) => new ArgumentPlace(il, argument, content);

    /// <summary>The place that a ref argument or local refers to.</summary>
    public static Place At(BodyWriter il, Type type, string text, Action loadAddress, PlaceContent content = PlaceContent.Unknown) =>
        new IndirectPlace(il, type, text, loadAddress, content);

    private sealed class LocalPlace(BodyWriter il, Local local, PlaceContent content) : Place(il, local.Type, local.Name)
    {
        public override PlaceContent Content => content;

        public override void Load() => Il.Load(local);

        public override void LoadAddress() => Il.LoadAddress(local);

        public override void Store(Action loadValue)
        {
            loadValue();
            Il.Store(local);
        }
    }

    private sealed class ArgumentPlace(BodyWriter il, Argument argument, PlaceContent content) : Place(il, argument.Type, argument.Name)
    {
        public override PlaceContent Content => content;

        public override void Load() => Il.Load(argument);

        public override void LoadAddress() => Il.LoadAddress(argument);

        public override void Store(Action loadValue)
        {
            loadValue();
            Il.Store(argument);
        }
    }

    private sealed class IndirectPlace(BodyWriter il, Type type, string text, Action loadAddress, PlaceContent content) : Place(il, type, text)
    {
        public override PlaceContent Content => content;

        public override void Load()
        {
            loadAddress();
            Il.LoadIndirect(Type);
        }

        public override void LoadAddress() => loadAddress();

        public override void Store(Action loadValue)
        {
            loadAddress();
            loadValue();
            Il.StoreIndirect(Type);
        }
    }

    private sealed class FieldPlace(BodyWriter il, Place owner, FieldInfo field) : Place(il, field.FieldType, $"{owner.Text}.{TypeNames.Member(field.Name)}")
    {
        public override void Load()
        {
            LoadOwner();
            Il.LoadField(field);
        }

        public override void LoadAddress()
        {
            LoadOwner();
            Il.LoadFieldAddress(field);
        }

        public override void Store(Action loadValue)
        {
            LoadOwner();
            loadValue();
            Il.StoreField(field);
        }

        public override PlaceContent Content => owner.Content;

        private void LoadOwner()
        {
            if (owner.Type.IsValueType)
            {
                owner.LoadAddress();
            }
            else
            {
                owner.Load();
            }
        }
    }
}

/// <summary>The content of a <see cref="Place"/> before a value is put into it.</summary>
internal enum PlaceContent
{
    /// <summary>Anything that the code around it has seen to.</summary>
    Unknown,
    /// <summary>Null and zero: it is in a new object or array.</summary>
    Zero,
    /// <summary>Values that code of the user has put there: a value read has to replace them, null too.</summary>
    Preset,
}
